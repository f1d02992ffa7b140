"""What a part (an add-on folder) can add to the game, and the parts of this game.

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
from xyzgrid_ext.core.parts import CorePart, NeedsWord, NeedTest, Part, set_parts
from xyzgrid_ext.core.records import Record
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
    """A hyperlink on the website's page of maps.

    Attributes:
        text: what visitors click on.
        address: its URL.
        map: the key of the map beside which it stands; "" for one that is about all maps, None for
            one in the page's navigation bar.
    """

    text: str
    address: str
    map: str | None = None


DoctorRow = tuple[str, str, str]
"""A line of `evennia xyzgrid doctor`: what was checked, its value, advice ("" if all is well)."""


def _nothing(*asked: object) -> Any:
    """Do nothing: what a row says of a part that has no answer."""
    return None


def _no_text(*asked: object) -> str:
    return ""


def _no_rows(*asked: object) -> tuple[()]:
    return ()


class MapDoor(Protocol):
    """What opens and shuts an exit, such as a lock or a door; `MapRules.door` returns one."""

    @property
    def is_open(self) -> bool:
        """Whether room texts show the exit as open."""

    def needs_and_state(
        self, who: Character | None, sees_all: bool
    ) -> tuple[tuple[str, ...], Door]:
        """Return (words of `needs` that still shut the exit, how maps show it to `who`).

        Words are written as in `needs` of an exit: `(("item:lamp",), Door.LOCKED)`.

        Args:
            who: the character who sees it; None for nobody in particular.
            sees_all: whether it is shown as to a builder, who can open everything.
        """

    def short_state(self) -> str:
        """Return one or two words on the exit, such as `locked`; "" while it is open."""

    def shut_text(self, looker: Looker) -> str:
        """Return a sentence: what shuts the exit, and whether the looker can open it."""

    def refusal(self, name: str, who: Character) -> str:
        """Return the message for a character who walks into the exit `name`; "" if it is open."""

    def route_refusal(self, name: str, who: Character) -> str:
        """Return why a character's routes avoid the exit `name`; "" if they may use it."""


class ExitDoor(MapDoor, Protocol):
    """A door that players open and shut with commands, in any exit of an ordinary map."""

    def blocks(self, who: Any) -> bool:
        """Whether the door is shut and `who` cannot open it, so that routes avoid the exit."""

    def open_for(self, exit_obj: ExitObject, who: Any) -> None:
        """Open the door for a character who walks through its exit, and send them a message."""


