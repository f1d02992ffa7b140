"""`find`, and the search of `tel` and `open`: Evennia's, which here no game has to wait for."""

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
from evennia import InterruptCommand
from evennia.commands.default import building
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit, DefaultRoom
from evennia.utils.utils import class_from_module, dbref

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import Coordinates, parse_target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import Helped
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import objects_named
from xyzgrid_ext.game.visibility.names import RoomNames, written
from xyzgrid_ext.game.visibility.resolve import place_of, room_of
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks, unmade
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

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
        """Search for a name; look for a dbref or an account as Evennia does."""
        text = self.lhs or ""
        if not text or text.startswith("*"):
            super().func()
            return
        ids = objects.all_ids()
        place = parse_target(text)
        if isinstance(place, Coordinates) and place.xy is not None:
            try:
                self.caller.msg(self._room(place))
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
        self.caller.msg(self._answer(text, ids))

    def _room(self, target: Coordinates) -> str:
        """Return what is shown for the room at coordinates, which may have no object yet.

        Raises:
            PlayerError: if there is no room.

        """
        live = current()
        place = place_of(target, live, OfCharacter(live, self.caller))
        room = room_of(place, live)
        if (number := live.object_id(room)) is not None:
            return self._answer(f"#{number}", objects.all_ids())
        name = unmade.name_of(live, room) or ""
        return "\n".join(_waiting_lines(1, [(written(live, place), name)]))

    def _answer(self, text: str, ids: range) -> str:
        """Return what is shown for a text."""
        switches = self.switches
        lookup = next((_LOOKUPS[one] for one in switches if one in _LOOKUPS), "icontains")
        kinds = [_KINDS[one] for one in switches if one in _KINDS]
        is_meant = cache(lambda path: not kinds or _is_one_of(path, kinds))
        if number := dbref(text):
            path = objects.typeclass_of(number) if number in ids else None
            first = [number] if path is not None and is_meant(path) else []
            count = len(first)
        else:
            count, first = objects_named(text, lookup, ids, is_meant, _SHOWN)
        live, waiting = current(), RoomNames()
        if not number and not self.rhs and (not kinds or "room" in switches):
            waiting = _unmade(live, text, lookup)
        total = count + len(waiting)
        head = ngettext("One Match", "{number} Matches", total) if total else _("No Matches")
        where = ", ".join([f"#{ids.start}-#{ids.stop - 1}", *switches])
        lines = [f"|w{head.format(number=f'{total:,}')}|n({where}):"]
        rows = ObjectDB.objects.in_bulk(first)
        for obj in (rows[pk] for pk in first if pk in rows):
            lines.append(f"   |g{self._called(obj)} - {obj.path}|n")
            if "loc" in switches and count == 1 and obj.location:
                place = self._called(obj.location)
                lines[-1] += f" (|w{_('location')}|n: |g{place}|n)"
        if count > len(first):
            more = _("   and {number} more: `find text = #from-#to` shows some of them.")
            lines.append(more.format(number=f"{count - len(first):,}"))
        shown = islice(waiting, _SHOWN)
        places = [(written(live, live.router.place(room)), name) for room, name in shown]
        lines += _waiting_lines(len(waiting), places)
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


def _unmade(live: Live, text: str, lookup: str) -> RoomNames:
    """Return the rooms of this name that have no object yet."""
    whole, matches = name_key(text), _TESTS[lookup]

    def is_meant(one: unmade.Outline) -> bool:
        names = one.name, *one.aliases
        return any(matches(name_key(name), whole) for name in names)

    return RoomNames(unmade.rooms_like(live, is_meant))


def _waiting_lines(count: int, shown: Sequence[tuple[str, str]]) -> list[str]:
    """Return lines about rooms that have no object yet: some places and names; none without any."""
    if not count:
        return []
    told = ngettext(
        "{number} room of a lazy map, which has no object yet:",
        "{number} rooms of lazy maps, which have no objects yet:",
        count,
    )
    lines = [f"|w{told.format(number=f'{count:,}')}|n"]
    lines += [f"   |g{name} {place}|n" for place, name in shown]
    if count > len(shown):
        lines.append(_("   and {number} more.").format(number=f"{count - len(shown):,}"))
    return lines


# --- the global search of Evennia's builder commands: it would load all that it compares


_LARGE = 30_000  # objects: more would hold the game for too long
_MOST = 20  # objects of one name, of which Evennia tells what to type for each
_NUMBERED = re.compile(settings.SEARCH_MULTIMATCH_REGEX, re.DOTALL)


def search(command: Any, text: str, before: str = "", after: str = "") -> Any | None:
    """Return the object with a name or dbref, as `caller.search(text, global_search=True)` does.

    If there is none, the result is None and the caller gets a message. But if nothing stands behind
    the text, and it is the name of only one room, which is not made yet, the command ends, and runs
    again with the coordinates of the room in place of the text.

    Args:
        command: the command, whose caller searches.
        text: the name or dbref.
        before: what stands before it in the arguments of the command.
        after: what stands behind it.

    """
    caller = command.caller
    if dbref(text) or text.startswith("*") or text in ("me", "self", "here"):
        return caller.search(text, global_search=True)
    where: dict[str, Any] = {"global_search": True}
    if len(objects.all_ids()) > _LARGE:
        try:
            where = {"candidates": _candidates(text), "exact": True}
        except PlayerError as err:
            caller.msg(str(err))
            return None
    unmade = "" if after else _only_unmade(text)
    if not unmade or caller.search(text, quiet=True, **where):
        return caller.search(text, **where)
    switches = "".join(f"/{one}" for one in command.switches)
    caller.execute_cmd(f"{command.cmdstring}{switches} {before}{unmade}", session=command.session)
    raise InterruptCommand


def _only_unmade(text: str) -> str:
    """Return the coordinates of the only room of a name that is not made yet, or nothing."""
    live = current()
    rooms = RoomNames(unmade.rooms_like(live, lambda one: one.is_called(text)))
    if len(rooms) != 1:
        return ""
    ((room, _name),) = rooms
    return written(live, live.router.place(room))


def _candidates(text: str) -> list[Any]:
    """Return the objects of a name.

    Raises:
        PlayerError: if they are too many.

    """
    names = [text]
    if numbered := _NUMBERED.match(text):  # 2-box, or box-2
        names.append(numbered.group("name"))
    for name in names:
        count, first = objects_named(name, "iexact", objects.all_ids(), lambda path: True, _MOST)
        if count > _MOST:
            raise PlayerError(
                _("{number} objects have the name '{name}'.").format(number=count, name=name),
                _("|wfind {name}|n lists them; use the #dbref of one.").format(name=name),
            )
        if count:
            return list(ObjectDB.objects.filter(pk__in=first))
    return []
