"""What the playground's page asks of Python: a question as JSON, an answer as JSON.

    {"do": "dungeon", "seed": "7", "tier": "3", "floors": "1", "rooms": ""}
    {"do": "prove", "text": "{…}"}                      a dungeon as data, changed by hand
    {"do": "masks", "names": ["200700", "filler_000400"]}
    {"do": "board", "name": "boxes", "number": "1", "keys": "ll", "game": null, "extras": null}
    {"do": "press", "key": "l", "played": 3.5}          also tick and undo: the board that is open

What cannot be done is {"fault": "place, fault and cure"}. It runs in Pyodide, from the zip that
`tools/playground.py` makes of it and of the package.
"""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.chance import parse_seed
from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.board import (
    advance,
    parse_typed_moves,
    play_game,
    without_empty_cells,
)
from xyzgrid_ext.parts.boards.terminal import boards
from xyzgrid_ext.parts.boards.terminal.boards import OpenedBoard
from xyzgrid_ext.parts.boards.terminal.table import BoardTable, introduction, status_line, undo_key
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import EMPTY, Catalogue, Kind
from xyzgrid_ext.parts.dungeons.terminal import (
    USUAL_CATALOGUE,
    Tried,
    dungeon_legend,
    dungeon_picture,
    headline,
    load_catalogue,
    try_components,
)
from xyzgrid_ext.parts.proof.terminal import certificate_lines, prove_data, read_dungeon
from xyzgrid_ext.terminal.where import ThisProcess

_FILE = "the dungeon"


