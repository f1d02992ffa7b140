"""The words of `evennia xyzgrid`, as rows."""

from __future__ import annotations

import json
import os

from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, is_refused, tally
from xyzgrid_ext.core.grid import Grid, check_world
from xyzgrid_ext.game import conf, spawning
from xyzgrid_ext.game.launch import adopting
from xyzgrid_ext.game.launch.diff import diff_lines
from xyzgrid_ext.game.launch.naming import level_named, todo_of, unknown
from xyzgrid_ext.game.launch.pruning import prune, tell_leftovers
from xyzgrid_ext.game.launch.routes import show_path
from xyzgrid_ext.game.launch.terminal import RELOAD, Progress, Request, Word, confirm, counted
from xyzgrid_ext.game.loader import SUFFIX, load_all
from xyzgrid_ext.game.script import get_xyzgrid, world


def _list(request: Request) -> int:
    if request.names:
        return _show(request)
    live = world()
    if not live.loaded:
        print("The grid has no maps. Add some: evennia xyzgrid add world.mymap")
    adopting.hint()
    for key, one in live.loaded.items():
        if one.grid is None:
            print(f"{one.name:<24} does not load ({one.reference}); see: evennia xyzgrid check")
            continue
        levels = f"{one.grid.levels} levels, " if one.grid.levels is not None else ""
        spawned = live.spawned(key)
        state = "all spawned" if spawned == one.grid.rooms else f"{spawned} spawned"
        print(f"{one.name:<24} {levels}{_size(one.grid)}, {state} ({one.reference})")
    tell_leftovers(live)
    return 0


def _show(request: Request) -> int:
    live = world()
    for name in request.names or tuple(live.grids):
        key, only = level_named(live, name)
        one = live.grids[key]
        print(f"{one.name}: {_size(one)}, options {dict(one.options)}")
        for z in range(one.levels or 1) if only is None else [only]:
            print(f"\n{one.zname(z)}:\n")
            print("\n".join(strip_ansi(line) for line in live.sheet(key, z).lines()))
        for finding in live.loaded[key].findings:
            print(f"\n{finding}")
    return 0


def _init(request: Request) -> int:
    grid = get_xyzgrid()
    print(f"The grid is the script {grid.key} ({grid.dbref}). Add maps: evennia xyzgrid add ...")
    return 0


def _add(request: Request) -> int:
    if not request.names:
        raise GridError("nothing to add", "name modules or .matrix files: add world.mymap")
    grid = get_xyzgrid()
    for one in grid.add(*(_reference(name) for name in request.names)):
        size = _size(one.grid) if one.grid else ""
        print(f"added '{one.name}': {size}")
        for finding in one.findings:
            print(f"  {finding}")
    missing = [f for f in check_world(grid.live.grids) if f.code == "no-such-target"]
    for finding in missing:
        print(finding)
    print("Make their rooms: evennia xyzgrid spawn")
    return 0


def _check(request: Request) -> int:
    """Maps of the game, or modules and files that are not part of it yet."""
    live = world()
    loaded = [
        live.loaded.get(map_key(name)) or load_all([_reference(name)]) for name in request.names
    ]
    if request.names:
        flat = [one for part in loaded for one in (part if isinstance(part, list) else [part])]
        own = {map_key(one.name): one.grid for one in flat if one.grid is not None}
        findings: list[Finding] = [f for one in flat for f in one.findings]
        names = {one.name for one in flat}
        findings += [f for f in check_world({**live.grids, **own}) if f.file in names]
    else:
        findings = live.findings()
    if "--json" in request.options:
        print(json.dumps([finding.as_data() for finding in findings], indent=1))
    else:
        for finding in findings:
            print(f"{finding}\n")
        print(tally(findings) or "no findings")
    return int(is_refused(findings, strict="--strict" in request.options))


def _plan(request: Request) -> int:
    live = world()
    todo = todo_of(live, request.names)
    lines = diff_lines(todo)
    print("\n".join(lines) if lines else "Nothing to do: the rooms are as the maps say.")
    tell_leftovers(live)
    return 2 if todo else 0


def _spawn(request: Request) -> int:
    grid = get_xyzgrid()
    todo = todo_of(grid.live, request.names)
    for exit_key, target in list(todo.unresolved.items())[:10]:
        print(f"left out: {exit_key.direction} of {exit_key.room} leads to {target}, not spawned")
    if not todo:
        print("Nothing to do: the rooms are as the maps say.")
        return 0
    lines = diff_lines(todo)
    confirm("\n".join([*lines[-1:], "Change the database?"]), request)
    done = spawning.carry_out(grid.live, todo, Progress())
    print(
        f"made {counted(done.rooms, 'room')} and {counted(done.exits, 'exit')}, "
        f"changed {done.changed}, "
        f"removed {done.removed}, moved {done.moved} people and things\n{RELOAD}"
    )
    return 0


