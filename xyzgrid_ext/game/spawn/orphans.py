"""Finds rooms of maps that are no longer listed, which `prune` removes.

Only rooms made by this package's grid count; the grid marks them with the name of their prototype.
Rooms that somebody created by hand at a coordinate, and rooms of a grid made with the contrib,
stay. Copies of a map for a few players do not count: their rooms have a tag of the category
INSTANCE, and the code that made them removes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import Existing, Row, SpawnPlan, Wanted, plan
from xyzgrid_ext.game.base.elsewhere import beside
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.task import Steps, drain
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.spawn import things
from xyzgrid_ext.game.spawn.departures import with_departures_steps
from xyzgrid_ext.game.spawn.lazy import by_map, stem
from xyzgrid_ext.game.spawn.reading import existing_steps
from xyzgrid_ext.game.world.world import Live

INSTANCE = objects.INSTANCE
_CONTRIB = {typeclass_paths.CONTRIB_ROOM, typeclass_paths.CONTRIB_EXIT}


def orphans(live: Live) -> SpawnPlan:
    """Return the objects to remove: all rooms and exits of maps that no grid of the game lists."""
    return drain(orphans_steps(live))


def orphans_steps(live: Live, pace: Pace = TERMINAL) -> Steps[SpawnPlan]:
    """Find the objects to remove, step by step."""
    listed = set(live.loaded)
    for script in typeclass_paths.grid_scripts():
        listed |= {map_key(name) for record in script.records for name in record["maps"]}
        if isinstance(script.map_data, Mapping):
            listed |= {map_key(name) for name in script.map_data}
    zkeys = {z for z in objects.znames() if z not in listed and stem(z) not in listed}
    if not zkeys:
        return plan(Wanted({}, {}), Existing({}, {}))
    found = yield from existing_steps(zkeys, pace)
    todo = yield from beside("compared", len(found.exits), partial(_gone, found))
    lost = {key: pk for key, pk in things.existing().items() if key.room in todo.gone_rooms}
    ids = {xyz: row.id for xyz, row in found.rooms.items() if not _is_instance(row)}
    todo = replace(
        todo,
        gone_things=lost,
        ids={**ids, **todo.ids},
        levels_gone=frozenset(zkeys),
    )
    return (yield from with_departures_steps(live, todo, pace))


def _gone(found: Existing) -> SpawnPlan:
    """Return a plan that removes those of the found rooms and exits that the grid made."""
    spared = {row.id for row in found.rooms.values() if _is_instance(row)}
    gone = Existing(
        {xyz: row for xyz, row in found.rooms.items() if _is_ours(row) and row.id not in spared},
        {
            key: row
            for key, row in found.exits.items()
            if _is_ours(row) and not _is_instance(row) and row.location not in spared
        },
    )
    return plan(Wanted({}, {}), gone)


def numbers(left: SpawnPlan) -> Mapping[str, int]:
    """Return how many rooms are left of each such map."""
    return by_map(Counter(xyz.z for xyz in left.gone_rooms))


def _is_ours(row: Row) -> bool:
    return bool(row.traits.prototypes) and row.traits.typeclass not in _CONTRIB


def _is_instance(row: Row) -> bool:
    return any(category == INSTANCE for _, category in row.traits.tags)
