"""What a part of the package is, what it can add to core, and which parts this process has.

    parts/NAME/__init__.py     PART = Part(...)        what is loaded when, as strings
    parts/NAME/core_part.py    CORE = CorePart(...)    rows of core
    parts/NAME/game_part.py    GAME = GamePart(...)    rows of the game: see `game.parts`

The kernel asks `for part in core_parts(): …`, and knows no part by its name. Which parts there are
says whoever begins: the game by its settings, the terminal by `--parts`, a test as it needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from xyzgrid_ext.core.records import Record

if TYPE_CHECKING:  # rows are of types of any layer of core
    from argparse import ArgumentParser, Namespace
    from collections.abc import Collection, Sequence

    from xyzgrid_ext.core.findings import Finding
    from xyzgrid_ext.core.grid import Grid
    from xyzgrid_ext.core.grid.model import Options
    from xyzgrid_ext.core.mapdata.kinds import KeyRow
    from xyzgrid_ext.core.mapdata.rows import MapKind
    from xyzgrid_ext.core.matrix import Matrix
    from xyzgrid_ext.terminal.where import WorkPlace


class TerminalWord(NamedTuple):
    """A subcommand of `python -m xyzgrid_ext`: a word of the terminal.

    Attributes:
        name: the word.
        help: what it does, in a line.
        module: the path of its module, which is loaded when the word is used: its function
            `declare_NAME(parser)` declares the arguments, and `run_NAME(options)` returns the exit
            code.
    """

    name: str
    help: str
    module: str


NeedTest = Callable[[str, Any, Any], bool]
"""Says whether a word of `needs` is true, given what follows its colon, a character, a place."""


class NeedsWord(NamedTuple):
    """A word that a game adds to those of `needs` and of texts: `guild` of `guild:thieves`.

    Attributes:
        word: what stands before the colon.
        is_true: given what stands behind the colon, the character, and the room or exit, returns
            whether the word is true.
        text: what players read that they need; `{name}` in it is what stands behind the colon.
        names: all that may stand behind the colon, for `check`; empty if anything may.
        is_same_for_all: whether it is the same for everybody everywhere, as the weather may be. It
            is then asked once a minute at most, with None in place of the character and the place.
        assumed: what the prover takes it for: OPEN (true at some time), SHUT (never true), or
            EITHER (to be tried both ways); "" if something on a map has to make it true.
    """

    word: str
    is_true: NeedTest
    text: str = ""
    names: Collection[str] = ()
    is_same_for_all: bool = False
    assumed: str = ""


OPEN, SHUT, EITHER = "open", "shut", "either"
CLOCK_WORDS = ("time", "season", "hour")
"""What begins a word of `needs` on the game's clock: `time:night`, `season:winter`, `hour:6-9`."""


@dataclass(frozen=True)
class Part:
    """The manifest of a part, a folder that adds to the kernel (core, game) and can be left out.

    No field loads anything: things are named by paths, `module:NAME` or a module.

    Attributes:
        name: the name of its folder.
        summary: what it is, in a line.
        needs: names of the parts without which it is off.
        uses: names of the parts without which it does less.
        core: path of its CorePart.
        game: path of its GamePart, which is loaded in a game when Django is ready.
        terminal: path of its TerminalPart, which is loaded when a subcommand asks for it.
        settings: path of its settings, a tuple of rows of `game.base.setting_rows`.
        hook_up: path of a function that, given a game's settings, returns its changes of them.
        words: its subcommands of the terminal.
        launcher: the names of its subcommands of `evennia xyzgrid`, for a game that lacks the part.
        maps: (sign, what such a map is called) of maps that only it reads. A sign is a key of map
            data, an option, also with a value (`options.play=matrix`), or the first word of a
            reference that is neither a module nor a file.
        map_keys: keys of map data that only it reads; without the part, they have no effect.
        prototypes: name of a base prototype for map modules -> path of its class.
        apps: what it adds to INSTALLED_APPS.
        templates: folders of Django templates, within its own folder, that come before the game's.
        urls: module with URL patterns.
        telnet: paths of mixin classes for the telnet protocol.
        gmcp: names of its messages to clients that are sent by GMCP alone.
        client_messages: name of a message that clients send -> path of its function `(session,
            *words, **options)`.
    """

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    core: str = ""
    game: str = ""
    terminal: str = ""
    settings: str = ""
    hook_up: str = ""
    words: tuple[TerminalWord, ...] = ()
    launcher: tuple[str, ...] = ()
    maps: tuple[tuple[str, str], ...] = ()
    map_keys: tuple[str, ...] = ()
    prototypes: Mapping[str, str] = field(default_factory=dict)
    apps: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    urls: str = ""
    telnet: tuple[str, ...] = ()
    gmcp: tuple[str, ...] = ()
    client_messages: Mapping[str, str] = field(default_factory=dict)


