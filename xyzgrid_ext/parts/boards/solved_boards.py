"""A cache on disk that records which boards can be solved, keyed by the boards' texts.

A verdict is a file with one character, `1` or `0`, named by a hash of the board's texts and of the
level. The folder is that of the environment variable XYZGRID_CACHE, or else `xyzgrid_ext` in the
user's cache (XDG_CACHE_HOME or `~/.cache`). The files can be deleted at any time; missing verdicts
are computed again. If the folder is not writable, nothing is stored.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from xyzgrid_ext.parts.boards.core.automaton import source as automata
from xyzgrid_ext.parts.boards.core.automaton.search import MAX_STATES
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource

_SOLVER = 1  # to be raised with each change of what the solver finds


def is_solvable(source: BoardSource, level: int) -> bool:
    """Whether the solver can win a level of a board; computed once, then read from disk."""
    file = _file(source, level)
    if file is None:
        return automata.is_solvable(source, level)
    with suppress(OSError):
        content = file.read_bytes()
        if content in (b"0", b"1"):
            return content == b"1"
    verdict = automata.is_solvable(source, level)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f"{file.name}.{os.getpid()}")
        temporary.write_bytes(b"%d" % verdict)
        temporary.replace(file)  # nobody reads half a file
    return verdict


def are_solvable(levels: Iterable[tuple[BoardSource, int]]) -> list[bool]:
    """Return for each (board, number of a level) whether the solver can win it."""
    return [is_solvable(source, level) for source, level in levels]


def _file(source: BoardSource, level: int) -> Path | None:
    """Return the file of a verdict; None for a user without a home."""
    texts = []
    board: BoardSource | None = source
    while board is not None:
        texts += [board.name, board.text, board.extras]
        board = board.boxes
    digest = sha256(repr((_SOLVER, MAX_STATES, level, texts)).encode("utf-8", "surrogatepass"))
    own, cache = os.environ.get("XYZGRID_CACHE"), os.environ.get("XDG_CACHE_HOME")
    try:
        folder = Path(own or Path(cache or Path.home() / ".cache") / "xyzgrid_ext")
    except RuntimeError:
        return None
    return folder / "verdicts" / digest.hexdigest()
