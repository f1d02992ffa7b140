"""Games that were made by 205919d and killed in play go on with today's code, nothing changed.

`old_games` has their game dirs, and their databases of both lines of Evennia; see its `make.py`.
"""

import json
import lzma
import re
import shutil
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import evennia
import pytest

from tools.runner.mapclient import MapClient
from tools.runner.telnet import Telnet

OLD_GAMES = Path(__file__).with_name("old_games")
MAJOR = evennia.__version__[0]
PASSWORD = "correct-horse-7"
# a job waits for a minute at most, and a start may take longer
WAIT_LONGER = """
import json, time
from evennia.server.models import ServerConfig
for row in ServerConfig.objects.filter(db_key__startswith="xyzgrid job "):
    row.value = json.dumps(json.loads(row.value) | {"touched": time.time() + 600})
"""
# each process is ready three seconds sooner
SOONER = """
from xyzgrid_ext.tuning import quickstart

quickstart.load_inflect()
"""
NOTHING_TO_DO = "Nothing to do: the rooms are as the maps say."


@pytest.fixture(scope="module")
def old_game(new_game, tmp_path_factory):
    """Return a function from a name to that game, which runs; all of them stop in the end."""
    with ExitStack() as running:

        def start(name):
            folder = tmp_path_factory.mktemp("old") / name
            shutil.copytree(OLD_GAMES / name, folder)
            common = (OLD_GAMES / "common.py").read_text() + SOONER
            (folder / "server" / "conf" / "common.py").write_text(common)
            database = folder / "server" / "evennia.db3"
            packed = (OLD_GAMES / f"{name}-{MAJOR}.db3.xz").read_bytes()
            database.write_bytes(lzma.decompress(packed))
            game = replace(new_game(), folder=folder)
            if name == "own":  # the one with pending jobs
                game.evennia("shell", f"--command={WAIT_LONGER}")
            game.start()
            running.callback(game.stop)
            return game

        yield start


@pytest.fixture(scope="module")
def own(old_game):
    """Return a game that began with this package, as it runs again."""
    return old_game("own")


@pytest.fixture
def player(own):
    """Return a function from a name to a client who is logged in, and what it was told."""
    with ExitStack() as clients:
        yield lambda name: log_in(clients.enter_context(Telnet(own.host, own.base)), name)


def log_in(client, name):
    client.read_until("connect guest")
    client.read()
    told = client.ask(f"connect {name} {PASSWORD}", "You become")
    return client, told + client.read()


# Evennia's own, where the game's settings lack the package's plugin of the Portal
EVENNIAS = (
    # who connects before the Server does makes the Portal of Evennia 5.0.1 ask the launcher instead
    "AMP Error from AdminPortal2Server: Traceback",
    # who connects right after another waits, and what the client says meanwhile has no session
    r"Traceback(?:(?!Traceback).)*'NoneType' object has no attribute 'sessid'",
)


def tracebacks(game):
    logs = (game.folder / "server" / "logs").glob("*.log")
    own = re.compile("|".join(EVENNIAS), re.DOTALL)
    return [log.name for log in logs if "Traceback" in own.sub("", log.read_text())]


def test_the_pending_job_is_done_and_nothing_else_is_to_do(own):
    end = time.monotonic() + 60
    while "spawn harbour: done" not in (jobs := own.evennia("xyzgrid", "jobs")):
        assert time.monotonic() < end, jobs
        time.sleep(0.2)
    assert re.findall(r"spawn harbour: (\w+)", jobs) == ["done"]
    assert own.evennia("xyzgrid", "plan").strip() == NOTHING_TO_DO


def test_who_sits_at_a_machine_plays_on_with_the_next_key(player):
    ann, _told = player("Ann")
    assert "#..@o..x.#" in ann.ask("look", r"2 moves")
    assert "#...@o.x.#" in ann.ask("l", r"3 moves")
    assert "The shed is tidy" in ann.ask("ll", r"takes place 1 in the scores")
    ann.ask("stop", "You leave the machine")
    assert re.search(r"1 +Ann", ann.ask("scores box = 1", r"20\d\d-\d\d-\d\d"))
    ann.ask("vault door", "The Vault")  # by the puzzle and the key of before


def test_the_party_goes_on_in_its_copy_of_the_dungeon_with_its_key(player):
    (ben, _), (cleo, _) = player("Ben"), player("Cleo")
    ben.ask("look", "You have 1 small key")
    cleo.ask("look", "You have 1 small key")
    ben.ask("east", "Exits:")
    ben.ask("east", "Exits:")  # by the door that takes the key
    cleo.read()
    assert "small key" not in cleo.ask("look")
    ben.ask("give up", "The Pier")


def test_a_walk_goes_on_with_what_the_walker_knows(own):
    with MapClient(own.host, own.base) as mudlet:
        dora, told = log_in(mudlet, "Dora")
        messages = dict(mudlet.gmcp(least=2))
        assert messages["Room.Info"]["area"] == "harbour"
        assert "token=" in messages["Client.Map"]["url"]
        # by itself for a minute after the start; after that it waits for a word
        if "You were walking to The Far Light" in told:
            dora.send("goto")
        dora.read_until("You have arrived at The Far Light")
        assert dict(mudlet.gmcp())["Room.Info"]["name"] == "The Far Light"
        # by a wormhole that she has jumped, to which a way leads that a builder has opened
        assert "wormhole" in dora.ask("path (2,1,1,small)")
        dora.ask("path the hide", "The Hide is")  # in the fog, where her chart shows it


def test_a_run_in_a_matrix_goes_on(player):
    eva, _told = player("Eva")
    assert "2 moves" in eva.ask("moves")


def test_an_exit_into_a_dungeon_opens_a_copy_for_who_takes_it(own, player):
    admin, _told = player("admin")
    admin.ask("tel (0,0,harbour)", "The Pier")
    admin.ask("pit", "You stand in front of the entrance")
    admin.read_until("Exits:", timeout=30)


def test_a_token_that_a_client_keeps_opens_the_map(own):
    token = json.loads((OLD_GAMES / f"own-{MAJOR}.json").read_text())["token"]
    with urlopen(f"http://{own.host}:{own.web_port}/map/world.xml?token={token}") as page:
        assert b"The Far Light" in page.read()


def test_nothing_went_wrong_in_the_old_game(own):
    assert tracebacks(own) == []
    assert list((own.folder / "server").glob("xyzgrid.*.lock"))


def test_a_game_that_was_adopted_is_walked_and_has_nothing_to_do(old_game):
    game = old_game("adopted")
    assert game.evennia("xyzgrid", "plan").strip() == NOTHING_TO_DO
    with Telnet(game.host, game.base) as client:
        admin, _told = log_in(client, "admin")
        seen = admin.ask("look", "Exits:") + admin.read()
        assert all(part in seen for part in ("@", "A shepherd's hut", "lamp", "rope")), seen
        assert "Zoe" in admin.ask("examine here/owner")
        admin.ask("goto the ford", "You have arrived at The ford")
        admin.ask("goto (2, 0, hills)", "You have arrived at A cairn")
    assert tracebacks(game) == []
