"""`prove`: says whether a dungeon, from a file or seed, can always be finished."""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, refuse_on_error
from xyzgrid_ext.core.parts import terminal_parts
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.proof.core import (
    BANDS,
    Action,
    Certificate,
    Metrics,
    Proof,
    prove,
    read_problem,
)
from xyzgrid_ext.terminal.files import complain, read_text
from xyzgrid_ext.terminal.where import ThisProcess, WorkPlace, add_workers_option, executor

_EPILOG = """\
FILE is what `generate --json` prints, or a file of your own with start, goal, rooms
and links in the same form; anything else without a dot or a slash is a seed.

It proves that the goal can be reached, that it stays within reach whatever players do
and in whatever order they use keys, and that every key and every lock has a use. A
puzzle can be solved if it has an answer, or a board that the solver solves; without
either, `solved` in the file decides.

--json prints {"proved": …, "findings": […], "certificate": {…}}.
The exit code is 0 if it is proved, 1 if not, and 2 for wrong usage."""
_CURE = "write what `generate --json` prints"


def declare_prove(parser: ArgumentParser) -> None:
    """Declare the arguments of the terminal's word `prove`."""
    parser.epilog = _EPILOG
    parser.add_argument("what", metavar="FILE|SEED", help="a dungeon as data, or a seed")
    for part in terminal_parts():
        part.declare_prove(parser)
    parser.add_argument("--walk", action="store_true", help="print the way through, step by step")
    parser.add_argument("--json", action="store_true", help="print the proof as JSON")
    add_workers_option(parser)


def run_prove(options: Namespace) -> int:
    """Prove a dungeon, given as a file or a seed, and print the result; return the exit code."""
    try:
        with executor(options) as work:
            proof = prove_data(_data(options, work), options.what, work)
    except RefusedError as refused:
        proof = Proof(refused.findings, None)
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        print(json.dumps(_as_data(proof), indent=1, ensure_ascii=False))
    elif proof.certificate is not None:
        print(*certificate_lines(proof.certificate, options.walk), sep="\n")
    else:
        print(*proof.findings, sep="\n\n")
    return int(not proof.proved)


def _data(options: Namespace, work: WorkPlace) -> Mapping[str, object]:
    """Return the dungeon from a file or from a seed, as data."""
    # unlike Path.exists it takes any name
    if not os.path.exists(options.what) and not re.search(r"[./\\]", options.what):
        for part in terminal_parts():
            if (data := part.problem(options, work)) is not None:
                return data
    text = read_text(options.what)
    if isinstance(text, Finding):
        raise RefusedError([text])
    return read_dungeon(text, options.what)


def read_dungeon(text: str, file: str) -> Record:
    """Return a dungeon from the JSON that `generate --json` prints; `file` is for findings.

    Raises:
        RefusedError: if the text is no JSON object.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        source = text.split("\n")[error.lineno - 1]
        raise _refused(file, f"not JSON: {error.msg}", error.lineno, error.colno, source) from error
    except RecursionError as error:
        raise _refused(file, "not JSON: lists nested thousands deep") from error
    except ValueError as error:  # of numbers that are too long for Python
        raise _refused(file, "not JSON: a number with thousands of digits") from error
    if not isinstance(data, Mapping):
        raise _refused(file, "not a JSON object")
    return data


def prove_data(data: Mapping[str, object], file: str, work: WorkPlace | None = None) -> Proof:
    """Return the proof of a dungeon as `read_dungeon` returns it; `work` says in what process.

    Raises:
        RefusedError: if the data is malformed.
    """
    with refuse_on_error(file, _CURE):
        return prove(read_problem(data, file), _solved(data, work or ThisProcess()))


def _refused(
    file: str, message: str, line: int = 0, column: int = 0, source: str = ""
) -> RefusedError:
    finding = Finding(Severity.ERROR, "no-dungeon", message, _CURE, file, line, column, source)
    return RefusedError([finding])


def _solved(data: Mapping[str, object], work: WorkPlace) -> dict[str, bool]:
    """Return the verdict on each puzzle: the solver's, if it has a board."""
    given, puzzles = data.get("solved"), data.get("puzzles")
    solved = {str(k): v is True for k, v in given.items()} if isinstance(given, Mapping) else {}
    rows = puzzles.items() if isinstance(puzzles, Mapping) else ()
    named = {str(name): puzzle for name, puzzle in rows if isinstance(puzzle, Mapping)}
    boards = {name: str(puzzle["board"]) for name, puzzle in named.items() if puzzle.get("board")}
    won = dict(row for part in terminal_parts() for row in part.verdicts(boards.values(), work))
    for name, puzzle in named.items():
        solved[name] = (
            won.get(boards[name], False) if name in boards else bool(puzzle.get("answers"))
        )
    return solved


def metrics_row(metrics: Metrics) -> str:
    """Return the measures of a dungeon in one line, each with its title."""
    return ", ".join(
        f"{band.title} {value:g}" for band, value in zip(BANDS.values(), metrics, strict=True)
    )


def certificate_lines(certificate: Certificate, walk: bool) -> Iterable[str]:
    """Yield lines about what was proved; with `walk`, also the shortest way to the goal."""
    yield f"proved in {certificate.states} states: the goal is never lost, no key or lock is idle"
    yield metrics_row(certificate.metrics)
    for title, entries in (("keys", certificate.keys), ("locks", certificate.doors)):
        if entries:
            yield f"{title}:"
            yield from (f"  {entry}" for entry in entries)
    if walk:
        yield "the shortest route:"
        yield from map(_line, certificate.walkthrough)


def _line(step: Action) -> str:
    return f"  room {step.room}: {step.do} {step.word}"


def _as_data(proof: Proof) -> dict[str, object]:
    return {
        "proved": proof.proved,
        "findings": [finding.as_data() for finding in proof.findings],
        "certificate": None if proof.certificate is None else proof.certificate.as_data(),
    }