def _nothing(*arguments: object) -> Any:
    return None


def _no_rows(*arguments: object) -> Any:
    return ()


@dataclass(frozen=True)
class TerminalPart:
    """What a part adds to subcommands of the terminal that parts share, such as `check`.

    Attributes:
        declare_check: adds its options, and help, to the parser of `check`.
        takes: given the name of a file that is no map, returns whether the part checks it.
        check: given such files, the options and the folders of work, yields each file's findings.
        check_more: yields (name, findings) of what else it checks.
        declare_play: adds its options, and help, to the parser of `play`.
        play: plays the game named in the parsed options, and returns the exit code; None if it is
            not its own.
        declare_replay: adds its options to the parser of `replay`.
        replays: first word of a recorded game -> function that plays it again and returns the exit
            code; the one for "" takes all other texts.
        declare_generate: adds its options, and help, to the parser of `generate`. The parsed
            option `generate` is then a function that, given all options, makes and prints something
            and returns the exit code.
        declare_prove: adds its options to the parser of `prove`.
        problem: returns the facts for the prover about the map that `prove` names; None if the part
            does not have this map.
        verdicts: yields (name, whether it can be solved) of those of the named games that it has.
    """

    declare_check: Callable[[ArgumentParser], None] = _nothing
    takes: Callable[[str], bool] = _nothing
    check: Callable[[Sequence[str], Namespace, WorkPlace], Iterable[tuple[Finding, ...]]] = _no_rows
    check_more: Callable[[Namespace], Iterable[tuple[str, tuple[Finding, ...]]]] = _no_rows
    declare_play: Callable[[ArgumentParser], None] = _nothing
    play: Callable[[Namespace], int | None] = _nothing
    declare_replay: Callable[[ArgumentParser], None] = _nothing
    replays: Mapping[str, Callable[[Namespace], int]] = field(default_factory=dict)
    declare_generate: Callable[[ArgumentParser], None] = _nothing
    declare_prove: Callable[[ArgumentParser], None] = _nothing
    problem: Callable[[Namespace, WorkPlace], Mapping[str, object] | None] = _nothing
    verdicts: Callable[[Iterable[str], WorkPlace], Iterable[tuple[str, bool]]] = _no_rows