class MapRules:
    """How a map differs from an ordinary one. A part subclasses it: see `GamePart.map_rules`.

    This class holds the rules of ordinary maps. In its methods, `live` is the running world with
    all maps and objects, `key` the map's key, `here` a room as (key of its map, number in the
    Grid), `link` the number of an exit in the Grid, `z` that of a level, 0 at the bottom.

    Attributes:
        shows_room_count: whether players who know only some of its rooms see how many there are.
        is_public: whether visitors of the website who are not logged in may see it.
        shows_exit_targets: whether the list of exits in a room says where they lead.
        has_full_legend: whether the map above a room's text has a legend of all its symbols.
    """

    shows_room_count = True
    is_public = True
    shows_exit_targets = True
    has_full_legend = False

    def kind(self) -> str:
        """Return what to call the map where its name is secret: `a dungeon`; "" for nothing."""
        return ""

    # --- what is known

    def map_refusal(self, live: Live, key: str, viewer: Viewer, asked: str) -> str:
        """Return the message that refuses to show the map to a viewer; "" if they may see it.

        Args:
            live: the running world.
            key: the key of the map.
            viewer: who asks.
            asked: what they want: "map" for its picture, "way" for a route on it.
        """
        return ""

    def sight(self, live: Live, key: str, viewer: Viewer) -> Sight | None:
        """Return which rooms of map `key` a viewer knows; None: as many as on ordinary maps."""
        return None

    def door(self, live: Live, key: str, link: int) -> MapDoor | None:
        """Return what shuts exit `link` of map `key`; None: nothing but its locks and `needs`."""
        return None

    def meets_need(self, live: Live, here: Room, link: int | None, word: str) -> bool | None:
        """Whether deeds on the map make a word of `needs` true; None: as on ordinary maps.

        Args:
            live: the running world.
            here: the room that has the exit or the text with the word.
            link: the number of that exit in the Grid; None for a text.
            word: the word, such as `puzzle:bell`.
        """
        return None

    def is_known_exit(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether routes may take exit `link` for known; None stands for a builder's exit."""
        return True

    def may_route(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether routes may use exit `link` of the room `here`: not if passing it spends a key."""
        return self.is_known_exit(live, here, link)

    # --- drawings and texts

    def chart(
        self, live: Live, key: str, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None
    ) -> Sheet:
        """Return `sheet`, the drawing of level `z`, without what a viewer does not know.

        `sight` is what they know. With `rooms`, only rooms of these numbers are drawn.
        """
        return known_sheet(sheet, z, sight, rooms)

    def symbol_meanings(
        self, live: Live, key: str, symbols: Collection[str], covering: str = ""
    ) -> list[str]:
        """Return lines of the legend that explain `symbols` of the map `key`.

        `covering` is what is drawn over these symbols, such as the viewer's `@`; "" for nothing.
        """
        return []

    def lines_below_map(self, live: Live, key: str, looker: Looker) -> list[str]:
        """Return lines that the command `map` prints below the map `key`, perhaps none."""
        return []

    def nearby_line(self, live: Live, here: Room) -> str:
        """Return a line on what is near the room `here`, for users of a screen reader; or ""."""
        return ""

    def detail_text(self, live: Live, here: Room, wanted: str) -> str:
        """Return what `look WANTED` shows in the room `here` of what is no object; or ""."""
        return ""

    def hint(self, live: Live, here: Room, who: Character) -> str:
        """Return the answer to `hint`, typed in the room `here`, and count it; "" for no hint."""
        return ""

    def give_up(self, live: Live, here: Room, who: Character) -> str:
        """End the game that `who` plays in the room `here`; return the message; "" if none is."""
        return ""

    def way_out(self, live: Live, key: str) -> RoomObject | None:
        """Return the room to which `give up` takes players from the map `key`; None for none."""
        return None

    def unlock_advice(self) -> str:
        """Return a sentence that names the command to ask what opens shut exits; or ""."""
        return ""

    def hides_map(self, live: Live, here: Room, looker: Looker) -> bool:
        """Whether the text of the room `here` has no map above it, but another picture."""
        return False

    def inventory_line(self, live: Live, key: str) -> str:
        """Return a line of `inventory`: what all players on the map `key` own together; or ""."""
        return ""


ORDINARY_RULES = MapRules()
"""The rules of every map for which no part has others."""


@dataclass(frozen=True)
class GamePart:
    """What a part adds to the game: fields that it leaves out add nothing.

    Most fields are functions, here with their arguments in brackets: `live` is the running world,
    `key` the key of a map, `who` a character, `move` a Move: who goes from where to where. A part
    that has nothing to say returns "" for a text, and None or nothing for the rest.

    Attributes:
        name: the name of the part.

        commands: command classes of players and builders, for XYZGridCmdSet.
        words_commands: command classes for XYZGridWordsCmdSet, for players of other games.
        launcher_words: subcommands of `evennia xyzgrid`.
        jobs: long work by the subcommand that orders it: a running server does it step by step,
            else the launcher.
        pull_word: the subcommand that writes builders' changes in the game into the file of a map.
        limits: limits on what players can cause.
        options: the features that the command `option` turns off for a client: the name of the
            client's protocol flag, in capital letters -> what it turns off.
        doctor: returns pairs: (title of a section of `evennia xyzgrid doctor`, a DoctorRow in it).

        wanted_things: `(live, ids, rooms)`: returns the keys of the things that the part still
            wants. `ids`: the key of each thing that spawns and parts have made -> its object id;
            `rooms`: the rooms that maps want, by coordinate. A spawn removes a thing that no part
            wants, if it is still where it was made.
        made_objects_steps: `(live, key)`: a generator that returns the objects on a map that the
            part has made from prototypes in the map's file; `pull_word` compares them.
        pulled: `(live, ids)`: called after `pull_word` has written builders' changes in those
            objects into the map's file; `ids` are their object ids.
        thing_findings: `(template, place)`: returns the faults in the prototype of a thing,
            together with those of its parents; `place` says in words where the thing stands.

        subscriptions: the words by which clients ask for data (`Xyzgrid.Word` in GMCP), each with a
            function that sends the present state to a session that has a character.
        client_files: returns style sheets and JavaScript modules for the web client, as paths of
            static files; they are loaded after the panes, which they extend by `window.xyzgrid`.
            Their texts are from `gettext`, of Django's catalogue `djangojs`.
        surroundings_sent: `(who)`: called after clients of a character were sent data about its
            room, because it has moved or something there has changed.

        connect: connects signals; called once in each process, before all other fields.
        started: functions called in the Server only, when the Portal has sent it the sessions.

        before_arrival: `(move)`: asked before somebody enters a room, and before it is shown to
            somebody who was put there without hooks; returns a message that refuses the move.
        left: `(move)`: called after somebody has left a room, on the grid or not, and followers
            have been told.
        arrived: `(move)`: called after a character has come to a room of the grid, or has logged in
            there, before clients are told and the room is shown.
        puzzle_solved: `(room, puzzle)`: called when a puzzle was solved in a room; returns whether
            only that room counts it as solved.
        refusal: `(who, word)`: asked before a character is moved on by a command of this name, by a
            walk (`goto`) or by a leader (`follow`), and before somebody speaks to it unasked
            (`chatter`); returns a message that refuses.
        no_game: `(who)`: returns why the character has no game to play where it is, and what it can
            do there instead; the first text of a part counts.
        vitals: `(who)`: returns (the hit points that a character has where it is, their maximum);
            None if they do not count there.
        progress: `(live, who)`: returns lines about what a character has achieved.
        scores: `(who, text, switches)`: called with what was typed after the command `scores`;
            returns a generator that returns the answer, or None if no game of the part is meant. A
            PlayerError that it raises is shown if no other part answers.
        exit_target: `(exit, who, target)`: asked when somebody goes through an exit; `target` is
            the room to which it leads; returns the room to go to, None if that is being made.
        map_links: `(request, maps)`: returns links for the website's page of maps; `maps` are
            those that the visitor knows.
        room_lines: `(room, looker)`: returns lines to show below the text of a room.

        exit_doors: returns the doors of the part: object id of the exit -> door.
        door_symbols: `(live, key, z)`: returns what is drawn in place of exits of level `z`: number
            of the exit in the Grid -> (symbol, its meaning for the legend).
        room_symbols: `(live, key, z)`: the same for rooms: number in the Grid -> (symbol, meaning).
        open_thing: `(who, word, text)`: called when a character types `open` or `unlock` and
            something (`text`); returns whether that is something of the part. A PlayerError says
            why it does not open.
        looked_at: `(who, name)`: called after a character has looked at something; returns whether
            the part has something of that name, which it has then shown.
        before_command: `(who, word, text)`: called before the command `word` of this package is
            run, with the `text` behind it; returns whether the part has answered in its place.

        room_shown: `(room, looker)`: called after a player has been shown a room.

        map_rules: `(grid)`: returns the rules of a map if the part makes them, else None; asked
            only about maps for which `CorePart.apart` is true, once for each Grid.
        has_visited: `(who, key)`: whether a character has been on a copy of the map that has been
            removed since.
        exit_typeclass: `(room)`: returns the typeclass path for an exit to a room that a builder
            makes with `open`; "" for the usual one.
        open_help: the help on `open` for players who may not build.
        locks: name of an Attribute -> function that is given its value and returns a lock string.
            Spawned objects with the Attribute get that lock, unless their prototype has one.
        needs_words: words of `needs`: what stands before the colon (`guild` in `guild:thieves`) ->
            function `(name, who, exit)` that returns whether the word is true; `name` is what
            stands behind the colon.
        needs_same_for_all: those of `needs_words` that are the same for everybody everywhere; they
            are asked once a minute at most, with None for the character and the exit.
        need_texts: the keys of `needs_words` -> what players read that they need; `{name}` in it is
            what stands behind the colon.

        copies: returns the keys of copies of maps that the part has made, and will remove.
        map_renamed: `(script, old, new)`: called in the transaction that renames a map from
            name `old` to `new`; `script` is the grid. A UsageError rolls it back.
        rooms_moved: `(places)`: called in the transaction that moves rooms; `places`: old place of
            each room -> its new coordinate (see `core.spawn.moves.xyz_to_place`).
        map_kinds: kind of map -> function `(name, reference, data)` that loads such a map in a
            game; for kinds that need more there than `CorePart.map_kinds`.
        maps_read: `(live, old)`: called when the world `live` was read, before anybody sees it;
            `old` is the world that it replaces, None at the start of a process.
        map_removed: `(key)`: called after a map was removed from the list of maps.
        on_demand: makes rooms only when somebody enters them, on maps without end: see `OnDemand`.
        before_maps: `(script)`: called before this process reads its maps for the first time.
    """

    name: str

    commands: tuple[Any, ...] = ()
    words_commands: tuple[object, ...] = ()
    launcher_words: tuple[Word, ...] = ()
    jobs: Mapping[str, JobWork] = field(default_factory=dict)
    pull_word: str = ""
    limits: tuple[Limit, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    doctor: Callable[[], Iterable[tuple[str, DoctorRow]]] = _no_rows

    wanted_things: Callable[
        [Live, Mapping[ThingKey, int], Mapping[XYZ, RoomSpec]], Collection[ThingKey]
    ] = _no_rows
    made_objects_steps: Callable[[Live, str], Generator[Any, None, Iterable[MadeFromMap]]] = (
        _nothing
    )
    pulled: Callable[[Live, Collection[int]], None] = _nothing
    thing_findings: Callable[[Template, str], Iterable[Finding]] = _no_rows

    subscriptions: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    client_files: Callable[[], tuple[str, ...]] = tuple
    surroundings_sent: Callable[[Any], None] = _nothing

    connect: Callable[[], None] = _nothing
    started: tuple[Callable[[], None], ...] = ()

    before_arrival: Callable[[Move], str] = _no_text
    left: Callable[[Move], None] = _nothing
    arrived: Callable[[Move], None] = _nothing
    puzzle_solved: Callable[[Any, str], bool] = _nothing
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
    open_thing: Callable[[Character, str, str], bool] = _nothing
    looked_at: Callable[[Character, str], bool | None] = _nothing
    before_command: Callable[[Character, str, str], bool] = _nothing

    room_shown: Callable[[Any, Any], None] = _nothing

    map_rules: Callable[[Grid], MapRules | None] = _nothing
    has_visited: Callable[[Any, str], object] = _nothing
    exit_typeclass: Callable[[object], str] = _no_text
    open_help: str = ""
    locks: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    needs_words: Mapping[str, NeedTest] = field(default_factory=dict)
    needs_same_for_all: Collection[str] = ()
    need_texts: Mapping[str, str] = field(default_factory=dict)

    copies: Callable[[], Collection[str]] = _no_rows
    map_renamed: Callable[[Any, str, str], None] = _nothing
    rooms_moved: Callable[[Mapping[Place, Coord]], None] = _nothing
    map_kinds: Mapping[str, Callable[[str, str, Record], LoadedMap]] = field(default_factory=dict)
    maps_read: Callable[[Live, Live | None], None] = _nothing
    on_demand: OnDemand | None = None
    before_maps: Callable[[Any], None] = _nothing
    map_removed: Callable[[str], None] = _nothing


@cache
def chosen_parts() -> parts.PartSelection:
    """Return which parts this game uses, and why each of the others is off."""
    names = settings.setting_value("XYZGRID_PARTS")
    for part in parts.select_parts(names).parts:
        if not set(part.apps).issubset(settings.django_settings.INSTALLED_APPS):
            parts.faults[part.name] = parts.PartFault(_TOO_LATE)
    return parts.select_parts(names)


def log_faults(log: Callable[[str], None]) -> None:
    """Log each exception that a part has raised while it was loaded, with its traceback."""
    for name, fault in parts.faults.items():
        log(f"xyzgrid: part {name}: {fault.reason}\n{fault.traceback}")


def absent_part(path: str) -> str:
    """Return the part to which a Python path belongs, if this game lacks that part; else ""."""
    name = parts.part_at(path)
    return "" if has_part(name) else name


def has_part(name: str) -> bool:
    """Whether this game uses a part: it is installed, chosen, and has all that it needs."""
    return any(part.name == name for part in chosen_parts().parts)


@cache
def game_needs_words() -> tuple[NeedsWord, ...]:
    """Return the words of `needs` that the setting `XYZGRID_WORDS` adds."""
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
        needs_same_for_all=frozenset(row.word for row in game_needs_words() if row.is_same_for_all),
    )


@cache
def game_parts() -> tuple[GamePart, ...]:
    """Return the GamePart of each part that this game uses, each after those that it depends on."""
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
    """Yield (what is wrong, what to do) for each part that should be in use but is off."""
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
    """Return the rules of a map: from the first part that has some for it, else ORDINARY_RULES."""
    if (rules := _rules.get(grid)) is None:
        offers = (part.map_rules(grid) for part in game_parts() if is_apart(grid))
        rules = _rules[grid] = next(filter(None, offers), ORDINARY_RULES)
    return rules


@cache
def parts_with_row(row: str) -> tuple[GamePart, ...]:
    """Return the parts of this game that set the GamePart field `row`; others have its default."""
    return tuple(part for part in game_parts() if getattr(part, row) is not getattr(GamePart, row))


def part_doors() -> Mapping[int, ExitDoor]:
    """Return object id of an exit -> its door, for the doors of all parts."""
    doors: Mapping[int, ExitDoor] = {}
    for part in parts_with_row("exit_doors"):
        doors = {**doors, **part.exit_doors()} if doors else part.exit_doors()
    return doors


def open_something(who: Character, word: str, text: str) -> bool:
    """Let a part open or unlock what a character names; return whether any part has such a thing.

    `word` is the command's, `open` or `unlock`; `text` is what they typed after it.

    Raises:
        PlayerError: if it does not open.
    """
    return any(part.open_thing(who, word, text) for part in game_parts())


def hearts_of(who: Character) -> tuple[int, int] | None:
    """Return (a character's hit points, their maximum), shown as hearts; None: not counted here."""
    return next(filter(None, (part.vitals(who) for part in game_parts())), None)


def leading_refusal(who: Any, word: str) -> str:
    """Return why a part forbids leading `who` away from where it is; "" if none forbids it.

    `word` is what would lead it: see `GamePart.refusal`.
    """
    return next(filter(None, (part.refusal(who, word) for part in game_parts())), "")


def setting_rows() -> dict[str, Setting]:
    """Return name -> setting, for all that this game may have, with those of its parts."""
    return {
        row.name: row for row in (*SETTINGS.values(), *parts.part_settings(chosen_parts().parts))
    }


def limit_rows() -> dict[str, Limit]:
    """Return name -> limit on what players can cause, with those of the game's parts."""
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
