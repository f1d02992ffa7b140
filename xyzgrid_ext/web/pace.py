"""The rate limit for answers of the website; see `game.base.limits`.

Cached answers do not count. The limit applies per account, and for the public per IP address.
Behind Evennia's Portal that is one address, unless a proxy in front of it passes the addresses on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.limits import Rates, most
from xyzgrid_ext.web.asker import visitor_of

LATER = {"Retry-After": "1"}
_rates = Rates("web_questions")


class TooManyError(Exception):
    """Raised when an asker exceeds the rate."""


def count(request: HttpRequest, number: int) -> None:
    """Count one answer to the account with this id; 0 stands for the public.

    Raises:
        TooManyError: if the rate is exceeded.

    """
    if not _rates.may(holder_of(request, number)):
        raise TooManyError


def holder_of(request: HttpRequest, number: int) -> int | str:
    """Return to whom limits apply: an account by its id, the public by its address."""
    return number or str(request.META.get("REMOTE_ADDR", ""))


def refusal() -> str:
    """Return the message for an asker who asks too often."""
    words = _("Not so fast, please: the website answers {number} requests a second at most.")
    return words.format(number=most("web_questions"))


def bounded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a page so that each of its answers counts."""

    @wraps(view)
    def page(request: HttpRequest, **values: Any) -> HttpResponse:
        try:
            count(request, visitor_of(request).number or 0)
        except TooManyError:
            return HttpResponse(refusal(), status=429, headers=LATER)
        return view(request, **values)

    return page
