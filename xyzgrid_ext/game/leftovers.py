"""Rooms of maps that are on no list any more: what `prune` removes.

Only what a grid of ours has made counts, which it marks with the name of its prototype. Rooms that
somebody created by hand at some coordinate, and those of a grid of the contrib's, stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import Existing, Row, SpawnPlan, Wanted, plan
from xyzgrid_ext.game import query, retyping, spawning
from xyzgrid_ext.game.live import Live

_CONTRIB = {retyping.CONTRIB_ROOM, retyping.CONTRIB_EXIT}


def leftovers(live: Live) -> SpawnPlan:
    """What has to be removed: all rooms and exits of maps that no grid of the game lists."""
    listed = set(live.loaded)
    for script in retyping.grid_scripts():
        listed |= {map_key(name) for record in script.records for name in record["maps"]}
        if isinstance(script.map_data, Mapping):
            listed |= {map_key(name) for name in script.map_data}
    zkeys = {z for z in query.znames() if z not in listed and spawning.stem(z) not in listed}
    found = query.existing(zkeys) if zkeys else Existing({}, {})
    return plan(
        Wanted({}, {}),
        Existing(
            {xyz: row for xyz, row in found.rooms.items() if _is_ours(row)},
            {key: row for key, row in found.exits.items() if _is_ours(row)},
        ),
    )


def numbers(left: SpawnPlan) -> Mapping[str, int]:
    """How many rooms are left over, map by map."""
    return Counter(spawning.stem(xyz.z) for xyz in left.gone_rooms)


def _is_ours(row: Row) -> bool:
    made = any(category == PROTOTYPE_TAG_CATEGORY for _, category in row.tags)
    return made and row.typeclass not in _CONTRIB
