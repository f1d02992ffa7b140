"""The arguments of `play` and `replay` for Firing Line: its board, and the dice."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from dataclasses import replace

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.firing_line import BOARDS, FiringLine, Script

NAME = "firing-line"


def arguments(parser: ArgumentParser) -> None:
    """Declare the options that only Firing Line has."""
    parser.add_argument("--modern", action="store_true", help=f"play {NAME}-modern")
    parser.add_argument("--turns", action="store_true", help=f"play {NAME}-turns")
    dice(parser)


def dice(parser: ArgumentParser) -> None:
    """Declare the option for a fixed list of rolls."""
    parser.add_argument("--rolls", metavar="N,N,…", help=f"{NAME}: its dice, 0 to 7")


def open_board(name: str, options: Namespace) -> FiringLine | None:
    """Return the Firing Line board with this name, with the given dice; None for another board."""
    given = vars(options)  # a replay has only the rolls
    chosen = [word for word in ("modern", "turns") if given.get(word)]
    rolls = given.get("rolls")
    if name not in BOARDS:
        if chosen or rolls is not None:
            raise ArgumentError(None, f"--modern, --turns and --rolls are for {NAME}")
        return None
    parts = {*name.removeprefix(NAME).split("-"), *chosen}
    board = BOARDS["-".join([NAME, *(word for word in ("modern", "turns") if word in parts)])]
    if rolls is not None and given.get("seed") is not None:
        raise ArgumentError(None, "--rolls take the place of --seed: give one of them")
    return board if rolls is None else _scripted(board, rolls)


def _scripted(board: FiringLine, rolls: str) -> FiringLine:
    words = [word.strip() for word in rolls.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise ArgumentError(None, f"--rolls: {rolls!r} is not numbers between commas")
    try:
        scripted = replace(board, dice=Script(tuple(map(int, words))))
        scripted.start(1)
    except GridError as error:
        raise ArgumentError(None, f"--rolls: {error.message}; {error.cure}") from error
    return scripted
