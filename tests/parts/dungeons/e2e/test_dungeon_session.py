"""The dungeon under the town, played to its end by the prover's walkthrough."""

import os
import signal

import pytest

from tools.runner.__main__ import read_connection
from tools.runner.telnet import Telnet
from tools.runner.walkthrough import cistern

pytestmark = pytest.mark.once

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
