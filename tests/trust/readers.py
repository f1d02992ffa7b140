"""Every reader of foreign input that needs no game: a row each.

A reader takes an input and may answer, or refuse with an error of the package. It does with the
input what its users do next, so that what it lets through is tried as well.
"""

import ast
import contextlib
import gc
import io
import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import corpus
import mutate
from limits import SECONDS, Children, Failure, Tally, outcome

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards import content


@dataclass(frozen=True)
class Reader:
    """A reader of foreign input.

    `seeds` gives what inputs are made of, `mutate` makes one of them. `ready` is done in each child
    before its first input. `seconds` of the processor are the most that an input may take.
    """

    name: str
    read: Callable[[Any], Any]
    seeds: Callable[[], Sequence[Any]]
    mutate: Callable[[Random, Sequence[Any]], Any]
    refuses: tuple[type[BaseException], ...] = (GridError,)
    ready: Callable[[], None] = lambda: None
    has_database: bool = False
    seconds: float = SECONDS


# --- maps


def _matrix(text: str) -> None:
    from xyzgrid_ext.core.grid import check_grid, from_matrix
    from xyzgrid_ext.core.matrix import parse, write
    from xyzgrid_ext.parts.matrix_game.core import game

    parsed = parse(text, "fuzz.matrix")
    list(map(str, parsed.findings))
    if parsed.matrix is None:
        raise GridError("refused")
    if len(text) < 50_000:
        assert parse(write(parsed.matrix)).matrix == parsed.matrix
    game.allowed_moves(parsed.matrix, game.begin_run(parsed.matrix))
    grid, found = from_matrix(parsed.matrix, "fuzz")
    list(map(str, [*found, *check_grid(grid)]))


def _rooms(data: Any) -> None:
    from xyzgrid_ext.core.grid import check_grid, from_rooms
    from xyzgrid_ext.core.mapdata.validate import validate

    if refused := validate(data, "fuzz"):
        list(map(str, refused))
        raise GridError("refused")
    if "rooms" not in data:
        raise GridError("a map of another kind")
    grid, found = from_rooms(data["rooms"], "fuzz", data.get("options"))
    list(map(str, [*found, *check_grid(grid)]))


@cache
def _cube() -> Any:
    from xyzgrid_ext.core.matrix import parse

    return parse(corpus.files(".matrix", "tests/core/matrix/examples")[0]).matrix


def _overlay(data: Any) -> None:
    from xyzgrid_ext.core.grid import check_grid, from_matrix
    from xyzgrid_ext.core.mapdata.validate import validate

    if refused := validate(data, "fuzz"):
        list(map(str, refused))
        raise GridError("refused")
    known = {key: data.get(key) for key in ("prototypes", "options", "transitions")}
    grid, found = from_matrix(_cube(), "fuzz", **known)
    list(map(str, [*found, *check_grid(grid)]))


def _map_file(text: str) -> None:
    from xyzgrid_ext.parts.formats.core import convert_to_module

    module, found = convert_to_module(text, "fuzz.xml")
    list(map(str, found))
    ast.parse(module)


# --- masks, catalogues, dungeons


def _mask(text: str) -> None:
    from xyzgrid_ext.parts.dungeons.core.masks import Component, RoomMask

    mask = RoomMask.parse(text) if text[:1].isdigit() else Component.parse(text, "fuzz").mask
    mask.picture()


def _catalogue(rows: Any) -> None:
    from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, read_rows

    if not isinstance(rows, list | tuple):
        raise GridError("no list: who imports the module refuses it")
    _entries, found = read_rows(rows, "fuzz")
    list(map(str, found))
    _ = Catalogue.of(rows).items


def _dungeon(data: Any) -> None:
    from xyzgrid_ext.parts.proof.core import prove, read_problem

    if not isinstance(data, dict):
        raise GridError("no object: `prove` refuses it")
    proof = prove(read_problem(data, "fuzz"), {})
    list(map(str, proof.findings))


def _parameters(data: Any) -> None:
    from xyzgrid_ext.parts.dungeons.core import Parameters

    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise GridError("no words: Python refuses them")
    Parameters(**{key: data[key] for key in data.keys() & Parameters.__dataclass_fields__.keys()})


_PARAMETERS = (
    {"seed": 7, "tier": 3, "floors": 2, "rooms": 30, "width": 12, "height": 9, "keys": 2},
    {"seed": "x", "dead_ends": 1, "fairies": 0, "branches": 4, "seals": 2, "cycles": 2},
    {"one_way": 2, "wormholes": 1, "items": ("item:rope", "item:lamp")},
)


# --- boards


def _automaton(texts: Any) -> None:
    from xyzgrid_ext.parts.boards.core.automaton import load
    from xyzgrid_ext.parts.boards.core.board import begin, press

    game, extras = texts
    loaded = load("fuzz", game, extras, "fuzz.game", "fuzz.toml")
    list(map(str, loaded.findings))
    board = loaded.board
    if board is None:
        raise GridError("refused")
    play = begin(board, 1)
    for control in (*board.controls[:3], *([None] * 2)):
        play = press(board, play, *([control.key] if control else []))
    list(map(str, (*board.describe(play.state), *board.side_lines(play.state))))
    _ = (
        board.frame(play.state),
        board.focus_cell(play.state),
        board.status(play.state),
        board.messages,
    )


