"""A room for those who listen: no map, but where each exit leads, as far as one knows that.

Glassgate Street.
The street climbs between houses whose windows are all of different ages.
Exits: north to The Works Gate (locked, you have the bronze key) and south to Lantern Square.
You see: a lamp.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.game import needs
from xyzgrid_ext.game.dungeons import doors
from xyzgrid_ext.game.dungeons.state import state_at
from xyzgrid_ext.game.live import Live, Room
from xyzgrid_ext.game.speaking.text import listed


def level(live: Live, here: Room | None) -> str:
    """`level 2` where there are levels; empty elsewhere."""
    if here is None or (grid := live.grids[here[0]]).levels is None:
        return ""
    return _("level {level}").format(level=grid.coord(here[1]).z)


def exits(live: Live, looker: Any, found: Iterable[Any]) -> str:
    """Exits, where they lead, and what stands in them; empty if there are none."""
    names = [_exit(live, looker, one) for one in found]
    return _("Exits: {exits}.").format(exits=listed(names)) if names else ""


def _exit(live: Live, looker: Any, exit_obj: Any) -> str:
    name = str(exit_obj.get_display_name(looker))
    if (target := _target(live, looker, exit_obj)) is not None:
        name = _("{exit} to {room}").format(exit=name, room=target.get_display_name(looker))
    shut = _shut(looker, exit_obj)
    return f"{name} ({shut})" if shut else name


def _target(live: Live, looker: Any, exit_obj: Any) -> Any | None:
    """The room to which an exit leads; None if it is not for the looker to know."""
    if exit_obj.destination is None or getattr(exit_obj, "is_secret_to", bool)(looker):
        return None
    found = state_at(exit_obj)
    if found is not None and not found[0].is_known(int(found[1].target)):
        return None
    return exit_obj.destination


def _shut(looker: Any, exit_obj: Any) -> str:
    """What stands in an exit, and whether the looker has what it takes; empty if nothing does."""
    if text := doors.shut(exit_obj, looker):
        return text
    words = needs.needs_of(exit_obj)
    if state_at(exit_obj) is not None or not words:
        return ""
    if missing := needs.missing(exit_obj, looker):
        return _("locked, you need {things}").format(things=needs.in_words(missing))
    # what was solved is open; what one carries has to be carried on
    items = tuple(word for word in words if word.startswith("item:"))
    return _("locked, you have {things}").format(things=needs.in_words(items)) if items else ""
