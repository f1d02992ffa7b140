"""Jobs on the grid: work in steps that end with a report.

The launcher runs a job itself if no server is running. A server runs jobs for the launcher and for
builders in the game, with the same words.

    JOB_WORKS["spawn"](grid, Order(("town",), pace)) ─► Step, Step, ... ─► JobReport(lines, code)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import indent
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.mapdata.rows import room_source_rows
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.core.spawn.plan import with_removals
from xyzgrid_ext.core.spawn.record import changed_texts
from xyzgrid_ext.game.base import background
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.naming import (
    MOVED,
    find_level,
    map_keys_in,
    plan_steps,
    require_maps,
    unknown_map_error,
    without_options,
)
from xyzgrid_ext.game.cli.report import (
    check_lines,
    count_text,
    dangling_lines,
    departure_lines,
    diff_lines,
    entry_line,
    fault_lines,
    key_lines,
    land_lines,
    left_text,
    moved_lines,
    moved_texts,
    never_made_lines,
    note_lines,
    on_demand_lines,
    orphan_lines,
    size_text,
    spawn_line,
    summary,
    unresolved_lines,
)
from xyzgrid_ext.game.cli.running import unread_lines
from xyzgrid_ext.game.cli.undoing import (
    Undone,
    spared_steps,
    undone_hint,
    undone_lines,
    undone_steps,
)
from xyzgrid_ext.game.db import leftovers, record, typeclass_paths
from xyzgrid_ext.game.db.grid import spare_grids
from xyzgrid_ext.game.maps.loader import load_maps, reference_reader
from xyzgrid_ext.game.maps.sources import unchanged_maps
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import checks, moving, spawning, write
from xyzgrid_ext.game.spawn.reconcile import free_memory_steps, large_parts, map_of_level
from xyzgrid_ext.game.spawn.spawning import left_rooms_by_map, orphan_plan_steps
from xyzgrid_ext.game.typeclasses.script import GridScript
from xyzgrid_ext.game.world.current import find_grid, get_grid
from xyzgrid_ext.game.world.maps import Maps
from xyzgrid_ext.game.world.rereading import read_maps
from xyzgrid_ext.game.world.world import Live

Unread: TypeAlias = Mapping[str, Sequence[str]]
"""Name of a map -> the keys of its data, such as `options`, whose changes the game has not read."""
WITH_CONTENTS = "--with-contents"
"""The option that deletes things and NPCs in removed rooms."""
CHECK = "--check"
"""The option of `sync` that changes nothing."""
PRUNE = "--prune"
"""The option of `sync` that also removes rooms of maps on no list."""
CHANGES = 2
"""The exit code of a job that has, or leaves, something to do."""


@dataclass(frozen=True)
class JobReport:
    """The lines that a job prints at its end, and the launcher's exit code."""

    lines: tuple[str, ...]
    code: int = 0


def always_agree(question: str, lost: Sequence[str] = ()) -> None:
    """Agree to a question without asking anybody: the default of `Order.agree`."""


@dataclass(frozen=True)
class Order:
    """What a job is to do: `names` are maps, parts of maps and options, `pace` paces its steps.

    `agree(question, lost)` is called before anything changes, and raises a UsageError if the answer
    is no. The last line of `question` asks, others show details; `lost` are lines about work of
    builders that would be undone.
    """

    names: tuple[str, ...]
    pace: Pace
    agree: Callable[..., None] = always_agree

    @property
    def maps(self) -> list[str]:
        """The names of maps and parts of maps: `names` without options."""
        return without_options(self.names)

    @property
    def with_contents(self) -> bool:
        """Whether things and NPCs in removed rooms are deleted."""
        return WITH_CONTENTS in self.names


class JobWork(NamedTuple):
    """How a job is done, as a row.

    Attributes:
        run: does it: `function(grid, order)`.
        is_asking: whether it asks a question before it changes anything.
        is_comparing: whether the server refuses it if settings, prototypes or classes have changed
            since it read them, because the job compares the database with maps by these.
    """

    run: Callable[[Any, Order], Steps[JobReport]]
    is_asking: bool = False
    is_comparing: bool = False


