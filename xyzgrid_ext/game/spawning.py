"""Spawning from end to end: grids and templates -> wanted -> plan -> apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn import (
    XYZ,
    Existing,
    SpawnPlan,
    Template,
    Wanted,
    part_of,
    plan,
    wanted,
)
from xyzgrid_ext.game import query, spawner
from xyzgrid_ext.game.live import Live
from xyzgrid_ext.game.spawner import Counts, Progress
from xyzgrid_ext.game.templates import fresh_values, templates_of

_NOTHING = Wanted({}, {})


@dataclass(frozen=True)
class Part:
    """Which rooms of maps are meant, and which exits of them; all of both by default.

    `x` and `y` are numbers as text or `*`; `z` is the key of a level, or `*`.
    """

    x: str = "*"
    y: str = "*"
    z: str = "*"
    directions: frozenset[str] | None = None

    @classmethod
    def of(
        cls, live: Live, xyz: tuple[Any, Any, Any], directions: Iterable[str] | None = None
    ) -> Part:
        """The part of the world at (X, Y, Z), where `*` stands for any.

        Directions may be given by any name of their exits: `n`, `north`.
        """
        x, y, z = (str(part).strip() for part in xyz)
        z = map_key(z)
        if z in live.grids:  # the whole of a map, whatever levels it has
            z = "*"
        if directions is None:
            return cls(x, y, z)
        words = {word.lower() for word in directions}
        ways = {way for grid in live.grids.values() for way in grid.ways}
        names = ((way.direction, {way.direction, way.key, *way.aliases}) for way in ways)
        found = frozenset(own for own, called in names if words & {w.lower() for w in called})
        return cls(x, y, z, found)

    def means(self, xyz: XYZ) -> bool:
        """Whether a room is among those."""
        parts = ((self.x, str(xyz.x)), (self.y, str(xyz.y)), (self.z, xyz.z))
        return all(meant in ("*", own) for meant, own in parts)

    def cut(self, whole: SpawnPlan) -> SpawnPlan:
        """What of a plan is about it."""
        if self == Part():
            return whole
        return part_of(whole, self.means, self.directions)


def plan_of(live: Live, keys: Iterable[str]) -> tuple[SpawnPlan, dict[int, Callable[[], Any]]]:
    """What has to be done for some maps, and how to make values that are new for each object.

    Args:
        live: the world.
        keys: `map_key` of the maps.

    Raises:
        GridError: if a prototype cannot be resolved.

    """
    rooms: dict[Any, Any] = {}
    exits: dict[Any, Any] = {}
    fresh: dict[int, Callable[[], Any]] = {}
    names: set[str] = set()
    zkeys: set[str] = set()
    for key in keys:
        grid = live.grids[key]
        templates = templates_of(grid)
        of_map = wanted(grid, templates, live.grids)
        rooms.update(of_map.rooms)
        exits.update(of_map.exits)
        zkeys |= levels_of(grid)
        names |= {name for template in templates for name, _ in template.attrs}
        fresh.update(_fresh(grid, templates))
    zkeys |= _orphaned_levels(live.grids, keys)
    return plan(Wanted(rooms, exits), query.existing(zkeys, names)), fresh


def spawn(
    live: Live, keys: Iterable[str], progress: Progress | None = None, part: Part | None = None
) -> Counts:
    """Make the database hold what these maps say, or a part of them."""
    todo, fresh = plan_of(live, list(keys))
    return carry_out(live, (part or Part()).cut(todo), fresh, progress)


def carry_out(
    live: Live,
    todo: SpawnPlan,
    fresh: Mapping[int, Callable[[], Any]],
    progress: Progress | None = None,
) -> Counts:
    """Apply a plan, and let the running world look again."""
    try:
        return spawner.apply(todo, fresh=fresh, progress=progress or spawner.silent)
    finally:
        live.forget_objects()


def delete(live: Live, keys: Iterable[str] | None, progress: Progress | None = None) -> Counts:
    """Remove the rooms and exits of these maps; of all the grid with None.

    It goes by the tags, so that the rooms of a map that no longer loads can be removed as well.
    """
    stems = None if keys is None else set(keys)
    zkeys = {z for z in query.znames() if stems is None or stem(z) in stems or z in stems}
    existing: Existing = query.existing(zkeys)
    return carry_out(live, plan(_NOTHING, existing), {}, progress)


def spawned() -> set[str]:
    """Keys of the maps of which there are rooms, whether or not they are on the list."""
    return {stem(z) for z in query.znames()}


def levels_of(grid: Grid) -> set[str]:
    """The Z keys of a map's rooms."""
    return {map_key(grid.zname(z)) for z in range(grid.levels or 1)}


def _orphaned_levels(grids: Mapping[str, Grid], keys: Iterable[str]) -> set[str]:
    """Levels that rooms still carry and a map no longer has: it has become smaller or flat."""
    wanted_keys = set(keys)
    return {z for z in query.znames() if stem(z) in wanted_keys and z not in grids}


def stem(z: str) -> str:
    """The map of a Z: `cube` of `cube:3`."""
    level = split_level(z)
    return level[0] if level else z


def _fresh(grid: Grid, templates: list[Template]) -> dict[int, Callable[[], Any]]:
    return {
        id(template): partial(fresh_values, prototype, template)
        for prototype, template in zip(grid.protos, templates, strict=True)
        if template.varying
    }
