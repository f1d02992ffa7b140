"""`prove`: whether a dungeon can be finished and never be lost, of a file or of a seed."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Mapping
from typing import Any

from xyzgrid_ext.core.dungeon.prove import Action, Certificate, Proof, prove, read_problem
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, border
from xyzgrid_ext.terminal.dungeons import Maker, row, seed_of, verdicts
from xyzgrid_ext.terminal.dungeons import arguments as dungeon_arguments
from xyzgrid_ext.terminal.files import complain, read_text

_EPILOG = """\
FILE is what `generate --json` prints, or a file of your own with start, goal, rooms
and links in the same form; anything that is no file is a seed.

It is proved that the goal can be reached, that it stays within reach whatever is done
and in whatever order keys are spent, and that no key and no lock is there for nothing.
A puzzle counts if it has an answer, or a board that the solver solves; without either,
what the file says in `solved`.

--json prints {"proved": …, "findings": […], "certificate": {…}}.
exit code: 0 proved, 1 not proved, 2 wrong usage"""
_CURE = "write what `generate --json` prints"


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("what", metavar="FILE|SEED", help="a dungeon as data, or a seed")
    dungeon_arguments(parser)
    parser.add_argument("--walk", action="store_true", help="print the way through, step by step")
    parser.add_argument("--json", action="store_true", help="print the proof as data")


def run(options: Namespace) -> int:
    """Prove it and print what was found."""
    try:
        data = _data(options)
        with border(options.what, _CURE):
            proof = prove(read_problem(data, options.what), _solved(data))
    except RefusedError as refused:
        proof = Proof(refused.findings, None)
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        print(json.dumps(_as_data(proof), indent=1, ensure_ascii=False))
    elif proof.certificate is not None:
        print(*_told(proof.certificate, options.walk), sep="\n")
    else:
        print(*proof.findings, sep="\n\n")
    return int(not proof.proved)


def _data(options: Namespace) -> Mapping[str, Any]:
    """The dungeon of a file, or of a seed."""
    if not os.path.exists(options.what):  # unlike Path.exists it takes any name
        return Maker(options).make(seed_of(options.what)).as_data()
    text = read_text(options.what)
    if isinstance(text, Finding):
        raise RefusedError([text])
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise _refused(options.what, f"no JSON: {error.msg}", error.lineno, error.colno) from error
    except RecursionError as error:
        raise _refused(options.what, "no JSON: lists within each other, thousands deep") from error
    except ValueError as error:  # of numbers that are too long for Python
        raise _refused(options.what, "no JSON: a number of thousands of digits") from error
    if not isinstance(data, Mapping):
        raise _refused(options.what, "no JSON object")
    return data


def _refused(file: str, message: str, line: int = 0, column: int = 0) -> RefusedError:
    found = Finding(Severity.ERROR, "no-dungeon", message, _CURE, file, line, column)
    return RefusedError([found])


def _solved(data: Mapping[str, Any]) -> dict[str, bool]:
    """The verdict on each puzzle: the solver's where there is a board."""
    told, puzzles = data.get("solved"), data.get("puzzles")
    solved = {str(k): v is True for k, v in told.items()} if isinstance(told, Mapping) else {}
    rows = puzzles.items() if isinstance(puzzles, Mapping) else ()
    known = {str(name): puzzle for name, puzzle in rows if isinstance(puzzle, Mapping)}
    boards = {name: str(puzzle["board"]) for name, puzzle in known.items() if puzzle.get("board")}
    found = verdicts(boards.values())
    for name, puzzle in known.items():
        solved[name] = found[boards[name]] if name in boards else bool(puzzle.get("answers"))
    return solved


def _told(certificate: Certificate, walk: bool) -> Iterable[str]:
    yield f"proved in {certificate.states} states: the goal is never lost, no key or lock is idle"
    yield row(certificate.metrics)
    for title, entries in (("keys", certificate.keys), ("locks", certificate.doors)):
        if entries:
            yield f"{title}:"
            yield from (f"  {entry}" for entry in entries)
    if walk:
        yield "the shortest way:"
        yield from map(_line, certificate.walkthrough)


def _line(step: Action) -> str:
    return f"  room {step.room}: {step.do} {step.word}"


def _as_data(proof: Proof) -> dict[str, Any]:
    return {
        "proved": proof.proved,
        "findings": [finding.as_data() for finding in proof.findings],
        "certificate": None if proof.certificate is None else proof.certificate.as_data(),
    }
