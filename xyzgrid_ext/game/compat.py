"""Maps old names in databases, settings and games' files to the modules that now have the code.

    "xyzgrid_ext.game.platform.sqlite"  ──finder──►  the module xyzgrid_ext.tuning.sqlite itself

An old name gives the new module itself, not a copy, so that patches apply to both. Importing by an
old name gives a DeprecationWarning. `STORED` is the exception: Evennia compares these paths in
databases as text, so their classes keep them for ever.

This module imports nothing of the package, and every layer may import it.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_PACKAGE = "xyzgrid_ext."
_GAME = "xyzgrid_ext.game."

# Paths of classes as databases hold them. Each class has the module part as its `__module__`.
ROOM = "xyzgrid_ext.game.typeclasses.XYZRoom"
EXIT = "xyzgrid_ext.game.typeclasses.XYZExit"
GRID = "xyzgrid_ext.game.script.XYZGrid"
MACHINE = "xyzgrid_ext.game.machines.machine.Machine"
ENTRANCE = "xyzgrid_ext.game.dungeons.hatch.Hatch"
SEATED = "xyzgrid_ext.game.commands.seated.SeatedCmdSet"
DAILY = "xyzgrid_ext.game.commands.daily.DailyCmdSet"
STORED = frozenset({ROOM, EXIT, GRID, MACHINE, ENTRANCE, SEATED, DAILY})

# Where games import their command sets from; these keep it as their `__module__`.
COMMANDS = "xyzgrid_ext.game.commands"

# Folders that are no more; what was in them is in `MOVED`.
FOLDERS = frozenset(
    {
        "clients",
        "handover",
        "launch",
        "live",
        "machines",
        "matrix",
        "objects",
        "platform",
        "view",
        "walk",
        "work",
    }
)

# Modules below `xyzgrid_ext.game` -> below `xyzgrid_ext`.
MOVED = {
    "clients.addresses": "game.protocols.tokens",
    "clients.asking": "game.protocols.asking",
    "clients.boards": "game.protocols.boards",
    "clients.changes": "game.protocols.changes",
    "clients.offgrid": "game.protocols.telling",
    "clients.subscribing": "game.protocols.subscribing",
    "clients.telling": "game.protocols.telling",
    "clients.wants": "game.protocols.wants",
    "clients.wire": "game.protocols.wire",
    "conf": "game.base.settings",
    "dungeons.chart": "game.visibility.dungeon_map",
    "dungeons.doings": "game.dungeons.actions",
    "dungeons.doors": "game.text.doors",
    "dungeons.hatch": "game.typeclasses.entrance",
    "dungeons.order": "game.maps.dungeon_order",
    "dungeons.party": "game.db.party",
    "dungeons.record": "game.db.dungeon_record",
    "dungeons.registry": "game.db.dungeon_copies",
    "dungeons.show": "game.text.dungeon_room",
    "dungeons.site": "game.maps.dungeon_site",
    "dungeons.source": "game.maps.dungeons",
    "dungeons.state": "game.visibility.dungeon_state",
    "dungeons.verdicts": "game.maps.verdicts",
    "dungeons.words": "game.text.dungeon_words",
    "exit_rows": "game.db.exits",
    "handover.adoption": "game.cli.migration",
    "handover.fetching": "game.db.transfer",
    "handover.retyping": "game.db.typeclass_paths",
    "launch.adopting": "game.cli.migration",
    "launch.diff": "game.cli.report",
    "launch.doctor": "game.cli.doctor",
    "launch.exporting": "game.cli.map_files",
    "launch.handing": "game.cli.dispatch",
    "launch.importing": "game.cli.map_files",
    "launch.libraries": "game.cli.libraries",
    "launch.moving": "game.cli.migration",
    "launch.naming": "game.cli.naming",
    "launch.reach": "game.cli.routes",
    "launch.routes": "game.cli.routes",
    "launch.running": "game.cli.running",
    "launch.statics": "game.cli.statics",
    "launch.telling": "game.cli.report",
    "launch.terminal": "game.cli.dispatch",
    "launch.topics": "game.cli.words",
    "launch.words": "game.cli.words",
    "launcher": "game.cli.launcher",
    "live.ahead": "game.world.ahead",
    "live.common": "game.visibility.room_view",
    "live.index": "game.world.index",
    "live.kept": "game.base.lru_cache",
    "live.overlay": "game.world.overlay",
    "live.warming": "game.world.prefetch",
    "live.watching": "game.world.exit_changes",
    "live.world": "game.world.world",
    "machines.clock": "game.boards.ticker",
    "machines.machine": "game.typeclasses.machine",
    "machines.outcome": "game.boards.outcome",
    "machines.playing": "game.boards.playing",
    "machines.scores": "game.boards.scores",
    "machines.shelf": "game.maps.boards",
    "machines.show": "game.text.board",
    "machines.sitting": "game.boards.session",
    "machines.solved": "game.world.solved",
    "maps.levels": "game.world.levels",
    "maps.rereading": "game.world.rereading",
    "matrix.plays": "game.visibility.matrix_state",
    "matrix.run_words": "game.text.matrix_words",
    "matrix.runs": "game.matrix_game.runs",
    "memory": "game.db.memory",
    "moments": "game.base.signals",
    "objects.ears": "game.typeclasses.listeners",
    "objects.exit_sets": "game.base.evennia_internals",
    "objects.exits": "game.typeclasses.exit",
    "objects.managers": "game.typeclasses.managers",
    "objects.needs": "game.visibility.needs",
    "objects.newcomers": "game.typeclasses.newcomers",
    "objects.on_grid": "game.typeclasses.on_grid",
    "objects.open_locks": "game.base.open_locks",
    "objects.rooms": "game.typeclasses.room",
    "oob": "game.protocols.oob",
    "platform.clients": "game.protocols.sessions",
    "platform.collector": "tuning.server",
    "platform.database": "tuning.database",
    "platform.health": "tuning.health",
    "platform.link": "tuning.link",
    "platform.portal": "tuning.portal",
    "platform.server": "tuning.server",
    "platform.sockets": "tuning.sockets",
    "platform.sqlite": "tuning.sqlite",
    "platform.telnet": "game.protocols.telnet",
    "platform.times": "tuning.times",
    "prototypes": "game.spawn.prototypes",
    "query": "game.db.objects",
    "room_rows": "game.db.rooms",
    "spawn.changing": "game.spawn.write",
    "spawn.evacuation": "game.spawn.relocation",
    "spawn.leftovers": "game.spawn.spawning",
    "spawn.printing": "game.spawn.write",
    "spawn.removal": "game.spawn.write",
    "spawn.samples": "game.spawn.creation",
    "speaking": "game.text.screenreader",
    "speaking.columns": "game.text.screenreader.columns",
    "speaking.near": "game.text.screenreader.near",
    "speaking.place": "game.text.screenreader.place",
    "speaking.room": "game.text.screenreader.room",
    "speaking.text": "game.text.screenreader.text",
    "speaking.way": "game.text.screenreader.way",
    "steps": "game.base.task",
    "tokens": "game.protocols.tokens",
    "view.display": "game.text.room_map",
    "view.dressing": "game.text.frame",
    "view.exploring": "game.travel.exploring",
    "view.eyes": "game.visibility.viewer",
    "view.knowing": "game.visibility.ways",
    "view.paging": "game.text.paging",
    "view.parts": "game.visibility.view_maker",
    "view.progress": "game.text.progress",
    "view.revealing": "game.visibility.revealing",
    "view.screens": "game.text.screens",
    "view.seeing": "game.visibility.room_view",
    "view.todo": "game.text.todo",
    "view.whole": "game.visibility.map_view",
    "view_rows": "game.db.views",
    "walk.coordinates": "game.visibility.coordinates",
    "walk.directions": "game.text.directions",
    "walk.following": "game.travel.following",
    "walk.journeys": "game.db.journeys",
    "walk.legs": "game.travel.legs",
    "walk.passing": "game.travel.traversal",
    "walk.people": "game.visibility.people",
    "walk.places": "game.visibility.resolve",
    "walk.routes": "game.visibility.routes",
    "walk.strides": "game.travel.traversal",
    "walk.traversal": "game.travel.traversal",
    "walk.walking": "game.travel.walking",
    "work.baton": "game.base.lock",
    "work.jobs": "game.db.jobs",
    "work.thinking": "game.base.task",
    "work.turns": "game.base.task",
    "work.worker": "game.cli.worker",
    "work.works": "game.cli.jobs",
}

# Names that were imported from a package, whose code is elsewhere now.
NAMES = {
    "commands.XYZGridCmdSet": "game.command_sets",
    "commands.XYZGridFlyDiveCmdSet": "game.command_sets",
    "dungeons.dungeon": "game.maps.dungeon_order",
}


def modern(path: str) -> str:
    """Return the present dotted path of a module or its contents; `path` itself if it is current.

    `STORED` paths are returned unchanged.
    """
    if path in STORED or not path.startswith(_GAME):
        return path
    words = path.removeprefix(_GAME).split(".")
    for end in range(len(words), 0, -1):
        if (found := MOVED.get(".".join(words[:end]))) is not None:
            return ".".join([_PACKAGE + found, *words[end:]])
    return path


def old_paths(texts: Iterable[str]) -> dict[str, str]:
    """Return those of the given dotted paths that are old, with the paths that replace them."""
    return {text: new for text in texts if (new := modern(text)) != text}


def attributes(package: str) -> Callable[[str], Any]:
    """Make the `__getattr__` of a package from which games import names in `NAMES`."""

    def attribute(name: str) -> Any:
        key = f"{package.removeprefix(_GAME)}.{name}"
        if key not in NAMES:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(_PACKAGE + NAMES[key]), name)

    return attribute


class _Alias(Loader):
    """Loads an old name by returning the new module, or an empty package for an old folder."""

    def __init__(self, target: str | None) -> None:
        self._target = target
        self._spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        if self._target is None:
            return None
        module = import_module(self._target)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        if self._spec is not None:
            module.__spec__ = self._spec  # the import system has put the old name's there


class _Finder(MetaPathFinder):
    """Finds the old names of modules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(_GAME):
            return None
        old = name.removeprefix(_GAME)
        if old in FOLDERS:
            return ModuleSpec(name, _Alias(None), is_package=True)
        if (found := MOVED.get(old)) is None:
            return None
        if not any(one.startswith(f"{name}.") for one in STORED):
            text = f"{name} is now {_PACKAGE}{found}"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
        return ModuleSpec(name, _Alias(_PACKAGE + found))


def install() -> None:
    """Make old names importable; calling it again has no effect."""
    # before the finder of files: an old name may be that of a folder that has other modules now
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
