"""Messages to all who are in a room. The template is ours; what others have written is a value.

    tell_room(room, _('{name} answers: "{words}"'), but=ann, by=ann, name=ann, words=plain(typed))

Evennia reads a message of `msg_contents` as a format and for calls such as `$You()`. So nothing
that a player or a builder has written may stand in it before; tests/core/test_templates.py looks
at every message of this package.
"""

from __future__ import annotations

from typing import Any

from evennia.utils.ansi import raw


def tell_room(
    room: Any, template: str, *, but: Any = None, by: Any = None, kind: str = "", **values: Any
) -> None:
    """Tell all in a room, if there is one, but for `but`. Each sees the names of objects its way.

    Args:
        room: the object of a room, or None.
        template: a text of this package, translated, with fields for the values.
        but: who is not told.
        by: whose doing it is.
        kind: the `type` that clients get with the text.
        values: objects and texts.
    """
    if room is not None:
        message = (template, {"type": kind}) if kind else template
        room.msg_contents(message, exclude=but, from_obj=by, mapping=values)


def plain(text: str) -> str:
    """Return what somebody has typed so that it has no colours and no links."""
    return str(raw(text))
