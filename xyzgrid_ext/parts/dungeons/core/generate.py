"""Generates a dungeon from a seed: mission, rooms on sheets, more exits, pickups, proof.

If an attempt runs out of space or cannot be proved, another one follows with other random numbers;
after `ATTEMPTS` of them the error is raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.parts.dungeons.core.embed import place_mission
from xyzgrid_ext.parts.dungeons.core.furnish import CHESTS, LazyContents, solvable_puzzles
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Demand, Kind, Side
from xyzgrid_ext.parts.dungeons.core.mission import KILL_BOSS, SEALS, fill_parameters, grow_mission
from xyzgrid_ext.parts.dungeons.core.model import (
    Connection,
    Dungeon,
    Layout,
    NoPlaceError,
    PlacedRoom,
)
from xyzgrid_ext.parts.dungeons.core.parameters import Parameters
from xyzgrid_ext.parts.dungeons.core.placement import Placement
from xyzgrid_ext.parts.dungeons.core.plan import BOMB, layout_passages
from xyzgrid_ext.parts.dungeons.core.rules import RULES, Rule, sound_rules
from xyzgrid_ext.parts.dungeons.core.ways import add_exits
from xyzgrid_ext.parts.proof.core import Pickup, prove

ATTEMPTS = 200  # sheets that are as full as an order may ask for need up to 60
"""After so many failed attempts, `generate` raises an error."""
_PUZZLE, _GUARDED = 30, 70  # percent of the chests that something has to be done for, at most


def generate(
    parameters: Parameters,
    catalogue: Catalogue,
    solved: Mapping[str, bool] | None = None,
    rules: Sequence[Rule] = RULES,
) -> Dungeon:
    """Return a dungeon that is proved to be winnable.

    Args:
        parameters: equal parameters give equal dungeons, byte for byte.
        catalogue: the components for its rooms.
        solved: `board:level`, as `boxes:3` -> whether a solver has solved it; puzzles with other
            boards are not used.
        rules: the rules by which missions grow.

    Raises:
        MapError: if no attempt succeeds; it names what was missing.
        RefusedError: if a rule has a fault.
    """
    if rules is not RULES:
        rules = sound_rules(rules)
    items = quest_items(catalogue)
    last: MapError | None = None
    for attempt in range(ATTEMPTS):
        try:
            dungeon = _attempt(parameters, catalogue, items, solved or {}, attempt, rules)
        except NoPlaceError as error:
            last = last or error
            continue
        proof = prove(dungeon.problem(), dungeon.solvable)
        if proof.certificate is not None:
            return replace(dungeon, certificate=proof.certificate)
        last = RefusedError(proof.findings)
    assert last is not None  # there was an attempt
    raise MapError(f"no dungeon in {ATTEMPTS} attempts: {last.message}", last.cure)


def generate_furnished(
    parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]
) -> Dungeon:
    """Return what `generate` returns, with its contents made now and not on first use.

    `solved`: `board:level` of a puzzle, as `boxes:3` -> whether a solver has solved it.
    """
    dungeon = generate(parameters, catalogue, solved)
    assert dungeon.rooms
    return dungeon


def quest_items(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the items that a quest can hide, each of which opens some door or obstacle."""
    walls = catalogue.all_candidates(Demand(Kind.DOOR, "weakwall", (Side.NORTH,)))
    return (*catalogue.items, *((BOMB,) if walls and BOMB not in catalogue.items else ()))


def _attempt(
    parameters: Parameters,
    catalogue: Catalogue,
    items: Sequence[str],
    solved: Mapping[str, bool],
    attempt: int,
    rules: Sequence[Rule],
) -> Dungeon:
    """Return a dungeon without a proof.

    Raises:
        NoPlaceError: if there is no space for some room.
    """
    path = (parameters.seed, parameters.tier, parameters.floors, f"grown{attempt}")
    chance = Chance(*path)
    parameters = fill_parameters(parameters, chance)
    puzzles = bool(solvable_puzzles(catalogue, solved))
    seals = SEALS if puzzles else SEALS[1:]
    mission = grow_mission(parameters, items, chance, rules, seals)
    placement = place_mission(mission, parameters, chance)
    add_exits(placement)
    layout = _layout(placement)
    rings = {number for number, zone in enumerate(mission.zones) if zone.ring}
    gives = tuple(_gives(layout, rings, chance, puzzles=puzzles))
    return Dungeon(
        parameters,
        mission.item,
        layout.spots,
        gives,
        layout_passages(layout),
        LazyContents(layout, gives, catalogue, solved, path),
        attempt,
        tuple(name for name in mission.used if name),
    )


def _layout(placement: Placement) -> Layout:
    """Return the rooms in the order of a grid's rows, with the joins between them."""
    order = sorted(range(len(placement.cells)), key=placement.cells.__getitem__)
    rank = [0] * len(order)
    for new, old in enumerate(order):
        rank[old] = new
    spots = tuple(
        PlacedRoom(placement.coord(n), placement.holds[n], placement.zone[n]) for n in order
    )
    directions = {step: direction for direction, step in placement.steps.items()}
    directions |= {placement.sheet: Direction.FORWARD, -placement.sheet: Direction.BACKWARD}
    joins = []
    for a, b, gate, both in placement.joins:
        direction = directions[placement.cells[b] - placement.cells[a]]
        if gate in SEALS:  # a seal is opened by a word with the number of its room
            gate = f"{gate}:{rank[a]}"
        joins.append(Connection(rank[a], rank[b], direction, gate, both))
    joins += [Connection(rank[a], rank[b], None, both=False) for a, b in placement.jumps]
    return Layout(spots, tuple(joins))


def _gives(
    layout: Layout, rings: set[int], chance: Chance, *, puzzles: bool
) -> Iterator[tuple[Pickup, ...]]:
    """Yield the pickups of each room: enemies to beat, puzzles, the contents of chests."""
    puzzle, guarded = chance.below(_PUZZLE), chance.below(_GUARDED)
    done: list[list[str]] = [[] for _ in layout.spots]
    for join in layout.joins:
        if join.gate.startswith(("kill:", "puzzle:")) and join.gate not in done[join.a]:
            done[join.a].append(join.gate)
    for number, spot in enumerate(layout.spots):
        kind, _colon, name = spot.holds.partition(":")
        needs: tuple[str, ...] = ()
        if kind in CHESTS and not done[number]:
            percent = chance.below(100)
            if spot.zone in rings or puzzle <= percent < puzzle + guarded:
                needs = (f"kill:{number}",)
            elif percent < puzzle and puzzles:
                needs = (f"puzzle:{number}",)
        words = [*done[number], *needs]
        gives = [Pickup(word) for word in sorted(words, key=lambda word: word[0])]
        if kind in CHESTS:
            text = f"item:{name}" if name else kind
            gives.append(Pickup(text, (*needs, *(("bigkey",) if kind == "item" else ()))))
        elif kind == "boss" and KILL_BOSS not in words:
            gives.append(Pickup(KILL_BOSS))
        yield tuple(gives)
