"""The dialogue of `play` with a board: each typed line gives an answer and a new game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.board import (
    AnyBoard,
    AnyPlay,
    Control,
    Phase,
    begin,
    format_keys,
    parse_typed_moves,
    replay_text,
    try_move,
    undo,
    without_empty_cells,
)


@dataclass(frozen=True)
class BoardTable:
    """A board with a game in play at a terminal; each command returns another table."""

    board: AnyBoard
    play: AnyPlay
    checkpoint: AnyPlay | None = None
    has_left: bool = False
    speaks: bool = False
    """Whether the board is described in words, for users of screen readers."""


class BoardCommand(NamedTuple):
    """A command that a player may type besides keys; `offered` on boards where it has an effect."""

    name: str
    help: str
    do: Callable[[BoardTable], tuple[BoardTable, str]]
    offered: Callable[[AnyBoard], bool] = lambda board: True


def introduction(table: BoardTable) -> str:
    """Return the text before the first frame."""
    parts = headline(table), board_message(table, "start"), *keys_lines(table)
    return "\n".join(filter(None, parts))


def headline(table: BoardTable) -> str:
    """Return the title; below it, the level if there are several."""
    board = table.board
    if len(board.levels) < 2:
        return board.title
    level = board.levels[table.play.seed - 1]
    return f"{board.title}\nlevel {table.play.seed} of {len(board.levels)}" + f": {level}" * bool(
        level
    )


def board_message(table: BoardTable, name: str) -> str:
    """Return the message `name` of a board, such as `start` or `won`; empty without one.

    Where the board is described in words, `spoken` takes the place of `start`.
    """
    messages = table.board.messages
    spoken = messages.get("spoken") if table.speaks and name == "start" else None
    return (spoken or messages.get(name, "")).strip()


def keys_lines(table: BoardTable) -> list[str]:
    """Return the line that names the keys, in a list; empty for a board without keys."""
    controls = table.board.controls
    keys = format_keys([(_shown(control), control.name) for control in controls])
    return [f"keys: {keys}"] if keys else []


def status_line(table: BoardTable) -> str:
    """Return one line with the score, and with the result when the game is over."""
    status = table.board.status(table.play.state)
    counted = "moves" if table.board.low_score_wins else "score"
    line = f"{counted} {status.score}" + f", par {status.par}" * (status.par is not None)
    if status.phase is Phase.PLAYING:
        return line
    message_text = board_message(table, status.phase.value) or f"You have {status.phase.value}."
    return f"{message_text} ({line})"


def picture(table: BoardTable, before: BoardTable | None = None) -> str:
    """Return the board as text: drawn, or in words if the table `speaks`; its status below.

    With `before`, the words are only about what has changed since that table.
    """
    board, state = table.board, table.play.state
    if table.speaks:
        if before is None:
            lines = _words(table)
        else:
            lines = [f"{phrase}." for phrase in board.changes(before.play.state, state)]
        return "\n".join([*(lines or ["Nothing has changed."]), status_line(table)])
    rows = (row.rstrip() for row in board.text_drawing(state))
    return "\n".join([*rows, *map(str, board.side_lines(state)), status_line(table)])


def run_line(table: BoardTable, line: str) -> tuple[BoardTable, str]:
    """Run a typed line; return (the table afterwards, the text to print).

    It is a command, or keys with a cycle each; an empty line is a cycle without a key.
    """
    text = line.strip("\r\n")
    command = next((c for c in COMMANDS if c.name == text.strip().casefold()), None)
    if command is not None:
        return command.do(table)
    try:
        moves = parse_typed_moves(table.board, text) if text else [table.board.clock_move]
    except GridError as error:
        return table, str(error)
    before = table
    for move in moves:
        table = replace(table, play=try_move(table.board, table.play, move))
    return table, picture(table, before)


def at_level(table: BoardTable, number: int) -> BoardTable:
    """Return the table with a new game; `number` is its level, or without levels its seed.

    After the last level, numbers continue from the first.
    """
    levels = len(table.board.levels)
    number = (number - 1) % levels + 1 if levels else max(0, number)
    return replace(table, play=begin(table.board, number))


def undo_key(table: BoardTable) -> BoardTable | None:
    """Return the table before the last key; None if that cannot be undone."""
    before = undo(table.board, table.play)
    return None if before is None else replace(table, play=before)


def _undo(table: BoardTable) -> tuple[BoardTable, str]:
    before = undo_key(table)
    return (
        (table, "There is nothing to take back.")
        if before is None
        else (before, picture(before, table))
    )


def _checkpoint(table: BoardTable) -> tuple[BoardTable, str]:
    return replace(table, checkpoint=table.play), "Type back to go on from here."


def _back(table: BoardTable) -> tuple[BoardTable, str]:
    if table.checkpoint is None:
        return table, "There is no checkpoint."
    back = replace(table, play=table.checkpoint)
    return back, picture(back, table)


def _words(table: BoardTable) -> list[str]:
    return [f"{phrase}." for phrase in without_empty_cells(table.board.describe(table.play.state))]


def _level(step: int) -> Callable[[BoardTable], tuple[BoardTable, str]]:
    def do(table: BoardTable) -> tuple[BoardTable, str]:
        table = at_level(table, table.play.seed + step)
        return table, f"{introduction(table)}\n{picture(table)}"

    return do


def _describe(table: BoardTable) -> tuple[BoardTable, str]:
    return table, "\n".join([*_words(table), status_line(table)])


def _replay(table: BoardTable) -> tuple[BoardTable, str]:
    if not table.play.keys:
        return table, "No key yet: there is nothing to replay."
    return table, replay_text(table.board, table.play)


def _help(table: BoardTable) -> tuple[BoardTable, str]:
    board = table.board
    rows = [(_shown(control), control.meaning or control.name) for control in board.controls]
    rows += [(c.name, c.help) for c in COMMANDS if c.offered(board)]
    rows.append(("", "an empty line is a cycle without a key; several keys are several cycles"))
    return table, "\n".join(f"  {name:<12}{text}" for name, text in rows)


def _quit(table: BoardTable) -> tuple[BoardTable, str]:
    return replace(table, has_left=True), "Goodbye."


COMMANDS = (
    BoardCommand("undo", "back to before the last key", _undo, lambda board: board.can_undo),
    BoardCommand("checkpoint", "keep the game as it is now", _checkpoint),
    BoardCommand("back", "go on from the checkpoint", _back),
    BoardCommand("restart", "begin again", _level(0)),
    BoardCommand("next", "the next level, or another game of chance", _level(1)),
    BoardCommand("previous", "the level before, or the game before", _level(-1)),
    BoardCommand("describe", "the board in words", _describe),
    BoardCommand("replay", "the game so far as a line for the command replay", _replay),
    BoardCommand("help", "this list", _help),
    BoardCommand("quit", "leave", _quit),
)


def _shown(control: Control) -> str:
    key = control.also[0] if control.also else control.key
    return {"\n": "ENTER", " ": "SPACE"}.get(key, key)
