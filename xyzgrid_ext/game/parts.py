"""What a part can add to the game, and the parts of this game.

    for part in game_parts():
        part.arrived(move)

The kernel asks like this and knows no part by its name. The setting `XYZGRID_PARTS` names the
parts; they are loaded at the first question, in a game, when all of Evennia is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from xyzgrid_ext import parts
from xyzgrid_ext.core.grid import Grid, Sheet, is_apart
from xyzgrid_ext.core.parts import CorePart, NeedsWord, Part, set_parts
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.view import Door, MapHead, Sight
from xyzgrid_ext.core.view.sight import known_sheet
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, Looker, RoomObject
from xyzgrid_ext.game.base.limits import LIMITS
from xyzgrid_ext.game.base.setting_faults import Fault
from xyzgrid_ext.game.base.setting_rows import SETTINGS, Limit, Setting
from xyzgrid_ext.game.base.surviving import surviving

if TYPE_CHECKING:  # rows are of types of any layer of the game
    from xyzgrid_ext.core.coords import Coord, Place
    from xyzgrid_ext.core.findings import Finding
    from xyzgrid_ext.core.spawn import XYZ, RoomSpec, Template
    from xyzgrid_ext.core.spawn.model import MadeFromMap, ThingKey
    from xyzgrid_ext.game.cli.grammar import Word
    from xyzgrid_ext.game.cli.jobs import JobWork
    from xyzgrid_ext.game.maps.loaded import LoadedMap
    from xyzgrid_ext.game.on_demand import OnDemand
    from xyzgrid_ext.game.typeclasses.moves import Move
    from xyzgrid_ext.game.visibility.viewer import Viewer
    from xyzgrid_ext.game.world.world import Live, Room


_WORDS = "XYZGRID_WORDS"
_TOO_LATE = "its app is not installed: XYZGRID_PARTS must stand before hook_up(globals())"


class MapLink(NamedTuple):
    """A link on a page of maps.

    Attributes:
        text: its text.
        address: where it leads.
        map: the key of the map that it is for; "" for all maps, None for the page's bar.
    """

    text: str
    address: str
    map: str | None = None


DoctorRow = tuple[str, str, str]
"""A line of `evennia xyzgrid doctor`: a name, a value, and advice or an empty text."""


def _nothing(*asked: object) -> Any:
    """Do nothing: what a row says of a part that has no answer."""
    return None


def _no_text(*asked: object) -> str:
    return ""


def _no_rows(*asked: object) -> tuple[()]:
    return ()


class MapDoor(Protocol):
    """An exit that the rules of a map open and shut; its texts are empty while it is open."""

    @property
    def is_open(self) -> bool:
        """Whether it stands open, as the texts of its room tell."""

    def standing(self, who: Character | None, sees_all: bool) -> tuple[tuple[str, ...], Door]:
        """Return the words of what shuts it, and its state, for a character or None."""

    def mark(self) -> str:
        """Return what shuts it in a word or two, for a list of exits."""

    def shut_text(self, looker: Looker) -> str:
        """Return what shuts it, and whether the looker can open it."""

    def refusal(self, name: str, who: Character) -> str:
        """Return what somebody reads who tries the door `name`; empty if it is open."""

    def route_refusal(self, name: str, who: Character) -> str:
        """Return why no route uses it; empty if a route may."""


class ExitDoor(MapDoor, Protocol):
    """The door of an exit that players open and shut, on any map without such rules."""

    def stops(self, who: Any) -> bool:
        """Whether somebody cannot open it as it is, so that no route uses it."""

    def let_through(self, exit_obj: ExitObject, who: Any) -> None:
        """Open it for somebody who walks through the exit by itself, and tell them."""


class MapRules:
    """The rules of one map. This class has those of an ordinary map; a part derives its own.

    The part's row `map_rules` returns an object of it. `key` is the map's, `here` a room of it.

    Attributes:
        tells_size: whether those who know only some of its rooms learn how many there are.
        is_public: whether guests of the website may see it.
        tells_targets: whether the list of exits says where they lead.
        explains: whether the map above a room has a legend of all its symbols.
    """

    tells_size = True
    is_public = True
    tells_targets = True
    explains = False

    def kind(self) -> str:
        """Return the kind of map, as `a dungeon`, for those who may not know its name, or ""."""
        return ""

    # --- what is known

    def map_refusal(self, live: Live, key: str, viewer: Viewer, asked: str) -> str:
        """Return why a viewer is not shown the map; an empty text lets them see it all.

        `asked` is what they asked for, `map` or `way`. Of the rooms, only the start may be known.
        """
        return ""

    def sight(self, live: Live, key: str, viewer: Viewer) -> Sight | None:
        """Return which rooms a viewer knows, in place of the kernel; None if it decides."""
        return None

    def door(self, live: Live, key: str, link: int) -> MapDoor | None:
        """Return the door of a link; None if locks and needs decide, as elsewhere."""
        return None

    def meets_need(self, live: Live, here: Room, link: int | None, word: str) -> bool | None:
        """Whether a word of `needs` is met, at a room or one of its links; None asks further."""
        return None

    def is_known_way(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether players know an exit, for routes; `link` is None if a builder opened it."""
        return True

    def may_route(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether routes may use an exit of a room, which costs nothing."""
        return self.is_known_way(live, here, link)

    # --- drawings and texts

    def chart(
        self, live: Live, key: str, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None
    ) -> Sheet:
        """Return a level as a viewer with a sight sees it, or some of its rooms."""
        return known_sheet(sheet, z, sight, rooms)

    def symbol_meanings(
        self, live: Live, key: str, symbols: Collection[str], covering: str = ""
    ) -> list[str]:
        """Return the meanings of symbols; `covering` is the one that is shown in their place."""
        return []

    def lines_below_map(self, live: Live, key: str, looker: Looker) -> list[str]:
        """Return lines below the text of `map`."""
        return []

    def nearby_line(self, live: Live, here: Room) -> str:
        """Return a line about what is near a room, for a screen reader."""
        return ""

    def about(self, live: Live, here: Room, wanted: str) -> str:
        """Return the text about something in a room that is no object."""
        return ""

    def hint(self, live: Live, here: Room, who: Character) -> str:
        """Give somebody in a room a hint; return it, or an empty text if there is none."""
        return ""

    def give_up(self, live: Live, here: Room, who: Character) -> str:
        """End the game of somebody in a room; return what to say of it, empty if there is none."""
        return ""

    def way_out(self, live: Live, key: str) -> RoomObject | None:
        """Return the room to which one may give up from anywhere on the map; None if nowhere."""
        return None

    def advice(self) -> str:
        """Return a sentence that names the command listing what opens shut exits; "" if none."""
        return ""

    def hides_map(self, live: Live, here: Room, looker: Looker) -> bool:
        """Whether a room's text shows something in place of the map around the room."""
        return False

    def inventory_line(self, live: Live, key: str) -> str:
        """Return a line for the inventory of a player: what all players on the map own together."""
        return ""


ORDINARY = MapRules()
"""The rules of most maps: the kernel's."""


@dataclass(frozen=True)
class GamePart:
    """What a part adds to the game; every row is empty unless a part fills it.

    Attributes:
        name: the name of the part.

        commands: command classes of players and builders, for XYZGridCmdSet.
        second_set: command classes for XYZGridWordsCmdSet.
        launcher_words: subcommands of `evennia xyzgrid`.
        jobs: what a running server does in steps, by word; a launcher does it if none is running.
        taking_word: the word that shows which changes by hand a map's file can take.
        limits: limits on what players can cause.
        options: what `option` turns off for a client, by the name of the flag in capital letters.
        doctor: returns lines of `evennia xyzgrid doctor`, each with the title of its section.

        things_kept: returns which of the things that spawns and parts have made it has made and
            wants, `(live, ids by thing, the rooms as their maps want them)`; of those that nobody
            wants, a spawn removes the ones that are still where they were made.
        made_steps: finds the objects that it has made from prototypes in a map `(live, key)`, for
            `taking_word`.
        taken: called when a map's file says what builders have changed in such objects, with the
            new world and their ids.
        thing_findings: returns the faults of a thing's prototype, as the kernel has resolved it, at
            a place in words.

        subscriptions: words by which clients ask for data (`Xyzgrid.Word` by GMCP), with what
            sends the present state to a session that has a character.
        client_files: style sheets and modules of JavaScript for the web client, as paths of static
            files; they are loaded behind the panes, which they extend by `window.xyzgrid`.
        client_words: returns the texts of these modules, by name.
        surroundings_told: called with a character whose clients were told where it is, or that
            something there has changed.

        connect: connects signals; called once in each process, before anything else is asked.
        started: called in the Server alone, when the Portal has sent its sessions.

        before_arrival: asked before somebody enters a room, and before it is shown to somebody
            who was put there without hooks; a text that is not empty refuses a move.
        left: called after somebody has left a room that may be off the grid, when followers have
            been told.
        arrived: called after a character has come to a room of the grid, or logs in there: when the
            room is on its map, before clients are told and the room is shown.
        solved: called when a puzzle was solved in a room; returns whether it is of that room alone.
        refusal: asked before a character is led on from where it is, by the word of a command, by a
            walk or by a leader, and before somebody speaks to it unasked (`chatter`); a text that
            is not empty refuses.
        no_game: asked why a character has no game to play where it is, and what to do there
            instead; the first text counts.
        vitals: returns how many hearts a character has left where it is, and how many it can have;
            None if hearts do not count there.
        progress: returns lines about what a character has done.
        scores: asked for the best games that the text and the switches behind `scores` mean, or
            for a check of one; returns the steps to the answer, or None if they mean no game of the
            part. A PlayerError counts if no other part answers.
        exit_target: asked when somebody goes through an exit, with the target so far; returns the
            room to go to, or None if it is being made.
        map_links: returns links for a page of the website that shows maps, by its request and the
            maps that the visitor knows.
        room_lines: returns lines below the text of a room, for a looker.

        exit_doors: returns the doors that it opens and shuts, by the ids of their exits.
        door_symbols: returns what is drawn in place of links of a level `(live, map, z)`, by their
            numbers: a symbol, and its meaning for the legend.
        room_symbols: returns what is drawn in place of rooms of a level, by their numbers, as
            `door_symbols` does.
        opening: called when a character opens or unlocks something, `(who, word, text)`; returns
            whether it was something of the part. A PlayerError says why it does not open.
        looked_at: called when a character has looked at something, by its name; returns whether
            there is something of that name, which it has shown.
        typed: called when a character has typed a command of this package, before it is run,
            `(who, word, text)`; returns whether the part has answered it instead.

        shown: called after a player has been shown a room.

        map_rules: returns the rules of a map that `CorePart.apart` sets apart; None of those of
            other parts. The first answer counts, for as long as there is the map.
        was_in: what tells that a character has been on a map, by its key, in a copy that is gone.
        exit_typeclass: returns the path of the class of exits that builders open to a room; "" of
            the usual one.
        open_help: the help on `open` for players who may not build.
        locks: locks that spawned objects with an Attribute get, by its name: `(value)`; those of
            the prototype come before them.
        needs_words: words of `needs`, by what stands before the colon: whether `(name, character,
            exit)` is met.
        needs_of_all: those of these words that are the same for everybody everywhere; they are
            asked once a minute at most, with None in place of the character and the exit.
        need_texts: what players read that they need, by the same words; `{name}` in it is what
            stands behind the colon.

        copies: returns the keys of copies of maps that the part has made, and will remove.
        renamed: called in the transaction that renames a map, with the grid's script, the old and
            the new name; a UsageError takes all of it back.
        moved: called in the transaction that moves rooms, with the new
            coordinates by the old ones: see `core.spawn.moves.xyz_to_place`.
        map_kinds: loads maps of a kind, `(name, reference, data)`, where a game does more than
            `core.parts.CorePart.map_kinds`.
        maps_read: called with a world that was read, before anybody sees it, and with the one in
            whose place it comes, or None at the start of a process.
        removed: called after a map was removed from the list, with its key.
        on_demand: rooms that are made when somebody comes, and land without end: see `OnDemand`.
        before_maps: called before this process reads its maps for the first time, with the grid's
            script.
    """

    name: str

    commands: tuple[Any, ...] = ()
    second_set: tuple[object, ...] = ()
    launcher_words: tuple[Word, ...] = ()
    jobs: Mapping[str, JobWork] = field(default_factory=dict)
    taking_word: str = ""
    limits: tuple[Limit, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    doctor: Callable[[], Iterable[tuple[str, DoctorRow]]] = _no_rows

    things_kept: Callable[
        [Live, Mapping[ThingKey, int], Mapping[XYZ, RoomSpec]], Collection[ThingKey]
    ] = _no_rows
    made_steps: Callable[[Live, str], Generator[Any, None, Iterable[MadeFromMap]]] = _nothing
    taken: Callable[[Live, Collection[int]], None] = _nothing
    thing_findings: Callable[[Template, str], Iterable[Finding]] = _no_rows

    subscriptions: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    client_files: tuple[str, ...] = ()
    client_words: Callable[[], Mapping[str, str]] = dict
    surroundings_told: Callable[[Any], None] = _nothing

    connect: Callable[[], None] = _nothing
    started: tuple[Callable[[], None], ...] = ()

    before_arrival: Callable[[Move], str] = _no_text
    left: Callable[[Move], None] = _nothing
    arrived: Callable[[Move], None] = _nothing
    solved: Callable[[Any, str], bool] = _nothing
    refusal: Callable[[Any, str], str] = _no_text
    no_game: Callable[[Any], str] = _no_text
    vitals: Callable[[Character], tuple[int, int] | None] = _nothing
    progress: Callable[[Live, Any], Iterable[str]] = _no_rows
    scores: Callable[[Character, str, Collection[str]], Generator[Any, None, str] | None] = _nothing
    exit_target: Callable[[Any, Any, Any], Any | None] = lambda exit_obj, who, target: target
    map_links: Callable[[object, Sequence[MapHead]], Iterable[MapLink]] = _no_rows
    room_lines: Callable[[Any, Any], str] = _no_text

    exit_doors: Callable[[], Mapping[int, ExitDoor]] = dict
    door_symbols: Callable[[Live, str, int], Mapping[int, tuple[str, str]]] = _nothing
    room_symbols: Callable[[Live, str, int], Mapping[int, tuple[str, str]]] = _nothing
    opening: Callable[[Character, str, str], bool] = _nothing
    looked_at: Callable[[Character, str], bool | None] = _nothing
    typed: Callable[[Character, str, str], bool] = _nothing

    shown: Callable[[Any, Any], None] = _nothing

    map_rules: Callable[[Grid], MapRules | None] = _nothing
    was_in: Callable[[Any, str], object] = _nothing
    exit_typeclass: Callable[[object], str] = _no_text
    open_help: str = ""
    locks: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    needs_words: Mapping[str, Callable[[str, Any, Any], bool]] = field(default_factory=dict)
    needs_of_all: Collection[str] = ()
    need_texts: Mapping[str, str] = field(default_factory=dict)

    copies: Callable[[], Collection[str]] = _no_rows
    renamed: Callable[[Any, str, str], None] = _nothing
    moved: Callable[[Mapping[Place, Coord]], None] = _nothing
    map_kinds: Mapping[str, Callable[[str, str, Mapping[str, Any]], LoadedMap]] = field(
        default_factory=dict
    )
    maps_read: Callable[[Live, Live | None], None] = _nothing
    on_demand: OnDemand | None = None
    before_maps: Callable[[Any], None] = _nothing
    removed: Callable[[str], None] = _nothing


@cache
def chosen_parts() -> parts.Chosen:
    """Return the manifests of this game's parts, and why others are off."""
    names = settings.setting_value("XYZGRID_PARTS")
    for part in parts.select_parts(names).parts:
        if not set(part.apps).issubset(settings.django_settings.INSTALLED_APPS):
            parts.faults[part.name] = parts.Fault(_TOO_LATE)
    return parts.select_parts(names)


def log_faults(log: Callable[[str], None]) -> None:
    """Write to a log what parts have raised so far."""
    for name, fault in parts.faults.items():
        log(f"xyzgrid: part {name}: {fault.reason}\n{fault.traceback}")


def absent_part(path: str) -> str:
    """Return the name of the part below which a path is, if this game does not have that part."""
    name = parts.part_at(path)
    return "" if has_part(name) else name


def has_part(name: str) -> bool:
    """Whether this game has the part of this name, switched on, with all that it needs."""
    return any(part.name == name for part in chosen_parts().parts)


@cache
def game_needs_words() -> tuple[NeedsWord, ...]:
    """Return the words of `needs` that the game has of its own (`XYZGRID_WORDS`)."""
    rows = settings.setting_function("XYZGRID_WORDS")
    with surviving(_WORDS):
        rows = tuple(rows() if callable(rows) else rows or ())
        return tuple(row for row in rows if isinstance(row, NeedsWord))
    return ()


def _words_as_part() -> GamePart:
    """Return the game's own words as what a part adds."""
    return GamePart(
        _WORDS,
        needs_words={row.word: row.is_true for row in game_needs_words()},
        needs_of_all=frozenset(row.word for row in game_needs_words() if row.is_same_for_all),
    )


@cache
def game_parts() -> tuple[GamePart, ...]:
    """Return what the parts of this game add to it, each behind those that it needs or uses."""
    working = _working(settings=tuple, core=CorePart, game=GamePart)
    of_words = (_words_as_part(),) if game_needs_words() else ()
    return (*(parts.load(part.game) for part in working if part.game), *of_words)


def _working(**kinds: type) -> tuple[Part, ...]:
    """Return the parts of this game of which these fields load; others are off from now on."""
    before = chosen_parts()
    if (working := parts.load_parts(settings.setting_value("XYZGRID_PARTS"), **kinds)) != before:
        chosen_parts.cache_clear()
        set_parts(_core_parts(), _absent_parts())
    return working.parts


def part_faults() -> Iterator[Fault]:
    """Yield why parts are off that should be on, and what to do."""
    for name, reason in chosen_parts().off.items():
        if name in parts.faults:
            cure = "`evennia xyzgrid parts` shows its traceback; or leave it out of XYZGRID_PARTS"
        elif settings.setting_value("XYZGRID_PARTS") is None:
            cure = "install what is missing, or name the parts of the game in XYZGRID_PARTS"
        else:
            cure = "correct XYZGRID_PARTS; `evennia xyzgrid parts` lists all parts"
        yield f"part {name}: {reason}", cure
    if settings.setting_value(_WORDS) and not game_needs_words():
        cure = "name a list of NeedsWord there, or a function that returns one"
        yield f"{_WORDS} = {settings.setting_value(_WORDS)!r} has no words", cure


_rules = WeakKeyDictionary[Grid, MapRules]()


def map_rules_of(grid: Grid) -> MapRules:
    """Return the rules of a map: those of the first part that has some for it, or the kernel's."""
    if (rules := _rules.get(grid)) is None:
        own = (part.map_rules(grid) for part in game_parts() if is_apart(grid))
        rules = _rules[grid] = next(filter(None, own), ORDINARY)
    return rules


@cache
def parts_with_row(row: str) -> tuple[GamePart, ...]:
    """Return the parts of this game that fill a row, for rows that are asked at each step."""
    return tuple(part for part in game_parts() if getattr(part, row) is not getattr(GamePart, row))


def part_doors() -> Mapping[int, ExitDoor]:
    """Return the doors that parts open and shut, by the ids of their exits."""
    doors: Mapping[int, ExitDoor] = {}
    for part in parts_with_row("exit_doors"):
        doors = {**doors, **part.exit_doors()} if doors else part.exit_doors()
    return doors


def open_something(who: Character, word: str, text: str) -> bool:
    """Whether a character opens or unlocks something of a part, by its name.

    Raises:
        PlayerError: if it does not open.
    """
    return any(part.opening(who, word, text) for part in game_parts())


def hearts_of(who: Character) -> tuple[int, int] | None:
    """Return the hearts of a character, and their greatest number; None where none count."""
    return next(filter(None, (part.vitals(who) for part in game_parts())), None)


def leading_refusal(who: Any, word: str) -> str:
    """Return why a part lets nobody lead a character on from where it is; empty if none minds."""
    return next(filter(None, (part.refusal(who, word) for part in game_parts())), "")


def setting_rows() -> dict[str, Setting]:
    """Return all settings of this game by name: the kernel's, and those of its parts."""
    return {
        row.name: row for row in (*SETTINGS.values(), *parts.part_settings(chosen_parts().parts))
    }


def limit_rows() -> dict[str, Limit]:
    """Return all limits of this game by name: the kernel's, and those of its parts."""
    return LIMITS | {row.name: row for part in game_parts() for row in part.limits}


def _core_parts() -> Iterator[CorePart]:
    yield from (parts.load(part.core) for part in _working(core=CorePart) if part.core)
    if game_needs_words():
        yield CorePart(
            _WORDS,
            needs_words=tuple(row.word for row in game_needs_words()),
            needs_names={row.word: row.names for row in game_needs_words() if row.names},
            assumed={row.word: row.assumed for row in game_needs_words()},
        )


def _absent_parts() -> Iterator[Part]:
    yield from parts.absent_parts_of(part.name for part in chosen_parts().parts)


set_parts(_core_parts(), _absent_parts())