NO_HISTORY = "There is nothing to undo: no spawn is in the history."
STILL_IN_FILES = (
    "The files still say what that spawn made: take it out of them, or the next one makes it again."
)
NOTHING_TO_DO = "Nothing to do: the rooms are as the maps say."
_OF_NO_ROWS = "Nothing to take back of this one, which leaves the history"
_ONLY_TEXTS = "The rooms are as the maps say."
_NOTHING_ELSE = "Nothing to do: the rooms of all maps that load are as these say."


def order_plan_steps(
    grid: GridScript, order: Order
) -> Steps[tuple[Live, SpawnPlan, list[Finding], Unread]]:
    """Plan a spawn of the order's maps as their files are now.

    The steps return (world of these maps, plan, faults of maps that it leaves out, unread keys).
    """
    require_maps()
    live, faults, stale = yield from grid.renewed_steps(map_keys_in(order.maps))
    refused: list[Finding] = []
    todo = yield from plan_steps(live, order.names, order.pace, refused, stale)
    rows, changed = {row.key for row in room_source_rows()}, set(map(map_of_level, todo.levels()))
    asked, texts = map_keys_in(order.maps), dict[str, list[str]]()
    for key, read in (grid.db.texts or {}).items():
        entry = live.loaded.get(key)
        if entry is not None and entry.texts and (asked is None or key in asked):
            names = changed_texts(read, entry.texts)
            if left := [name for name in names if name not in rows or key not in changed]:
                texts[entry.name] = left
    return live, replace(todo, with_contents=order.with_contents), [*faults, *refused], texts


