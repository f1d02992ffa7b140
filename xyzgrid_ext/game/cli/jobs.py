"""Jobs on the grid: work in steps that end with a report.

The launcher runs a job itself if no server is running. A server runs jobs for the launcher and for
builders in the game, with the same words.

    WORKS["spawn"](grid, Order(("town",), pace)) ─► Step, Step, ... ─► JobReport(lines, code)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import indent
from types import MappingProxyType
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.core.grid import Grid, check_world
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli import migration_commands, pull
from xyzgrid_ext.game.cli.diff import diff_lines, summary
from xyzgrid_ext.game.cli.drawing import create_steps, draw_steps
from xyzgrid_ext.game.cli.naming import (
    CHANGED,
    Planned,
    keys_in,
    level_named,
    plan_steps,
    unknown,
)
from xyzgrid_ext.game.cli.own_classes import lost_lines
from xyzgrid_ext.game.cli.report import (
    check_lines,
    counted,
    done_line,
    fault_lines,
    lazy_lines,
    never_made_lines,
    orphan_lines,
    size_of,
    unresolved_lines,
)
from xyzgrid_ext.game.cli.undoing import Undone, undone_hint, undone_lines, undone_steps
from xyzgrid_ext.game.db import typeclass_paths
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.dungeon_site import site_of
from xyzgrid_ext.game.maps.loaded import unchanged
from xyzgrid_ext.game.spawn import bulk, changed, checking, spawning
from xyzgrid_ext.game.spawn.adjusting import drop_plan_steps
from xyzgrid_ext.game.spawn.orphans import numbers, orphans_steps
from xyzgrid_ext.game.spawn.remembering import remember_steps
from xyzgrid_ext.game.visibility.coordinates import name_of, written
from xyzgrid_ext.game.world.rereading import load_steps

ALL_COMPARED = (
    "--changed compares all rooms this time: it needs a whole spawn of each map, with the same "
    "base prototypes, to know what has changed since."
)
NOTHING_TO_DO = "Nothing to do: the rooms are as the maps say."
_NOTHING_ELSE = "Nothing to do for the maps without faults."
CHANGES = 2  # exit code of a plan with something to do


@dataclass(frozen=True)
class JobReport:
    """The report of a job, and the launcher's exit code."""

    lines: tuple[str, ...]
    code: int = 0


def agreed(question: str) -> None:
    """Agree to a question without asking anybody."""


@dataclass(frozen=True)
class Order:
    """A request for a job.

    `agree` is called with a question before anything changes; the lines before the last show the
    details. It raises a UsageError if the answer is no.
    """

    names: tuple[str, ...]
    pace: Pace
    agree: Callable[[str], None] = agreed

    @property
    def maps(self) -> list[str]:
        """The names without options."""
        return [name for name in self.names if name != CHANGED]


JobWork = Callable[[Any, Order], Steps[JobReport]]


def _plan(grid: Any, order: Order) -> Steps[JobReport]:
    """Plan what spawn would change, for the maps as their files are now. Changes nothing."""
    migration_commands.refuse_before()
    live, faults, stale = yield from grid.renewed_steps(order.pace, keys_in(order.maps))
    refused: list[Finding] = []
    planned = yield from plan_steps(live, order.names, order.pace, refused, stale)
    todo, faults = planned.todo, (*faults, *refused)
    undone = yield from undone_steps(live, todo, order.pace, planned.whole)
    left = yield from orphans_steps(live, order.pace)
    report = JobReport(tuple(plan_lines(planned, left, faults, undone)), plan_code(todo, faults))
    yield from drop_plan_steps(todo, order.pace)
    return report


def plan_lines(
    planned: Planned, left: SpawnPlan, faults: Sequence[Finding], undone: Undone
) -> Iterator[str]:
    """Yield the report of a plan: changes, leftovers, and maps that do not load."""
    todo = planned.todo
    yield from _all_compared(planned)
    yield from diff_lines(todo) or [_NOTHING_ELSE if faults else NOTHING_TO_DO]
    yield from lazy_lines(todo)
    yield from undone_hint(undone)
    yield from unresolved_lines(todo)
    yield from orphan_lines(left)
    yield from fault_lines(faults)


def _all_compared(planned: Planned) -> list[str]:
    """Return a line that says why --changed compared all rooms, or no line if it did not."""
    return [ALL_COMPARED] if planned.is_all else []


def plan_code(todo: SpawnPlan, faults: Sequence[Finding]) -> int:
    """Return the exit code of a plan."""
    return 1 if faults else CHANGES if todo else 0


