"""The browser libraries of the client, the map page and the editor, and their sources.

    LIBRARIES ── fetch, by npm ──► GAME/web/static/xyzgrid/vendor/PACKAGE/VERSION/FILE
    CDN        URL in Evennia's pages ──► PACKAGE/VERSION/FILE, the same bytes

Evennia's pages load them from other servers. If the files are in the game, it serves them itself
(`web.headers`), and the client works without the internet. Versions are exact, and if Evennia's
pages have a checksum, the file must match it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from xyzgrid_ext.core.errors import UsageError

FOLDER = "xyzgrid/vendor"
"""The folder within the static files of a game."""
NPM_SECONDS = 180
_FONTS = ("b612-mono", "fira-mono", "inconsolata", "roboto-mono", "source-code-pro", "ubuntu-mono")


@dataclass(frozen=True)
class Library:
    """One version of an npm package, with the files that are needed and its licence file."""

    package: str
    version: str
    files: tuple[str, ...]
    licence: str = "LICENSE"

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of its files in FOLDER."""
        return tuple(map(self.path, self.files))

    def path(self, file: str) -> str:
        """Return the path of one file in FOLDER."""
        return f"{self.package}/{self.version}/{file}"


LIBRARIES = (
    Library("jquery", "3.2.1", ("dist/jquery.min.js", "dist/jquery.slim.min.js"), "LICENSE.txt"),
    Library(
        "bootstrap",
        "4.0.0-beta",
        ("dist/css/bootstrap.min.css", "dist/js/bootstrap.min.js"),
    ),
    Library("bootstrap", "4.0.0", ("dist/js/bootstrap.min.js",)),
    Library("bootstrap", "4.6.0", ("dist/css/bootstrap.min.css",)),
    # its only text of the licence is the head of the file that people read
    Library("popper.js", "1.11.0", ("dist/umd/popper.min.js",), "dist/umd/popper.js"),
    Library("popper.js", "1.12.9", ("dist/umd/popper.min.js",), "dist/umd/popper.js"),
    Library(
        "golden-layout",
        "1.5.9",
        (
            "dist/goldenlayout.min.js",
            "src/css/goldenlayout-base.css",
            "src/css/goldenlayout-dark-theme.css",
        ),
    ),
    Library("favico.js", "0.3.10", ("favico-0.3.10.min.js",), "MIT-LICENSE.txt"),
    *(
        Library(
            f"@fontsource/{font}",
            "5.3.0",
            ("latin-400.css", f"files/{font}-latin-400-normal.woff2"),
        )
        for font in _FONTS
    ),
    # the map page
    Library(
        "three",
        "0.187.0",
        (
            "build/three.core.js",
            "build/three.module.js",
            "examples/jsm/controls/OrbitControls.js",
        ),
    ),
    # the editor
    Library("konva", "10.9.1", ("konva.min.js",)),
)

_BOOTSTRAP = "https://maxcdn.bootstrapcdn.com/bootstrap"
_POPPER = "https://cdnjs.cloudflare.com/ajax/libs/popper.js"
_LAYOUT = "https://golden-layout.com/files/latest"
CDN = {
    "https://code.jquery.com/jquery-3.2.1.min.js": "jquery/3.2.1/dist/jquery.min.js",
    "https://code.jquery.com/jquery-3.2.1.slim.min.js": "jquery/3.2.1/dist/jquery.slim.min.js",
    f"{_BOOTSTRAP}/4.0.0-beta/css/bootstrap.min.css": (
        "bootstrap/4.0.0-beta/dist/css/bootstrap.min.css"
    ),
    f"{_BOOTSTRAP}/4.0.0-beta/js/bootstrap.min.js": (
        "bootstrap/4.0.0-beta/dist/js/bootstrap.min.js"
    ),
    f"{_BOOTSTRAP}/4.0.0/js/bootstrap.min.js": "bootstrap/4.0.0/dist/js/bootstrap.min.js",
    "https://cdn.jsdelivr.net/npm/bootstrap@4.6.0/dist/css/bootstrap.min.css": (
        "bootstrap/4.6.0/dist/css/bootstrap.min.css"
    ),
    f"{_POPPER}/1.11.0/umd/popper.min.js": "popper.js/1.11.0/dist/umd/popper.min.js",
    f"{_POPPER}/1.12.9/umd/popper.min.js": "popper.js/1.12.9/dist/umd/popper.min.js",
    f"{_LAYOUT}/js/goldenlayout.min.js": "golden-layout/1.5.9/dist/goldenlayout.min.js",
    f"{_LAYOUT}/css/goldenlayout-base.css": "golden-layout/1.5.9/src/css/goldenlayout-base.css",
    f"{_LAYOUT}/css/goldenlayout-dark-theme.css": (
        "golden-layout/1.5.9/src/css/goldenlayout-dark-theme.css"
    ),
    "https://cdn.rawgit.com/ejci/favico.js/master/favico-0.3.10.min.js": (
        "favico.js/0.3.10/favico-0.3.10.min.js"
    ),
}
FONTS = tuple(f"@fontsource/{font}/5.3.0/latin-400.css" for font in _FONTS)
"""Stylesheets of the fonts that the client offers in its options."""


def folder_of(game_dir: Path) -> Path:
    """Return the folder for libraries in a game; Evennia serves its contents."""
    return game_dir / "web" / "static" / FOLDER


def missing(folder: Path, libraries: Sequence[Library] = ()) -> list[Library]:
    """Return the libraries (of LIBRARIES by default) with a missing file or licence."""
    return [
        one
        for one in libraries or LIBRARIES
        if not all((folder / one.path(file)).is_file() for file in (*one.files, one.licence))
    ]


def fetch(folder: Path, libraries: Sequence[Library] = ()) -> list[Library]:
    """Fetch the missing libraries (of LIBRARIES by default) with npm; return those fetched.

    Raises:
        UsageError: if npm is missing or fails.

    """
    wanted = missing(folder, libraries)
    if not wanted:
        return []
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError("npm is not installed", "install Node.js, and npm with it")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".fetch-") as place:
        _install(npm, Path(place), wanted)
        for number, library in enumerate(wanted):
            _copy(Path(place) / "node_modules" / f"lib{number}", folder, library)
    return wanted


def _install(npm: str, place: Path, wanted: list[Library]) -> None:
    # names of our own: one package may be needed in two versions
    names = {f"lib{n}": f"npm:{one.package}@{one.version}" for n, one in enumerate(wanted)}
    text = json.dumps({"private": True, "dependencies": names})
    (place / "package.json").write_text(text, encoding="utf-8")
    options = ("--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund", "--omit=peer")
    command = [npm, "install", "--silent", "--legacy-peer-deps", "--fetch-retries=1", *options]
    try:
        done = subprocess.run(
            command,
            cwd=place,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=NPM_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"npm did not finish in {NPM_SECONDS} seconds", "try again") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or f"it ended with {done.returncode}"
        raise UsageError(
            f"npm installed nothing: {said[-500:]}", "check that npm can reach a registry"
        )


def _copy(package: Path, folder: Path, library: Library) -> None:
    for file in (*library.files, library.licence):
        if not (package / file).is_file():
            text = f"{library.package} {library.version} has no file {file}"
            raise UsageError(text, "correct its row in LIBRARIES")
        target = folder / library.path(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        # under its name only when it is whole: what has that name is not fetched again
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(package / file, part)
        os.replace(part, target)
