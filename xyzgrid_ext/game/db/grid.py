"""The grid's script, whose Attributes store the maps and the state of play; and renamed maps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from evennia.contrib.grid.xyzgrid.xyzgrid import XYZGrid
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.coords import level_name, map_key, split_level
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.db import exploration, memory, objects, typeclass_paths

SCRIPT_KEY = "XYZGrid"
"""The key of the grid's script."""


def find_grid_script() -> Any | None:
    """Find the grid's script, the oldest if there are several; None if there is none. One query.

    It is found by name or class, since the contrib's grid may have any name.
    """
    is_grid = Q(db_key=SCRIPT_KEY) | Q(db_typeclass_path__in=[paths.GRID, *_subclasses(XYZGrid)])
    scripts = ScriptDB.objects.filter(is_grid).order_by("pk")
    # one of the contrib's own class has no running world: it is not ours before it is adopted
    return next((script for script in scripts if hasattr(type(script), "live")), None)


def contrib_has_maps() -> bool:
    """Whether the game has a grid of the contrib's own class, with maps. One or more queries."""
    return any(script.db.map_data for script in contrib_grids())


def contrib_grids() -> list[Any]:
    """Return the scripts of the contrib's own class XYZGrid, usually one at most. One query."""
    return list(XYZGrid.objects.all())


@dataclass(frozen=True)
class SpareGrid:
    """A script of a grid that is not in use: its id, typeclass path and the names of its maps."""

    id: int
    path: str
    maps: tuple[str, ...]


def spare_grids() -> list[SpareGrid]:
    """Return the grid scripts that are not in use, the oldest first. Three queries.

    Without a grid of ours, the contrib's first grid with maps is in use, or its first.
    """
    rows = typeclass_paths.grid_scripts()
    grids = [SpareGrid(row.id, row.path, _maps_of(row)) for row in rows]
    script = find_grid_script()
    in_use = next((grid for grid in grids if script is not None and grid.id == script.pk), None)
    in_use = in_use or next((grid for grid in grids if grid.maps), next(iter(grids), None))
    return [grid for grid in grids if grid is not in_use]


def _maps_of(row: typeclass_paths.GridScriptRow) -> tuple[str, ...]:
    """Return the names of the maps of a grid; a list that cannot be read counts as one map."""
    recorded = (str(name) for record in row.records for name in record["maps"])
    contained = map(str, row.map_data) if isinstance(row.map_data, Mapping) else ("?",)
    return (*contained, *recorded)


def make_grid_script() -> Any:
    """Create the grid's script and return it.

    Raises:
        UsageError: if Evennia refuses.
    """
    script, faults = class_from_module(paths.GRID).create(SCRIPT_KEY)
    if faults:
        raise UsageError("; ".join(str(fault) for fault in faults))
    return script


def _subclasses(cls: Any) -> Iterator[str]:
    for subclass in cls.__subclasses__():
        yield f"{subclass.__module__}.{subclass.__name__}"
        yield from _subclasses(subclass)


# --- renamed maps


def rename_map(old: str, new: str, things: str) -> None:
    """Rename a map, with its rooms and everything that characters and the grid remember about it.

        tags         room_z_coordinate, exit_dest_z_coordinate    town ──► city   cube:3 ──► box:3
        things       2,0,town|a lamp                              ──► 2,0,city|a lamp
        attributes   explored rooms, wormholes, what parts of the game have stored

    A tag is one row, however many rooms have it, so a map of a million rooms is renamed in one go.
    The caller opens a transaction, and flushes the objects in memory.

    Args:
        old: the key of the map.
        new: its new key, which no room has yet.
        things: the tag category of things that spawns have made.
    """
    places = Tag.objects.filter(db_category__in=(objects.Z, objects.Z_TO), db_model="objectdb")
    _rename_tags(places, lambda key: rename_level(key, old, new))
    thing = re.compile(rf"(-?\d+,-?\d+,){re.escape(old)}((?::\d+)?\|.*)", re.DOTALL)
    _rename_tags(
        Tag.objects.filter(db_category=things, db_model="objectdb"),
        lambda key: thing.sub(lambda match: f"{match[1]}{new}{match[2]}", key),
    )
    explored_rooms = Attribute.objects.filter(db_category=exploration.CATEGORY, db_key=old)
    explored_rooms.update(db_key=new)
    memory.change_wormholes(lambda spot, name: (spot, new if name == old else name))


def _rename_tags(tags: QuerySet[Tag], rename: Callable[[str], str]) -> None:
    for tag in tags:
        if (key := rename(tag.db_key)) == tag.db_key:
            continue
        other = tags.filter(db_key=key, db_category=tag.db_category).first()
        if other is None:
            Tag.objects.filter(pk=tag.pk).update(db_key=key)
        else:  # nothing has it, but it is there
            tags.filter(pk=other.pk).update(db_data=tag.db_data)
            objects.TagLinks.objects.filter(tag=tag).update(tag=other)
            tag.delete()


def rename_level(key: str, old: str, new: str) -> str:
    """Return `box:3` for the level key `cube:3` if `cube` becomes `box`; other keys as they are."""
    if map_key(key) == old:
        return new
    split = split_level(map_key(key))
    return level_name(new, split[1]) if split is not None and split[0] == old else key
