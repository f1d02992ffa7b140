"""The actions of the subcommands of `evennia xyzgrid`, and their answers; see `words`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext_noop

from xyzgrid_ext import install
from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.dispatch import await_server, carry_out, confirm
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import (
    CHECK,
    PRUNE,
    WITH_CONTENTS,
    Order,
    job_steps,
    order_plan_steps,
    plan_code,
)
from xyzgrid_ext.game.cli.naming import (
    MOVED,
    find_level,
    mention_contrib_grid,
    require_maps,
    unknown_map_error,
)
from xyzgrid_ext.game.cli.report import (
    check_lines,
    diff_data,
    entry_line,
    legend_lines,
    list_lines,
    note_lines,
    orphan_lines,
    size_text,
    spare_lines,
    spawned_text,
)
from xyzgrid_ext.game.cli.routes import path_lines
from xyzgrid_ext.game.cli.running import running_processes, unread_lines, while_game_is_stopped
from xyzgrid_ext.game.db import jobs, objects, record, typeclass_paths
from xyzgrid_ext.game.db.grid import rename_level, rename_map
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import load_all, load_maps
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.maps.roster import records_of
from xyzgrid_ext.game.maps.sources import unchanged_maps
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import checks, spawning
from xyzgrid_ext.game.spawn import record as spawn_record
from xyzgrid_ext.game.spawn.reconcile import map_of_level
from xyzgrid_ext.game.spawn.spawning import orphan_plan
from xyzgrid_ext.game.spawn.things import THING
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current, find_grid
from xyzgrid_ext.game.world.maps import Maps
from xyzgrid_ext.game.world.world import Live

NO_MAPS = gettext_noop("There are no maps yet: `evennia xyzgrid add` adds some.")
NO_SPAWNS = gettext_noop("There have been no spawns yet.")
NO_JOBS = gettext_noop("There are no recent jobs.")
YES = frozenset({"--yes"})
"""The options of a subcommand that asks a question, unless this is given."""
UNDO = "--undo"
"""The option of `init` that takes back what it wrote."""
CONTENTS, KEEPING = frozenset({WITH_CONTENTS}), frozenset({MOVED})


def maps(request: Request) -> list[str]:
    """Return a line for each map; with names, the lines of `show` about these maps."""
    if request.names:
        return show(request)
    live = current()
    files = {key: entry for key, entry in live.loaded.items() if entry.digests}
    return list(list_lines(live, files.keys() - unchanged_maps(files)))


def list_maps(request: Request) -> int:
    """Print the list of maps, and what is left of removed maps; return 1 if a map does not load."""
    print("\n".join(maps(request)) or NO_MAPS)
    if request.names:
        return 0
    mention_contrib_grid()
    for line in spare_lines():
        print(line)
    for line in orphan_lines(orphan_plan(current())):
        print(line)
    return int(bool(current().unloaded_maps))


def show(request: Request) -> list[str]:
    """Return the lines of `show`: drawing, options and findings of the named maps, or of all."""
    live = current()
    lines = []
    for name in request.names or tuple(live.grids):
        key, only = find_level(live, name)
        grid = live.grids[key]
        state = spawned_text(live, key)
        lines.append(f"{grid.name}: {size_text(grid)}, {state}, options {dict(grid.options)}")
        for z in range(grid.levels or 1) if only is None else [only]:
            lines += [f"\n{grid.zname(z)}:\n", "\n".join(live.sheet(key, z).lines(plain=True))]
            if legend := [*legend_lines(live.loaded[key], z)]:
                lines += ["", *legend]
        lines += [f"\n{finding}" for finding in live.loaded[key].findings]
    if not request.names:
        lines += [f"\n{finding}" for grid in live.unloaded_maps for finding in grid.findings]
    return lines


def init(request: Request) -> int:
    """Make the grid's script; write what the game's settings lack, after asking (or undo that).

    Return the exit code: 0 also if the user refuses the settings, since the grid is there.
    """
    game, undo = Path(settings.django_settings.GAME_DIR), UNDO in request.options
    if undo:
        return install.run(game, None, yes="--yes" in request.options, undo=True)
    if find_grid() is not None or not mention_contrib_grid():
        grid = get_xyzgrid()
        print(
            f"The grid is the script {grid.key} ({grid.dbref}). Add maps: evennia xyzgrid add ..."
        )
    if request.names or not install.is_installed(game):
        install.run(game, request.names or None, yes="--yes" in request.options, undo=False)
    return 0


def init_paths(request: Request) -> int:
    """Say that routes need no preparation here; raises UsageError for a name that is of no map."""
    for name in request.names:
        find_level(current(), name)
    print("Nothing to do: routes need no preparation.")
    return 0


def add(request: Request) -> int:
    """Add the maps of the named modules and files to the game; return the exit code."""
    if not request.names:
        raise UsageError("nothing to add", "name modules or .matrix files: add world.mymap")
    references = [_reference(name) for name in request.names]
    if "server" in running_processes():  # its players shall not wait for a module that is given up
        drain(get_xyzgrid().added_steps(references, TERMINAL))
    return carry_out("add", references, request)


@while_game_is_stopped("rename")
def rename(request: Request) -> int:
    """Rename a map (names: old, new) in the database, after its file; return the exit code."""
    if len(request.names) != 2:
        raise UsageError("rename needs two names", 'rename "old name" "new name"')
    grid = get_xyzgrid()
    old, new = request.names
    records = _renamed_records(records_of(grid.db.maps), old, new)
    if map_key(new) in spawning.spawned_maps():
        raise UsageError(
            f"there are rooms of '{new}' already", f"`evennia xyzgrid delete {new}` removes them"
        )
    confirm(f"The rooms of '{old}' become rooms of '{new}'. Change the database?", request)
    try:
        with transaction.atomic():
            spawn_record.rename_levels(
                {
                    z: rename_level(z, map_key(old), map_key(new))
                    for z in objects.stored_levels()
                    if map_of_level(z) == map_key(old)
                }
            )
            rename_map(map_key(old), map_key(new), THING)
            for part in game_parts():
                part.map_renamed(grid, old, new)
            grid.db.maps = records
    finally:
        typeclass_paths.flush_objects()
    print(
        f"The map is '{new}' now. Ways that lead there from other maps have to say so too:\n"
        "evennia xyzgrid check, and evennia xyzgrid plan"
    )
    return 0


def _renamed_records(records: list[Record], old: str, new: str) -> list[Record]:
    """Return the list of the grid's maps with the new name, as the map's file writes it."""
    by_key = {map_key(name): record for record in records for name in record["maps"]}
    if (record := by_key.get(map_key(old))) is None:
        raise unknown_map_error(old, by_key)
    if map_key(new) in by_key:
        raise UsageError(f"there is a map '{new}' already", "`evennia xyzgrid list` shows the maps")
    names = {map_key(item.name): item.name for item in load_maps(record["reference"])}
    if map_key(new) not in names or map_key(old) in names:
        raise UsageError(
            f"{record['reference']} does not define '{new}' in place of '{old}'",
            "change the zcoord there first",
        )
    maps = [names[map_key(new)] if map_key(n) == map_key(old) else n for n in record["maps"]]
    return [{**item, "maps": maps} if item is record else item for item in records]


def check(request: Request) -> int:
    """Print findings about maps of the game, or files not in it yet; return 1 if any are errors."""
    return _check(request, current(), in_game=True)


def check_files(request: Request) -> int:
    """Do the same as `check` for modules and files, without a database and the game's maps."""
    return _check(request, Live(()), in_game=False)


