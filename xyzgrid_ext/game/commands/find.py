"""`find`: Evennia's search of the database, which here no game has to wait for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import islice
from operator import contains, eq
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.commands.default import building
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit, DefaultRoom
from evennia.utils.utils import class_from_module, dbref

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import Coordinates, parse_target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps, begin
from xyzgrid_ext.game.commands.refusal import Helped
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import objects_named_steps
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.coordinates import room_at, written
from xyzgrid_ext.game.visibility.room_names import RoomNames
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current

_SHOWN = 100  # objects
_LOOKUPS = {"exact": "iexact", "startswith": "istartswith"}
_TESTS: dict[str, Callable[[str, str], bool]] = {
    "icontains": contains,
    "istartswith": str.startswith,
    "iexact": eq,
}
_KINDS = {
    "room": (DefaultRoom, "BASE_ROOM_TYPECLASS"),
    "exit": (DefaultExit, "BASE_EXIT_TYPECLASS"),
    "char": (DefaultCharacter, "BASE_CHARACTER_TYPECLASS"),
}


class CmdFind(Helped, building.CmdFind):
    """
    search the database for objects

    Usage:
      find[/switches] <name or dbref or *account> [= dbrefmin[-dbrefmax]]
      locate <name or dbref or *account>     the same as find/loc

    Examples:
      find mill
      find/room/startswith the
      find gate = #100-#200
      find #12
      find *Ann
      find (4,4,town)

    Switches:
      room       - only rooms
      exit       - only exits
      char       - only characters
      exact      - only objects whose whole name or alias this is
      startswith - only names and aliases that start with this
      loc        - if one object matches, show its location, too

    Finds objects by a part of their name or of an alias, and lists those that
    are called exactly so first. Of many objects it shows a hundred and counts
    all. With dbrefs after the `=`, it looks only from the first to the second,
    or from the first on.

    Rooms of a lazy map that have no object yet are listed below the others.
    """

    def func(self) -> None:
        """Search in slices for a name; look for a dbref or an account as Evennia does."""
        text = self.lhs or ""
        if not text or text.startswith("*"):
            super().func()
            return
        ids = objects.all_ids()
        place = parse_target(text)
        if isinstance(place, Coordinates) and place.xy is not None:
            try:
                self._tell_room(place)
            except PlayerError as err:
                self.caller.msg(str(err))
            return
        if self.rhs:
            bounds = [dbref(one, False) for one in re.split(r"[-\s]+", self.rhs.strip())]
            if None in bounds:
                self.caller.msg(_("'{text}' is not a dbref range.").format(text=self.rhs))
                return
            last = max(bounds) if len(bounds) > 1 else ids[-1]
            ids = range(min(bounds), min(last, ids[-1]) + 1)
        if "locate" in self.cmdstring:
            self.switches.append("loc")
        begin(self._answer_steps(text, ids), self.caller.msg)

    def _tell_room(self, place: Coordinates) -> None:
        """Find the room at coordinates by its dbref, or say that it has no object yet.

        Raises:
            PlayerError: if there is no room.

        """
        live = current()
        room = room_at(place, live, OfCharacter(live, self.caller))
        if (number := live.object_id(room)) is not None:
            begin(self._answer_steps(f"#{number}", objects.all_ids()), self.caller.msg)
        else:
            name = unmade.name_of(live, room) or ""
            self.caller.msg("\n".join(_waiting_lines(RoomNames({room: name}))))

    def _answer_steps(self, text: str, ids: range) -> Steps[str]:
        """Return what is shown for a text."""
        switches = self.switches
        lookup = next((_LOOKUPS[one] for one in switches if one in _LOOKUPS), "icontains")
        kinds = [_KINDS[one] for one in switches if one in _KINDS]
        is_meant = cache(lambda path: not kinds or _is_one_of(path, kinds))
        if number := dbref(text):
            own = objects.typeclass_of(number) if number in ids else None
            first = [number] if own is not None and is_meant(own) else []
            count = len(first)
        else:
            count, first = yield from objects_named_steps(text, lookup, ids, is_meant, _SHOWN)
        waiting = RoomNames({})
        if not number and not self.rhs and (not kinds or "room" in switches):
            waiting = _unmade(text, lookup)
        total = count + len(waiting)
        head = ngettext("One Match", "{number} Matches", total) if total else _("No Matches")
        where = ", ".join([f"#{ids.start}-#{ids.stop - 1}", *switches])
        lines = [f"|w{head.format(number=f'{total:,}')}|n({where}):"]

        def show(part: Sequence[int]) -> None:
            rows = ObjectDB.objects.in_bulk(part)
            for found in (rows[pk] for pk in part if pk in rows):
                lines.append(f"   |g{self._called(found)} - {found.path}|n")
                if "loc" in switches and count == 1 and found.location:
                    place = self._called(found.location)
                    lines[-1] += f" (|w{_('location')}|n: |g{place}|n)"

        yield from SERVER.each("objects", first, show)
        if count > len(first):
            more = _("   and {number} more: `find text = #from-#to` shows some of them.")
            lines.append(more.format(number=f"{count - len(first):,}"))
        lines += _waiting_lines(waiting)
        if not total:
            lines.append("   |R" + _("No matches found for '{text}'").format(text=text) + "|n")
        return "\n".join(lines)

    def _called(self, found: Any) -> str:
        caller = self.caller
        return hooks.full_name(found, caller)


def _is_one_of(path: str, kinds: Collection[tuple[type, str]]) -> bool:
    """Whether the typeclass of a path is one of these, or the game's own."""
    try:
        found = class_from_module(path)
    except ImportError:
        return False
    bases = (class_from_module(getattr(settings, name)) for _default, name in kinds)
    return issubclass(found, (*bases, *(default for default, _name in kinds)))


def _unmade(text: str, lookup: str) -> RoomNames:
    """Return the rooms of this name that have no object yet."""
    live, whole = current(), name_key(text)
    matches = _TESTS[lookup]

    def is_meant(one: unmade.Outline) -> bool:
        names = unmade.called_of(one), *one.aliases
        return any(matches(name_key(name), whole) for name in names)

    return RoomNames({}, unmade.rooms_like(live, is_meant))


def _waiting_lines(waiting: RoomNames) -> list[str]:
    """Return lines about rooms that have no object yet; none if there are none."""
    live = current()
    if not waiting:
        return []
    told = ngettext(
        "{number} room of a lazy map, which has no object yet:",
        "{number} rooms of lazy maps, which have no objects yet:",
        len(waiting),
    )
    lines = [f"|w{told.format(number=f'{len(waiting):,}')}|n"]
    for room in islice(waiting, _SHOWN):
        lines.append(f"   |g{waiting[room]} {written(live, live.router.place(room))}|n")
    if len(waiting) > _SHOWN:
        more = _("   and {number} more.")
        lines.append(more.format(number=f"{len(waiting) - _SHOWN:,}"))
    return lines
