"""Replaces URLs of other servers, and of Evennia's logo, with files of this package.

    static/xyzgrid/vendor/PACKAGE/VERSION/FILE    libraries and fonts (`tools/vendor.py` gets them)
    CDN    URL in Evennia's pages ──► PACKAGE/VERSION/FILE, the same bytes

So the web client, the map page and the editor work without the internet.
"""

from __future__ import annotations

from pathlib import Path

import evennia
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

FOLDER = "xyzgrid/vendor"
"""The folder of the libraries within the static files."""
_FONTS = ("b612-mono", "fira-mono", "inconsolata", "roboto-mono", "source-code-pro", "ubuntu-mono")
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

_LOGO, _EVENNIAS_LOGO = "xyzgrid/logo.svg", "website/images/evennia_logo.png"


def at_home(page: str) -> str:
    """Replace the URLs of Evennia's logo and of its libraries in a page."""
    if _EVENNIAS_LOGO in page and not _has_own_logo():
        page = page.replace(_EVENNIAS_LOGO, _LOGO)
    for address, path in CDN.items():
        if address in page:
            page = page.replace(address, _address_of(path))
    return page


def _has_own_logo() -> bool:
    """Whether the game has replaced Evennia's logo with a picture of its own."""
    found = finders.find(_EVENNIAS_LOGO)
    return bool(found) and not Path(str(found)).is_relative_to(Path(evennia.__file__).parent)


def fonts() -> list[str]:
    """Return the URLs of the fonts' stylesheets."""
    return list(map(_address_of, FONTS))


def _address_of(path: str) -> str:
    """Return the URL of a library's file."""
    return str(staticfiles_storage.url(f"{FOLDER}/{path}"))
