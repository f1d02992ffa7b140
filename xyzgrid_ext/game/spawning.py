"""Spawning from end to end: grids and templates -> wanted -> plan -> apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn import Existing, SpawnPlan, Template, Wanted, plan, wanted
from xyzgrid_ext.game import query, spawner
from xyzgrid_ext.game.live import Live
from xyzgrid_ext.game.spawner import Counts, Progress
from xyzgrid_ext.game.templates import fresh_values, templates_of

_NOTHING = Wanted({}, {})


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


def spawn(live: Live, keys: Iterable[str], progress: Progress | None = None) -> Counts:
    """Make the database hold what these maps say."""
    todo, fresh = plan_of(live, list(keys))
    return carry_out(live, todo, fresh, progress)


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


def delete(live: Live, keys: Iterable[str] | None) -> Counts:
    """Remove the rooms and exits of these maps; of all the grid with None.

    It goes by the tags, so that the rooms of a map that no longer loads can be removed as well.
    """
    stems = None if keys is None else set(keys)
    zkeys = {z for z in query.znames() if stems is None or _stem(z) in stems or z in stems}
    existing: Existing = query.existing(zkeys)
    return carry_out(live, plan(_NOTHING, existing), {})


def spawned() -> set[str]:
    """Keys of the maps of which there are rooms, whether or not they are on the list."""
    return {_stem(z) for z in query.znames()}


def levels_of(grid: Grid) -> set[str]:
    """The Z keys of a map's rooms."""
    return {map_key(grid.zname(z)) for z in range(grid.levels or 1)}


def _orphaned_levels(grids: Mapping[str, Grid], keys: Iterable[str]) -> set[str]:
    """Levels that rooms still carry and a map no longer has: it has become smaller or flat."""
    wanted_keys = set(keys)
    return {z for z in query.znames() if _stem(z) in wanted_keys and z not in grids}


def _stem(z: str) -> str:
    level = split_level(z)
    return level[0] if level else z


def _fresh(grid: Grid, templates: list[Template]) -> dict[int, Callable[[], Any]]:
    return {
        id(template): partial(fresh_values, prototype, template)
        for prototype, template in zip(grid.protos, templates, strict=True)
        if template.varying
    }
