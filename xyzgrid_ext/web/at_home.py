"""Replaces URLs of other servers, and of Evennia's logo, with files that the game serves."""

from __future__ import annotations

from pathlib import Path

import evennia
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from xyzgrid_ext.game.cli.libraries import CDN, FOLDER, FONTS

_LOGO, _EVENNIAS_LOGO = "xyzgrid/logo.svg", "website/images/evennia_logo.png"


def at_home(page: str) -> str:
    """Replace the URLs of Evennia's logo, and of all libraries that the game has, in a page."""
    if _EVENNIAS_LOGO in page and not _has_own_logo():
        page = page.replace(_EVENNIAS_LOGO, _LOGO)
    for address, path in CDN.items():
        if address in page and (own := address_of(path)):
            page = page.replace(address, own)
    return page


def _has_own_logo() -> bool:
    """Whether the game has replaced Evennia's logo with a picture of its own."""
    found = finders.find(_EVENNIAS_LOGO)
    return bool(found) and not Path(str(found)).is_relative_to(Path(evennia.__file__).parent)


def fonts() -> list[str]:
    """Return the URLs of the fonts' stylesheets, if the game has them."""
    return [own for path in FONTS if (own := address_of(path))]


def address_of(path: str) -> str:
    """Return the URL of a library's file; empty if the game has not fetched it."""
    name = f"{FOLDER}/{path}"
    return str(staticfiles_storage.url(name)) if staticfiles_storage.exists(name) else ""
