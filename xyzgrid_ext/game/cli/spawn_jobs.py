"""The jobs that compare maps with the database, `plan` and `spawn`, and `check` of all files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli import migration_commands
from xyzgrid_ext.game.cli.diff import departure_lines, diff_lines, summary
from xyzgrid_ext.game.cli.naming import (
    keys_in,
    level_named,
    plan_steps,
)
from xyzgrid_ext.game.cli.orders import CHANGES, JobReport, Order
from xyzgrid_ext.game.cli.own_classes import lost_lines
from xyzgrid_ext.game.cli.report import (
    check_lines,
    counted,
    dangling_lines,
    done_line,
    entry_line,
    fault_lines,
    land_lines,
    lazy_lines,
    orphan_lines,
    unresolved_lines,
)
from xyzgrid_ext.game.cli.running import unread_lines
from xyzgrid_ext.game.cli.undoing import Undone, undone_hint, undone_lines, undone_steps
from xyzgrid_ext.game.db import record
from xyzgrid_ext.game.maps.loaded import unchanged
from xyzgrid_ext.game.spawn import checking, spawning
from xyzgrid_ext.game.spawn.adjusting import drop_plan_steps
from xyzgrid_ext.game.spawn.orphans import orphans_steps
from xyzgrid_ext.game.world.maps import Maps
from xyzgrid_ext.game.world.rereading import load_steps
from xyzgrid_ext.game.world.world import Live

NO_HISTORY = "There is nothing to undo: no spawn is in the history."
STILL_IN_FILES = (
    "The files still say what that spawn made: take it out of them, or the next one makes it again."
)
NOTHING_TO_DO = "Nothing to do: the rooms are as the maps say."
_NOTHING_ELSE = "Nothing to do for the maps without faults."


def plan(grid: Any, order: Order) -> Steps[JobReport]:
    """Plan what spawn would change, for the maps as their files are now. Changes nothing."""
    migration_commands.require_maps()
    live, faults, stale = yield from grid.renewed_steps(order.pace, keys_in(order.maps))
    refused: list[Finding] = []
    todo = yield from plan_steps(live, order.names, order.pace, refused, stale)
    todo = replace(todo, with_contents=order.with_contents)
    faults = (*faults, *refused)
    undone = yield from undone_steps(live, todo, order.pace)
    left = yield from orphans_steps(live, order.pace)
    lines = plan_lines(live, todo, left, faults, undone, keys_in(order.maps))
    report = JobReport(tuple(lines), plan_code(todo, faults))
    yield from drop_plan_steps(todo, order.pace)
    return report


def plan_lines(
    live: Live,
    todo: SpawnPlan,
    left: SpawnPlan,
    faults: Sequence[Finding],
    undone: Undone,
    keys: Collection[str] | None = None,
) -> Iterator[str]:
    """Yield the report of a plan: changes, leftovers, and maps that do not load.

    `keys` are the maps that the plan is about; None for all.
    """
    yield from diff_lines(todo, live) or [_NOTHING_ELSE if faults else NOTHING_TO_DO]
    yield from lazy_lines(todo)
    yield from land_lines(live, keys)
    yield from undone_hint(undone)
    yield from unresolved_lines(live, todo)
    yield from dangling_lines(live, keys)
    yield from orphan_lines(left)
    yield from fault_lines(faults)
    yield from unread_lines()


def plan_code(todo: SpawnPlan, faults: Sequence[Finding]) -> int:
    """Return the exit code of a plan."""
    return 1 if faults else CHANGES if todo else 0


def spawn(grid: Any, order: Order) -> Steps[JobReport]:
    """Make the rooms and exits of the maps as their files are now; report what was undone."""
    migration_commands.require_maps()
    live, faults, stale = yield from grid.renewed_steps(order.pace, keys_in(order.maps))
    refused: list[Finding] = []
    todo = yield from plan_steps(live, order.names, order.pace, refused, stale)
    todo = replace(todo, with_contents=order.with_contents)
    faults = (*faults, *refused)
    named = keys_in(order.maps)
    told = (*fault_lines(faults), *lazy_lines(todo), *land_lines(live, named))
    told = (*told, *unresolved_lines(live, todo), *dangling_lines(live, named))
    undone = yield from undone_steps(live, todo, order.pace)
    if todo:
        question = "\n".join(
            (*departure_lines(todo, live), f"{summary(todo)}. Change the database?")
        )
        order.agree(question, tuple(undone_lines(undone)))
    # all at once, so that nobody walks through a half-updated world
    grid.install(live)
    title = " ".join(("spawn", *order.names))
    done = yield from spawning.apply_steps(live, todo, order.pace, title)
    line = done_line(done) if todo else _NOTHING_ELSE if faults else NOTHING_TO_DO
    yield from drop_plan_steps(todo, order.pace)
    told = (*told, *lost_lines(), *(f"undone: {line}" for line in undone.shown), *undone.unsure)
    told = (*told, *departure_lines(todo, live), *unread_lines())
    return JobReport((*told, line), int(bool(faults)))


def undo(grid: Any, order: Order) -> Steps[JobReport]:
    """Take back the last spawn of the history: its rows become as they were before it."""
    migration_commands.require_maps()
    if not (entries := record.history()):
        return JobReport((NO_HISTORY,), 1)
    live, entry = grid.live, entries[0]
    undoing = yield from spawning.undo_plan_steps(live, entry.number, order.pace)
    todo = undoing.todo
    undone = yield from undone_steps(live, todo, order.pace)
    lost = (
        f"This takes back {entry_line(entry)}",
        *diff_lines(todo, live)[:-1],
        *undone_lines(undone),
    )
    order.agree(f"{summary(todo)}. Change the database?", lost)
    yield from spawning.undo_steps(live, undoing, order.pace)
    record.forget(entry.number)
    lines = [*(f"undone: {line}" for line in undone.shown), *undone.unsure]
    lines += [*departure_lines(todo, live), f"took back {entry_line(entry)}"]
    if number := sum(live.room_at_xyz(*xyz) is None for xyz in todo.new_rooms):
        rooms = f"{counted(number, 'room')} {'is' if number == 1 else 'are'}"
        lines.append(f"{rooms} on no map, and `goto` knows no way, until the file has them again.")
    return JobReport((*lines, STILL_IN_FILES))


def check(grid: Any, order: Order) -> Steps[JobReport]:
    """Report findings about the maps of the game, as their files are now."""
    known = grid.live.loaded
    kept = yield from elsewhere.beside("maps read", elsewhere.FEW, lambda: unchanged(known))
    found = yield from load_steps(grid.records, {}, kept)
    maps = Maps(found)
    others = yield from checked_steps(maps)
    others += yield from checking.prototype_findings_steps(maps.grids.values(), order.pace)
    others += yield from checking.former_findings_steps(found)
    if order.names:
        meant = {level_named(grid.live, name)[0] for name in order.names}
        others = [finding for finding in others if map_key(finding.file) in meant]
        found = [one for one in found if map_key(one.name) in meant]
    # the maps of a module that does not load have the same
    findings = [*dict.fromkeys(f for one in found for f in one.findings), *others]
    findings += yield from checking.doubled_findings_steps(found)
    told = (*lost_lines(), *check_lines(findings))
    return JobReport(told, int(is_refused(findings)))


def checked_steps(maps: Maps) -> Steps[list[Finding]]:
    """Check the connections of maps."""
    rooms = sum(grid.rooms for grid in maps.grids.values())
    check = partial(check_world, dict(maps.grids), maps.missing)
    return (yield from elsewhere.beside("checked", rooms, check))
