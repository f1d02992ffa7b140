"""The part of docs/howto/parts.md: built as the page says, played in a game, and taken away."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.runner.telnet import Telnet

pytestmark = pytest.mark.once

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = (REPOSITORY / "docs/howto/parts.md").read_text("utf-8")
FILES = re.findall(r"`([\w./]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PIP = (sys.executable, "-m", "pip")
OFFLINE = ("-q", "--no-deps", "--no-index")


def run(*command, cwd, code=0):
    done = subprocess.run(command, cwd=cwd, stdout=-1, stderr=-2, text=True, timeout=120)
    assert done.returncode == code, done.stdout
    return done.stdout


def shown(text):
    """Whether the page shows a text, but for the number of minutes."""
    return re.sub(r"\d+ min", "9 min", text.strip()) in re.sub(r"\d+ min", "9 min", PAGE)


@pytest.fixture(scope="module")
def game(new_game, tmp_path_factory):
    """A game with the files of the page; its function `install` puts the part into its folder."""
    game, place = new_game("worlds"), tmp_path_factory.mktemp("part")
    (game.folder / "world").symlink_to(game.folder.parent / "world")
    for name, text in FILES:
        file = (game.folder if name.startswith("world/") else place) / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", "dist", ".", cwd=place)
    install(game, place)
    return game, place


def install(game, place):
    """Install the wheel into the folder of a game, from where it imports."""
    (wheel,) = place.glob("dist/xyzgrid_tides-*.whl")
    run(*PIP, "install", *OFFLINE, "--target", game.folder, wheel, cwd=place)


def uninstall(game):
    """Remove what was installed there, which pip cannot."""
    for name in ("tides", "xyzgrid_tides-1.0.dist-info"):
        shutil.rmtree(game.folder / name)


def turn(game, halves):
    """Have so many halves of tides be over since 1970: with an even number, the tide is high."""
    minutes = time.time() / 60 / (halves + 0.5) * 2
    with (game.folder / "server/conf/secret_settings.py").open("a") as file:
        file.write(f"\nTIDE_MINUTES = {minutes}\n")


def guest(game):
    client = Telnet(game.host, game.base)
    client.read_until("connect guest")
    client.ask("connect guest", r"You become \w+\.")
    client.read()
    return client


def test_the_terminal_checks_and_draws_as_the_page_says(game):
    command, cwd = (sys.executable, "-m", "xyzgrid_ext"), game[0].folder
    checked = run(*command, "check", "world/spit.py", cwd=cwd)
    assert shown(checked + run(*command, "draw", "world/spit.py", cwd=cwd))
    assert shown(run(*command, "check", "world/cove.py", cwd=cwd, code=1))
    refused = run(*command, "--parts", "lands", "check", "world/spit.py", cwd=cwd, code=1)
    assert "this map is a causeway: it needs the part tides" in refused


def test_the_part_is_played_and_taken_away(game):
    game, place = game
    turn(game, 2)
    assert re.fullmatch(r"The tide is high\. It.*\n", game.evennia("xyzgrid", "tides"))
    assert "  tides     say what the tide does" in game.evennia("xyzgrid", "help")
    assert "added 'spit': 4 rooms" in game.evennia("xyzgrid", "add", "world.spit")
    assert "made 4 rooms" in game.evennia("xyzgrid", "spawn", "spit", "--yes")
    game.start()
    with game.builder() as builder:
        builder.ask("open jetty = (0,0,spit)", "to Shore")
        assert "The sea covers some ways" in builder.ask("help tide")
        assert "The tide is high." in builder.ask("xyzgrid tides")
    with guest(game) as player:
        assert shown(player.ask("jetty").partition("~\n")[2].rpartition("~\n")[2])
        assert shown(player.ask("east"))
        assert shown(player.ask("tide"))
        assert "blocked: east from Shore.\nYou need low tide." in player.ask("goto island")
        turn(game, 1)
        game.reload()
        player.read()
        assert "Exits: west to Wet Sand\nThe tide is low." in player.ask("goto island", "arrived")
        uninstall(game)
        assert "spit                     does not load" in game.evennia("xyzgrid", "list")
        refused = game.evennia("xyzgrid", "check", "spit")
        assert "spit: this map is a causeway: it needs the part tides" in refused
        game.reload()
        player.read()
        assert player.ask("look").strip() == "Island\nAn empty room.\nExits: west (locked)"
        assert "Command 'tide' is not available" in player.ask("tide")
    with guest(game) as player:
        assert "Lantern Square" in player.ask("look")
        player.ask("goto west gate", "You have arrived")
    install(game, place)
    turn(game, 1)  # its settings are written, so the process that has Evennia loaded begins anew
    spit = "spit                     4 rooms, 6 exits, all spawned"
    assert spit in game.evennia("xyzgrid", "list")