def plan(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Report what `spawn` would change, and change nothing."""
    live, todo, faults, texts = yield from order_plan_steps(grid, order)
    undone = yield from undone_steps(live, todo, order.pace)
    left = yield from orphan_plan_steps(live, order.pace)
    lines = plan_lines(live, todo, faults, undone, map_keys_in(order.maps), texts)
    report = JobReport((*lines, *orphan_lines(left)), plan_code(todo, faults, texts))
    yield from free_memory_steps(order.pace, *large_parts(todo))
    return report


def plan_lines(
    live: Live,
    todo: SpawnPlan,
    faults: Sequence[Finding],
    undone: Undone,
    keys: Collection[str] | None = None,
    texts: Unread = MappingProxyType({}),
) -> Iterator[str]:
    """Yield the report of the plan `todo`: changes, and maps that do not load.

    `undone` are changes by hand that it undoes, `keys` those of the planned maps; None for all.
    """
    yield from key_lines(texts)
    yield from diff_lines(todo, live) or [_nothing_text(faults, texts)]
    yield from moved_lines(todo, live)
    yield from on_demand_lines(todo)
    yield from land_lines(live, keys)
    yield from undone_hint(undone)
    yield from unresolved_lines(live, todo)
    yield from dangling_lines(live, keys)
    yield from fault_lines(faults)
    yield from unread_lines()


def _nothing_text(faults: Sequence[Finding], texts: Unread) -> str:
    return _NOTHING_ELSE if faults else _ONLY_TEXTS if texts else NOTHING_TO_DO


def plan_code(todo: SpawnPlan, faults: Sequence[Finding], texts: Unread) -> int:
    """Return 1 if a map has faults; CHANGES if there is something to make or read; 0 otherwise."""
    return 1 if faults else CHANGES if todo or texts else 0


def spawn(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Make the rooms and exits of the maps as their files are now; report what was undone."""
    live, todo, faults, texts = yield from order_plan_steps(grid, order)
    return (yield from _carry_out_steps(grid, order, live, todo, faults, texts))


def _carry_out_steps(
    grid: Any, order: Order, live: Live, todo: SpawnPlan, faults: Sequence[Finding], texts: Unread
) -> Steps[JobReport]:
    """Carry out the plan `todo`, after asking, and install its world `live` in the grid."""
    named = map_keys_in(order.maps)
    lines = (*key_lines(texts), *fault_lines(faults), *on_demand_lines(todo))
    lines = (*lines, *land_lines(live, named), *unresolved_lines(live, todo))
    lines = (*lines, *dangling_lines(live, named))
    undone = yield from undone_steps(live, todo, order.pace)
    if todo:
        question = "\n".join(
            (*departure_lines(todo, live), f"{summary(todo)}. Change the database?")
        )
        moved = () if todo.is_moving else moved_lines(todo, live)
        order.agree(question, (*moved, *undone_lines(undone)))
    if todo.is_moving and todo.moves:
        lines = (*lines, *moved_lines(todo, live))
        moving.move_rooms(live, todo.moves, todo.wanted.rooms if todo.wanted else ())
    # all at once, so that nobody walks through a half-updated world
    grid.install(live)
    grid.note_maps()
    title = " ".join(("spawn", *order.names))
    if texts and not todo:
        record.begin_history_entry(f"{title} ({'; '.join(line[2:] for line in key_lines(texts))})")
    done = yield from spawning.apply_steps(live, todo, order.pace, title)
    line = spawn_line(done) if todo else _nothing_text(faults, texts)
    lines = (*lines, *note_lines(), *(f"undone: {line}" for line in undone.shown), *undone.unsure)
    lines = (*lines, *departure_lines(todo, live), *unread_lines())
    yield from free_memory_steps(order.pace, *large_parts(todo))
    return JobReport((*lines, line), int(bool(faults)))


def sync(grid: Any, order: Order) -> Steps[JobReport]:
    """Make the rooms and exits of all maps as their files are now, without asking anybody.

    Rooms that have moved stay the same; those with people or work of builders are not removed.
    The exit code is CHANGES if there is something to do, or left to do.
    """
    live, todo, faults, texts = yield from order_plan_steps(grid, replace(order, names=(MOVED,)))
    left = yield from orphan_plan_steps(live, order.pace)
    if is_pruning := PRUNE in order.names:
        todo = with_removals(todo, left)
    todo, stay = yield from spared_steps(live, todo, order.pace)
    new = live.grids.keys() - live.on_demand - spawning.spawned_maps()
    lines = [f"new '{live.grids[key].name}': {size_text(live.grids[key])}" for key in sorted(new)]
    lines += [*stay, *(() if is_pruning else orphan_lines(left))]
    code = CHANGES * bool(stay)
    if CHECK in order.names:
        undone = yield from undone_steps(live, todo, order.pace)
        lines += plan_lines(live, todo, faults, undone, None, texts)
        return JobReport(tuple(lines), plan_code(todo, faults, texts) or code)
    done = yield from _carry_out_steps(grid, Order((), order.pace), live, todo, faults, texts)
    return JobReport((*lines, *done.lines), done.code or code)


def undo(grid: Any, order: Order) -> Steps[JobReport]:
    """Take back the last spawn: its rooms and exits become as they were before it."""
    require_maps()
    if not (entries := record.history()):
        return JobReport((NO_HISTORY,), 1)
    live, entry = grid.live, entries[0]
    if not record.blocks_before(entry.number):
        record.forget_entry(entry.number)
        return JobReport((f"{_OF_NO_ROWS}: {entry_line(entry)}", STILL_IN_FILES))
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
    record.forget_entry(entry.number)
    lines = [*(f"undone: {line}" for line in undone.shown), *undone.unsure]
    lines += [*departure_lines(todo, live), f"took back {entry_line(entry)}"]
    if number := sum(live.room_at_xyz(*xyz) is None for xyz in todo.new_rooms):
        rooms = f"{count_text(number, 'room')} {'is' if number == 1 else 'are'}"
        lines.append(f"{rooms} on no map, and `goto` knows no way, until the file has them again.")
    return JobReport((*lines, STILL_IN_FILES))


def check(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Report findings about the maps of the game, as their files are now."""
    known, records = dict(grid.live.loaded), grid.records
    loaded_maps = yield from background.run_in_thread(
        "maps read",
        background.FEWEST_FOR_THREAD,
        lambda: read_maps(records, {}, unchanged_maps(known)),
    )
    maps = Maps(loaded_maps)
    others = yield from check_links_steps(maps)
    grids = list(maps.grids.values())
    if order.names:
        meant = {find_level(grid.live, name)[0] for name in order.names}
        others = [finding for finding in others if map_key(finding.file) in meant]
        loaded_maps = [entry for entry in loaded_maps if map_key(entry.name) in meant]
        grids = [maps.grids[key] for key in sorted(meant & maps.grids.keys())]
    others += yield from checks.prototype_findings_steps(grids, order.pace)
    # the maps of a module that does not load have the same
    findings = [*dict.fromkeys(f for entry in loaded_maps for f in entry.findings), *others]
    findings += yield from checks.doubled_findings_steps(loaded_maps)
    findings += checks.item_findings(grids, maps.grids.values())
    return JobReport((*note_lines(), *check_lines(findings)), int(is_refused(findings)))


def check_links_steps(maps: Maps) -> Steps[list[Finding]]:
    """Return findings about the ways between maps, checked in another thread if there are many."""
    rooms = sum(grid.rooms for grid in maps.grids.values())
    check = partial(check_world, dict(maps.grids), maps.unloaded_keys)
    return (yield from background.run_in_thread("checked", rooms, check))


def add(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Put the maps of files on the list, and report on these maps."""
    known = {map_key(name) for record in grid.records for name in record["maps"]}
    loaded_maps = yield from grid.add_steps(order.names, order.pace)
    lines, keys = list[str](), {map_key(loaded_map.name) for loaded_map in loaded_maps}
    for loaded_map in loaded_maps:
        word = "read again" if map_key(loaded_map.name) in known else "added"
        lines.append(
            f"{word} '{loaded_map.name}': {size_text(loaded_map.grid) if loaded_map.grid else ''}"
        )
        lines += [indent(str(finding), "  ") for finding in loaded_map.findings]
    findings = yield from check_links_steps(grid.live)
    missing = (f for f in findings if f.code == "no-such-target" and map_key(f.file) in keys)
    lines += map(str, missing)
    if keys <= grid.live.on_demand:
        return JobReport((*lines, "Rooms are made when somebody comes: there is nothing to spawn."))
    return JobReport((*lines, "Make the rooms: evennia xyzgrid spawn"))


def delete(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Remove the named maps with their rooms, after asking; without names, the whole grid."""
    if not order.maps:
        gone = yield from _remove_steps(
            grid, order, None, ["This removes the whole grid with all its rooms and exits."]
        )
        grid.delete()
        return JobReport((*gone, "The grid is gone."))
    # also of renamed maps, whose old names are no longer listed
    known = {key: key for key in spawning.spawned_maps()}
    known |= {map_key(name): name for record in grid.records for name in record["maps"]}
    for name in order.maps:
        if map_key(name) not in known:
            raise unknown_map_error(name, known.values())
    keys = [map_key(name) for name in order.maps]
    text = ", ".join(f"'{known[key]}'" for key in keys)
    files = dict.fromkeys(
        record["reference"]
        for record in grid.records
        for name in record["maps"]
        if map_key(name) in keys and reference_reader(record["reference"]) is None
    )
    for file in files:
        loaded_maps = yield from background.run_in_thread(
            "maps read", background.FEWEST_FOR_THREAD, partial(load_maps, file)
        )
        if not {map_key(entry.name) for entry in loaded_maps}.isdisjoint(keys):
            grid.refuse_listed([file], "take it out there, then: evennia xyzgrid sync --prune")
    question = f"This removes {text} with all rooms and exits."
    lines = [*never_made_lines(grid.live, keys), question]
    gone = yield from _remove_steps(grid, order, keys, lines)
    yield from grid.remove_steps(order.maps)
    stay = (f"{file} stays: `evennia xyzgrid add {file}` adds it again." for file in files)
    return JobReport((*gone, f"{text} gone.", *stay))


def _remove_steps(
    grid: GridScript, order: Order, keys: list[str] | None, question: list[str]
) -> Steps[list[str]]:
    """Remove the rooms of maps after asking; return lines about where those in them went."""
    todo = yield from spawning.removal_steps(grid.live, keys, order.pace)
    todo = replace(todo, with_contents=order.with_contents)
    leaving = departure_lines(todo, grid.live)
    undone = yield from undone_steps(grid.live, todo, order.pace)
    order.agree("\n".join((*leaving, *undone_lines(undone), *question)))
    yield from spawning.apply_steps(grid.live, todo, order.pace, " ".join(("delete", *order.maps)))
    return leaving


def prune(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Remove rooms and exits of maps that are not on the list any more, after asking."""
    left = yield from orphan_plan_steps(grid.live, order.pace)
    left = replace(left, with_contents=order.with_contents)
    if not left:
        return JobReport(("Nothing to do: all rooms that the grid made are of maps on its list.",))
    rooms, exits = (
        count_text(len(left.gone_rooms), "room"),
        count_text(len(left.gone_exits), "exit"),
    )
    maps = (
        ", ".join(f"'{name}'" for name in left_rooms_by_map(left))
        or "maps that have no rooms any more"
    )
    text = "\n".join(diff_lines(left, grid.live)[:-1])
    order.agree(f"{text}\nThis removes {rooms} and {exits} of {maps}.")
    done = yield from spawning.apply_steps(grid.live, left, order.pace, "prune")
    line = ", ".join((f"removed {rooms} and {exits}", *moved_texts(done)))
    return JobReport((*departure_lines(left, grid.live), line))


def _refresh(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Read the files and the grid's Attributes again: another process may have changed them."""
    grid.attributes.reset_cache()
    grid.live.forget_objects()
    renewed = yield from grid.renewed_steps(())
    grid.install(renewed.live)
    return JobReport(())


def _tidy(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Remove what is left over in the database, and let it update its statistics."""
    orphans = typeclass_paths.orphan_labels()
    yield from order.pace.each("tags removed", orphans, typeclass_paths.remove_orphan_labels)
    # a command set may belong to an object that goes
    sets, things = sorted(leftovers.left_command_sets()), sorted(leftovers.left_objects())
    yield from order.pace.each("command sets removed", sets, leftovers.remove_command_sets)
    yield from order.pace.each("objects removed", things, leftovers.remove_objects)
    tables, copies = leftovers.left_tables(), leftovers.left_copies()
    yield from order.pace.each("tables removed", sorted(tables), leftovers.remove_tables)
    left = left_text((len(things), len(sets), sum(map(len, tables.values()))))
    moved: list[str] = []
    if copies:
        plan = yield from orphan_plan_steps(grid.live, order.pace, copies)
        yield from spawning.apply_steps(grid.live, plan, order.pace, "doctor")
        moved = departure_lines(plan, grid.live)
    spare = [spare_grid.id for spare_grid in spare_grids() if not spare_grid.maps]
    typeclass_paths.drop_scripts(spare)
    write.analyze()
    return JobReport(
        (
            f"removed {count_text(len(orphans), 'orphaned tag')} of prototypes",
            *([f"removed {left} of parts that the game does not have"] if left else ()),
            *(f"removed {key}, a copy that no part keeps" for key in copies),
            *moved,
            *(f"removed the second grid, the script #{pk}, which had no maps" for pk in spare),
            "ANALYZE: the database knows what its tables hold",
        )
    )


DELETE = "delete"
REFRESH, SPAWN, TIDY = "refresh", "spawn", "tidy"
JOB_WORKS: Mapping[str, JobWork] = MappingProxyType(
    {
        "plan": JobWork(plan),
        SPAWN: JobWork(spawn, is_asking=True, is_comparing=True),
        "sync": JobWork(sync, is_comparing=True),
        "undo": JobWork(undo, is_asking=True),
        "check": JobWork(check),
        "add": JobWork(add),
        DELETE: JobWork(delete, is_asking=True),
        "prune": JobWork(prune, is_asking=True),
        REFRESH: JobWork(_refresh),
        TIDY: JobWork(_tidy),
    }
)
"""The jobs of the kernel, by name; parts add others."""


def grid_for(word: str) -> GridScript | None:
    """Return the grid's script for the job `word`; without one, None for `tidy`, else a new one."""
    return find_grid() if word == TIDY else get_grid()


def job_work(word: str) -> JobWork:
    """Return how the job `word` is done; raises UsageError if neither kernel nor part has it."""
    works = dict(JOB_WORKS)
    for part in game_parts():
        works |= part.jobs
    if word not in works:
        raise UsageError(f"there is no work called '{word}'", f"known: {', '.join(works)}")
    return works[word]


def job_steps(word: str, grid: GridScript | None, order: Order) -> Steps[JobReport]:
    """Return the steps of the job named `word`, not begun; raises what `job_work` raises."""
    return job_work(word).run(grid, order)
