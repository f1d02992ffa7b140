"""Messages to everybody in a room. The package writes the templates; other texts are values.

    answer = lazy('{name} answers: "{words}"')
    tell_room(room, answer, but=ann, by=ann, name=ann, words=plain(typed))

The template comes from gettext_lazy, so that everybody reads it in their own language.

Evennia formats a message of `msg_contents` and runs calls in it such as `$You()`. So a template
must not contain text by players or builders; tests/core/test_templates.py checks every message of
this package.
"""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from evennia.utils.ansi import raw
from evennia.utils.utils import make_iter

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import RoomObject
from xyzgrid_ext.game.base.hooks import message_room
from xyzgrid_ext.game.base.language import language_code


def tell_room(
    room: RoomObject | None,
    template: str,
    *,
    but: object = None,
    by: object = None,
    kind: str = "",
    **values: object,
) -> None:
    """Tell everybody in a room except `but`; each sees the names of objects in their own way.

    `template` is a text of gettext_lazy with fields for the `values`. `but` is one object or
    several, `by` the one who acts. Clients get `kind` as the `type` of the text.
    """
    if room is None:
        return
    left_out = list(make_iter(but)) if but else []
    contents = room.contents if settings.django_settings.USE_I18N else ()
    language = {reader: language_code(reader) for reader in contents if reader.sessions.count()}
    codes = sorted(set(language.values())) or [settings.django_settings.LANGUAGE_CODE]
    for code in codes:
        # objects without a player may listen as well; they get the first variant
        others = [obj for obj in room.contents if language.get(obj, codes[0]) != code]
        with translation.override(code):
            message = (str(template), {"type": kind}) if kind else str(template)
            message_room(room, message, exclude=left_out + others, from_obj=by, mapping=values)


def plain_text(text: str) -> str:
    """Strip colours and links from typed text."""
    return str(raw(text))


def arrival_text() -> str:
    """Return the template by which Evennia's `announce_move_to` tells a room who has come."""
    return _("{object} arrives at {destination} from {origin}.")
