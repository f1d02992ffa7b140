"""What a part of the package is, what it can add to core, and which parts this process has.

    parts/NAME/__init__.py     PART = Part(...)        what is loaded when, as strings
    parts/NAME/core_part.py    CORE = CorePart(...)    rows of core
    parts/NAME/game_part.py    GAME = GamePart(...)    rows of the game: see `game.parts`

The kernel asks `for part in core_parts(): …`, and knows no part by its name. Which parts there are
says whoever begins: the game by its settings, the terminal by `--parts`, a test as it needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # rows are of types of any layer of core
    from collections.abc import Callable

    from xyzgrid_ext.core.findings import Finding
    from xyzgrid_ext.core.grid import Grid
    from xyzgrid_ext.core.mapdata.kinds import KeyRow


class TerminalWord(NamedTuple):
    """A word of `python -m xyzgrid_ext`: its name, its description, the path of its module.

    The module is loaded when the word is used. It has two functions: `declare_NAME(parser)`
    declares the arguments, and `run_NAME(options)` returns the exit code.
    """

    name: str
    help: str
    module: str


@dataclass(frozen=True)
class Part:
    """The manifest of a part: no field loads anything. Paths are `module:NAME`, or modules.

    Attributes:
        name: the name of its folder.
        summary: what it is, in a line.
        needs: parts without which it is off.
        uses: parts without which it does less.
        core: path of its CorePart.
        game: path of its GamePart, which is loaded in a game when Django is ready.
        settings: path of its settings, a tuple of rows of `game.base.setting_rows`.
        words: its words of the terminal.
        apps: what it adds to INSTALLED_APPS.
        middleware: what it adds to MIDDLEWARE.
        templates: folders of templates, within its own, that come before the game's.
        urls: module with URL patterns.
        server_plugins: what it adds to SERVER_SERVICES_PLUGIN_MODULES.
        portal_plugins: what it adds to PORTAL_SERVICES_PLUGIN_MODULES.
        telnet: classes that are mixed into the protocol of telnet.
        gmcp: names of its messages to clients that are sent by GMCP alone.
        client_messages: what clients send: names, with the path of a function
            `(session, *words, **options)`.

    """

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    core: str = ""
    game: str = ""
    settings: str = ""
    words: tuple[TerminalWord, ...] = ()
    apps: tuple[str, ...] = ()
    middleware: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    urls: str = ""
    server_plugins: tuple[str, ...] = ()
    portal_plugins: tuple[str, ...] = ()
    telnet: tuple[str, ...] = ()
    gmcp: tuple[str, ...] = ()
    client_messages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CorePart:
    """What a part adds to core.

    Attributes:
        name: the name of the part.
        map_kinds: keys of a map module that say what its rooms are made from, as `matrix` does.
        map_options: keys of the options of a map.
        room_keys: keys of rooms and their prototypes.
        exit_keys: keys of exits and their prototypes.
        checks: functions that find mistakes in a finished map; asked by every check of a map.

    """

    name: str
    map_kinds: tuple[KeyRow, ...] = ()
    map_options: tuple[KeyRow, ...] = ()
    room_keys: tuple[KeyRow, ...] = ()
    exit_keys: tuple[KeyRow, ...] = ()
    checks: tuple[Callable[[Grid], Iterable[Finding]], ...] = ()


class _Registry:
    parts: Iterable[CorePart] = ()


def use(parts: Iterable[CorePart]) -> None:
    """Have this process use these parts, in place of those before; the first question reads them.

    An iterator can so load them when they are needed.
    """
    _Registry.parts = parts


def core_parts() -> tuple[CorePart, ...]:
    """Return what the parts of this process add, each behind those that it needs or uses."""
    if not isinstance(_Registry.parts, tuple):
        _Registry.parts = tuple(_Registry.parts)
    return _Registry.parts
