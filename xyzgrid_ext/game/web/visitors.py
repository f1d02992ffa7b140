"""Finds out who asks, how often, and in which language: a token, a login, or the public.

Authorization: Bearer TOKEN     a script
?token=TOKEN                    Mudlet, which sends no headers of ours
a session's cookie              a browser

The rate limit (`game.base.limits`) applies per account, and for the public per IP address. Behind
Evennia's Portal that is one address, unless a proxy in front of it passes the addresses on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.evennia_types import Account
from xyzgrid_ext.game.base.language import chosen_language
from xyzgrid_ext.game.base.limits import Rates, limit_value
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.protocols import tokens

_BEARER = "Bearer "


class WrongTokenError(Exception):
    """Raised if a token is invalid or revoked."""


@dataclass(frozen=True)
class Asker:
    """Who sends a web request: a token, the number (id) of an account, or neither: the public."""

    token: str = ""
    number: int | None = None

    @property
    def is_public(self) -> bool:
        """Whether it is neither an account nor the holder of a token."""
        return not self.token and self.number is None


def asker_of(request: HttpRequest) -> Asker:
    """Return the asker of a request to the API, without a query; a token comes before a login."""
    header = request.headers.get("Authorization", "")
    token = header.removeprefix(_BEARER) if header.startswith(_BEARER) else ""
    token = token.strip() or request.GET.get("token", "")
    return Asker(token=token) if token else visitor_of(request)


def visitor_of(request: HttpRequest) -> Asker:
    """Return the asker for a page: an account that is logged in, or the public; never a token."""
    return Asker(number=request.user.pk) if request.user.is_authenticated else Asker()


def account_of(asker: Asker) -> Account | None:
    """Return the account of the asker; None for the public. Call it in the game's thread.

    Raises:
        WrongTokenError: if its token is invalid.
    """
    if not asker.token:
        return None if asker.number is None else objects.account_by_id(asker.number)
    account = tokens.account_of(asker.token)
    if account is None:
        raise WrongTokenError
    return account


RETRY_LATER = {"Retry-After": "1"}
"""The headers of an answer to too many requests: try again after a second."""
_rates = Rates("web_questions")


class TooManyError(Exception):
    """Raised when somebody sends too many requests in a short time."""


def count_answer(request: HttpRequest, account: int) -> None:
    """Count an answer to a request of the account with this id; 0 stands for the public.

    Raises:
        TooManyError: if the rate is exceeded.
    """
    if not _rates.spend(limit_holder(request, account)):
        raise TooManyError


def limit_holder(request: HttpRequest, account: int) -> int | str:
    """Return what limits count requests by: the id of the account; for 0, the IP address."""
    return account or str(request.META.get("REMOTE_ADDR", ""))


def too_many_text() -> str:
    """Return the message for an asker who asks too often."""
    words = _("Not so fast, please: the website answers {number} requests a second at most.")
    return words.format(number=limit_value("web_questions"))


def count_visits(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap the view of a page so that each request counts; too many get 429."""

    @wraps(view)
    def page(request: HttpRequest, **values: object) -> HttpResponse:
        try:
            count_answer(request, visitor_of(request).number or 0)
        except TooManyError:
            return HttpResponse(too_many_text(), status=429, headers=RETRY_LATER)
        return view(request, **values)

    return page


class AccountLanguage:
    """A middleware, last in the list, for pages in the language that an account has chosen.

    With `django.middleware.locale.LocaleMiddleware` before it, other visitors get the language of
    the browser; without that, they get the server's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the language of the account, if it has chosen one."""
        code = chosen_language(request.user) if request.user.is_authenticated else ""
        with translation.override(code) if code else nullcontext():
            return self._get_response(request)
