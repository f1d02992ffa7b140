"""`play` for a matrix file: the matrix game in the terminal, or a list of moves."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentError, Namespace

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.game import begin, movement
from xyzgrid_ext.terminal.files import complain, read_text
from xyzgrid_ext.terminal.matrices import sound_matrix
from xyzgrid_ext.terminal.routes import end_finder
from xyzgrid_ext.terminal.session import Session, answer, introduction


def run(options: Namespace) -> int:
    """Play until the player quits or the moves are used up."""
    text = read_text(options.file)
    if isinstance(text, Finding):
        complain(text)
        return 1
    matrix = sound_matrix(parse(text, options.file))
    if matrix is None:
        return 1
    session = Session(matrix, begin(matrix), options.file, text, end_finder(matrix))
    if options.moves is None:
        _converse(session)
        return 0
    words = [word for word in map(str.strip, options.moves.split(",")) if word]
    for word in words:
        if movement(word) is None and word.casefold() not in ("hint", "give up"):
            raise ArgumentError(None, f"--moves: {word!r} is no movement; see --help")
    if options.json:
        print(json.dumps(_played(session, words)))
    else:
        _recite(session, words)
    return 0


def _played(session: Session, words: list[str]) -> dict[str, object]:
    start, positions, refused = session.run.at, [], []
    for number, word in enumerate(words):
        before = session.run
        session, _ = answer(session, word)
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
        session, said = answer(session, word)
        print(f"> {word}\n{said}")


def _converse(session: Session) -> None:
    """Read lines until `quit`, the end of the input or Ctrl-C."""
    prompt = "> " if sys.stdin.isatty() else ""
    print(introduction(session))
    try:
        while not session.left:
            session, said = answer(session, input(prompt))
            if said:
                print(said, flush=True)
    except (EOFError, KeyboardInterrupt):
        # the cursor still stands behind the prompt
        print("\nGoodbye." if prompt else "Goodbye.")
