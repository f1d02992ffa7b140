"""The subcommands of `evennia xyzgrid` as rows, and help on several of them."""

from __future__ import annotations

from xyzgrid_ext import content
from xyzgrid_ext.core.formats import FORMATS
from xyzgrid_ext.game.cli import migration_commands, pull, statics
from xyzgrid_ext.game.cli.actions import (
    CHANGED_ONLY,
    NO_JOBS,
    NO_MAPS,
    UNDO,
    YES,
    add,
    check,
    init,
    job_list,
    list_maps,
    maps,
    path_found,
    plan,
    printed,
    pull_changes,
    show,
    spawn,
    work,
)
from xyzgrid_ext.game.cli.dispatch import WAIT
from xyzgrid_ext.game.cli.doctor import FIX, doctor
from xyzgrid_ext.game.cli.exporting import AS, TO, export
from xyzgrid_ext.game.cli.grammar import Word
from xyzgrid_ext.game.cli.importing import import_file
from xyzgrid_ext.game.cli.renaming import rename
from xyzgrid_ext.game.cli.rights import right
from xyzgrid_ext.game.cli.routes import path, reach
from xyzgrid_ext.game.db.edits import NONE, ROLES

_CHANGES = YES | {WAIT}
_JSON = frozenset({"--json"})

