"""A middleware, last in the list, for pages in the language that an account has chosen.

With `django.middleware.locale.LocaleMiddleware` before it, other visitors get the language of the
browser; without that, they get the server's.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from xyzgrid_ext.game.base.language import chosen_by


class AccountLanguage:
    """The middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the language of the account, if it has chosen one."""
        code = chosen_by(request.user) if request.user.is_authenticated else ""
        if not code:
            return self._get_response(request)
        with translation.override(code):
            return self._get_response(request)
