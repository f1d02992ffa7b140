"""A game of the contrib becomes ours and the contrib's again, with real servers."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[4]
EXAMPLE = "evennia.contrib.grid.xyzgrid.example"
SETTINGS, COMMANDS = "server/conf/settings.py", "commands/default_cmdsets.py"
THEIRS = """
EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand"
PROTOTYPE_MODULES += ["evennia.contrib.grid.xyzgrid.prototypes"]
"""
LINES = (  # (file, ours, the contrib's): what the docs tell to change
    (SETTINGS, "\nhook_up(globals())\n", THEIRS),
    (
        COMMANDS,
        "xyzgrid_ext.commands import XYZGridCmdSet, XYZGridWordsCmdSet",
        "evennia.contrib.grid.xyzgrid.commands import XYZGridCmdSet",
    ),
    (COMMANDS, "self.add(XYZGridWordsCmdSet)", "# no words of ours"),
)
OUR_SETTINGS = ("from world import START  # noqa: E402", "XYZGRID_START")
# what its launcher does, in one process
MADE = f"""
import django
django.setup()
import evennia
evennia._init()
from evennia.contrib.grid.xyzgrid.launchcmd import xyzcommand
for words in (["init"], ["add", "{EXAMPLE}"], ["spawn"]):
    xyzcommand(*words)
"""
# an operator's script beside the server, which knows the contrib's names only
ASKING = """
import django
django.setup()
import evennia
evennia._init()
from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid
from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom
from evennia.scripts.models import ScriptDB
grid = get_xyzgrid()
print(type(grid).__module__, ScriptDB.objects.filter(db_key="XYZGrid").count(), *grid.grid)
print(XYZRoom.objects.get_xyz(xyz=(3, 3, "the small cave")).key)
"""
# ends in the middle of adopt, without a chance to put anything in order
KILLED = """
import os, django
django.setup()
import evennia
evennia._init()
from xyzgrid_ext.parts.adopt import rows
from xyzgrid_ext.launchcmd import xyzcommand
work = rows.tag_directions
def tag_and_die(directions):
    work(directions)
    os._exit(9)
rows.tag_directions = tag_and_die
xyzcommand("adopt", "--yes")
"""


def hook_up(game, ours):
    """Write the lines of settings and command sets as the game wants them."""
    for name, *lines in LINES:
        file = game.folder / name
        before, after = lines if not ours else reversed(lines)
        text = file.read_text()
        assert before in text
        file.write_text(text.replace(before, after))


def call(game, *command, answer="", **variables):
    """Run a program in the game dir; return its exit code and what it printed."""
    out = game.folder / "server" / "logs" / "called.log"
    out.parent.mkdir(exist_ok=True)
    with out.open("w") as file:  # Evennia's launcher hangs when a pipe closes
        code = subprocess.run(
            [str(part) for part in command],
            cwd=game.folder,
            env=game._env() | variables,
            input=answer.encode(),
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=300,
        ).returncode
    return code, out.read_text()


def xyzgrid(game, *words):
    """Do what `evennia xyzgrid WORDS` does; return its exit code and what it printed."""
    out = game.folder / "server" / "logs" / "called.log"
    with out.open("w") as file:
        code = game.begin(file, "xyzgrid", *words).wait(300)
    return code, out.read_text()


def python(game, code, *words, answer=""):
    """Run code in the game dir, on the game's settings."""
    return call(
        game,
        *(sys.executable, "-P", "-c", code, *words),
        answer=answer,
        PYTHONPATH=f"{game.folder}:{game.folder.parent}:{REPOSITORY}",
        DJANGO_SETTINGS_MODULE="server.conf.settings",
    )


@pytest.fixture(scope="module")
def contrib_game(new_game):
    """Return a game of the contrib with its example, which does not run."""
    game = new_game("limbo")
    settings = game.folder / SETTINGS
    text = settings.read_text()
    kept = [line for line in text.splitlines() if line.split(" = ")[0] not in OUR_SETTINGS]
    settings.write_text("\n".join(kept) + "\n")
    hook_up(game, ours=False)
    code, text = python(game, MADE, answer="y\n")
    assert (code, "spawn complete" in text, "Traceback" in text) == (0, True, False), text
    return game


def test_adopt_play_unadopt_play_on(contrib_game):
    game = contrib_game
    game.start()
    with game.builder() as admin:
        assert "Craggy crevice" in admin.ask("tel (3, 3, the small cave)")
        admin.ask("desc here = My own crevice.", "description was set")
        admin.ask("open rope = (0, 2, the small cave)", "Created new Exit")
        admin.ask("create/drop lamp", "You create")
        admin.ask("set here/owner = Zoe", "Zoe")
        # the contrib walks on one map only
        assert "arrived" not in admin.ask("goto Dungeon Entrance")
        number = admin.ask("examine here", r"\(#(\d+)\)").rpartition("#")[2]
        admin.read()

    hook_up(game, ours=True)
    code, text = xyzgrid(game, "adopt", "--yes")
    assert (code, "this game is running" in text) == (1, True), text
    assert game.stop()
    code, text = python(game, KILLED)
    assert code == 9, text
    asked, adopted, again, (code, text) = (
        xyzgrid(game, *words.split()) for words in ("adopt", "adopt --yes", "adopt", "plan")
    )
    assert asked[0] == 1, "nobody can be asked"
    assert "33 rooms and 84 exits change to our classes, 84 exits get the tag" in asked[1]
    assert "1 exit that builders opened stay" in asked[1]
    assert adopted[0] == 0, adopted[1]
    assert again[0] == 0, again[1]
    changed = "~ (3,3,the small cave) Craggy crevice: attribute desc My own crevice. -> This is "
    assert text.startswith(changed)
    assert (code, "0 rooms and 0 exits to make, 1 to change, 0 to remove" in text) == (2, True), (
        text
    )

    game.start()
    with game.builder() as admin:
        seen = admin.ask("look")
        assert all(part in seen for part in ("@", "My own crevice.", "rope", "lamp")), seen
        assert f"#{number}" in admin.ask("examine here")
        assert "Zoe" in admin.ask("examine here/owner")
        # across both maps, by the passage between them
        admin.ask("goto On an enormous branch", r"You have arrived at On an enormous", timeout=60)
        assert "@" in admin.ask("map")
        admin.ask("goto craggy", r"You have arrived at Craggy crevice", timeout=60)
        assert "A dark alcove" in admin.ask("rope")
        admin.read()
    code, text = python(game, ASKING)
    assert code == 0, text
    assert "xyzgrid_ext.xyzgrid 1 the large tree the small cave\nCraggy crevice\n" in text
    assert game.stop()

    code, text = xyzgrid(game, "unadopt", "--yes")
    assert (code, "the contrib gets the maps 'the large tree', 'the small cave'" in text) == (
        0,
        True,
    ), text
    hook_up(game, ours=False)
    code, text = xyzgrid(game, "list", "the small cave")
    assert "rooms are spawned" in text, text
    game.start()
    with game.builder() as admin:
        admin.ask("tel (3, 3, the small cave)", "Craggy crevice")
        admin.read()
        seen = admin.ask("look")
        assert all(part in seen for part in ("@", "My own crevice.", "rope", "lamp")), seen
        assert f"#{number}" in admin.ask("examine here")
        assert "#-#" in admin.ask("map")
        assert "North-east corner of the atrium" in admin.ask("west")
        admin.read()
        admin.ask("goto a dark alcove", "Target reached", timeout=60)
    assert game.stop()
