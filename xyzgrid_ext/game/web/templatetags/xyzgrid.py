"""Tags for pages that extend Evennia's, with files of this package in place of other servers'.

`extends_at_home "webclient/base.html"` is `extends`, with the libraries of this package.
`client_fonts as fonts` gives the stylesheets of the client's fonts, `part_files as files` what
parts add to the client.

    static/xyzgrid/vendor/PACKAGE/VERSION/FILE    libraries and fonts (`tools/vendor.py` gets them)
    CDN    URL in Evennia's pages ──► PACKAGE/VERSION/FILE, the same bytes

So the web client, the map page and the editor work without the internet.
"""

from __future__ import annotations

from pathlib import Path

import evennia
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.loader_tags import ExtendsNode, do_extends

from xyzgrid_ext.game.parts import game_parts

register = Library()

FOLDER = "xyzgrid/vendor"
"""The folder of the libraries within the static files."""
_BOOTSTRAP = "https://maxcdn.bootstrapcdn.com/bootstrap"
_POPPER = "https://cdnjs.cloudflare.com/ajax/libs/popper.js"
_LAYOUT = "https://golden-layout.com/files/latest"
_LAYOUT_STYLES = "layout-base.css", "layout-dark-theme.css"
_MIRRORS = (  # the beginnings of a URL and of a path here, and what both go on with
    ("https://code.jquery.com/jquery-3.2.1", "jquery/3.2.1/dist/jquery", ".min.js", ".slim.min.js"),
    (f"{_BOOTSTRAP}/4.0.0-beta/css", "bootstrap/4.0.0-beta/dist/css", "/bootstrap.min.css"),
    (f"{_BOOTSTRAP}/4.0.0-beta/js", "bootstrap/4.0.0-beta/dist/js", "/bootstrap.min.js"),
    (f"{_BOOTSTRAP}/4.0.0/js", "bootstrap/4.0.0/dist/js", "/bootstrap.min.js"),
    ("https://cdn.jsdelivr.net/npm/bootstrap@", "bootstrap/", "4.6.0/dist/css/bootstrap.min.css"),
    (f"{_POPPER}/1.11.0", "popper.js/1.11.0/dist", "/umd/popper.min.js"),
    (f"{_POPPER}/1.12.9", "popper.js/1.12.9/dist", "/umd/popper.min.js"),
    (f"{_LAYOUT}/js", "golden-layout/1.5.9/dist", "/goldenlayout.min.js"),
    (f"{_LAYOUT}/css/golden", "golden-layout/1.5.9/src/css/golden", *_LAYOUT_STYLES),
    ("https://cdn.rawgit.com/ejci/favico.js/master", "favico.js/0.3.10", "/favico-0.3.10.min.js"),
)
CDN = {site + end: folder + end for site, folder, *ends in _MIRRORS for end in ends}
"""URL of a library in Evennia's pages -> path of the same file in FOLDER."""
_FONTS = ("b612-mono", "fira-mono", "inconsolata", "roboto-mono", "source-code-pro", "ubuntu-mono")
FONTS = tuple(f"@fontsource/{font}/5.3.0/latin-400.css" for font in _FONTS)
"""Paths in FOLDER of the stylesheets of the fonts that the web client offers."""
_LOGO, _EVENNIAS_LOGO = "xyzgrid/logo.svg", "website/images/evennia_logo.png"


def with_own_libraries(page: str) -> str:
    """Return HTML with our files for those of CDN, and our logo if the game has no other."""
    if _EVENNIAS_LOGO in page:
        logo = finders.find(_EVENNIAS_LOGO)
        if not logo or Path(str(logo)).is_relative_to(Path(evennia.__file__).parent):
            page = page.replace(_EVENNIAS_LOGO, _LOGO)
    for url, path in CDN.items():
        if url in page:
            page = page.replace(url, _url_of(path))
    return page


def _url_of(path: str) -> str:
    return str(staticfiles_storage.url(f"{FOLDER}/{path}"))


class ExtendsAtHome(ExtendsNode):
    """The node of the tag `extends_at_home`: `extends`, then `with_own_libraries`."""

    def render(self, context: Context) -> str:
        """Return the HTML of the page."""
        return with_own_libraries(str(super().render(context)))


@register.tag
def extends_at_home(parser: Parser, token: Token) -> ExtendsAtHome:
    """Parse the tag `extends_at_home`, which must come first in a template, like `extends`."""
    node = do_extends(parser, token)
    return ExtendsAtHome(node.nodelist, node.parent_name, node.template_dirs)


@register.simple_tag
def client_fonts() -> list[str]:
    """Return the URLs of the stylesheets FONTS."""
    return list(map(_url_of, FONTS))


@register.simple_tag
def part_files() -> list[str]:
    """Return the paths of static files that parts add to the web client."""
    return [file for part in game_parts() for file in part.client_files()]
