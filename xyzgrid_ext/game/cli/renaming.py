"""Renames a map, which keeps its rooms and all that is remembered of it."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.cli.dispatch import confirm
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import unknown
from xyzgrid_ext.game.cli.running import beside_a_stopped_game
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.db.grid import rename_level, rename_map
from xyzgrid_ext.game.maps.loader import load
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import apply, spawning
from xyzgrid_ext.game.spawn import record as spawn_record
from xyzgrid_ext.game.spawn.reconcile import stem
from xyzgrid_ext.game.world.current import get_grid


@beside_a_stopped_game("rename")
def rename(request: Request) -> int:
    """Rename a map after its name was changed in its file."""
    if len(request.names) != 2:
        raise UsageError("rename needs two names", 'rename "old name" "new name"')
    grid = get_grid()
    old, new = request.names
    records = _renamed(grid.records, old, new)
    if map_key(new) in spawning.spawned():
        raise UsageError(
            f"there are rooms of '{new}' already", f"`evennia xyzgrid delete {new}` removes them"
        )
    confirm(f"The rooms of '{old}' become rooms of '{new}'. Change the database?", request)
    try:
        with transaction.atomic():
            spawn_record.rename(
                {
                    z: rename_level(z, map_key(old), map_key(new))
                    for z in objects.znames()
                    if stem(z) == map_key(old)
                }
            )
            rename_map(map_key(old), map_key(new), apply.THING)
            for part in game_parts():
                part.renamed(grid, old, new)
            grid.db.maps = records
    finally:
        typeclass_paths.forget()
    print(
        f"The map is '{new}' now. Ways that lead there from other maps have to say so too:\n"
        "evennia xyzgrid check, and evennia xyzgrid plan"
    )
    return 0


def _renamed(records: list[dict[str, Any]], old: str, new: str) -> list[dict[str, Any]]:
    """Return the records of the grid with the new name, as the map's file writes it."""
    known = {map_key(name): record for record in records for name in record["maps"]}
    if (record := known.get(map_key(old))) is None:
        raise unknown(old, known)
    if map_key(new) in known:
        raise UsageError(f"there is a map '{new}' already", "`evennia xyzgrid list` shows the maps")
    names = {map_key(one.name): one.name for one in load(record["reference"])}
    if map_key(new) not in names or map_key(old) in names:
        raise UsageError(
            f"{record['reference']} does not define '{new}' in place of '{old}'",
            "change the zcoord there first",
        )
    maps = [names[map_key(new)] if map_key(n) == map_key(old) else n for n in record["maps"]]
    return [one | {"maps": maps} if one is record else one for one in records]
