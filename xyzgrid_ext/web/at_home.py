"""Replaces addresses of other servers in a page by files that the game serves."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage

from xyzgrid_ext.game.cli.libraries import CDN, FOLDER, FONTS


def at_home(page: str) -> str:
    """Replace the addresses in a page of all libraries that the game has."""
    for address, path in CDN.items():
        if address in page and (own := address_of(path)):
            page = page.replace(address, own)
    return page


def fonts() -> list[str]:
    """Return the addresses of the fonts' stylesheets, if the game has them."""
    return [own for path in FONTS if (own := address_of(path))]


def address_of(path: str) -> str:
    """Return the address of a library's file; empty if the game has not fetched it."""
    name = f"{FOLDER}/{path}"
    return str(staticfiles_storage.url(name)) if staticfiles_storage.exists(name) else ""