def _check(request: Request, live: Live, *, in_game: bool) -> int:
    loaded = [_maps_named(live, name) for name in request.names]
    if request.names:
        flat = [entry for part in loaded for entry in part]
        grids = {map_key(entry.name): entry.grid for entry in flat if entry.grid is not None}
        findings: list[Finding] = [f for entry in flat for f in entry.findings]
        names = {entry.name for entry in flat}
        missing = live.unloaded_keys | Maps(flat).unloaded_keys
        findings += [f for f in check_world({**live.grids, **grids}, missing) if f.file in names]
        findings += [
            finding
            for entry in flat
            if entry.grid is not None
            for part in core_parts()
            for find in part.checks
            for finding in find(entry.grid, entry.matrix, entry.name)
        ]
    else:
        grids = live.grids
        flat, findings = list(live.loaded.values()), live.findings()
        if in_game and not findings and not any(note_lines()):
            require_maps()
    findings += drain(checks.prototype_findings_steps(grids.values(), TERMINAL))
    findings += drain(checks.doubled_findings_steps(flat))
    if in_game:
        findings += checks.item_findings(grids.values(), {**live.grids, **grids}.values())
    if "--json" in request.options:
        print(json.dumps([finding.as_data() for finding in findings], indent=1))
    else:
        print("\n".join((*(note_lines() if in_game else ()), *check_lines(findings))))
    return int(is_refused(findings, strict="--strict" in request.options))


