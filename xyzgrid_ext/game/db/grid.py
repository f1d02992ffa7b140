"""The grid's script: the object whose Attributes store the maps and the state of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from evennia.contrib.grid.xyzgrid.xyzgrid import XYZGrid
from evennia.scripts.models import ScriptDB
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.db import typeclass_paths

KEY = "XYZGrid"


def find() -> Any | None:
    """Find the grid's script, the oldest if there are several; None if there is none. One query.

    It is found by name or class, since the contrib's grid may have any name.
    """
    meant = Q(db_key=KEY) | Q(db_typeclass_path__in=[paths.GRID, *_subclasses(XYZGrid)])
    scripts = ScriptDB.objects.filter(meant).order_by("pk")
    # one of the contrib's own class has no running world: it is not ours before it is adopted
    return next((script for script in scripts if hasattr(type(script), "live")), None)


def contrib_has_maps() -> bool:
    """Whether the game has a grid of the contrib's own class, with maps. One or more queries."""
    return any(script.db.map_data for script in contribs())


def contribs() -> list[Any]:
    """Return the game's grids of the contrib's own class; it should have one at most. One query."""
    return list(XYZGrid.objects.all())


@dataclass(frozen=True)
class SpareGrid:
    """A grid's script beside the one in use; `maps` are the names of its maps."""

    id: int
    path: str
    maps: tuple[str, ...]


def spares() -> list[SpareGrid]:
    """Return the grids beside the one in use, the oldest first. Three queries.

    Without a grid of ours, the contrib's first grid with maps is in use, or its first.
    """
    rows = typeclass_paths.grid_scripts()
    found = [SpareGrid(row.id, row.path, _maps_of(row)) for row in rows]
    script = find()
    used = next((one for one in found if script is not None and one.id == script.pk), None)
    used = used or next((one for one in found if one.maps), next(iter(found), None))
    return [one for one in found if one is not used]


def _maps_of(row: typeclass_paths.GridScriptRow) -> tuple[str, ...]:
    """Return the names of the maps of a grid; a list that cannot be read counts as one map."""
    listed = (str(name) for record in row.records for name in record["maps"])
    drawn = map(str, row.map_data) if isinstance(row.map_data, Mapping) else ("?",)
    return (*drawn, *listed)


def make() -> Any:
    """Make the grid's script.

    Raises:
        UsageError: if Evennia refuses.

    """
    script, faults = class_from_module(paths.GRID).create(KEY)
    if faults:
        raise UsageError("; ".join(str(fault) for fault in faults))
    return script


def _subclasses(cls: Any) -> Iterator[str]:
    for subclass in cls.__subclasses__():
        yield f"{subclass.__module__}.{subclass.__name__}"
        yield from _subclasses(subclass)