def _mutated_game(chance: Random, seeds: Sequence[Any]) -> Any:
    game, extras = chance.choice(seeds)
    if chance.random() < 0.6:
        return game, mutate.text(chance, [own for _, own in seeds])
    return mutate.text(chance, [own for own, _ in seeds]), extras if chance.random() < 0.9 else None


@cache
def _boards() -> dict[str, Any]:
    from xyzgrid_ext.parts.boards.core.automaton import load
    from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

    names = [file.stem for file in sorted(content.BOARDS.glob("*.game"))]
    made = {
        name: load(name, *texts).board for name, texts in zip(names, corpus.games(), strict=True)
    }
    return {**BOARDS, **made}


def _replay(text: str) -> None:
    from xyzgrid_ext.parts.boards.core.board import parse_typed_moves, play_replay, read_replay

    replay = read_replay(text)
    board = _boards().get(replay.board)
    if board is None:
        raise GridError("no such board")
    play = play_replay(board, text[:3000])  # longer ones take longer, as is right
    board.frame(play.state)
    parse_typed_moves(board, replay.keys)


@cache
def _stored() -> list[Any]:
    from xyzgrid_ext.parts.boards.core.board import play_replay, to_data

    found = []
    for text in corpus.replays():
        board = _boards()[text.partition(":")[0]]
        found.append([board.name, to_data(board, play_replay(board, text))])
    return found


def _stored_game(value: Any) -> None:
    from xyzgrid_ext.parts.boards.core.board import from_data, press, tick, undo

    if not isinstance(value, list) or len(value) != 2 or value[0] not in list(_boards()):
        raise GridError("no such board")
    board = _boards()[value[0]]
    if not isinstance(value[1], dict):
        raise GridError("no dict: the session begins anew")
    play = from_data(board, value[1])
    board.frame(play.state)
    list(map(str, board.describe(play.state)))
    board.status(play.state)
    play = tick(board, play)
    play = press(board, play, board.controls[0].key)
    undo(board, play)
    board.frame(play.state)


# --- what is typed


def _target(text: str) -> None:
    from xyzgrid_ext.core.target import parse_stops

    parse_stops(text)


def _session(lines: str) -> None:
    from xyzgrid_ext.parts.boards.core.board import begin
    from xyzgrid_ext.parts.boards.terminal import table
    from xyzgrid_ext.parts.matrix_game import terminal as matrix_game
    from xyzgrid_ext.parts.matrix_game.core import game

    matrix = _cube()
    at = matrix_game.Session(matrix, game.begin_run(matrix), "fuzz", "", lambda *ends: None)
    seat = table.BoardTable(_boards()["boxes"], begin(_boards()["boxes"]))
    for line in lines.split("\n")[:20]:
        if "save" not in line.casefold():  # that writes files
            at, _said = matrix_game.run_line(at, line)
        seat, _said = table.run_line(seat, line[:500])


_NAMES = (
    *("000400", "filler_000400_anchor", "treasure_open_000020", "door_small_n", "floor_moss"),
    *("puzzle_000777", "enemy_rat", "obstacle_rope_ns", "obstacle_rope_north-south"),
)

READERS = (
    Reader("matrix", _matrix, corpus.matrices, mutate.text),
    Reader("rooms", _rooms, corpus.rooms, mutate.value),
    Reader("matrix module", _overlay, corpus.overlays, mutate.value),
    Reader("MMP", _map_file, lambda: corpus.map_files()["mmp"], mutate.text),
    Reader("Mudlet", _map_file, lambda: corpus.map_files()["mudlet"], mutate.text),
    Reader("mask", _mask, lambda: _NAMES, mutate.text),
    Reader("catalogue", _catalogue, corpus.catalogue, mutate.value),
    Reader("dungeon as data", _dungeon, corpus.dungeons, mutate.data),
    Reader("dungeon parameters", _parameters, lambda: _PARAMETERS, mutate.value),
    Reader("automaton", _automaton, corpus.games, _mutated_game),
    Reader("replay", _replay, corpus.replays, mutate.text),
    Reader("stored game", _stored_game, _stored, mutate.value),
    Reader("place", _target, lambda: corpus.LINES, mutate.text),
    Reader("terminal", _session, lambda: ["\n".join(corpus.COMMANDS)], mutate.text),
)


RARE = 20  # races are slower still
FEW = 10  # a reader with a database is slower by so much: it gets so many times fewer inputs


def fuzz(reader: Reader, folder: Path, first: int, count: int, seconds: float) -> Tally:
    """Try so many inputs of a reader, from seed `first` on, at most so long."""
    reader.seeds()  # made once, for all children
    gc.collect()
    gc.freeze()

    def try_input(seed: int) -> bool | Failure:
        value = reader.mutate(Random(f"{reader.name} {seed}"), reader.seeds())
        result = outcome(reader.read, value, reader.refuses, reader.seconds)
        return result if isinstance(result, bool) else Failure(seed, *result)

    def ready() -> None:
        os.chdir(folder)
        reader.ready()

    return Children(folder, try_input, ready).run(first, count, seconds)


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


SHELL = (
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
