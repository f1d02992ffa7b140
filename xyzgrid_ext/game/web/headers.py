"""Sets security headers of the package's answers, which start no session for the public.

    page      scripts of this game alone; no frame of another site
    data      nothing that is in it may run, or be shown in a frame

Evennia's own pages are unchanged, since its client needs inline scripts.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]
_STYLES = "xyzgrid/css/map.css"
_DATA = "default-src 'none'; frame-ancestors 'none'"


def page_view(view: View) -> View:
    """Wrap a view that returns a page: only scripts of the game, and those with its nonce, run.

    The view puts `request.csp_nonce` into its inline scripts, and may set `request.csp_connect` to
    the origin of a WebSocket that its scripts open.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **values: object) -> HttpResponse:
        nonce = secrets.token_urlsafe(16)
        request.csp_nonce, request.csp_connect = nonce, ""
        response = view(request, *args, **values)
        return _guarded(request, response, _policy(nonce, request.csp_connect), "SAMEORIGIN")

    return answer


def data_view(view: View) -> View:
    """Wrap a view that returns data or a file, which may run nothing and be in no frame."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **values: object) -> HttpResponse:
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
    """Return the allowed sources of a page: the server of this game's files."""
    origins = f"'self' {_origin(staticfiles_storage.url(_STYLES))}".rstrip()
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
