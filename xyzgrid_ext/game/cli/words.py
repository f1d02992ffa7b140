"""The words of `evennia xyzgrid` as rows, and help on several of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from django.utils.translation import gettext_noop
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext import content, install
from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.core.formats import FORMATS
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.matrix.difficulty import difficulty_findings
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli import migration_commands, pull, statics
from xyzgrid_ext.game.cli.diff import diff_data
from xyzgrid_ext.game.cli.dispatch import WAIT, carry_out
from xyzgrid_ext.game.cli.doctor import FIX, doctor
from xyzgrid_ext.game.cli.exporting import AS, TO, export
from xyzgrid_ext.game.cli.grammar import Answer, Request, Word
from xyzgrid_ext.game.cli.importing import import_file
from xyzgrid_ext.game.cli.jobs import Order, plan_code, plan_lines, work_of
from xyzgrid_ext.game.cli.naming import CHANGED, level_named, spawn_steps
from xyzgrid_ext.game.cli.own_classes import lost_lines
from xyzgrid_ext.game.cli.renaming import rename
from xyzgrid_ext.game.cli.report import (
    check_lines,
    list_lines,
    orphan_lines,
    size_of,
)
from xyzgrid_ext.game.cli.rights import right
from xyzgrid_ext.game.cli.routes import path, path_answer, reach
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.edits import NONE, ROLES
from xyzgrid_ext.game.maps.loader import load_all
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn.checking import prototype_findings_steps
from xyzgrid_ext.game.spawn.orphans import orphans
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

NO_MAPS = gettext_noop("There are no maps yet: `evennia xyzgrid add` adds some.")
NO_JOBS = gettext_noop("Nobody has asked for anything lately.")


def _at_once(lines: Callable[[Request], Iterable[str]]) -> Answer:
    """Turn a function that returns lines into an answer without slices."""

    def answer(request: Request) -> Generator[None, None, list[str]]:
        yield from ()
        return list(lines(request))

    return answer


def _printed(answer: Answer, nothing: str = "") -> Callable[[Request], int]:
    """Turn an answer into a function that prints it in a terminal."""

    def run(request: Request) -> int:
        for line in drain(answer(request)) or [nothing] * bool(nothing):
            print(line)
        return 0

    return run


@_at_once
def _maps(request: Request) -> Iterable[str]:
    live = current()
    return _shown(live, request.names) if request.names else list_lines(live)


def _list(request: Request) -> int:
    code = _printed(_maps, NO_MAPS)(request)
    if not request.names:
        migration_commands.hint()
        for line in orphan_lines(orphans(current())):
            print(line)
    return code


@_at_once
def _show(request: Request) -> Iterable[str]:
    live = current()
    return _shown(live, request.names or tuple(live.grids))


def _shown(live: Live, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        key, only = level_named(live, name)
        one = live.grids[key]
        yield f"{one.name}: {size_of(one)}, options {dict(one.options)}"
        for z in range(one.levels or 1) if only is None else [only]:
            yield f"\n{one.zname(z)}:\n"
            yield "\n".join(strip_ansi(line) for line in live.sheet(key, z).lines())
        for finding in live.loaded[key].findings:
            yield f"\n{finding}"


def _init(request: Request) -> int:
    grid = get_xyzgrid()
    print(f"The grid is the script {grid.key} ({grid.dbref}). Add maps: evennia xyzgrid add ...")
    game, undo = Path(settings.game_dir()), _UNDO in request.options
    if not (undo or request.names) and install.is_installed(game):
        return 0
    examples = request.names or (install.FIRST,)
    return install.run(game, examples, yes="--yes" in request.options, undo=undo)


def _add(request: Request) -> int:
    if not request.names:
        raise UsageError("nothing to add", "name modules or .matrix files: add world.mymap")
    return carry_out("add", [_reference(name) for name in request.names], request)


def _check(request: Request) -> int:
    """Check maps of the game, or modules and files that are not part of it yet."""
    live = current()
    loaded = [
        live.loaded.get(map_key(name)) or load_all([_reference(name)]) for name in request.names
    ]
    if request.names:
        flat = [one for part in loaded for one in (part if isinstance(part, list) else [part])]
        own = {map_key(one.name): one.grid for one in flat if one.grid is not None}
        findings: list[Finding] = [f for one in flat for f in one.findings]
        names = {one.name for one in flat}
        findings += [f for f in check_world({**live.grids, **own}) if f.file in names]
        matrices = {one.name: one.matrix for one in flat if one.matrix is not None}
        findings += [f for name, one in matrices.items() for f in difficulty_findings(one, name)]
    else:
        own = live.grids
        findings = live.findings()
    findings += drain(prototype_findings_steps(own.values(), TERMINAL))
    if "--json" in request.options:
        print(json.dumps([finding.as_data() for finding in findings], indent=1))
    else:
        print("\n".join((*lost_lines(), *check_lines(findings))))
    return int(is_refused(findings, strict="--strict" in request.options))


def _plan(request: Request) -> int:
    migration_commands.refuse_before()
    live = current()
    faults = [] if request.names else [f for one in live.failed for f in one.findings]
    todo, _ = drain(spawn_steps(live, _with_changed(request), TERMINAL, faults))
    if "--json" in request.options:
        findings = [finding.as_data() for finding in faults]
        print(json.dumps(diff_data(todo) | {"findings": findings}, indent=1))
    else:
        print("\n".join(plan_lines(todo, orphans(live), faults)))
    return plan_code(todo, faults)


def _pull(request: Request) -> int:
    words = (*request.names, *sorted(request.options))
    if pull.APPLY in request.options:  # it asks nothing: it has been shown before
        return carry_out("pull", words, replace(request, options=request.options | _YES))
    report = drain(work_of("pull", get_xyzgrid(), Order(words, TERMINAL)))
    print("\n".join(report.lines))
    return report.code


def _spawn(request: Request) -> int:
    migration_commands.refuse_before()
    return carry_out("spawn", _with_changed(request), request)


def _with_changed(request: Request) -> tuple[str, ...]:
    """The names, and the option that goes with them to whoever does the work."""
    return (*request.names, *sorted(request.options & _CHANGED))


def _work(word: str) -> Callable[[Request], int]:
    """The function of a word that changes the grid, here or in the running server."""
    return lambda request: carry_out(word, request.names, request)


@_at_once
def _jobs(request: Request) -> Iterable[str]:
    return map(str, jobs.all_jobs())


_path = _at_once(lambda request: path_answer(request)[0])


def _reference(name: str) -> str:
    """A file name relative to the game dir, so that the game can be moved."""
    if not name.endswith(SUFFIX):
        return name
    if not os.path.isfile(name):
        raise UsageError(f"there is no file {name}", "correct its name")
    return os.path.relpath(os.path.abspath(name), settings.game_dir())


_YES = frozenset({"--yes"})
_UNDO = "--undo"
_CHANGES = _YES | {WAIT}
_JSON = frozenset({"--json"})
_CHANGED = frozenset({CHANGED})

ROWS = (
    Word("list", "list [MAP]", "the maps and how many of their rooms exist", """