def _spawn(grid: Any, order: Order) -> Steps[JobReport]:
    migration_commands.refuse_before()
    live, faults, stale = yield from grid.renewed_steps(order.pace, keys_in(order.maps))
    refused: list[Finding] = []
    planned = yield from plan_steps(
        live, order.names, order.pace, refused, stale, fingerprints=True
    )
    todo, whole, _ = planned
    faults = (*faults, *refused)
    told = (*fault_lines(faults), *lazy_lines(todo), *unresolved_lines(todo))
    told = (*_all_compared(planned), *told)
    undone = yield from undone_steps(live, todo, order.pace, whole)
    if todo:
        order.agree("\n".join((*undone_lines(undone), f"{summary(todo)}. Change the database?")))
    # all at once, so that nobody walks through a half-updated world
    grid.install(live)
    line = _NOTHING_ELSE if faults else NOTHING_TO_DO
    if todo:
        line = done_line((yield from spawning.apply_steps(live, todo, order.pace)))
    else:
        yield from remember_steps(live, todo, order.pace)
    # exits that were left out are made once their targets exist
    left = {spawning.stem(exit_key.room.z) for exit_key in todo.unresolved}
    if not refused:
        changed.remember({key: found for key, found in whole.items() if key not in left})
    yield from drop_plan_steps(todo, order.pace)
    told = (*told, *lost_lines(), *(f"undone: {line}" for line in undone.shown), *undone.unsure)
    return JobReport((*told, line), int(bool(faults)))


def _check(grid: Any, order: Order) -> Steps[JobReport]:
    """Report findings about the maps of the game, as their files are now."""
    known = grid.live.loaded
    kept = yield from elsewhere.beside("maps read", elsewhere.FEW, lambda: unchanged(known))
    found = yield from load_steps(grid.records, {}, kept)
    grids = {map_key(one.name): one.grid for one in found if one.grid is not None}
    findings = [finding for one in found for finding in one.findings]
    findings += yield from _checked_steps(grids)
    findings += yield from checking.prototype_findings_steps(grids.values(), order.pace)
    findings += yield from checking.former_findings_steps(found)
    if order.names:
        meant = {level_named(grid.live, name)[0] for name in order.names}
        findings = [finding for finding in findings if map_key(finding.file) in meant]
        found = [one for one in found if map_key(one.name) in meant]
    findings += yield from checking.doubled_findings_steps(found)
    told = (*lost_lines(), *check_lines(findings))
    return JobReport(told, int(is_refused(findings)))


def _checked_steps(grids: Mapping[str, Grid]) -> Steps[list[Finding]]:
    """Check the connections of maps."""
    rooms = sum(grid.rooms for grid in grids.values())
    return (yield from elsewhere.beside("checked", rooms, lambda: check_world(grids)))


def _add(grid: Any, order: Order) -> Steps[JobReport]:
    found = yield from grid.add_steps(order.names, order.pace)
    lines = []
    for one in found:
        lines.append(f"added '{one.name}': {size_of(one.grid) if one.grid else ''}")
        lines += [indent(str(finding), "  ") for finding in one.findings]
    grids = dict(grid.live.grids)
    findings = yield from _checked_steps(grids)
    lines += [str(f) for f in findings if f.code == "no-such-target"]
    return JobReport((*lines, "Make their rooms: evennia xyzgrid spawn"))


def _dungeon(grid: Any, order: Order) -> Steps[JobReport]:
    """Make the dungeon that a builder ordered, with its rooms; report only on that dungeon."""
    (one,) = yield from grid.add_steps(order.names, order.pace)
    made = yield from _spawn(grid, Order((one.name,), order.pace))
    live, key = grid.live, map_key(one.name)
    site = site_of(live.grids[key])
    if site is None or live.spawned(key) != one.grid.rooms:
        return made
    entrance = live.grids[key].place(site.start)
    lines = (
        f"The dungeon '{one.name}' is ready: {size_of(one.grid)}.".replace(", ", " and "),
        f"Its entrance is {name_of(live, (key, site.start))}: type",
        f"  open {one.name.split()[-1]} = {written(live, entrance)}",
        "and the place where you stand then has a way in.",
    )
    return JobReport((*(str(finding) for finding in one.findings), *lines))