def _maps_named(live: Live, name: str) -> list[LoadedMap]:
    """Return the map of this name, or the maps of a module or file.

    Raises:
        UsageError: if a name without a dot is neither a map nor a module.
    """
    if (entry := live.loaded.get(map_key(name))) is not None:
        return [entry]
    maps = load_all([_reference(name)])
    if "." in name or all(f.code != "no-module" for entry in maps for f in entry.findings):
        return maps
    good = (grid.name for grid in live.grids.values())
    raise unknown_map_error(name, good, (entry.name for entry in live.unloaded_maps))


def plan(request: Request) -> int:
    """Print what `spawn` would do; return 0 if nothing, CHANGES if something, 1 for faults."""
    require_maps()
    names = _job_arguments(request)
    if "--json" not in request.options:
        return print_report("plan", names)
    order = Order(names, TERMINAL)
    _live, todo, faults, texts = drain(order_plan_steps(get_xyzgrid(), order))
    findings = [finding.as_data() for finding in faults]
    print(json.dumps(diff_data(todo) | {"texts": texts, "findings": findings}, indent=1))
    for line in unread_lines():
        print(line, file=sys.stderr)
    return plan_code(todo, faults, texts)


def print_report(word: str, names: tuple[str, ...]) -> int:
    """Run the job `word` in this process, print its report, and return its exit code."""
    report = drain(job_steps(word, get_xyzgrid(), Order(names, TERMINAL)))
    print("\n".join(report.lines))
    return report.code


def spawn(request: Request) -> int:
    """Make the rooms and exits that the maps define; return the exit code."""
    require_maps()
    return carry_out("spawn", _job_arguments(request), request)


def sync(request: Request) -> int:
    """Make the rooms of all maps without asking anybody, for deployment; return the exit code."""
    require_maps()
    if request.names:
        raise UsageError("sync takes all maps", "spawn takes the names of maps")
    options = tuple(sorted(request.options & {CHECK, PRUNE}))
    if CHECK in options:
        return print_report("sync", options)
    await_server()
    return carry_out("sync", options, request)


def _job_arguments(request: Request) -> tuple[str, ...]:
    """Return the names of a request, and those of its options that `plan` and `spawn` obey."""
    return (*request.names, *sorted(request.options & (CONTENTS | KEEPING)))


def spawns(request: Request) -> list[str]:
    """Return a line for each of the last spawns, the newest first."""
    return list(map(entry_line, record.history()))


def job_runner(word: str) -> Callable[[Request], int]:
    """Return a function that runs the job `word` as `carry_out` does: in the server, or here."""
    return lambda request: carry_out(word, _job_arguments(request), request)


def job_list(request: Request) -> list[str]:
    """Return a line for each job of the running server."""
    return list(map(str, jobs.all_jobs()))


def path_answer(request: Request) -> list[str]:
    """Return the lines that `xyzgrid path` shows in the game."""
    return path_lines(request)[0]


def _reference(name: str) -> str:
    """Return a file name relative to the game dir, so that the game can be moved.

    Of a module in the game dir, this is its Python path: `world.town` for `world/town.py`.
    """
    if name.endswith(".py"):
        path = os.path.relpath(os.path.abspath(name), settings.django_settings.GAME_DIR)
        parts = path.removesuffix(".py").split(os.sep)
        if all(map(str.isidentifier, parts)) and os.path.isfile(name):
            return ".".join(parts)
        raise UsageError(
            f"{name} is no module of the game", "give its Python path, such as world.town"
        )
    if not name.endswith(SUFFIX):
        return name
    if not os.path.isfile(name):
        raise UsageError(f"there is no file {name}", "correct its name")
    return os.path.relpath(os.path.abspath(name), settings.django_settings.GAME_DIR)