Without a name: one line for each map. With a name the same as `show`.
""", _list, answer=_maps, nothing=NO_MAPS),
    Word("show", "show [MAP|MAP:LEVEL ...]", "drawing, options and findings of a map", """
    evennia xyzgrid show town
    evennia xyzgrid show cube:3
""", _printed(_show, NO_MAPS), answer=_show, nothing=NO_MAPS),
    Word("init", "init [EXAMPLE ...] [--yes] [--undo]", "make the grid; lines of settings", f"""
Makes the script that holds the grid; `add` does it as well. Where the game lacks lines in its
settings, commands or web addresses, or an example is named, shows what would be written, and asks.
Nothing is written over. --undo takes away exactly what was written; rooms stay. Safe to repeat.

    evennia xyzgrid init tower

Examples: {", ".join(content.EXAMPLES)}. Before the first line of settings is there:
`python -m xyzgrid_ext init`.
""", _init, _YES | {_UNDO}),
    Word("add", "add MODULE|FILE.matrix ... [--wait]", "add maps; again after changes is fine", """
Reads map modules (XYMAP_DATA or XYMAP_DATA_LIST) and matrix files, and remembers where they are.
A map that does not load is refused, with place, fault and cure, and nothing is changed.

    evennia xyzgrid add world.town world.glasswork
    evennia xyzgrid add maps/cube.matrix
""", _add, frozenset({WAIT})),
    Word("check", "check [MAP|MODULE|FILE ...] [--strict] [--json]", "what is odd about maps", """
