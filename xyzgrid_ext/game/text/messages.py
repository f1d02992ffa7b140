"""Messages to all who are in a room. The template is ours; what others have written is a value.

    told = lazy('{name} answers: "{words}"')
    tell_room(room, told, but=ann, by=ann, name=ann, words=plain(typed))

The template is of gettext_lazy, so that each hears it in their own language.

Evennia reads a message of `msg_contents` as a format and for calls such as `$You()`. So nothing
that a player or a builder has written may stand in it before; tests/core/test_templates.py looks
at every message of this package.
"""

from __future__ import annotations

from typing import Any

from django.utils import translation
from evennia.utils.ansi import raw
from evennia.utils.utils import make_iter

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.language import code_of


def tell_room(
    room: Any, template: str, *, but: Any = None, by: Any = None, kind: str = "", **values: Any
) -> None:
    """Tell all in a room, if there is one, but for `but`. Each sees the names of objects its way.

    Args:
        room: the object of a room, or None.
        template: a text of this package with fields for the values: of gettext_lazy.
        but: who is not told.
        by: whose doing it is.
        kind: the `type` that clients get with the text.
        values: objects and texts.
    """
    if room is None:
        return
    left_out = list(make_iter(but)) if but else []
    for code, others in _by_language(room).items():
        with translation.override(code):
            message = (str(template), {"type": kind}) if kind else str(template)
            room.msg_contents(message, exclude=left_out + others, from_obj=by, mapping=values)


def _by_language(room: Any) -> dict[str, list[Any]]:
    """The languages of those in a room, each with all that is spoken to in another one."""
    if not settings.translates():
        return {settings.language_code(): []}
    contents = room.contents
    own = {one: code_of(one) for one in contents if one.sessions.count()}
    codes = sorted(set(own.values())) or [settings.language_code()]
    # what nobody plays may listen as well, and hears the first of them
    return {code: [one for one in contents if own.get(one, codes[0]) != code] for code in codes}


def plain(text: str) -> str:
    """Return what somebody has typed so that it has no colours and no links."""
    return str(raw(text))
