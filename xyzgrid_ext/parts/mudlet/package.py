"""The package for Mudlet: a ZIP file with a description and one script of each file in client/.

    config.lua     mpackage = [[xyzgrid]]     the name that Mudlet installs it by
    xyzgrid.xml    <Script> map, play         in this order

Mudlet takes the name of a package that a game offers from its address, and installs it anew
whenever the game tells another version. So the version is computed from the scripts.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

NAME = "xyzgrid"
"""The name of the package in Mudlet."""
FILE = f"{NAME}.mpackage"
"""The name of the package's file."""
SCRIPTS = ("map", "play")
"""The scripts of the package, in the order in which Mudlet runs them."""

_DAY = (2026, 1, 1, 0, 0, 0)  # of all files in it, so that the same scripts give the same package
_ABOUT = (
    "The map of the game as you know it, walks by a double click, your hearts and your journal."
)
_CONFIG = f"""mpackage = [[{NAME}]]
title = [[{_ABOUT}]]
created = "2026-01-01T00:00:00+00:00"
"""


@cache
def package_scripts() -> dict[str, str]:
    """Return the name of each script -> its text, in Lua."""
    folder = files(__package__) / "client"
    return {name: (folder / f"{name}.lua").read_text("utf-8") for name in SCRIPTS}


@cache
def package_version() -> str:
    """Return the version of the package: a digest of its scripts."""
    return sha256("\0".join(package_scripts().values()).encode()).hexdigest()[:12]


@cache
def package_bytes() -> bytes:
    """Return the package as the bytes of its file."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in (
            ("config.lua", f"{_CONFIG}version = [[{package_version()}]]\n"),
            (f"{NAME}.xml", _xml()),
        ):
            archive.writestr(ZipInfo(name, _DAY), text, ZIP_DEFLATED)
    return buffer.getvalue()


def _xml() -> str:
    """Return the scripts in the form in which Mudlet imports them."""
    root = ElementTree.Element("MudletPackage", version="1.001")
    group = ElementTree.SubElement(root, "ScriptPackage")
    for name, text in package_scripts().items():
        script = ElementTree.SubElement(group, "Script", isActive="yes", isFolder="no")
        for tag, content in (("name", name), ("packageName", ""), ("script", text)):
            ElementTree.SubElement(script, tag).text = content
        ElementTree.SubElement(script, "eventHandlerList")
    body = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE MudletPackage>\n{body}\n'