@dataclass(frozen=True, eq=False)
class CorePart:
    """What a part (an add-on, see Part) adds to core.

    Attributes:
        name: the name of the part.
        map_kinds: ways to say what rooms a map has, besides drawings, files and dicts of rooms.
        references: first word of a reference that is neither a module nor a file -> function that,
            given the reference, returns the data of a map.
        map_keys: keys of a map module; their values are kept in the options of its Grid.
        map_options: keys of the options of a map.
        matrix_options: keys of the options of a matrix.
        apart: given its options, returns whether a map is apart from the ordinary world, such as
            the board of a game. Of such a map not all see the same, all rooms exist from the start,
            and its own rules (`game.parts.MapRules`) make the fog. Nobody is moved to it when rooms
            are removed.
        room_keys: keys of rooms and their prototypes. If the part has `map_options`, its keys of
            rooms and exits are only known on maps with one of these options.
        exit_keys: keys of exits and their prototypes.
        thing_keys: keys of things that are made in rooms.
        things: given a map, yields (numbers of rooms in one of which it is, its place in the map
            data, its prototype) of each object that the part makes, besides those under `things`.
        needs_words: what begins the part's words of `needs`: `guild` for `guild:thieves`.
        needs_names: such a beginning -> what may follow its colon; for others, anything.
        assumed: such a beginning -> what the prover takes its words for if nothing on a map makes
            them true: OPEN (true at some time), SHUT (never true), or EITHER (the map must be won
            both ways).
        items: given a map, yields (number of a link, name of the thing) for links that need a thing
            in another way than by `needs`.
        given: such a beginning -> function that, given a map, yields those of its words that can
            come true there.
        faults: each returns findings about the map given, which was just read; errors refuse it.
        checks: each returns findings for `check`, given the map, its Matrix or None, and the name
            of its file.
    """

    name: str
    map_kinds: tuple[MapKind, ...] = ()
    references: Mapping[str, Callable[[str], object]] = field(default_factory=dict)
    map_keys: tuple[KeyRow, ...] = ()
    map_options: tuple[KeyRow, ...] = ()
    matrix_options: tuple[KeyRow, ...] = ()
    apart: Callable[[Options], bool] = _nothing
    room_keys: tuple[KeyRow, ...] = ()
    exit_keys: tuple[KeyRow, ...] = ()
    thing_keys: tuple[KeyRow, ...] = ()
    things: Callable[[Grid], Iterable[tuple[Sequence[int], str, Record]]] = _no_rows
    needs_words: tuple[str, ...] = ()
    needs_names: Mapping[str, Collection[str]] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    items: Callable[[Grid], Iterable[tuple[int, str]]] = _no_rows
    given: Mapping[str, Callable[[Grid], Iterable[str]]] = field(default_factory=dict)
    faults: tuple[Callable[[Grid], Iterable[Finding]], ...] = ()
    checks: tuple[Callable[[Grid, Matrix | None, str], Iterable[Finding]], ...] = ()


class _Registry:
    parts: Iterable[CorePart] = ()
    absent: Iterable[Part] = ()
    terminal: Iterable[TerminalPart] = ()
    gone: tuple[Part, ...] = ()


def set_parts(
    parts: Iterable[CorePart], absent: Iterable[Part] = (), terminal: Iterable[TerminalPart] = ()
) -> None:
    """Set the parts of this process, in place of any set before.

    Iterators are read when they are first needed, so they can load parts late. `absent` are the
    manifests of parts that are installed but off, `terminal` what parts add to the terminal.
    """
    _Registry.parts, _Registry.absent, _Registry.terminal = parts, absent, terminal


def absent_parts() -> tuple[Part, ...]:
    """Return the manifests of parts that this process does not use."""
    if not isinstance(_Registry.absent, tuple):
        _Registry.absent = tuple(_Registry.absent)
    return (*_Registry.absent, *_Registry.gone)


def advice_for_part(name: str) -> str:
    """Return advice, for authors of maps, for getting a part that this process does not use."""
    for part in absent_parts():
        if part.name == name and part not in _Registry.gone:
            names = ", ".join((name, *part.needs))
            return f"write in XYZGRID_PARTS (in a terminal: in --parts): {names}"
    return f"install the part {name}, or put it back"


def set_missing_parts(gone: Iterable[Part]) -> None:
    """Set the manifests of parts that are no longer installed; `absent_parts` returns them, too."""
    _Registry.gone = tuple(gone)


def core_parts() -> tuple[CorePart, ...]:
    """Return what the parts in use add to core; a part comes after those that it needs or uses."""
    if not isinstance(_Registry.parts, tuple):
        _Registry.parts = tuple(_Registry.parts)
    return _Registry.parts


def core_parts_by_name() -> list[CorePart]:
    """Return `core_parts`, sorted by name, for lists."""
    return sorted(core_parts(), key=lambda part: part.name)


def assumption_of(word: str) -> str:
    """Return what the prover takes a word of `needs` for: OPEN, SHUT or EITHER.

    Return "" if a room has to make it true. `word` is the whole word, such as `guild:thieves`.
    """
    kind = word.partition(":")[0].strip()
    of_parts = (part.assumed.get(kind, "") for part in core_parts())
    return OPEN if kind in CLOCK_WORDS else next(filter(None, of_parts), "")


def terminal_parts() -> tuple[TerminalPart, ...]:
    """Return the TerminalPart of each part that this process has set with `set_parts`."""
    if not isinstance(_Registry.terminal, tuple):
        _Registry.terminal = tuple(_Registry.terminal)
    return _Registry.terminal