def _delete(grid: Any, order: Order) -> Steps[JobReport]:
    if not order.names:
        order.agree("This removes the whole grid with all its rooms and exits.")
        yield from spawning.delete_steps(grid.live, None, order.pace)
        grid.delete()
        return JobReport(("The grid is gone.",))
    # also of renamed maps, whose old names are no longer listed
    known = {key: key for key in spawning.spawned()}
    known |= {map_key(name): name for record in grid.records for name in record["maps"]}
    for name in order.names:
        if map_key(name) not in known:
            raise unknown(name, known.values())
    keys = [map_key(name) for name in order.names]
    shown = ", ".join(f"'{known[key]}'" for key in keys)
    files = dict.fromkeys(
        record["reference"]
        for record in grid.records
        for name in record["maps"]
        if map_key(name) in keys and not is_order(record["reference"])
    )
    question = f"This removes {shown} with all rooms and exits."
    order.agree("\n".join((*never_made_lines(grid.live, keys), question)))
    yield from spawning.delete_steps(grid.live, keys, order.pace)
    yield from grid.remove_steps(order.names, order.pace)
    stay = (f"{file} stays: `evennia xyzgrid add {file}` adds it again." for file in files)
    return JobReport((f"{shown} gone.", *stay))


def _prune(grid: Any, order: Order) -> Steps[JobReport]:
    left = yield from orphans_steps(grid.live, order.pace)
    if not left:
        return JobReport(("Nothing to do: all rooms that the grid made are of maps on its list.",))
    rooms, exits = counted(len(left.gone_rooms), "room"), counted(len(left.gone_exits), "exit")
    maps = ", ".join(f"'{name}'" for name in numbers(left)) or "maps that have no rooms any more"
    shown = "\n".join(diff_lines(left)[:-1])
    order.agree(f"{shown}\nThis removes {rooms} and {exits} of {maps}.")
    done = yield from spawning.apply_steps(grid.live, left, order.pace)
    return JobReport((f"removed {rooms} and {exits}, moved {done.moved} people and things",))


def _refresh(grid: Any, order: Order) -> Steps[JobReport]:
    """Load the present files and database, since another process may have changed them."""
    grid.attributes.reset_cache()
    grid.live.forget_objects()
    renewed = yield from grid.renewed_steps(order.pace, ())
    grid.install(renewed.live)
    return JobReport(())


def _pull(grid: Any, order: Order) -> Steps[JobReport]:
    """Show what builders changed in the game, or with --apply, write it into the files."""
    migration_commands.refuse_before()
    options = {name for name in order.names if name.startswith("--")}
    names = tuple(name for name in order.names if name not in options)
    live, faults, _ = yield from grid.renewed_steps(order.pace, keys_in(names))
    refused: list[Finding] = []
    found = yield from pull.found_steps(live, names, order.pace, options, refused)
    faults = (*faults, *refused)
    told = tuple(fault_lines(faults))
    if pull.APPLY not in options:
        shown = yield from elsewhere.beside(
            "files",
            sum(len(one.map.document["rooms"]) for one in found),
            lambda: tuple(pull.lines(found)),
        )
        shown = shown or (pull.NOTHING,)
        return JobReport((*shown, *told), 1 if faults else CHANGES if pull.is_open(found) else 0)
    lines = yield from pull.taken_steps(grid, found, order.pace)
    return JobReport((*lines, *told), int(bool(faults) or pull.is_left(found)))


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
    """Remove tags that no object has any more, and let the database update its statistics."""
    orphans = typeclass_paths.orphans()
    yield from order.pace.each("tags removed", orphans, typeclass_paths.remove_orphans)
    bulk.analyze()
    removed = f"removed {counted(len(orphans), 'orphaned tag')} of prototypes"
    return JobReport((removed, "ANALYZE: the database knows what its tables hold"))


DRAW, CREATE, DELETE = "draw", "create", "delete"
DUNGEON = "dungeon"
REFRESH, SPAWN = "refresh", "spawn"
TIDY = "tidy"
WORKS: Mapping[str, JobWork] = MappingProxyType(
    {
        "plan": _plan,
        SPAWN: _spawn,
        "check": _check,
        "add": _add,
        DELETE: _delete,
        DUNGEON: _dungeon,
        "prune": _prune,
        "pull": _pull,
        DRAW: _draw,
        CREATE: _create,
        REFRESH: _refresh,
        TIDY: _tidy,
    }
)


def work_of(word: str, grid: Any, order: Order) -> Steps[JobReport]:
    """Return the work of a word.

    Raises:
        UsageError: if there is no such work.

    """
    if word not in WORKS:
        raise UsageError(f"there is no work called '{word}'", f"known: {', '.join(WORKS)}")
    return WORKS[word](grid, order)
