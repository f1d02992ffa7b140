"""What a player types to win the dungeon under the town, by its prover's walkthrough."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from world.cistern import XYMAP_DATA
from xyzgrid_ext.parts.boards.core.automaton import load, solve
from xyzgrid_ext.parts.boards.terminal.boards import verdicts
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Dungeon, Parameters, generate, to_grid
from xyzgrid_ext.parts.dungeons.core.fight import ANSWERS, SIGNS, sign_of
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Kind
from xyzgrid_ext.parts.dungeons.core.site import Site, site_of
from xyzgrid_ext.terminal.where import Here

BOARDS = Path(__file__).resolve().parents[2] / "xyzgrid_ext" / "parts" / "boards" / "content"

_ANSWERS = dict(zip(SIGNS, ANSWERS, strict=True))  # what wounds an enemy, and costs nothing


def cistern() -> list[tuple[str, str]]:
    """Return the lines and the patterns that are seen then: [(line, pattern)]."""
    catalogue = Catalogue.of(CATALOGUE, "world.catalogue")
    names = {entry.board for entry in catalogue.entries if entry.board}
    parameters = Parameters(**XYMAP_DATA["dungeon"]["parameters"])
    made = generate(parameters, catalogue, verdicts(names, Here()))
    return list(_typed(made, _site(made, catalogue)))


def _site(made: Dungeon, catalogue: Catalogue) -> Site:
    """Return the dungeon as the game reads it, with its enemies."""
    enemies = {entry.name: entry for entry in catalogue.of_kind(Kind.ENEMY)}
    grid = to_grid(made, "cistern", {"dungeon": {}})
    protos = list(grid.protos)
    for number, room in enumerate(made.rooms):
        entries = [enemies[name] for name in room.components if name in enemies]
        inside = [
            {
                "kind": "enemy",
                "title": one.title,
                "mask": str(one.component.mask),
                "fight": one.fight,
            }
            for one in entries
        ]
        place = int(grid.room_proto[number])
        protos[place] = {**protos[place], "inside": inside}
    site = site_of(replace(grid, protos=tuple(protos)))
    assert site is not None
    return site


def _typed(made: Dungeon, site: Site) -> Iterator[tuple[str, str]]:
    """Yield the steps of a dungeon's walkthrough, as they are typed."""
    for step in made.certificate.walkthrough:
        if step.do == "go":
            yield step.word, re.escape(made.rooms[step.to].title)
        elif step.do == "open":
            yield f"open {step.word}", "is open for good"
        elif step.word.startswith("kill:"):
            yield from _fighting(site, step.word)
        elif step.word.startswith("puzzle:"):
            puzzle = made.puzzles[step.word.partition(":")[2]]
            yield from _solving(puzzle)
        else:
            yield "open chest", "and find"


def _fighting(site: Site, word: str) -> Iterator[tuple[str, str]]:
    """Yield the answers to the signs of an enemy."""
    foe = next(foe for room in site.rooms for foe in room.foes if foe.word == word)
    answers = [_ANSWERS[sign_of(site.digest, word, 0, n)] for n in range(foe.fight.wounds)]
    *others, last = answers
    for answer in others:
        yield answer, r"more wounds? beats? it"
    yield last, re.escape(foe.fight.texts["end"][0][:20])


def _solving(puzzle: Any) -> Iterator[tuple[str, str]]:
    if puzzle.answers:
        yield f"answer {puzzle.answers[0]}", " is solved"
        return
    name, _, level = puzzle.board.partition(":")
    yield "play", "Keys:"
    texts = [(BOARDS / f"{name}{suffix}").read_text("utf-8") for suffix in (".game", ".toml")]
    moves = solve(load(name, *texts).board, int(level)).moves
    *keys, last = ("".join(move) for move in moves)
    for key in keys:
        yield key, r"moves?\."
    yield last, " is solved"
    yield "stop", "You leave the machine"
