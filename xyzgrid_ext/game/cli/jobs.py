"""Jobs on the grid: work in steps that end with a report.

The launcher runs a job itself if no server is running. A server runs jobs for the launcher and for
builders in the game, with the same words.

    WORKS["spawn"](grid, Order(("town",), pace)) ─► Step, Step, ... ─► JobReport(lines, code)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli import list_jobs, migration_commands, pull, pull_text, pulled, spawn_jobs
from xyzgrid_ext.game.cli.drawing import create_steps, draw_steps
from xyzgrid_ext.game.cli.naming import (
    keys_in,
)
from xyzgrid_ext.game.cli.orders import CHANGES, JobReport, JobWork, Order
from xyzgrid_ext.game.cli.report import (
    counted,
    fault_lines,
)
from xyzgrid_ext.game.db import typeclass_paths
from xyzgrid_ext.game.db.grid import spares
from xyzgrid_ext.game.spawn import bulk
from xyzgrid_ext.game.world.current import find_grid, get_grid


def _refresh(grid: Any, order: Order) -> Steps[JobReport]:
    """Load the present files and database, since another process may have changed them."""
    grid.attributes.reset_cache()
    grid.live.forget_objects()
    renewed = yield from grid.renewed_steps(order.pace, ())
    grid.install(renewed.live)
    return JobReport(())


def _pull(grid: Any, order: Order) -> Steps[JobReport]:
    """Show what builders changed in the game, or with --apply, write it into the files."""
    migration_commands.require_maps()
    options = {name for name in order.names if name.startswith("--")}
    names = tuple(name for name in order.names if name not in options)
    live, faults, _ = yield from grid.renewed_steps(order.pace, keys_in(names))
    refused: list[Finding] = []
    found = yield from pull.found_steps(live, names, order.pace, options, refused)
    faults = (*faults, *refused)
    told = tuple(fault_lines(faults))
    if pulled.APPLY not in options:
        shown = yield from elsewhere.beside(
            "files",
            sum(len(one.map.document["rooms"]) for one in found),
            lambda: tuple(pull_text.lines(found)),
        )
        shown = shown or (pull.NOTHING,)
        return JobReport((*shown, *told), 1 if faults else CHANGES if pulled.is_open(found) else 0)
    lines = yield from pull.taken_steps(grid, found, order.pace)
    return JobReport((*lines, *told), int(bool(faults) or pulled.is_left(found)))


def _draw(grid: Any, order: Order) -> Steps[JobReport]:
    """Apply a drawing of the map editor, given the key of a map and the version number."""
    key, number = order.names
    line = yield from draw_steps(grid, key, int(number), order.pace)
    return JobReport((line,))


def _create(grid: Any, order: Order) -> Steps[JobReport]:
    """Make a new map for the map editor, given the map's key and name."""
    _key, name = order.names
    line = yield from create_steps(grid, name, order.pace)
    return JobReport((line,))


def _tidy(grid: Any, order: Order) -> Steps[JobReport]:
    """Remove what is left over in the database, and let it update its statistics."""
    orphans = typeclass_paths.orphans()
    yield from order.pace.each("tags removed", orphans, typeclass_paths.remove_orphans)
    spare = [one.id for one in spares() if not one.maps]
    typeclass_paths.drop_scripts(spare)
    bulk.analyze()
    return JobReport(
        (
            f"removed {counted(len(orphans), 'orphaned tag')} of prototypes",
            *(f"removed the second grid, the script #{pk}, which had no maps" for pk in spare),
            "ANALYZE: the database knows what its tables hold",
        )
    )


DRAW, CREATE, DELETE = "draw", "create", "delete"
DUNGEON = "dungeon"
REFRESH, SPAWN, UNDO = "refresh", "spawn", "undo"
PRUNE, TIDY = "prune", "tidy"
WORKS: Mapping[str, JobWork] = MappingProxyType(
    {
        "plan": spawn_jobs.plan,
        SPAWN: spawn_jobs.spawn,
        UNDO: spawn_jobs.undo,
        "check": spawn_jobs.check,
        "add": list_jobs.add,
        DELETE: list_jobs.delete,
        DUNGEON: list_jobs.dungeon,
        PRUNE: list_jobs.prune,
        "pull": _pull,
        DRAW: _draw,
        CREATE: _create,
        REFRESH: _refresh,
        TIDY: _tidy,
    }
)


ASKING = frozenset({SPAWN, UNDO, DELETE, PRUNE})
"""The works that ask a question before they change anything."""


def grid_for(word: str) -> Any | None:
    """Return the grid that a work changes; it is made if there is none, but not for tidying."""
    return find_grid() if word == TIDY else get_grid()


def work_of(word: str, grid: Any, order: Order) -> Steps[JobReport]:
    """Return the work of a word.

    Raises:
        UsageError: if there is no such work.

    """
    if word not in WORKS:
        raise UsageError(f"there is no work called '{word}'", f"known: {', '.join(WORKS)}")
    return WORKS[word](grid, order)
