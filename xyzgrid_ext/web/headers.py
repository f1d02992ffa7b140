"""Sets security headers of the package's answers, which start no session for the public.

    page      scripts of this game and of the libraries' servers alone; no frame of another site
    data      nothing that is in it may run, or be shown in a frame

Evennia's own pages are unchanged, since its client needs inline scripts. `at_home` replaces URLs of
other servers, and of Evennia's logo, in a page with files that the game serves.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import evennia
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse

from xyzgrid_ext.game.cli.libraries import CDN, FOLDER, FONTS

View = Callable[..., HttpResponse]
_OWN = "xyzgrid/css/map.css"
_DATA = "default-src 'none'; frame-ancestors 'none'"


def page(view: View) -> View:
    """Wrap a view that returns a page; `request.csp_nonce` is for its inline scripts.

    The view may set `request.csp_connect` to the origin of a WebSocket that its scripts open.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        nonce = secrets.token_urlsafe(16)
        request.csp_nonce, request.csp_connect = nonce, ""
        response = view(request, *args, **values)
        return _guarded(request, response, _policy(nonce, request.csp_connect), "SAMEORIGIN")

    return answer


def data(view: View) -> View:
    """Wrap a view that returns data or a file."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        return _guarded(request, view(request, *args, **values), _DATA, "DENY")

    return answer


def _guarded(
    request: HttpRequest, response: HttpResponse, policy: str, frames: str
) -> HttpResponse:
    response.headers.setdefault("Content-Security-Policy", policy)
    response.headers.setdefault("X-Frame-Options", frames)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    session = request.session
    # Evennia starts a session for every request, also for visitors who will never use one
    is_new = session.session_key != request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if is_new and not request.user.is_authenticated:
        session.flush()
    return response


def _policy(nonce: str, connect: str) -> str:
    """Return the allowed sources of a page: this game's files, and libraries not fetched yet."""
    addresses = [
        staticfiles_storage.url(_OWN),
        *(address_of(path) or of for of, path in CDN.items()),
    ]
    origins = " ".join(("'self'", *sorted({_origin(one) for one in addresses} - {""})))
    return "; ".join(
        (
            f"default-src {origins}",
            *([f"connect-src {origins} {connect}"] if connect else ()),
            f"script-src {origins} 'nonce-{nonce}'",
            f"style-src {origins} 'unsafe-inline'",
            f"img-src {origins} data: blob:",
            f"font-src {origins} data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


def _origin(address: str) -> str:
    """Return the origin `https://host` of a URL; empty for a URL on this site."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""


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
