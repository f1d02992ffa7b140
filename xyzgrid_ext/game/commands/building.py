"""Commands of builders: `teleport`, `open` and `find` of Evennia, which here also take coordinates.

Their search of the whole game is another one, for which no game has to wait. And `puzzles`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from functools import cache, partial
from inspect import cleandoc
from itertools import islice
from operator import contains, eq
from typing import Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia import InterruptCommand
from evennia.commands.cmdset import CmdSet
from evennia.commands.command import Command
from evennia.commands.default import building
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit, DefaultRoom
from evennia.utils.utils import class_from_module, dbref

from xyzgrid_ext.core.grid.descriptions import SOLVES
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import Coordinates, Name, parse_target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, GameObject, RoomObject
from xyzgrid_ext.game.commands.refusal import TranslatedHelp, WholeWordCommand, refuse_long
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import find_objects, puzzle_names
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import game_parts, open_something
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.names import RoomNames, areas_by_name, place_text
from xyzgrid_ext.game.visibility.resolve import place_at, room_at
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.world import hooks, lookups, puzzles
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live


class CmdTeleport(building.CmdTeleport):
    """
    teleport yourself or an object to another place

    Usage:
      tel/switch [<object> to||=] <target location>
      tel/switch [<object> to||=] <coordinates>
      tel/map [<map>]

    Examples:
      tel Limbo
      tel/quiet box = Limbo
      tel/tonone box
      tel (4,4)             on the level where you are
      tel (4,4,town)        on another map
      tel (2,2,0)           on another level of the cube where you are
      tel (2,2,0,cube)      in another cube
      tel box = (4,4,town)
      tel/map town

    Switches:
      quiet    - do not tell the people in the old and the new place
      intoexit - if the target is an exit, teleport into the exit object,
                 not to its destination
      tonone   - give the object no location, and ignore any target. After
                 that, you can name the object only by its #dbref. An object
                 that somebody is playing cannot be moved like this.
      loc      - teleport the object to the place where the target is, not
                 into the target
      map      - show a map instead, as the command |wmap|n does

    Teleports an object to a place. If you do not name an object, you yourself
    are teleported.

    The `teleport` lock of an object says who may teleport it. The
    `teleport_here` lock of a place says what may be teleported there. Admins
    and higher permissions can always teleport; builders cannot teleport
    characters, not even their own, unless a `teleport` lock lets them.
    """

    switch_options = (*building.CmdTeleport.switch_options, "map")

    def parse(self) -> None:
        """Find the object to move, and its target."""
        # Evennia's own parser searches for the target by name, and would say that it found none
        super(building.CmdTeleport, self).parse()
        self.obj_to_teleport, self.destination = self.caller, None
        if "map" in self.switches:
            return
        whole = parse_target(self.args)
        if isinstance(whole, Coordinates):  # the name of a map may contain ` to `
            self._refuse_locked(self.caller)
            self.destination = _target(self, self.args.strip())
        elif self.rhs:
            self.obj_to_teleport = search(self, self.lhs, after=f" = {self.rhs}")
            if not self.obj_to_teleport:
                raise InterruptCommand
            self._refuse_locked(self.obj_to_teleport)
            self.destination = _target(self, self.rhs, before=f"{self.lhs} = ")
        elif self.lhs:
            self.destination = _target(self, self.lhs)
        if whole.text and self.destination is None and "tonone" not in self.switches:
            raise InterruptCommand  # the search has said why

    def _refuse_locked(self, moved: Any) -> None:
        """End the command if `moved` may not be teleported, before land is drawn for nothing."""
        if self.caller.permissions.check("Admin") or moved.access(self.caller, "teleport"):
            return
        if moved is self.caller:
            text = _("You may not teleport yourself: that is for admins.")
        else:
            text = _("You may not teleport {name}: that is for admins.")
        _stop(self, text.format(name=hooks.display_name(moved, self.caller)))

    def func(self) -> None:
        """Move the object, or show the map."""
        if "map" in self.switches:
            self.caller.execute_cmd(f"map {self.args.strip()}".strip(), session=self.session)
        else:
            moved = self.obj_to_teleport
            before = moved.location
            super().func()
            if moved.location != before:  # or its walk would go on from there
                walking.pause(moved)


class CmdOpen(building.CmdOpen):
    """
    open a new exit from the current room

    Usage:
      open <exit> [,<return exit>] = <destination>
      open <exit> [,<return exit>] = <coordinates>

    Makes an exit. With <return exit>, it also makes an exit that leads back
    from the destination. Both exits can have aliases and a typeclass:
    name;alias;alias:typeclass. The destination is a #dbref, a name that only
    one room has, or coordinates of the grid.

    Examples:
      open kitchen = Kitchen
      open north, south = Town Center
      open cave mouth;cave = (4,4,town)
      open rift = (2,2,0,cube)

    Such an exit can join the grid to other rooms, or join two places of the
    grid. The grid never changes it, and no map shows it. To change an exit
    that is drawn on a map, change the map.

    Where players open things, such as chests and locked doors, so does this
    command without a `=`.
    """

    def access(self, srcobj: Any, *args: object, **kwargs: object) -> bool:
        """Whether the caller may build, or a part of the game lets players open doors or chests."""
        return bool(_open_helps() or super().access(srcobj, *args, **kwargs))

    def get_help(self, caller: Character, cmdset: CmdSet) -> str:
        """Return the help; for players who may not build, the texts about what they can open."""
        if (texts := _open_helps()) and not super().access(caller, "cmd"):
            return "\n\n".join(texts)
        return str(super().get_help(caller, cmdset))

    def parse(self) -> None:
        """Open a thing, as players do; or find the location and the target of a new exit."""
        may_build = super().access(self.caller, "cmd")
        if not ("=" in self.args and may_build):
            try:
                if open_something(self.caller, "open", self.args.strip()):
                    raise InterruptCommand
                if not may_build:
                    raise PlayerError(_("There is nothing here that you can open like that."))
            except PlayerError as err:
                _stop(self, str(err))
        # as above: Evennia's own would search for the coordinates by name
        building.ObjManipCommand.parse(self)
        self.location = self.caller.location
        usage = _("Usage: open <exit>[;alias...] [,<return exit>] = <destination or (x,y,map)>")
        if not self.rhs or not all(exit_["name"] for exit_ in self.lhs_objs):
            _stop(self, usage)
        if not self.location:
            _stop(self, _("You are not in a room, so you cannot open an exit."))
        self.destination = _target(self, self.rhs, before=f"{self.lhs} = ")
        if not self.destination:
            raise InterruptCommand
        first = self.lhs_objs[0]
        self.exit_name, self.exit_aliases = first["name"], first["aliases"]
        classes = (part.exit_typeclass(self.destination) for part in game_parts())
        self.exit_typeclass = first["option"] or next(filter(None, classes), first["option"])

    def create_exit(
        self,
        exit_name: str,
        location: object,
        destination: object,
        exit_aliases: object = None,
        typeclass: object = None,
    ) -> object:
        """Make and return the exit; None, with a message, if the map draws one of this name."""
        live = current()
        for obj in self.caller.search(exit_name, location=location, quiet=True, exact=True):
            if live.link_of(obj) is not None:
                text = _(
                    "'{name}' is an exit drawn on the map: change it in the map, or use "
                    "another name."
                )
                self.msg(text.format(name=obj.key))
                return None
        return super().create_exit(exit_name, location, destination, exit_aliases, typeclass)


def _open_helps() -> list[str]:
    return [_(cleandoc(part.open_help)) for part in game_parts() if part.open_help]


def _stop(command: Command, text: str) -> NoReturn:
    """End a command with a message."""
    command.caller.msg(text)
    raise InterruptCommand


def _target(command: Command, text: str, before: str = "") -> Any | None:
    """Return the object with a name or at coordinates; `before` is as in `search`.

    If there is none, the caller gets a message. Then the command ends for coordinates, and the
    result is None for a name.
    """
    try:
        refuse_long(text)
        if isinstance(target := parse_target(text), Coordinates):
            return _room_object(command, target)
    except PlayerError as err:
        _stop(command, str(err))
    return search(command, text, before)


def _room_object(command: Command, coordinates: Coordinates) -> RoomObject:
    """Return the room at coordinates.

    If an endless land must be drawn first, the command runs again after that.

    Raises:
        PlayerError: if there is none, or none yet.
    """
    caller, live = command.caller, current()
    again = partial(caller.execute_cmd, command.raw_string, session=command.session)
    _key, place = place_at(coordinates, live, CharacterViewer(live, caller))
    if (ready := on_demand().ready(live, place, again)) is None:
        wait = _("The land at {place} is being drawn. A moment, please.")
        raise PlayerError(wait.format(place=place_text(live, place)))
    room = room_at(place, ready)
    if (target := on_demand().ensure(ready, room)) is not None:
        return target
    text = _("The room at {place} has not been spawned.")
    raise PlayerError(
        text.format(place=place_text(ready, ready.router.place(room))),
        _("`evennia xyzgrid spawn` spawns it."),
    )


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


class CmdFind(TranslatedHelp, building.CmdFind):
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
      exact      - only objects whose whole name or alias matches
      startswith - only names and aliases that start with this
      loc        - if one object matches, show its location, too

    Finds objects by a part of their name or of an alias; exact matches come
    first. It shows at most a hundred, and counts all. With dbrefs after the `=`,
    it searches only from the first to the second, or from the first on.

    Rooms of a lazy map that have no object yet are listed below the others.
    """

    def func(self) -> None:
        """Show what has the name, dbref or coordinates; search for an account as Evennia does."""
        text = self.lhs or ""
        if not text or text.startswith("*"):
            super().func()
            return
        try:
            self.caller.msg(self._answer(text))
        except PlayerError as err:
            self.caller.msg(str(err))

    def _answer(self, text: str) -> str:
        """Return the answer to `find TEXT`.

        Raises:
            PlayerError: if there is no room at coordinates, or no range of ids where one is needed.
        """
        if "locate" in self.cmdstring:
            self.switches.append("loc")
        target, live = parse_target(text), current()
        if isinstance(target, Coordinates) and target.xy is not None:
            _key, place = place_at(target, live, CharacterViewer(live, self.caller))
            room = room_at(place, live)
            if (number := live.object_id(room)) is None:
                name = lookups.name_of(live, room) or ""
                return "\n".join(_waiting_lines(1, [(place_text(live, place), name)]))
            text = f"#{number}"
        return self._matches(live, text, self._ids())

    def _ids(self) -> range:
        """Return the ids to look among: those behind the `=`, or all."""
        ids = objects.all_ids()
        if not self.rhs:
            return ids
        bounds = [dbref(bound, False) for bound in re.split(r"[-\s]+", self.rhs.strip())]
        if None in bounds:
            raise PlayerError(_("'{text}' is not a dbref range.").format(text=self.rhs))
        last = max(bounds) if len(bounds) > 1 else ids[-1]
        return range(min(bounds), min(last, ids[-1]) + 1)

    def _matches(self, live: Live, text: str, ids: range) -> str:
        """Return lines about objects and rooms that match a name or dbref, among some ids."""
        switches, caller = self.switches, self.caller
        lookup = next((_LOOKUPS[word] for word in switches if word in _LOOKUPS), "icontains")
        kinds = [_KINDS[word] for word in switches if word in _KINDS]
        is_meant = cache(lambda path: not kinds or _is_one_of(path, kinds))
        waiting = RoomNames()
        if number := dbref(text):
            path = objects.typeclass_path(number) if number in ids else None
            first = [number] if path is not None and is_meant(path) else []
            count = len(first)
        else:
            count, first = find_objects(text, lookup, ids, is_meant, _SHOWN)
            if not self.rhs and (not kinds or "room" in switches):
                waiting = _unmade_rooms(live, text, lookup)
        areas = Counter(name for _room, name in areas_by_name(live, Name(text)))
        total = count + len(waiting) + len(areas)
        head = ngettext("One Match", "{number} Matches", total) if total else _("No Matches")
        where = ", ".join([f"#{ids.start}-#{ids.stop - 1}", *switches])
        lines = [f"|w{head.format(number=f'{total:,}')}|n({where}):"]
        rows = ObjectDB.objects.in_bulk(first)
        for obj in (rows[pk] for pk in first if pk in rows):
            lines.append(f"   |g{hooks.full_name(obj, caller)} - {obj.path}|n")
            if "loc" in switches and count == 1 and obj.location:
                place = hooks.full_name(obj.location, caller)
                lines[-1] += f" (|w{_('location')}|n: |g{place}|n)"
        if count > len(first):
            more = _("   and {number} more: `find text = #from-#to` shows some of them.")
            lines.append(more.format(number=f"{count - len(first):,}"))
        places = [
            (place_text(live, live.router.place(room)), name)
            for room, name in islice(waiting, _SHOWN)
        ]
        lines += _waiting_lines(len(waiting), places)
        for area, number in areas.items():
            text_of = ngettext("area of {number} room", "area of {number} rooms", number)
            lines.append(f"   |g{area} - {text_of.format(number=number)}|n")
        if not total:
            lines.append("   |R" + _("No matches found for '{text}'").format(text=text) + "|n")
        return "\n".join(lines)


