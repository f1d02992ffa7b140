"""Finds boards by name or file.

Boards of `world` or of the package have names; all others are given as files. `world` is searched
on the Python path and above the current folder; nothing in it is imported.
"""

from __future__ import annotations

import os
import random
import sys
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, errors_of
from xyzgrid_ext.parts.boards import content
from xyzgrid_ext.parts.boards.core.automaton import parse
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay, begin
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS, FiringLine, FixedDice
from xyzgrid_ext.parts.boards.solved_boards import is_solvable
from xyzgrid_ext.terminal.files import complain, read_text
from xyzgrid_ext.terminal.where import WorkPlace

SUFFIX, LEVELS = ".game", ".xsb"
_FOLDER = Path("world", "boards")
_FIRING_LINE = "firing-line"  # the board that is a program of its own, without a game file


class OpenedBoard(NamedTuple):
    """A board, or None if its file has errors, with the findings."""

    board: AnyBoard | None
    findings: tuple[Finding, ...] = ()


def board_arguments(parser: ArgumentParser) -> None:
    """Declare the command-line options of boards; some are only for Firing Line."""
    parser.add_argument("--level", type=int, metavar="N", help="begin at level N, from 1")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the seed of chance, on boards without levels"
    )
    parser.add_argument("--modern", action="store_true", help=f"play {_FIRING_LINE}-modern")
    parser.add_argument("--turns", action="store_true", help=f"play {_FIRING_LINE}-turns")
    declare_dice(parser)


def open_board(name: str, options: Namespace) -> OpenedBoard | None:
    """Open the board with this name or file; None if there is none."""
    board = _firing_line_named(name, options)
    return _open_automaton(name, options) if board is None else OpenedBoard(board)


def board_or_report(opened: OpenedBoard) -> AnyBoard | None:
    """Return the board; if there is none, report that on standard error."""
    if opened.board is None:
        complain(*errors_of(opened.findings))
    return opened.board


def is_name(text: str) -> bool:
    """Whether a text can only be the name of a board, since there is no such file."""
    return Path(text).name == text and not Path(text).suffix and not os.path.exists(text)


def board_names() -> list[str]:
    """Return the names of all boards, sorted."""
    files = (file for folder in _folders() for file in folder.glob(f"*{SUFFIX}"))
    return sorted({*BOARDS, *(file.stem for file in files)})


def start_game(board: AnyBoard, options: Namespace) -> AnyPlay:
    """Start a game at the requested level or seed."""
    if board.levels and options.seed is not None:
        raise ArgumentError(None, f"{board.name} has levels: --level")
    if not board.levels and options.level is not None:
        raise ArgumentError(None, f"{board.name} has no levels: --seed")
    seed = options.level if board.levels else options.seed
    if seed is None:
        # who gives the keys wants to see the same twice
        seed = 1 if board.levels or options.keys is not None else random.randrange(1 << 32)
    try:
        return begin(board, seed)
    except GridError as error:
        raise ArgumentError(None, str(error).replace("\n", "; ")) from error


def is_automaton(file: str) -> bool:
    """Whether a file is a game file (of a board that is an automaton), by suffix or contents."""
    if file.endswith((SUFFIX, LEVELS)) or not os.path.isfile(file):
        return file.endswith((SUFFIX, LEVELS))
    text = read_text(file)
    return isinstance(text, str) and parse(text).game is not None


def read_automaton(file: str) -> BoardSource | Finding:
    """Read a game file, and the `.toml` file beside it; a Finding if that fails."""
    path, beside = Path(file), Path(file).with_suffix(".toml")
    text = read_text(file)
    if isinstance(text, Finding):
        return text
    if path.suffix == LEVELS:
        boxes = read_automaton(str(content.BOXES))
        return (
            boxes
            if isinstance(boxes, Finding)
            else BoardSource(path.stem, text, file=file, boxes=boxes)
        )
    extras = read_text(str(beside)) if beside.is_file() else None
    if isinstance(extras, Finding):
        return extras
    return BoardSource(path.stem, text, extras, file, str(beside))


def _automaton_source(name: str) -> BoardSource | None:
    """Return the files of the board with this name or game file; None if it has none."""
    file = name if is_automaton(name) else game_file(name)
    if name in BOARDS or file is None:
        return None
    source = read_automaton(file)
    return None if isinstance(source, Finding) else source


def verdicts(names: Iterable[str], work: WorkPlace) -> dict[str, bool]:
    """Return name -> whether the board can be solved, for `boxes:3`; False if it has no file."""
    results = dict.fromkeys(sorted(set(names)), False)
    boards = []
    for name in results:
        game, _, level = name.partition(":")
        number = int(level) if level.isascii() and level.isdigit() and len(level) < 10 else 1
        source = _automaton_source(game)
        if source is not None:
            boards.append((name, source, number))
    if boards:
        keys, sources, levels = zip(*boards, strict=True)
        results.update(zip(keys, work.map(is_solvable, sources, levels), strict=True))
    return results


def game_file(name: str) -> str | None:
    """Return the path of the game file of a board; None if there is none."""
    if Path(name).name != name:  # a path
        return None
    files = (str(folder / f"{name}{SUFFIX}") for folder in _folders())
    return next((file for file in files if os.path.isfile(file)), None)  # it takes any name


def _folders() -> Iterator[Path]:
    here = Path.cwd()
    roots = [*map(Path, sys.path), here, *here.parents]
    yield from dict.fromkeys(root.resolve() / _FOLDER for root in roots)
    yield content.BOARDS


def _opened(file: str) -> OpenedBoard:
    source = read_automaton(file)
    if isinstance(source, Finding):
        return OpenedBoard(None, (source,))
    loaded = source.load()
    return OpenedBoard(loaded.board, loaded.findings)


def _open_automaton(name: str, options: Namespace) -> OpenedBoard | None:
    # who gives keys means a board, whatever the file is called and has in it
    if is_automaton(name) or ("keys" in options and options.keys and os.path.isfile(name)):
        return _opened(name)
    file = game_file(name)
    return None if file is None else _opened(file)


def declare_dice(parser: ArgumentParser) -> None:
    """Declare the option `--rolls`: fixed numbers instead of random dice."""
    parser.add_argument("--rolls", metavar="N,N,…", help=f"{_FIRING_LINE}: its dice, 0 to 7")


def _firing_line_named(name: str, options: Namespace) -> FiringLine | None:
    """Return the Firing Line board with this name, with the given dice; None for another board."""
    values = vars(options)  # a replay has only the rolls
    variants = [word for word in ("modern", "turns") if values.get(word)]
    rolls = values.get("rolls")
    if name not in BOARDS:
        if variants or rolls is not None:
            raise ArgumentError(None, f"--modern, --turns and --rolls are for {_FIRING_LINE}")
        return None
    parts = {*name.removeprefix(_FIRING_LINE).split("-"), *variants}
    board = BOARDS[
        "-".join([_FIRING_LINE, *(word for word in ("modern", "turns") if word in parts)])
    ]
    if rolls is not None and values.get("seed") is not None:
        raise ArgumentError(None, "--rolls take the place of --seed: give one of them")
    return board if rolls is None else _scripted(board, rolls)


def _scripted(board: FiringLine, rolls: str) -> FiringLine:
    words = [word.strip() for word in rolls.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise ArgumentError(None, f"--rolls: {rolls!r} is not numbers between commas")
    try:
        scripted = replace(board, dice=FixedDice(tuple(map(int, words))))
        scripted.start(1)
    except GridError as error:
        raise ArgumentError(None, f"--rolls: {error.message}; {error.cure}") from error
    return scripted
