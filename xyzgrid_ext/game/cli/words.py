"""The subcommands of `evennia xyzgrid` as rows, and help on several of them."""

from __future__ import annotations

from functools import cache

from xyzgrid_ext import content
from xyzgrid_ext.game.cli.actions import (
    CONTENTS,
    KEEPING,
    NO_JOBS,
    NO_MAPS,
    NO_SPAWNS,
    UNDO,
    YES,
    add,
    check,
    check_files,
    init,
    init_paths,
    job_list,
    job_runner,
    list_maps,
    maps,
    path_answer,
    plan,
    rename,
    show,
    spawn,
    spawns,
    sync,
)
from xyzgrid_ext.game.cli.dispatch import WAIT
from xyzgrid_ext.game.cli.doctor import FIX, doctor, part_lines, parts, parts_line
from xyzgrid_ext.game.cli.grammar import Grammar, Word
from xyzgrid_ext.game.cli.jobs import CHECK, PRUNE
from xyzgrid_ext.game.cli.routes import path, reach
from xyzgrid_ext.game.parts import game_parts

_CHANGES = YES | {WAIT}
_JSON = frozenset({"--json"})

WORDS = (
    Word("list", "list [MAP]", "list the maps, and how many of their rooms exist", """
Without a name, it prints one line for each map. With a name, it does the same as `show`. The exit
code is 1 if a map does not load.
""", list_maps, answer=maps, nothing=NO_MAPS),
    Word("show", "show [MAP|MAP:LEVEL ...]", "show a map's drawing, options and findings", """
Prints for each map how many rooms it has and how many exist, its options, each level as players see
it, and the findings. Below a drawing are its symbols, with the signs that players do not see, such
as T and t. Without names, it shows all maps.

    evennia xyzgrid show town
    evennia xyzgrid show cube:3
""", answer=show, nothing=NO_MAPS),
    Word("init", "init [EXAMPLE ...] [--yes] [--undo]", "make the grid; add settings", f"""
Makes the script of the grid, as `add` also does. If lines are missing in the game's settings,
commands or web addresses, or if you name an example, it shows what it would write, and asks. It
overwrites nothing. --undo removes exactly what was written; rooms stay. You can repeat it safely.

    evennia xyzgrid init tower

Examples: {", ".join(content.EXAMPLES)}. Until the game has the first line of settings, use
`python -m xyzgrid_ext init`.
""", init, YES | {UNDO}),
    Word("add", "add MODULE|FILE.matrix ... [--wait]", "add maps; repeat after changes", """
Reads map modules (XYMAP_DATA or XYMAP_DATA_LIST) and matrix files, and remembers where they are.
If a map does not load, the message names the place, the fault and the cure, and nothing changes. If
the setting XYZGRID_MAPS lists the maps, write them there instead; then spawn or sync takes them.

    evennia xyzgrid add world.town world.glasswork
    evennia xyzgrid add maps/cube.matrix
""", add, frozenset({WAIT})),
    Word("check", "check [MAP|MODULE|FILE ...] [--strict] [--json]", "find faults in maps", """
Finds unreachable rooms, traps, doubled directions, targets that do not exist and syntax errors.
Without names, it checks all maps of the game; named modules and files need no database. The exit
code is 1 if there are errors; with --strict, also if there are warnings.
""", check, frozenset({"--strict", "--json"}), is_job=True, run_on_files=check_files),
    Word("plan", "plan [MAP|ROOMS ...] [--moved] [--with-contents] [--json]",
         "show what spawn would do", """
+ will be made, ~ will be changed (old value -> new value), - will be removed, > will be moved. It
changes nothing, and works beside a running game. Below, it lists the changes that somebody has made
by hand since the last spawn, and that the next one undoes. The exit code is 0 if there is nothing
to do, 2 if there is something, and 1 if this is unknown or a map does not load. --moved and
--with-contents work as for spawn.
""", plan, _JSON | CONTENTS | KEEPING, is_job=True, job_options=CONTENTS | KEEPING),
    Word("spawn", "spawn [MAP|ROOMS ...] [--moved] [--with-contents] [--yes] [--wait]",
        "make the rooms and exits of maps", """
Makes missing rooms and exits, updates those that differ, and removes those that the maps no longer
have. What an earlier spawn gave and the file no longer names is taken away: locks, tags, aliases,
attributes. What builders have added stays, and so does a description that they gave to a room whose
file has none. Without names, it spawns all maps, which is right if maps lead to each other. If a
map does not load, the report names it, the map stays as it is, all others are spawned, and the exit
code is 1.

If `plan` says that rooms have moved, --moved keeps them, with their numbers and all that is in
them, and characters keep what they have explored. Without it, a room elsewhere is another room.

People in a removed room go to the nearest room of the map. Things and NPCs there go to Limbo, or
with --with-contents are deleted; so is what is in them. `plan` names them all.

    evennia xyzgrid spawn "the large tree" cube:3
    evennia xyzgrid spawn "(2,0,town)" "(*,0,cube:3)"

If the game is running, its server does the work while people play; no reload is needed. Only one
process at a time can change the grid; with --wait, the command waits for its turn.
""", spawn, _CHANGES | CONTENTS | KEEPING, is_job=True, job_options=CONTENTS | KEEPING | YES,
        takes_rooms=True),
    Word("sync", "sync [--check] [--prune] [--wait]", "make all rooms, and ask nothing", """
For deployment: it asks nothing. It makes, changes and removes rooms and exits as spawn does for all
maps, which the setting XYZGRID_MAPS lists, or `add`. Changes by hand that the files decide on are
undone and printed. A room that the maps no longer have stays if it holds people, things or NPCs, or
exits that builders made; the report names it and them.

--prune also removes rooms of maps that are no longer listed, with the same exceptions. --check
changes nothing, and says what would change.

The exit code is 0 if the rooms are now as the maps say, 2 if with --check something would change,
or if rooms had to stay, and 1 if a map does not load or the work fails. If the game is running, its
server does the work while people play.

    evennia xyzgrid sync --check
    evennia xyzgrid sync --prune
""", sync, frozenset({CHECK, PRUNE, WAIT})),
    Word("history", "history", "list the last spawns", """
One line for each spawn, removal or drawing that changed rooms or exits, the newest first. The last
fifty are remembered.
""", answer=spawns, nothing=NO_SPAWNS),
    Word("undo", "undo [--yes] [--wait]", "take back the last spawn", """
Shows what would change, and asks. Rooms and exits become as they were recorded before the last
spawn of `history`: names, texts, locks, tags, classes and targets. Rooms that it made go, and those
that it removed are made again, without what was in them. What builders have added stays. Repeat it
to go further back. The files stay as they are: take the change out of them too, or the next spawn
makes it again.
""", job_runner("undo"), _CHANGES, is_job=True, job_options=YES),
    Word("jobs", "jobs", "list the jobs of a running game", """
Shows the jobs that the server was given, and their progress. A job continues even if the person
who started it has left.
""", answer=job_list, nothing=NO_JOBS),
    Word("doctor", "doctor [--fix]", "report settings, database and speed", """
Reports which settings for faster answers are on, the state of the database, prototype tags that no
object has any more, a second grid, and how long steps have taken since the start of a running
server (p50: half of them took no longer; p99: all but one in a hundred). --fix removes these tags,
a second grid without maps, and the objects, command sets and tables of parts that the game does not
have, for good; and it updates the statistics of the database (ANALYZE), in the server if it is
running.
""", doctor, frozenset({FIX, WAIT})),
    Word("parts", "parts", "list the parts of the game", """
One line for each part that is installed: whether it is on, its version or `built in`, what it is,
and the parts that it needs or uses. Below a part that is off is the reason. The setting
XYZGRID_PARTS names the parts of the game; without it, all are on whose needs are there. What a part
has raised is printed with its traceback. The exit code is 1 if a part is off that should be on.
""", parts, answer=part_lines),
    Word("initpath", "initpath [MAP ...]", "do nothing: routes need no preparation", """
The contrib has this word to compute its routes in advance. Here they are computed when somebody
asks for one, and always fit the maps.
""", init_paths),
    Word("path", "path FROM TO [--json]", "find the shortest route between two rooms", """
FROM and TO are coordinates or names of rooms. All wormholes count as known. The exit code is 1
if there is no route.

    evennia xyzgrid path "(4,4,town)" "(2,2,0,cube)"
    evennia xyzgrid path "the square" "the annealing oven"
""", path, _JSON, answer=path_answer),
    Word("reach", "reach ROOM [STEPS]", "list the rooms near a room, or out of reach", """
With STEPS, it lists all rooms within that many steps of ROOM. Without STEPS, it lists the rooms
that cannot be reached from ROOM, and those from which there is no way back. All doors count as
open, and all wormholes as known.

    evennia xyzgrid reach "(4,4,town)" 3
    evennia xyzgrid reach "the square"
""", answer=reach),
    Word("delete", "delete [MAP ...] [--with-contents] [--yes] [--wait]",
         "remove maps with their rooms", """
It names who and what is in these rooms, and asks, unless --yes is given. Without a name, it removes
the whole grid: all maps with all rooms and exits. The files of maps stay.

People in these rooms go to the place where the nearest exit of their map led; if none did, home;
else to where new players start (XYZGRID_START); else to Limbo. They go to no map with fog, and to
none that is a game. Things and NPCs go to Limbo, or with --with-contents are deleted; so is what is
in them.
""", job_runner("delete"), _CHANGES | CONTENTS),
    Word("prune", "prune [--with-contents] [--yes] [--wait]",
         "remove rooms of maps that are no longer listed", """
Removes rooms and exits that the grid made for maps that are no longer listed or have a new name.
Rooms and exits made by hand stay. People, things and NPCs are treated as with delete.
""", job_runner("prune"), _CHANGES | CONTENTS),
    Word("rename", "rename OLD NEW [--yes]", "rename a map and keep its rooms", """
First change the zcoord in the map's file. The map's rooms keep their numbers, their contents and
everything built there. Characters keep what they have explored, and games on the map continue. Stop
the server first. If other maps lead to this map, change their files yourself.
""", rename, YES, needs_stopped_game=True),
)  # fmt: skip
"""The subcommands of the kernel; parts add others."""
TOPICS = {
    "drawing": r"""
A drawn map is between two + signs, one above the other, to the left of the drawing. The drawing
begins two columns to the right of them. Its first line is two lines below the upper +, and its last
line is two lines above the lower +. Rooms are in every second column and row, with links between.

    + 0 1 2

    1 #-#-#
      |  /
    0 #-#

    + 0 1 2

  #         a room                        I         a room where goto stops on its way
  - | / \   links in both directions      < > ^ v   one way, first or last in a line of links
  x +       links that cross              o         a bend, or a place where links meet
  u d       up and down                   t         teleporter, in pairs with the same letter
  b         routes never use it           i         goto stops before it
  T         an exit to another map: give it a class with target_map_xyz
  U D B     in a drawing of `levels`: a room with stairs up, down, or both

A map's legend can change every symbol: see the page of Evennia's XYZGrid contrib.
""",
}
"""The help texts that belong to more than one subcommand, by the word after `help`."""


@cache
def grammar(program: str) -> Grammar:
    """Return the grammar of `evennia xyzgrid` or `xyzgrid`: words of the kernel and all parts."""
    rows = (*WORDS, *(row for part in game_parts() for row in part.launcher_words))
    return Grammar(program, rows, TOPICS, parts_line())