def _is_one_of(path: str, kinds: Collection[tuple[type, str]]) -> bool:
    """Whether the class at a path is based on one of (Evennia's class, name of a setting)."""
    try:
        cls = class_from_module(path)
    except ImportError:
        return False
    bases = (class_from_module(getattr(settings, name)) for _default, name in kinds)
    return issubclass(cls, (*bases, *(default for default, _name in kinds)))


def _unmade_rooms(live: Live, text: str, lookup: str) -> RoomNames:
    """Return the rooms of lazy maps that match a name and have no object yet."""
    key, matches = name_key(text), _TESTS[lookup]

    def is_meant(outline: lookups.Outline) -> bool:
        return any(matches(name_key(name), key) for name in (outline.name, *outline.aliases))

    return RoomNames(lookups.rooms_with_outline(live, is_meant))


def _waiting_lines(count: int, places: Sequence[tuple[str, str]]) -> list[str]:
    """Return lines about rooms that have no object yet: some places and names; none without any."""
    if not count:
        return []
    head = ngettext(
        "{number} room of a lazy map, which has no object yet:",
        "{number} rooms of lazy maps, which have no objects yet:",
        count,
    )
    lines = [f"|w{head.format(number=f'{count:,}')}|n"]
    lines += [f"   |g{name} {place}|n" for place, name in places]
    if count > len(places):
        lines.append(_("   and {number} more.").format(number=f"{count - len(places):,}"))
    return lines


