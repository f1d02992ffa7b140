"""The dialogue of `play` with a matrix: each typed line gives an answer and a new session.

The answers never say where the player is, was, or has to go: finding out is the game.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentError, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Way, from_matrix
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.core.matrix.lines import closest_option
from xyzgrid_ext.core.matrix.movements import DIRECTION_WORDS, parse_movement
from xyzgrid_ext.core.matrix.rewrite import replace_matrix
from xyzgrid_ext.parts.matrix_game.core import daily, game
from xyzgrid_ext.parts.matrix_game.core.game import (
    Event,
    FindRoute,
    MoveOutcome,
    Run,
    RunStatus,
    begin_run,
)
from xyzgrid_ext.parts.matrix_game.core.generate import generate
from xyzgrid_ext.terminal.files import complain, read_text
from xyzgrid_ext.terminal.maps import matrix_or_report
from xyzgrid_ext.terminal.routes import ALL_KNOWN, way_finder


@dataclass(frozen=True)
class Session:
    """A game at a terminal; `text` is what the matrix file has, `route` finds ways to the end."""

    matrix: Matrix
    run: Run
    file: str
    text: str
    route: FindRoute
    has_left: bool = False


Answer = tuple[Session, str]
"""The game after a command, and the text to print."""


class SessionCommand(NamedTuple):
    """A command that a player may type besides movements, such as `save FILE`.

    `do` takes the game and the text behind the command.
    """

    names: tuple[str, ...]
    help: str
    do: Callable[[Session, str], Answer]


def introduction(session: Session) -> str:
    """Return the text before the first move."""
    edge, run = session.matrix.edge, session.run
    lines = [
        f"{session.file}: a cube of {edge} × {edge} × {edge} nodes.",
        "Find the way from the start node to the end node. Type help for what you can do.",
    ]
    if run.at != session.matrix.start:
        lines.append("You go on from where the game was saved.")
    return "\n".join([*lines, *_standing(run)])


def run_line(session: Session, line: str) -> Answer:
    """Run a typed line, a movement or one of COMMANDS."""
    words_typed = " ".join(line.split())
    if not words_typed:
        return session, ""
    if parse_movement(words_typed) is not None:
        return _move(session, words_typed)
    words = words_typed.split(" ")
    for count in (2, 1):
        name, rest = " ".join(words[:count]).casefold(), " ".join(words[count:])
        for command in COMMANDS:
            if name in command.names:
                return command.do(session, rest)
    options = [
        *DIRECTION_WORDS,
        "wormhole",
        *(name for command in COMMANDS for name in command.names),
    ]
    near = closest_option(words_typed, (option for option in options if len(option) > 2))
    text = f" Did you mean {near}?" if near else ""
    return session, f"There is no command {words_typed[:40]!r}.{text} Type help for a list."


def _move(session: Session, typed: str) -> Answer:
    run, outcome = game.take_exit(session.matrix, session.run, typed)
    text = _MOVED[outcome.event].format(way=outcome.way)
    if outcome.event is Event.NO_WAY and outcome.way.startswith("wormhole"):
        text = f"There is no {outcome.way} here."
    session = replace(session, run=run)
    return session, "\n".join([text, *(_standing(run) if outcome.event in _STEPS else ())])


_STEPS = (Event.MOVED, Event.JUMPED)
_OVER = "The game is over. Type restart or quit."
_MOVED = {
    Event.MOVED: "You go {way}.",
    Event.JUMPED: "You jump into the {way} and come out somewhere else.",
    Event.NO_WAY: "There is no way {way} from here.",
    Event.WHICH: "There are several wormholes here: say which, as in wormhole 2.",
    Event.OVER: _OVER,
}


def _standing(run: Run) -> Sequence[str]:
    """Return the lines that say that the run has ended, if it has."""
    count = _count(run.moves, "move")
    return {
        RunStatus.PLAYING: [],
        RunStatus.WON: [f"This is the end node. You have won, in {count}."],
        RunStatus.TRAPPED: [f"No way leads out of this node: you are trapped, after {count}."],
        RunStatus.GAVE_UP: [f"You gave up after {count}."],
    }[run.status]


def _moves(session: Session, rest: str) -> Answer:
    names = game.allowed_moves(session.matrix, session.run)
    return session, f"You can go: {', '.join(names)}." if names else _OVER


def _hint(session: Session, rest: str) -> Answer:
    run, outcome = game.take_hint(session.run, session.route)
    cost = f"(A hint costs {game.HINT_COST} moves.)"
    said = {
        Event.HINTED: f"Try {outcome.way}. {cost}",
        Event.NO_ROUTE: f"No way leads from here to the end node. {cost}",
        Event.OVER: _OVER,
    }[outcome.event]
    return replace(session, run=run), said


def _give_up(session: Session, rest: str) -> Answer:
    run, outcome = game.give_up(session.run, session.route)
    if outcome.event is Event.OVER:
        return session, _OVER
    lines = [*_standing(run), _how_far(outcome)]
    lines.append(f"You were at {run.at}, the end node is {session.matrix.end}.")
    return replace(session, run=run), "\n".join(lines)


def _how_far(outcome: MoveOutcome) -> str:
    if outcome.steps is None:
        return "From there the end node could no longer be reached."
    return f"The end node was {_count(outcome.steps, 'move')} away."


def _save(session: Session, rest: str) -> Answer:
    file = rest or session.file
    saved = game.save_position(session.matrix, session.run)
    text = replace_matrix(session.text, saved)
    if _holds_another(file, session.matrix):
        return session, f"{file} holds something else and was left alone. Choose another name."
    try:
        Path(file).write_bytes(text.encode())
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return session, f"{file} cannot be written: {reason}"
    return session, f"Saved to {file}. Play it again to go on from here."


def _holds_another(file: str, matrix: Matrix) -> bool:
    """Whether a file exists that is not a saved game of this matrix."""
    if not os.path.exists(file):  # unlike Path.exists it takes any name
        return False
    text = read_text(file)
    found = parse(text).matrix if isinstance(text, str) else None
    return found is None or replace(found, current=matrix.current) != matrix


def _restart(session: Session, rest: str) -> Answer:
    run = game.run_from_start(session.matrix)
    return replace(session, run=run), "\n".join(["You are at the start node.", *_standing(run)])


def _quit(session: Session, rest: str) -> Answer:
    return replace(session, has_left=True), "Goodbye."


def _help(session: Session, rest: str) -> Answer:
    rows = [("forward backward", "to the next or the previous level (fo, ba)")]
    rows.append(("up down left right", "on the level (u, d, le, ri)"))
    rows.append(("wormhole", "jump, nobody knows where to; wormhole 2 if there are several (wh)"))
    rows += [(command.names[0], command.help) for command in COMMANDS]
    return session, "\n".join(f"  {name:<18}  {text}" for name, text in rows)


COMMANDS = (
    SessionCommand(("moves", "exits"), "which of these movements are possible here", _moves),
    SessionCommand(("hint",), "the first step of a shortest route; costs five moves", _hint),
    SessionCommand(("save",), "save [FILE]: to go on another time", _save),
    SessionCommand(("give up", "giveup"), "end the game and be told how far you were", _give_up),
    SessionCommand(("restart",), "begin again at the start node", _restart),
    SessionCommand(("help", "?"), "this list", _help),
    SessionCommand(("quit", "exit", "q"), "leave without saving", _quit),
)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s'[: number != 1]}"


def _end_finder(matrix: Matrix) -> FindRoute:
    """Make the function for routes to the end; the graph is built on first use."""

    @cache
    def find() -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
        return way_finder(from_matrix(matrix, "matrix", options=ALL_KNOWN)[0])

    def route(at: Coord) -> list[str] | None:
        ways = find()(at, matrix.end)
        return None if ways is None else [way.key for way in ways]

    return route


def run_matrix(options: Namespace) -> int:
    """Play a matrix file until the player quits or the moves are used up; return the exit code."""
    text = read_text(options.file)
    if isinstance(text, Finding):
        complain(text)
        return 1
    matrix = matrix_or_report(parse(text, options.file))
    if matrix is None:
        return 1
    session = Session(matrix, begin_run(matrix), options.file, text, _end_finder(matrix))
    if options.moves is None:
        _converse(session)
        return 0
    words = [word for word in map(str.strip, options.moves.split(",")) if word]
    for word in words:
        if parse_movement(word) is None and word.casefold() not in ("hint", "give up"):
            raise ArgumentError(None, f"--moves: {word!r} is no movement; see --help")
    if options.json:
        print(json.dumps(_played(session, words)))
    else:
        _recite(session, words)
    return 0


def generate_matrix(options: Namespace) -> int:
    """Make a matrix and print its file, or its data; return the exit code."""
    edge = 10 if options.edge is None else options.edge
    difficulty = 5 if options.difficulty is None else options.difficulty
    values = vars(options)  # where dungeons are made, too
    if (values.get("tier", 1), values.get("floors", 1), values.get("rooms")) != (1, 1, None):
        raise ArgumentError(None, "--tier, --floors and --rooms are for dungeons")
    try:
        generated = generate(edge, difficulty, options.seed)
    except UsageError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        data = {"edge": edge, "seed": options.seed, "figures": generated.difficulty.as_data()}
        print(json.dumps({**data, "text": generated.text}, indent=1))
    else:
        print(generated.text, end="")
    return 0


def replay_daily(options: Namespace) -> int:
    """Play a replay of the matrix of the day again; print its result, return the exit code."""
    try:
        game_ = daily.play_again(options.text)
    except UsageError as error:
        complain(f"the replay does not hold: {error.message}")
        return 1
    run = game_.run
    if options.json:
        result = {"status": run.status.value, "moves": run.moves, "hints": game_.hints}
        print(json.dumps({"day": game_.day, **result}))
    else:
        print(f"{game_.day}: {run.status.value}, {run.moves} moves, hints: {game_.hints}")
    return 0


def _played(session: Session, words: list[str]) -> dict[str, object]:
    start, positions, refused = session.run.at, [], []
    for number, word in enumerate(words):
        before = session.run
        session, _ = run_line(session, word)
        positions.append(list(session.run.at))
        if session.run == before:
            refused.append(number)
    return {
        "start": list(start),
        "positions": positions,
        "refused": refused,
        "moves": session.run.moves,
        "status": session.run.status.value,
    }


def _recite(session: Session, words: list[str]) -> None:
    print(introduction(session))
    for word in words:
        session, said = run_line(session, word)
        print(f"> {word}\n{said}")


def _converse(session: Session) -> None:
    """Read lines until `quit`, the end of the input or Ctrl-C."""
    prompt = "> " if sys.stdin.isatty() else ""
    print(introduction(session))
    try:
        while not session.has_left:
            session, said = run_line(session, input(prompt))
            if said:
                print(said, flush=True)
    except (EOFError, KeyboardInterrupt):
        # the cursor still stands behind the prompt
        print("\nGoodbye." if prompt else "Goodbye.")
