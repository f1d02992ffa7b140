"""Generates a dungeon from a seed: mission, shape, layout, extras, furniture, proof.

If an attempt runs out of space or cannot fill a room, another one follows with other random
numbers; after `ATTEMPTS` of them, or `GROWN_ATTEMPTS`, the error is raised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.extras import with_extras
from xyzgrid_ext.core.dungeon.furnish import furnish, sure_puzzles
from xyzgrid_ext.core.dungeon.grown import generate as grown
from xyzgrid_ext.core.dungeon.grown.rules import RULES, Rule, checked
from xyzgrid_ext.core.dungeon.layout import Layout, NoPlaceError, lay_out
from xyzgrid_ext.core.dungeon.mission import SEALS, make_mission
from xyzgrid_ext.core.dungeon.model import Dungeon
from xyzgrid_ext.core.dungeon.plan import BOMB, passages_of
from xyzgrid_ext.core.dungeon.prove import prove
from xyzgrid_ext.core.dungeon.shape import shaped
from xyzgrid_ext.core.dungeon_parameters import Parameters
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.core.masks import Catalogue, Demand, Kind, NoCandidateError, Side

ATTEMPTS = 50
GROWN_ATTEMPTS = 200  # sheets that are as full as an order may ask for need up to 60


def generate(
    parameters: Parameters,
    catalogue: Catalogue,
    solved: Mapping[str, bool] | None = None,
    rules: Sequence[Rule] = RULES,
) -> Dungeon:
    """Make a dungeon and prove it.

    Args:
        parameters: equal parameters give equal dungeons, byte for byte.
        catalogue: the components for its rooms.
        solved: board of a puzzle (`boxes:3`) -> whether a solver solved it; puzzles with other
            boards are not used.
        rules: the rules of the second generator.

    Raises:
        MapError: if no attempt succeeds; it names what was missing.
        RefusedError: with the prover's findings, if the generator has a fault.

    """
    if parameters.generator > 1:
        rows = rules if rules is RULES else checked(rules)
        return _grown(parameters, catalogue, solved or {}, rows)
    dungeon = attempt_first(parameters, catalogue, solved or {})
    proof = prove(dungeon.problem(), dungeon.solved)
    if proof.certificate is None:
        raise RefusedError(proof.findings)
    return replace(dungeon, certificate=proof.certificate)


def generate_furnished(
    parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]
) -> Dungeon:
    """Return a dungeon with its furniture, the slowest part, which is usually made on demand."""
    dungeon = generate(parameters, catalogue, solved)
    assert dungeon.rooms
    return dungeon


def _grown(
    parameters: Parameters,
    catalogue: Catalogue,
    solved: Mapping[str, bool],
    rules: Sequence[Rule],
) -> Dungeon:
    """Return the first grown dungeon whose rooms all find a place and whose proof succeeds."""
    items = items_of(catalogue)
    last: MapError | None = None
    for attempt in range(GROWN_ATTEMPTS):
        try:
            dungeon = grown.attempted(parameters, catalogue, items, solved, attempt, rules)
        except NoPlaceError as error:
            last = last or error
            continue
        proof = prove(dungeon.problem(), dungeon.solved)
        if proof.certificate is not None:
            return replace(dungeon, certificate=proof.certificate)
        last = RefusedError(proof.findings)
    assert last is not None  # there was an attempt
    raise MapError(f"no dungeon in {GROWN_ATTEMPTS} attempts: {last.message}", last.cure)


def attempt_first(
    parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]
) -> Dungeon:
    """Return the dungeon of the first attempt that succeeds, without a proof; see `generate`."""
    resolved = parameters.resolved()
    last: MapError | None = None
    for attempt in range(ATTEMPTS):
        try:
            return attempted(resolved, catalogue, solved, attempt)
        except NoPlaceError as error:
            last = last or error
        except NoCandidateError as error:
            last = error  # gaps of the catalogue, which its author can fill
    assert last is not None  # there was an attempt
    raise MapError(f"no dungeon in {ATTEMPTS} attempts: {last.message}", last.cure)


def attempted(
    parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool], attempt: int
) -> Dungeon:
    """Make one attempt, without a proof; `parameters` are resolved.

    Raises:
        NoPlaceError: if there is no space for some room.
        NoCandidateError: if the catalogue has nothing for some room.

    """
    chance = Chance(parameters.seed, parameters.tier, parameters.floors, f"attempt{attempt}")
    seals = SEALS if sure_puzzles(catalogue, solved) else SEALS[1:]
    mission = make_mission(parameters, items_of(catalogue), chance.stream("mission"), seals)
    tree = shaped(mission.root, parameters.rooms or 0, parameters.floors, chance.stream("shape"))
    layout = lay_out(tree, parameters, chance.stream("layout"))
    layout = sorted_as_grid(with_extras(layout, parameters, chance.stream("extras")))
    contents = furnish(layout, mission, catalogue, solved, chance)
    return Dungeon(
        parameters,
        mission.item,
        mission.brought,
        layout.spots,
        tuple(room.gives for room in contents.rooms),
        passages_of(layout),
        contents,
        attempt,
    )


def items_of(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the items that a quest can hide: those for obstacles, and bombs for weak walls."""
    walls = catalogue.meeting(Demand(Kind.DOOR, "weakwall", (Side.NORTH,)))
    return (*catalogue.items, *((BOMB,) if walls and BOMB not in catalogue.items else ()))


def sorted_as_grid(layout: Layout) -> Layout:
    """Sort the rooms of a layout in the order of a grid's rows: by z, then y, then x.

    The word that opens a seal contains the number of its room: `puzzle:12`.
    """
    coords = [spot.coord for spot in layout.spots]
    order = sorted(range(len(coords)), key=lambda n: (coords[n].z, coords[n].y, coords[n].x))
    rank = {old: new for new, old in enumerate(order)}
    joins = []
    for join in layout.joins:
        a, b = rank[join.a], rank[join.b]
        gate = f"{join.gate}:{a}" if join.gate in SEALS else join.gate
        joins.append(join._replace(a=a, b=b, gate=gate))
    return replace(layout, spots=tuple(layout.spots[old] for old in order), joins=tuple(joins))