Unreachable rooms, traps, doubled directions, targets that do not exist, and all that the parsers
say. Without names: all maps of the game. Ends with 1 on errors, with --strict on warnings too.
""", _check, frozenset({"--strict", "--json"}), is_job=True),
    Word("plan", "plan [MAP|ROOMS ...] [--changed] [--json]", "what spawn would do", """
+ is made, ~ is changed (what it was -> what it becomes), - is removed. Changes nothing, and works
beside a running game. Ends with 0 if there is nothing to do, 2 if there is, 1 if it cannot be told
or a map does not load. --changed: as for spawn.
""", _plan, _JSON | _CHANGED, is_job=True, job_options=_CHANGED),
    Word("spawn", "spawn [MAP|ROOMS ...] [--changed] [--yes] [--wait]",
        "make rooms and exits as maps say", """
Makes what is missing, changes what differs, removes what is gone. What builders changed and no
prototype names is left alone. Without names: all maps, which is right when maps lead to each other.
One that does not load is named and stays as it is; all others are done, and it ends with 1.

With --changed only the rooms and exits are compared that changed in the files since the last spawn
of a whole map, which is fast however large the map is. What changed in the game since then, a room
that a builder destroyed for example, is not seen: spawn without it compares all.

    evennia xyzgrid spawn "the large tree" cube:3
    evennia xyzgrid spawn "(2,0,town)" "(*,0,cube:3)"

If the game runs, its server does it, while people play: there is no need of a reload. One at a
time works on the grid; --wait waits for another who is at it.
""", _spawn, _CHANGES | _CHANGED, is_job=True, job_options=_CHANGED),
    Word("pull", f"pull [MAP|ROOMS ...] [{pull.APPLY}] [{pull.GAME}]",
         "what builders changed by hand, for the files", f"""
Shows what was changed in the game by dig, desc, name, link, lock, tag and the like, and the file
does not say: ~ is changed, + was made, - was removed, and how the file would differ. {pull.APPLY}
writes that into the map modules; rooms and exits made by hand become those of the map.

    evennia xyzgrid pull town
    evennia xyzgrid pull "(2,0,town)" {pull.APPLY}

! is a conflict: the file has changed since it was spawned, too. It is left, unless {pull.GAME} says
that the game is right; `spawn` does what the file says. ? cannot be taken, and says why. Ends with
0 if there is nothing to take, 2 if there is, 1 if it cannot be told; with {pull.APPLY} 1 if a
conflict is left.
""", _pull, frozenset({pull.APPLY, pull.GAME}), is_job=True,
         job_options=frozenset({pull.APPLY, pull.GAME})),
    Word("jobs", "jobs", "what a running game was asked to do", """
Work that was handed to the server, and how far it is. It goes on when the one who asked is gone.
""", _printed(_jobs, NO_JOBS), answer=_jobs, nothing=NO_JOBS),
    Word("doctor", "doctor [--fix]", "what the game stands on, and how long steps take", """
Which of the settings for faster answers are on, what the database does, tags that the contrib has
left over, and of a running server how long steps took since its start (p50: half of them took no
longer; p99: all but one in a hundred). --fix removes those tags and lets the database count its
rows (ANALYZE), in the server if it runs.
""", doctor, frozenset({FIX, WAIT})),
    Word("path", "path FROM TO [--json]", "the shortest way between two rooms", """
FROM and TO are coordinates or names of rooms. All wormholes count as known. Ends with 1 where
there is no way.

    evennia xyzgrid path "(4,4,town)" "(2,2,0,cube)"
    evennia xyzgrid path "the square" "the annealing oven"
""", path, _JSON, answer=_path),
    Word("reach", "reach ROOM [STEPS]", "what lies around a room, or out of its reach", """
With STEPS: all rooms within so many. Without: all rooms that no walk from ROOM comes to, and those
from which none leads back. All doors count as open, all wormholes as known.

    evennia xyzgrid reach "(4,4,town)" 3
    evennia xyzgrid reach "the square"
""", _printed(reach), answer=reach),
    Word("export", "export MAP ...|all --FORMAT [--to FILE] [--as CHARACTER] [--yes]",
         "maps as files for other programs", f"""
Writes maps, or levels (`cube:3`), as a file: to the terminal, or with --to into FILE, which must
not be there yet unless you say --yes. Everything is in it, as builders see it; with --as, only what
that character may see. Rooms must have been spawned. FORMAT is one of