ROWS = (
    Word("list", "list [MAP]", "the maps and how many of their rooms exist", """
Without a name: one line for each map. With a name the same as `show`.
""", list_maps, answer=maps, nothing=NO_MAPS),
    Word("show", "show [MAP|MAP:LEVEL ...]", "drawing, options and findings of a map", """
    evennia xyzgrid show town
    evennia xyzgrid show cube:3
""", printed(show, NO_MAPS), answer=show, nothing=NO_MAPS),
    Word("init", "init [EXAMPLE ...] [--yes] [--undo]", "make the grid; lines of settings", f"""
Makes the script that holds the grid; `add` does it as well. Where the game lacks lines in its
settings, commands or web addresses, or an example is named, shows what would be written, and asks.
Nothing is written over. --undo takes away exactly what was written; rooms stay. Safe to repeat.

    evennia xyzgrid init tower

Examples: {", ".join(content.EXAMPLES)}. Before the first line of settings is there:
`python -m xyzgrid_ext init`.
""", init, YES | {UNDO}),
    Word("add", "add MODULE|FILE.matrix ... [--wait]", "add maps; again after changes is fine", """
Reads map modules (XYMAP_DATA or XYMAP_DATA_LIST) and matrix files, and remembers where they are.
A map that does not load is refused, with place, fault and cure, and nothing is changed.

    evennia xyzgrid add world.town world.glasswork
    evennia xyzgrid add maps/cube.matrix
""", add, frozenset({WAIT})),
    Word("check", "check [MAP|MODULE|FILE ...] [--strict] [--json]", "what is odd about maps", """
Unreachable rooms, traps, doubled directions, targets that do not exist, and all that the parsers
say. Without names: all maps of the game. Ends with 1 on errors, with --strict on warnings too.
""", check, frozenset({"--strict", "--json"}), is_job=True),
    Word("plan", "plan [MAP|ROOMS ...] [--changed] [--json]", "what spawn would do", """
+ is made, ~ is changed (what it was -> what it becomes), - is removed. Changes nothing, and works
beside a running game. Ends with 0 if there is nothing to do, 2 if there is, 1 if it cannot be told
or a map does not load. --changed: as for spawn.
""", plan, _JSON | CHANGED_ONLY, is_job=True, job_options=CHANGED_ONLY),
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
""", spawn, _CHANGES | CHANGED_ONLY, is_job=True, job_options=CHANGED_ONLY),
    Word("pull", f"pull [MAP|ROOMS ...] [{pull.APPLY}] [{pull.GAME}]",
         "what builders changed by hand, for the files", f"""
Shows what was changed in the game by dig, desc, name, link, lock, tag and the like, and the file
does not say: ~ is changed, + was made, - was removed, and how the file would differ. {pull.APPLY}
writes that into the map modules; rooms and exits made by hand become those of the map.

    evennia xyzgrid pull town
    evennia xyzgrid pull "(2,0,town)" {pull.APPLY}

! is a conflict: the file has changed since it was spawned, too. It is left, unless {pull.GAME} says
that the game is right; `spawn` does what the file says. ? cannot be taken, and says why. Ends with
0 if there is nothing to take, 2 if there is, 1 if it cannot be told; with {pull.APPLY} 1 if
anything was not taken, 0 if all was.
""", pull_changes, frozenset({pull.APPLY, pull.GAME}), is_job=True,
         job_options=frozenset({pull.APPLY, pull.GAME})),
    Word("jobs", "jobs", "what a running game was asked to do", """
Work that was handed to the server, and how far it is. It goes on when the one who asked is gone.
""", printed(job_list, NO_JOBS), answer=job_list, nothing=NO_JOBS),
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
""", path, _JSON, answer=path_found),
    Word("reach", "reach ROOM [STEPS]", "what lies around a room, or out of its reach", """
With STEPS: all rooms within so many. Without: all rooms that no walk from ROOM comes to, and those
from which none leads back. All doors count as open, all wormholes as known.

    evennia xyzgrid reach "(4,4,town)" 3
    evennia xyzgrid reach "the square"
""", printed(reach), answer=reach),
    Word("export", "export MAP ...|all --FORMAT [--to FILE] [--as CHARACTER] [--yes]",
         "maps as files for other programs", f"""
Writes maps, or levels (`cube:3`), as a file: to the terminal, or with --to into FILE, which must
not be there yet unless you say --yes. Everything is in it, as builders see it; with --as, only what
that character may see. Rooms must have been spawned. FORMAT is one of

{chr(10).join(f"    --{row.name:<8} {row.title}, {row.suffix}" for row in FORMATS)}

    evennia xyzgrid export all --mudlet --to world.json
    evennia xyzgrid export lighthouse --svg --as Ann --to lighthouse.svg
""", export, frozenset({f"--{row.name}" for row in FORMATS}) | YES, frozenset({TO, AS})),
    Word("import", "import FILE [--to MODULE.py] [--yes]", "a map module of a map file", """
Reads MMP (XML) or a Mudlet map (JSON, by its saveJsonMap), and writes a map module to the terminal,
or with --to into a file: every room, exit and name. What such a map cannot hold is told. Nothing is
added to the game yet.

    evennia xyzgrid import isle.json --to world/isle.py
    evennia xyzgrid add world.isle
""", import_file, YES, frozenset({TO})),
    Word("delete", "delete [MAP ...] [--yes] [--wait]", "remove maps with their rooms", """
Without a name: all of them. Characters and things in rooms that go are moved to the nearest room
that stays.
""", work("delete"), _CHANGES),
    Word("prune", "prune [--yes] [--wait]", "remove rooms of maps that are on no list any more", """
Rooms and exits that the grid made for maps which have been taken off its list, or are called
otherwise now. What was made by hand stays. Characters and things in them are moved, as by delete.
""", work("prune"), _CHANGES),
    Word("rename", "rename OLD NEW [--yes]", "give a map that has another name now its rooms", """
Change the zcoord in the map's file first. Its rooms keep their numbers, what is in them and what
was built there; what characters have explored stays, and dungeons and games of a matrix go on.
Beside a stopped server. What other maps call it, you change in their files.
""", rename, YES, beside_stopped=True),
    Word("adopt", "adopt [MODULE ...] [--yes]", "take over a game that runs the contrib's grid", """
Shows what would change, and asks. The contrib's script, rooms and exits become ours; no room is
made anew, and what players and builders made stays. Beside a stopped server. Safe to repeat.
Modules are named only where the contrib's own list of its maps cannot be read.
""", migration_commands.adopt, YES, beside_stopped=True),
    Word("unadopt", "unadopt [--yes] [--delete-3d]", "give the grid back to the contrib", """
Shows what would change, and asks. Matrices and maps with levels, which the contrib cannot show,
stay as rooms without a map; --delete-3d removes them. Beside a stopped server.
""", migration_commands.unadopt, YES | {migration_commands.DELETE_3D}, beside_stopped=True),
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