class Playground:
    """Answers questions; it remembers the catalogue and the board that is open."""

    def __init__(self) -> None:
        self._table: BoardTable | None = None
        self._found = ""

    def answer(self, question: str) -> str:
        """Return the answer to a question, both of them JSON."""
        asked = json.loads(question)
        verbs: dict[str, Callable[..., dict[str, Any]]] = {
            "boards": self.boards,
            "components": self.components,
            "dungeon": self.dungeon,
            "prove": self.prove,
            "masks": self.masks,
            "board": self.board,
            "press": self.press,
            "tick": self.tick,
            "undo": self.undo,
        }
        try:
            return json.dumps(verbs[asked.pop("do")](**asked))
        except (ArgumentError, GridError) as error:
            return json.dumps({"fault": str(error)})

    @cached_property
    def _catalogue(self) -> Catalogue:
        return Catalogue.of(load_catalogue(USUAL_CATALOGUE), USUAL_CATALOGUE)

    @cached_property
    def _solved(self) -> dict[str, bool]:
        puzzles = self._catalogue.of_kind(Kind.PUZZLE)
        return boards.verdicts((entry.board for entry in puzzles if entry.board), ThisProcess())

    def boards(self) -> dict[str, Any]:
        """Return the names of the boards that can be opened."""
        return {"boards": boards.board_names()}

    def components(self) -> dict[str, Any]:
        """Return the components of the catalogue."""
        parts = [{"name": entry.name, "title": entry.title} for entry in self._catalogue.entries]
        return {"components": parts}

    def dungeon(self, seed: str, tier: str, floors: str, rooms: str) -> dict[str, Any]:
        """Return a dungeon: its picture, its data and its proof."""
        chosen = Parameters(
            parse_seed(seed),
            _whole("tier", tier or "1"),
            _whole("floors", floors or "1"),
            _whole("rooms", rooms) if rooms else None,
        )
        made = generate(chosen, self._catalogue, self._solved)
        assert made.certificate is not None  # it was proved
        return {
            "head": headline(made),
            "picture": dungeon_picture(made),
            "legend": dungeon_legend(made),
            "proof": "\n".join(certificate_lines(made.certificate, walk=True)),
            "data": json.dumps(made.as_data(), indent=1, ensure_ascii=False),
        }

    def prove(self, text: str) -> dict[str, Any]:
        """Return the proof of a dungeon as data, or what is wrong with that dungeon."""
        proof = prove_data(read_dungeon(text, _FILE), _FILE)
        if proof.certificate is None:
            return {"fault": "\n\n".join(map(str, proof.findings))}
        return {"proof": "\n".join(certificate_lines(proof.certificate, walk=True))}

    def masks(self, names: Sequence[str]) -> dict[str, Any]:
        """Return what became of masks and components in one room, and the room."""
        tried, faults = try_components(names)
        if faults:
            return {"fault": "\n".join(faults)}
        room = tried[-1].after() if tried else EMPTY
        return {
            "tried": [
                {"letter": _letter(number), "picture": one.mask.picture(), "said": one.verdict()}
                | one.as_data()
                for number, one in enumerate(tried)
            ],
            "room": str(room),
            "plan": _plan(tried),
            "fitting": [
                entry.name for entry in self._catalogue.entries if entry.component.mask.fits(room)
            ],
        }

    def board(
        self, name: str, number: str, keys: str, game: str | None, extras: str | None
    ) -> dict[str, Any]:
        """Open a board, as it is or with files that were changed, and play keys on it."""
        self._table = None
        files = _files(name)
        if game is None and extras is None:
            parser = ArgumentParser()
            boards.board_arguments(parser)
            opened = boards.open_board(name, parser.parse_args([]))
        else:
            text, more = (
                new if new is not None else old
                for new, old in zip((game, extras), files, strict=True)
            )
            loaded = load(name, text, more or None, f"{name}.game", f"{name}.toml")
            opened = OpenedBoard(loaded.board, loaded.findings)
        if opened is None:
            raise UsageError(
                f"there is no board {name!r}", f"expected {', '.join(boards.board_names())}"
            )
        self._found = "\n\n".join(map(str, opened.findings))
        if opened.board is None:
            return {"fault": self._found, "game": files[0], "extras": files[1]}
        board = opened.board
        moves = parse_typed_moves(board, keys)
        start = _whole("level" if board.levels else "seed", number or "1")
        self._table = BoardTable(board, play_game(board, start, moves))
        return {
            "title": board.title,
            "intro": introduction(self._table),
            "levels": list(board.levels),
            "colours": dict(board.colours),
            "controls": [control._asdict() for control in board.controls],
            "undoes": board.can_undo,
            "game": files[0],
            "extras": files[1],
            **self._shown(0),
        }

    def press(self, key: str, played: float) -> dict[str, Any]:
        """Return the open board after a key."""
        return self._moved((key,), played)

    def tick(self, played: float) -> dict[str, Any]:
        """Return the open board after the clock."""
        return self._moved(self._open.board.clock_move, played)

    def undo(self, played: float) -> dict[str, Any]:
        """Return the open board before its last key."""
        before = undo_key(self._open)
        if before is None:
            raise UsageError("nothing can be taken back", "press a key first")
        self._table = before
        return self._shown(played)

    @property
    def _open(self) -> BoardTable:
        if self._table is None:
            raise UsageError("no board is open", "choose one")
        return self._table

    def _moved(self, move: tuple[str, ...], played: float) -> dict[str, Any]:
        table = self._open
        self._table = replace(table, play=advance(table.board, table.play, move))
        return self._shown(played)

    def _shown(self, played: float) -> dict[str, Any]:
        table = self._open
        board, play = table.board, table.play
        phase = board.status(play.state).phase
        return {
            "number": play.seed,
            "keys": play.keys,
            "frame": list(board.frame(play.state)),
            "aside": list(map(str, board.side_lines(play.state))),
            "words": [f"{phrase}." for phrase in without_empty_cells(board.describe(play.state))],
            "standing": status_line(table),
            "phase": phase.value,
            "wait": board.tick_interval(play.state, played) if phase.value == "playing" else None,
            "found": self._found,
        }


def _whole(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise UsageError(f"{what}: {text!r} is no whole number", "write it in digits, as in 3")
    return int(text)


def _files(name: str) -> tuple[str, str]:
    """Return the game file of a board and its extras; empty where it has none."""
    found = boards.game_file(name)
    files = (Path(found), Path(found).with_suffix(".toml")) if found else ()
    game, extras = (*(f.read_text() if f.is_file() else "" for f in files), "", "")[:2]
    return game, extras


def _letter(number: int) -> str:
    return chr(ord("a") + number % 26)


def _plan(tried: Sequence[Tried]) -> str:
    """Return the room, with the letter of what takes each slot and each door."""
    plan = [list(line) for line in EMPTY.picture().split("\n")]
    for number, one in enumerate(tried):
        for row, line in enumerate(one.mask.picture().split("\n") if one.fits() else []):
            for column, symbol in enumerate(line):
                if symbol not in "+-|.":
                    plan[row][column] = _letter(number)
    return "\n".join(map("".join, plan))
