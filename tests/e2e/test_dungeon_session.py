"""The dungeon under the town, played to its end by the prover's walkthrough."""

import os
import re
import signal
from pathlib import Path

import pytest

from tools.runner.telnet import Telnet
from world.catalogue import CATALOGUE
from world.cistern import XYMAP_DATA
from xyzgrid_ext.core.automaton import load
from xyzgrid_ext.core.automaton.solve import solve
from xyzgrid_ext.core.dungeon import Parameters, generate
from xyzgrid_ext.core.masks import Catalogue
from xyzgrid_ext.terminal.dungeons import verdicts

BOARDS = Path(__file__).resolve().parents[2] / "world" / "boards"
END = r"This is the end of the dungeon\. .* is beaten: you have made it\."


@pytest.fixture(scope="module")
def steps():
    """What a player types to win, and what is seen then: (line, pattern), …"""
    catalogue = Catalogue.of(CATALOGUE, "world.catalogue")
    names = {entry.board for entry in catalogue.entries if entry.board}
    parameters = Parameters(**XYMAP_DATA["dungeon"]["parameters"])
    return list(typed(generate(parameters, catalogue, verdicts(names))))


def typed(made):
    """The steps of a dungeon's walkthrough, as they are typed."""
    for step in made.certificate.walkthrough:
        if step.do == "go":
            yield step.word, re.escape(made.rooms[step.to].title)
        elif step.do == "open":
            yield f"open {step.word}", "is open for good"
        elif step.word.startswith("kill:"):
            for _ in range(3 if step.word == "kill:boss" else 1):
                yield "attack", "You strike"
            yield "attack", "You beat"
        elif step.word.startswith("puzzle:"):
            puzzle = made.puzzles[step.word.partition(":")[2]]
            yield from solving(puzzle)
        else:
            yield "open chest", "and find"


def solving(puzzle):
    if puzzle.answers:
        yield f"answer {puzzle.answers[0]}", ": solved"
        return
    name, _, level = puzzle.board.partition(":")
    yield "play", "Keys:"
    texts = [(BOARDS / f"{name}{suffix}").read_text("utf-8") for suffix in (".game", ".toml")]
    moves = solve(load(name, *texts).board, int(level)).moves
    *keys, last = ("".join(move) for move in moves)
    for key in keys:
        yield key, r"moves?\."
    yield last, ": solved"
    yield "stop", "You leave the machine"


def play(client, steps):
    for line, pattern in steps:
        client.read(quiet=0.1)
        client.ask(line, pattern, timeout=20)


def go_in(client):
    client.ask("goto the old well", r"You have arrived at The Old Well\.", timeout=60)
    client.read()
    client.ask("west", "Landing stage", timeout=20)


def test_a_guest_wins_and_comes_out_by_the_stair(guest, steps):
    client = guest()
    go_in(client)
    play(client, steps)
    client.read_until(END)
    client.read()
    client.ask("out", "The Old Well")


def test_a_server_that_is_killed_has_lost_nothing_that_it_told(new_game, steps):
    game = new_game()
    assert game.play().returncode == 0
    middle = next(n for n, (line, _) in enumerate(steps) if line == "open chest") + 1
    with Telnet(game.host, game.base) as client:
        log_in(client, "create Dora correct-horse-7")
        go_in(client)
        play(client, steps[:middle])
        before = look(client)
        for number in game.pids().values():
            os.kill(number, signal.SIGKILL)
    assert game.play().returncode == 0
    with Telnet(game.host, game.base) as client:
        log_in(client)
        assert look(client) == before
        assert "You have 1 small key." in " ".join(before)
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
    return text[text.index("Exits:") :].split()
