"""Tells characters that their room was removed, immediately or at the next login."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored_rows import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import insert, residents, row_templates
from xyzgrid_ext.game.world import hooks

_MOVED = "moved"


def remember(characters: Sequence[int]) -> list[int]:
    """Mark offline characters as moved; return the others, who are told immediately."""
    played, away = [], []
    for pk in characters:
        known = ObjectDB.get_cached_instance(pk)
        if known is None:
            away.append(pk)
        elif known.sessions.count():
            played.append(pk)
        else:
            known.attributes.add(_MOVED, True, category=CATEGORY)
    own = AttributeKey(_MOVED, CATEGORY), AttributeRow(row_templates.stored_value(True))
    new = sorted(set(away) - residents.holders_among(away, _MOVED, CATEGORY))
    insert.insert_attributes([(pk, *own) for pk in new])
    return played


def tell(character: Any) -> None:
    """Tell an online character where it is now."""
    with speaking_to(character):
        text = _("The room you were in was removed. You are now in {room}.")
        character.msg(text.format(room=hooks.display_name(character.location, character)))


def tell_if_moved(character: Any) -> None:
    """Tell a character at login if it was moved meanwhile."""
    if character.attributes.has(_MOVED, category=CATEGORY):
        character.attributes.remove(_MOVED, category=CATEGORY)
        if character.location is not None:
            tell(character)
