"""The boards of the game by name: game files in its folders, and Firing Line.

A file is read on first use of its board, and again when it has changed. Dungeons use only boards
that can be solved.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeGuard

from django.utils.translation import gettext as _
from evennia.utils import logger
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, GameObject
from xyzgrid_ext.parts.boards import content
from xyzgrid_ext.parts.boards.core.automaton import Automaton
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS
from xyzgrid_ext.parts.boards.settings import FOLDERS
from xyzgrid_ext.parts.boards.solved_boards import are_solvable

MACHINE = "xyzgrid_ext.parts.boards.machine.Machine"
"""The class of machines; Evennia stores this path."""
SUFFIX, LEVELS, EXTRAS = ".game", ".xsb", ".toml"
_Stamp = tuple[float, float]


def is_machine(obj: GameObject) -> TypeGuard[MachineObject]:
    """Whether an object is a machine with a board."""
    return hasattr(type(obj), "at_board_won")


class MachineObject(GameObject, Protocol):
    """The type of a machine object; `Machine` itself cannot be imported here."""

    board: Callable[..., AnyBoard]
    has_clock: Callable[[], bool]
    at_board_won: Callable[[Character, AnyPlay], None]


class _BoardRegistry:
    """The boards that have been read, with the modification times of their files."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[_Stamp, BoardSource, Automaton]] = {}

    def names(self) -> list[str]:
        """Return the names of all boards."""
        return sorted({*BOARDS, *(file.stem for file in _files())})

    def board(self, name: str) -> AnyBoard:
        """Return the board with this name.

        Raises:
            PlayerError: if there is none, or if its file has errors, which it lists.
        """
        return BOARDS[name] if name in BOARDS else self._of_file(name)[2]

    def source(self, name: str) -> BoardSource | None:
        """Return the files of a board, None for one without; raise the errors of `board`."""
        return None if name in BOARDS else self._of_file(name)[1]

    def _of_file(self, name: str) -> tuple[_Stamp, BoardSource, Automaton]:
        file = next((file for file in _files() if file.stem == name), None)
        if file is None:
            text = _("Known boards: {names}. Put {name}.game into world/boards.")
            known = text.format(names=", ".join(self.names()), name=name)
            raise PlayerError(_("There is no board '{name}'.").format(name=name), known)
        stamp = _stamp(file), _stamp(file.with_suffix(EXTRAS))
        if file not in self._read or self._read[file][0] != stamp:
            source = _source(file)
            self._read[file] = stamp, source, _opened(source)
        return self._read[file]


def _files() -> Iterator[Path]:
    for folder in _folders():
        for suffix in (SUFFIX, LEVELS):
            yield from sorted(folder.glob(f"*{suffix}"))


def _folders() -> list[Path]:
    """Return the folders of the setting, or `world/boards`; ours is the last."""
    folders = settings.setting_value(FOLDERS)
    if folders is None:
        world = find_spec("world")
        places = world.submodule_search_locations if world is not None else None
        folders = [Path(place) / "boards" for place in places or ()]
    return [Path(folder) for folder in (*folders, content.BOARDS)]


def _stamp(file: Path) -> float:
    return file.stat().st_mtime if file.is_file() else 0.0


def _source(file: Path) -> BoardSource:
    beside = file.with_suffix(EXTRAS)
    try:
        text = file.read_text("utf-8")
        extras = beside.read_text("utf-8") if beside.is_file() else None
    except (OSError, UnicodeDecodeError) as error:
        text = _("{file} cannot be read: {fault}").format(file=file.name, fault=error)
        raise PlayerError(text) from error
    if file.suffix == LEVELS:
        return BoardSource(file.stem, text, file=file.name, boxes=_source(content.BOXES))
    return BoardSource(file.stem, text, extras, file.name, beside.name)


def _opened(source: BoardSource) -> Automaton:
    loaded = source.load()
    if loaded.cause is not None:
        logger.log_err("".join(traceback.format_exception(loaded.cause)))
    if loaded.board is None:
        faults = "\n".join(map(str, loaded.findings))
        text = _("{file} has faults:\n{faults}").format(file=source.file, faults=faults)
        raise PlayerError(text)
    return loaded.board


_registry = _BoardRegistry()
board_named = _registry.board
"""A function: name -> board. It raises PlayerError if there is none, or if its file has errors."""


def board_and_level(name: str) -> tuple[str, int]:
    """Split `boxes:3` into ("boxes", 3); without a number, the level is 1."""
    board, _colon, level = name.partition(":")
    is_level = level.isascii() and level.isdigit() and len(level) < 10
    return board, int(level) if is_level else 1


def _source_or_none(name: str) -> BoardSource | None:
    try:
        return _registry.source(board_and_level(name)[0])
    except PlayerError:
        return None  # not there, or not readable: other puzzles are taken


class _Verdicts:
    """The solver's results, valid as long as a board does not change."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[BoardSource, bool]] = {}

    def of(self, names: Iterable[str]) -> dict[str, bool]:
        sources = {name: _source_or_none(name) for name in sorted(set(names))}
        new = [
            (name, source)
            for name, source in sources.items()
            if source is not None and self._known.get(name, (None,))[0] is not source
        ]
        levels = [(source, board_and_level(name)[1]) for name, source in new]
        solved = run_in_process(are_solvable, levels) if levels else []
        for (name, source), verdict in zip(new, solved, strict=True):
            self._known[name] = source, verdict
        return {
            name: source is not None and self._known[name][1] for name, source in sources.items()
        }


_verdicts = _Verdicts()
solvable_boards = _verdicts.of
"""A function: names such as `boxes:3` -> {name: whether it can be solved; False if not there}."""


_NAMED = ("board", "live")  # attributes of a machine


def prototype_findings(machine: Template, place: str) -> Iterator[Finding]:
    """Yield a finding for each missing board that the prototype of a machine names.

    `place` is where the prototype is, as findings print it. Other prototypes have no findings.
    """
    if not hasattr(class_from_module(machine.typeclass), "at_board_won"):
        return
    board_names = _registry.names()
    for word in _NAMED:
        name, _lock = machine.attrs.get((word, None), (None, ""))
        if not isinstance(name, str) or name in board_names:
            continue
        near = get_close_matches(name[:40], board_names, 1)
        cure = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(board_names)}"
        message = f"there is no board {name[:40]!r}, which {word} names"
        yield Finding.error("no-such-board", message, cure, file=place)
