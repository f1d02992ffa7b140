"""Finds out which puzzle boards can be solved, since dungeons use no others."""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.automaton.source import BoardSource
from xyzgrid_ext.game.base.elsewhere import in_process
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.maps import boards
from xyzgrid_ext.solved_boards import are_solvable


def board_and_level(name: str) -> tuple[str, int]:
    """Split `boxes:3` into the name of a board and a level; the first level by default."""
    board, _colon, level = name.partition(":")
    is_level = level.isascii() and level.isdigit() and len(level) < 10
    return board, int(level) if is_level else 1


class Verdicts:
    """The solver's results, valid as long as a board does not change."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[BoardSource, bool]] = {}

    def of(self, names: Iterable[str]) -> dict[str, bool]:
        """Return, for each board such as `boxes:3`, whether it can be solved; False if missing."""
        found = {name: _source(name) for name in sorted(set(names))}
        new = [
            (name, source)
            for name, source in found.items()
            if source is not None and self._known.get(name, (None,))[0] is not source
        ]
        levels = [(source, board_and_level(name)[1]) for name, source in new]
        solved = in_process(are_solvable, levels) if levels else []
        for (name, source), verdict in zip(new, solved, strict=True):
            self._known[name] = source, verdict
        return {name: source is not None and self._known[name][1] for name, source in found.items()}


_verdicts = Verdicts()
verdicts = _verdicts.of


def _source(name: str) -> BoardSource | None:
    try:
        return boards.source_of(board_and_level(name)[0])
    except PlayerError:
        return None  # not there, or not readable: other puzzles are taken
