"""What a player types to win the dungeon under the town, by its prover's walkthrough."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from world.cistern import XYMAP_DATA
from xyzgrid_ext.parts.boards.core.automaton import load, solve
from xyzgrid_ext.parts.boards.terminal.boards import verdicts
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.terminal.where import Here

BOARDS = Path(__file__).resolve().parents[2] / "xyzgrid_ext" / "parts" / "boards" / "content"


def cistern() -> list[tuple[str, str]]:
    """Return the lines and the patterns that are seen then: [(line, pattern)]."""
    catalogue = Catalogue.of(CATALOGUE, "world.catalogue")
    names = {entry.board for entry in catalogue.entries if entry.board}
    parameters = Parameters(**XYMAP_DATA["dungeon"]["parameters"])
    return list(_typed(generate(parameters, catalogue, verdicts(names, Here()))))


def _typed(made: Any) -> Iterator[tuple[str, str]]:
    """Yield the steps of a dungeon's walkthrough, as they are typed."""
    for step in made.certificate.walkthrough:
        if step.do == "go":
            yield step.word, re.escape(made.rooms[step.to].title)
        elif step.do == "open":
            yield f"open {step.word}", "is open for good"
        elif step.word.startswith("kill:"):
            for _ in range(3 if step.word == "kill:boss" else 1):
                yield "attack", "You strike"
            yield "attack", "You beat"
        elif step.word.startswith("puzzle:"):
            puzzle = made.puzzles[step.word.partition(":")[2]]
            yield from _solving(puzzle)
        else:
            yield "open chest", "and find"


def _solving(puzzle: Any) -> Iterator[tuple[str, str]]:
    if puzzle.answers:
        yield f"answer {puzzle.answers[0]}", ": solved"
        return
    name, _, level = puzzle.board.partition(":")
    yield "play", "Keys:"
    texts = [(BOARDS / f"{name}{suffix}").read_text("utf-8") for suffix in (".game", ".toml")]
    moves = solve(load(name, *texts).board, int(level)).moves
    *keys, last = ("".join(move) for move in moves)
    for key in keys:
        yield key, r"moves?\."
    yield last, ": solved"
    yield "stop", "You leave the machine"