# --- the global search of Evennia's builder commands: it would load all that it compares


_LARGE = 30_000  # objects: more would hold the game for too long
_MOST = 20  # objects of one name, of which Evennia tells what to type for each
_NUMBERED = re.compile(settings.SEARCH_MULTIMATCH_REGEX, re.DOTALL)


def search(command: Command, text: str, before: str = "", after: str = "") -> Any | None:
    """Return the object with a name or dbref, as `caller.search(text, global_search=True)` does.

    If there is none, the result is None and the caller gets a message. If `after` is empty, and the
    text is the name of just one room, of a lazy map and not made yet, the command ends here, and is
    run anew with the room's coordinates in place of the text.

    Args:
        command: the command, whose caller searches.
        text: the name or dbref, such as `lamp` in `tel lamp = Mill`.
        before: the arguments of the command before the text.
        after: those behind it: ` = Mill`.
    """
    caller, live = command.caller, current()
    if dbref(text) or text.startswith("*") or text in ("me", "self", "here"):
        return caller.search(text, global_search=True)
    options: dict[str, Any] = {"global_search": True}
    if len(objects.all_ids()) > _LARGE:
        try:
            options = {"candidates": _candidates(text), "exact": True}
        except PlayerError as err:
            caller.msg(str(err))
            return None
    waiting = (
        lookups.rooms_with_outline(live, lambda outline: outline.is_called(text))
        if not after
        else ()
    )
    if len(rooms := RoomNames(waiting)) != 1 or caller.search(text, quiet=True, **options):
        return caller.search(text, **options)
    ((room, _name),) = rooms
    place = place_text(live, live.router.place(room))
    switches = "".join(f"/{switch}" for switch in command.switches)
    caller.execute_cmd(f"{command.cmdstring}{switches} {before}{place}", session=command.session)
    raise InterruptCommand


