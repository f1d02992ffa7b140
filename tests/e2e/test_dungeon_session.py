"""The dungeon under the town, played to its end by the prover's walkthrough."""

import os
import re
import signal
import time

import pytest

from tools.runner.__main__ import read_connection
from tools.runner.telnet import Telnet
from tools.runner.walkthrough import cistern
from world.cistern import XYMAP_DATA

END = r"This is the end of the dungeon\. .* is beaten: you have made it\."


@pytest.fixture(scope="module")
def steps():
    """What a player types to win, and what is seen then: [(line, pattern)]."""
    return cistern()


def play(client, steps):
    for line, pattern in steps:
        client.read()
        client.ask(line, pattern, timeout=20)


def go_in(client, word="west"):
    client.ask("goto the old well", r"You have arrived at The Old Well\.", timeout=60)
    client.read()
    client.ask(word, "Exits:", timeout=20)


def test_two_guests_win_at_the_same_time_each_in_a_copy_of_their_own(guest, steps):
    clients = [guest(), guest()]
    for client in clients:
        go_in(client)
    for step in steps:
        for client in clients:
            play(client, [step])
    for client in clients:
        client.read_until(END)
        heard = client.read()
        assert "Guest" not in heard
        client.ask("out", "The Old Well")


def test_a_party_plays_together(guest, steps):
    ann, ben = guest(), guest()
    for client in (ann, ben):
        client.ask("party swallows", "You are now in the party 'swallows'")
        go_in(client)
    first = next(n for n, (line, _) in enumerate(steps) if line == "open chest") + 1
    play(ann, steps[:first])
    assert "You have 1 small key." in look(ben)


@pytest.fixture
def builder(server):
    """The superuser, at the old well."""
    with server.builder() as client:
        client.ask("tel (3,3,town)", "The Old Well")
        client.read()
        yield client
        client.ask("tel #2", "Limbo")
        client.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it


def test_a_copy_goes_when_its_lease_has_ended(builder, guest):
    builder.ask("dungeon new cave seed=3 copies=character lease=0.05", "The dungeon is being made")
    builder.read_until(r"\d+ rooms and \d+ exits", timeout=60)
    builder.ask("open cave = (5,0,cave)", "Created new Exit 'cave'")
    client = guest()
    client.ask("goto the old well", r"You have arrived at The Old Well\.", timeout=60)
    client.read()
    client.ask("cave", "You stand in front of the entrance")
    client.read_until("Exits:", timeout=30)
    builder.read()
    listed = builder.ask("dungeon list")
    assert re.search(r"cave #\d+, a copy for Guest\d+: 1 of \d+ rooms seen", listed), listed
    client.read()
    client.ask("out", "The Old Well")
    until = time.monotonic() + 60
    while "cave #" in builder.ask("dungeon list"):
        assert time.monotonic() < until
        time.sleep(0.2)  # Evennia refuses lines that come too fast
    client.ask("cave", "You stand in front of the entrance")
    client.read_until("Exits:", timeout=30)


def test_guests_win_a_dungeon_that_all_share(builder, guest, steps):
    wanted = " ".join(f"{k}={v}" for k, v in XYMAP_DATA["dungeon"]["parameters"].items())
    builder.ask(f"dungeon new vault {wanted}", "The dungeon is being made")
    builder.read_until(r"16 rooms and \d+ exits", timeout=60)
    builder.read()
    assert "vault: 16 rooms, entrance (5,0,0,vault), shared" in builder.ask("dungeon list")
    assert "way through it:" in builder.ask("dungeon prove vault", "way through it:")
    builder.ask("open vault = (5,0,vault:0)", "Created new Exit 'vault'")
    ann, ben = guest(), guest()
    for client in (ann, ben):
        go_in(client, "vault")
    play(ann, steps)
    ann.read_until(END)
    ann.read()
    assert "You have the big key and the" in look(ben)
    builder.read()
    builder.ask("dungeon reset vault", "vault has been reset. 2 characters")
    ann.read_until("The dungeon closes its doors, and everything starts over")


def test_a_server_that_is_killed_has_lost_nothing_that_it_told(server, steps):
    game = server
    middle = next(n for n, (line, _) in enumerate(steps) if line == "open chest") + 1
    with Telnet(game.host, game.base) as client:
        log_in(client, "create Dora correct-horse-7")
        go_in(client)
        play(client, steps[:middle])
        before = look(client)
        noted = read_connection(game.folder)
        for number in game.pids().values():
            os.kill(number, signal.SIGKILL)
    played = game.play()
    assert played.returncode == 0, played.stdout
    assert read_connection(game.folder) == noted
    with Telnet(game.host, game.base) as client:
        log_in(client)
        assert look(client) == before
        assert "You have 1 small key." in before
        play(client, steps[middle:])
        client.read_until(END)


def log_in(client, create=""):
    client.read_until("connect guest")
    client.read()
    if create:
        client.ask(create, "intended")
        client.ask("yes", "You can now log")
    client.ask("connect Dora correct-horse-7", r"You become Dora\.")
    client.read()


def look(client):
    """What a look shows, without the map, which depends on the screen."""
    client.read()
    text = client.ask("look", "Exits:") + client.read()
    return " ".join(text[text.index("Exits:") :].split())