{chr(10).join(f"    --{row.name:<8} {row.title}, {row.suffix}" for row in FORMATS)}

    evennia xyzgrid export all --mudlet --to world.json
    evennia xyzgrid export lighthouse --svg --as Ann --to lighthouse.svg
""", export, frozenset({f"--{row.name}" for row in FORMATS}) | _YES, frozenset({TO, AS})),
    Word("import", "import FILE [--to MODULE.py] [--yes]", "a map module of a map file", """
Reads MMP (XML) or a Mudlet map (JSON, by its saveJsonMap), and writes a map module to the terminal,
or with --to into a file: every room, exit and name. What such a map cannot hold is told. Nothing is
added to the game yet.

    evennia xyzgrid import isle.json --to world/isle.py
    evennia xyzgrid add world.isle
""", import_file, _YES, frozenset({TO})),
    Word("delete", "delete [MAP ...] [--yes] [--wait]", "remove maps with their rooms", """
Without a name: all of them. Characters and things in rooms that go are moved to the nearest room
that stays.
""", _work("delete"), _CHANGES),
    Word("prune", "prune [--yes] [--wait]", "remove rooms of maps that are on no list any more", """
Rooms and exits that the grid made for maps which have been taken off its list, or are called
otherwise now. What was made by hand stays. Characters and things in them are moved, as by delete.
""", _work("prune"), _CHANGES),
    Word("rename", "rename OLD NEW [--yes]", "give a map that has another name now its rooms", """
Change the zcoord in the map's file first. Its rooms keep their numbers, what is in them and what
was built there; what characters have explored stays, and dungeons and games of a matrix go on.
Beside a stopped server. What other maps call it, you change in their files.
""", rename, _YES, beside_stopped=True),
    Word("adopt", "adopt [MODULE ...] [--yes]", "take over a game that runs the contrib's grid", """
Shows what would change, and asks. The contrib's script, rooms and exits become ours; no room is
made anew, and what players and builders made stays. Beside a stopped server. Safe to repeat.
Modules are named only where the contrib's own list of its maps cannot be read.
""", migration_commands.adopt, _YES, beside_stopped=True),
    Word("unadopt", "unadopt [--yes] [--delete-3d]", "give the grid back to the contrib", """
Shows what would change, and asks. Matrices and maps with levels, which the contrib cannot show,
stay as rooms without a map; --delete-3d removes them. Beside a stopped server.
""", migration_commands.unadopt, _YES | {migration_commands.DELETE_3D}, beside_stopped=True),
    Word("fetch", "fetch FILE", "fill an empty database with the game of a SQLite file", """
Copies every row of a game's SQLite file into the database that the settings name, PostgreSQL for
example, whose tables `evennia migrate` has made. The file is only read. All or nothing.

    evennia migrate
    evennia xyzgrid fetch server/evennia.db3
""", migration_commands.fetch, beside_stopped=True),
    Word("right", f"right MAP [PLAYER {'|'.join(ROLES)}|{NONE}]", "who may draw a map", """
The map editor of the website: an owner and an editor draw and apply, a reader looks and drafts
nothing. Superusers may draw all maps. Without a player: who has which right on the map.

    evennia xyzgrid right inn Ann editor
""", right),
    Word("web", "web", "fetch the libraries of the web client and the map page, by npm", """
Evennia's pages take them from other servers. Afterwards the game serves them itself, and its
client works without the internet. They go into web/static/xyzgrid/vendor; a running game has them
at once. Node.js and npm must be installed. Safe to repeat. Files for browsers that are left from
another Evennia are copied anew.
""", statics.web),
)  # fmt: skip

# Help that is about more than one word.
TOPICS = {
    "drawing": r"""
A drawn map stands between two + signs, one above the other at its left. The drawing begins two
columns to the right of them, two lines below the upper one and ends two lines above the lower one.
Rooms stand on every second column and row; between them are links.

    + 0 1 2

    1 #-#-#
      |  /
    0 #-#

    + 0 1 2

  #         a room                        I         a room where goto stops on its way
  - | / \   links, both ways              < > ^ v   one way, first or last in a line of links
  x +       links that cross              o         a bend or a crossing, from what meets there
  u d       up and down                   t         teleporter, in pairs with the same letter
  b         passable, but no route        i         goto stops before it
  T         a way to another map: give it a class of its own with target_map_xyz
  U D B     on a sheet of `levels`: a room with stairs up, down, or both

The legend of a map can change every symbol. See the page of Evennia's XYZGrid contrib.
""",
}