def _candidates(text: str) -> list[GameObject]:
    """Return the objects of a name.

    Raises:
        PlayerError: if they are too many.
    """
    names = [text]
    if numbered := _NUMBERED.match(text):  # 2-box, or box-2
        names.append(numbered.group("name"))
    for name in names:
        count, first = find_objects(name, "iexact", objects.all_ids(), lambda path: True, _MOST)
        if count > _MOST:
            raise PlayerError(
                _("{number} objects have the name '{name}'.").format(number=count, name=name),
                _("|wfind {name}|n lists them; use the #dbref of one.").format(name=name),
            )
        if count:
            return list(ObjectDB.objects.filter(pk__in=first))
    return []


class CmdPuzzles(WholeWordCommand):
    """
    list solved puzzles, or change which puzzles are solved

    Usage:
      puzzles                                  list those solved for everybody
      puzzles <character>                      list those of a character
      puzzles/forget <puzzle> [= <character>]  mark a puzzle as unsolved
      puzzles/solve <puzzle> [= <character>]   mark a puzzle as solved

    Without a character, this applies to everybody. A character who has solved
    the puzzle keeps it solved. Only puzzles that a machine or a place of the
    game has can be solved.
    """

    key = "puzzles"
    locks = "cmd:perm(Builder)"
    help_category = "Playing"
    arg_regex = r"\s|/|$"
    switch_options = ("forget", "solve")

    def do(self) -> None:
        """List, forget or solve puzzles."""
        puzzle, sign, name = (part.strip() for part in self.args.partition("="))
        if not self.switches:
            if sign:
                raise PlayerError(_("Usage: puzzles <character>"))
            self._list(puzzle)
            return
        if not puzzle:
            raise PlayerError(_("Usage: puzzles/forget <puzzle> [= <character>]"))
        character = self._character(name)
        if "forget" in self.switches:
            done = puzzles.forget_puzzle(puzzle, character)
            text = _("'{puzzle}' is unsolved again.") if done else _("'{puzzle}' was not solved.")
        else:
            puzzle = _known_puzzle(puzzle)
            done = puzzles.solve(puzzle, character or self.caller, for_all=character is None)
            text = _("'{puzzle}' is solved.") if done else _("'{puzzle}' was already solved.")
        self.caller.msg(text.format(puzzle=puzzle))

    def _list(self, name: str) -> None:
        names = ", ".join(puzzles.puzzles_of(self._character(name)))
        self.caller.msg(_("Solved: {names}.").format(names=names or _("none")))

    def _character(self, name: str) -> Character | None:
        matches = self.caller.search(name, global_search=True, quiet=True) if name else [None]
        if len(matches) != 1:
            raise PlayerError(
                _("There is no character '{name}', or there are several.").format(name=name)
            )
        return matches[0]


def _known_puzzle(puzzle: str) -> str:
    """Return the name of a puzzle of the game as its author writes it.

    Raises:
        PlayerError: with similar names, if it has none of that name.
    """
    ends = (grid.options.get(SOLVES) for grid in current().grids.values())
    puzzles = {name_key(name): name for name in puzzle_names() | {str(end) for end in ends if end}}
    if (wanted := name_key(puzzle)) not in puzzles:
        alike = get_close_matches(wanted, sorted(puzzles), 3, cutoff=0.5)
        text = _("There is no puzzle '{puzzle}'.").format(puzzle=plain_text(puzzle))
        names = ", ".join(puzzles[name] for name in alike)
        raise PlayerError(text, _("Similar: {names}.").format(names=names) if alike else "")
    return puzzles[wanted]
