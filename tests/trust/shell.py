"""`python -m xyzgrid_ext` at the shell: its words, and files of any bytes. A row each."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import corpus
import mutate
from readers import Reader

from xyzgrid_ext.core.errors import GridError


def _command(line: str) -> None:
    from xyzgrid_ext.__main__ import main

    try:
        words = shlex.split(line.replace("\0", ""))
    except ValueError as error:
        raise GridError("no shell takes this") from error
    # a word that leads out of the folder of the child would write or read elsewhere
    words = [word if word in _FILES else word.replace("/", "_") for word in words[:12]]
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = main(words)
    except SystemExit as end:
        code = end.code
    if code:
        raise GridError("refused")


_FILES: dict[str, str] = {}


def _terminal_folder() -> None:
    """A folder with one file of each kind, and nothing on standard input."""
    os.makedirs("terminal", exist_ok=True)
    os.chdir("terminal")
    cube = corpus.files(".matrix", "tests/core/matrix/examples")[0]
    game, extras = corpus.games()[0]
    _FILES.update({"c.matrix": cube, "b.game": game, "b.toml": extras})
    _FILES.update(
        {"d.json": json.dumps(corpus.dungeons()[0]), "m.xml": corpus.map_files()["mmp"][0]}
    )
    for name, text in _FILES.items():
        Path(name).write_text(text, "utf-8")
    sys.stdin = io.StringIO("l\nquit\n")


_SHELL = (
    *("check c.matrix --json", "check --strict c.matrix", "draw c.matrix --level 0"),
    *("path c.matrix 0,0,0 1,1,1 --json", "export c.matrix --mmp", "export c.matrix --svg"),
    *("import m.xml", "mask 000400 filler_000400", "mask --json enemy_rat", "prove d.json --walk"),
    *("replay boxes:1:ll --json", "replay firing-line:7:tick,drop --rolls 1,2,3", "--version"),
    *("play b.game --keys ll --json", "play c.matrix --moves fo,u,le", "play boxes --level 2"),
    *("play firing-line --seed 4 --keys tick --turns --modern --speak", "play c.matrix", "--help"),
)
"""What is typed at the shell; not what takes as long as it is asked to: generators, solvers."""


def _file(name: str, *words: str) -> Callable[[bytes], None]:
    """A reader: a file with these bytes, given to a command of `python -m xyzgrid_ext`."""

    def read(data: bytes) -> None:
        Path(name).write_bytes(data)
        _command(shlex.join([*words, name]))

    return read


def _bytes(chance: Random, seeds: Sequence[str]) -> bytes:
    """A text as bytes; at times not as UTF-8."""
    found = mutate.text(chance, seeds)
    coding = chance.choice(("utf-8",) * 6 + ("utf-16", "latin-1", "utf-8-sig"))
    data = bytearray(found.encode(coding, "replace"))
    if data and chance.random() < 0.2:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


READERS = (
    Reader("shell", _command, lambda: _SHELL, mutate.line, ready=_terminal_folder),
    Reader(
        "dungeon file",
        _file("f.json", "prove"),
        lambda: [json.dumps(one) for one in corpus.dungeons()],
        _bytes,
        ready=_terminal_folder,
    ),
    Reader(
        "map file",
        _file("f.xml", "import"),
        lambda: [text for texts in corpus.map_files().values() for text in texts],
        _bytes,
        ready=_terminal_folder,
    ),
    Reader(
        "checked file", _file("f.matrix", "check"), corpus.matrices, _bytes, ready=_terminal_folder
    ),
)