def _delete(request: Request) -> int:
    grid = get_xyzgrid()
    if not request.names:
        confirm("This removes the whole grid with all its rooms and exits.", request)
        spawning.delete(grid.live, None, Progress())
        grid.delete()
        print(f"The grid is gone. {RELOAD}")
        return 0
    # also of maps that were renamed, and so are on no list any more
    known = {key: key for key in spawning.spawned()}
    known |= {map_key(name): name for record in grid.records for name in record["maps"]}
    for name in request.names:
        if map_key(name) not in known:
            raise unknown(name, known.values())
    shown = ", ".join(f"'{known[map_key(name)]}'" for name in request.names)
    confirm(f"This removes {shown} with all rooms and exits.", request)
    spawning.delete(grid.live, [map_key(name) for name in request.names], Progress())
    grid.remove(*request.names)
    print(f"{shown} gone. {RELOAD}")
    return 0


def _initpath(request: Request) -> int:
    print("Nothing to do: routes are found when they are asked for, without files.")
    return 0


def _size(grid: Grid) -> str:
    return f"{counted(grid.rooms, 'room')}, {counted(grid.links, 'exit')}"


def _reference(name: str) -> str:
    """A file is remembered from the game dir, so that the game can be moved."""
    if not name.endswith(SUFFIX):
        return name
    if not os.path.isfile(name):
        raise GridError(f"there is no file {name}", "correct its name")
    return os.path.relpath(os.path.abspath(name), conf.game_dir())


_YES = frozenset({"--yes"})
_JSON = frozenset({"--json"})

ROWS = (
    Word("list", "list [MAP]", "the maps and how many of their rooms exist", """
Without a name: one line for each map. With a name the same as `show`.
""", _list),
    Word("show", "show [MAP|MAP:LEVEL ...]", "drawing, options and findings of a map", """
    evennia xyzgrid show town
    evennia xyzgrid show cube:3
""", _show),
    Word("init", "init", "make the grid; safe to repeat", """
Makes the script that holds the grid. `add` does it as well.
""", _init),
    Word("add", "add MODULE|FILE.matrix ...", "add maps; again after changes is fine", """
Reads map modules (XYMAP_DATA or XYMAP_DATA_LIST) and matrix files, and remembers where they are.
A map that does not load is refused, with place, fault and cure, and nothing is changed.

    evennia xyzgrid add world.town world.glasswork
    evennia xyzgrid add maps/cube.matrix
""", _add),
    Word("check", "check [MAP|MODULE|FILE ...] [--strict] [--json]", "what is odd about maps", """
Unreachable rooms, traps, doubled directions, targets that do not exist, and all that the parsers
say. Without names: all maps of the game. Ends with 1 on errors, with --strict on warnings too.
""", _check, frozenset({"--strict", "--json"})),
    Word("plan", "plan [MAP|ROOMS ...]", "what spawn would do", """
+ is made, ~ is changed, - is removed. Ends with 0 if there is nothing to do, 2 if there is.
""", _plan),
    Word("spawn", "spawn [MAP|ROOMS ...] [--yes]", "make rooms and exits as the maps say", """
Makes what is missing, changes what differs, removes what is gone. What builders changed and no
prototype names is left alone. Without names: all maps, which is right when maps lead to each other.

    evennia xyzgrid spawn "the large tree" cube:3
    evennia xyzgrid spawn "(2,0,town)" "(*,0,cube:3)"
""", _spawn, _YES),
    Word("path", "path FROM TO [--json]", "the shortest way between two rooms", """
FROM and TO are coordinates or names of rooms. All wormholes count as known.

    evennia xyzgrid path "(4,4,town)" "(2,2,0,cube)"
    evennia xyzgrid path "the square" "the annealing oven"
""", show_path, _JSON),
    Word("delete", "delete [MAP ...] [--yes]", "remove maps with their rooms", """
Without a name: all of them. Characters and things in rooms that go are moved to the nearest room
that stays.
""", _delete, _YES),
    Word("prune", "prune [--yes]", "remove rooms of maps that are on no list any more", """
Rooms and exits that the grid made for maps which have been taken off its list, or are called
otherwise now. What was made by hand stays. Characters and things in them are moved, as by delete.
""", prune, _YES),
    Word("adopt", "adopt [MODULE ...] [--yes]", "take over a game that runs the contrib's grid", """
Shows what would change, and asks. The contrib's script, rooms and exits become ours; no room is
made anew, and what players and builders made stays. Beside a stopped server. Safe to repeat.
Modules are named only where the contrib's own list of its maps cannot be read.
""", adopting.adopt, _YES),
    Word("unadopt", "unadopt [--yes] [--delete-3d]", "give the grid back to the contrib", """
Shows what would change, and asks. Matrices and maps with levels, which the contrib cannot show,
stay as rooms without a map; --delete-3d removes them. Beside a stopped server.
""", adopting.unadopt, _YES | {adopting.DELETE_3D}),
    Word("initpath", "initpath", "kept from the contrib; does nothing", """
The contrib builds path files with it. There are none here.
""", _initpath),
)  # fmt: skip
