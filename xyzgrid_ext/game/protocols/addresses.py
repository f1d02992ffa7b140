"""Where on the web clients find what they load by themselves."""

from __future__ import annotations

from typing import Any

from django.urls import NoReverseMatch, reverse

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.protocols import tokens

WORLD = "xyzgrid-world"
"""The name of the page that is the file of all maps."""


def map_file(account: Any) -> str:
    """Where an account gets the file of all maps, as far as it knows them; empty: nowhere."""
    given = settings.map_url()
    if given is not None:
        return given
    if not (website := settings.website()):
        return ""
    try:
        return f"{website}{reverse(WORLD)}?token={tokens.token_of(account)}"
    except NoReverseMatch:  # the game has no pages of maps
        return ""
