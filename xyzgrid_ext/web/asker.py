"""Finds out who asks: a token, a login to the website, or the public.

Authorization: Bearer TOKEN     a script
?token=TOKEN                    Mudlet, which sends no headers of ours
a session's cookie              a browser
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.protocols import tokens

_BEARER = "Bearer "


class WrongTokenError(Exception):
    """Raised if a token is invalid or revoked."""


@dataclass(frozen=True)
class Asker:
    """The sender of a request, read in its own thread and without a query."""

    token: str = ""
    number: int | None = None

    @property
    def is_public(self) -> bool:
        """Whether the request comes from the public."""
        return not self.token and self.number is None


def asker_of(request: HttpRequest) -> Asker:
    """Return the asker of a request; a token takes precedence over a login."""
    header = request.headers.get("Authorization", "")
    token = header.removeprefix(_BEARER) if header.startswith(_BEARER) else ""
    token = token.strip() or request.GET.get("token", "")
    return Asker(token=token) if token else visitor_of(request)


def visitor_of(request: HttpRequest) -> Asker:
    """Return the visitor of a page: a login or the public. Pages accept no tokens."""
    return Asker(number=request.user.pk) if request.user.is_authenticated else Asker()


def account_of(asker: Asker) -> Any | None:
    """Return the account of the asker; None for the public. Call it in the game's thread.

    Raises:
        WrongTokenError: if there is an invalid token.

    """
    if not asker.token:
        return None if asker.number is None else objects.account(asker.number)
    account = tokens.account_of(asker.token)
    if account is None:
        raise WrongTokenError
    return account
