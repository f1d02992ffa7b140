"""A builder draws a map in a browser and applies it, while ten walk in the same game."""

import contextlib
import json
import re
import statistics
import threading
import time
from pathlib import Path

import pytest

from tests.e2e.browser.fixtures import ARTEFACTS
from tools.runner.telnet import NotSeenError, Telnet

pytestmark = pytest.mark.once

BENCH = Path(__file__).resolve().parents[3] / "bench"
FIGURES = ARTEFACTS / "editor, figures.json"
WALKERS = 10
HEART = (
    f"py import sys; sys.path.append({str(BENCH)!r}); import heartbeat; "
    "from twisted.internet import reactor; "
    "heartbeat.HEART = heartbeat.Heartbeat(reactor, least=0.001); print('it beats')"
)
HOLDS = (
    "py import heartbeat; "
    "print(' '.join([f'{at:.2f}:{took:.4f}' for at, took in heartbeat.HEART.long] + ['END']))"
)


class Walkers(threading.Thread):
    """Ten who walk to and fro, each when the one before has arrived.

    So a hold is one step at most, and what else the game's thread does in the same turn.
    """

    def __init__(self, clients):
        super().__init__(daemon=True)
        self.clients, self.ended = clients, threading.Event()
        self.steps, self.fault = 0, ""

    def run(self):
        try:
            while not self.ended.is_set():
                way = ("east", "west")[self.steps // len(self.clients) % 2]
                self.clients[self.steps % len(self.clients)].ask(way, "Exits: ", timeout=30)
                self.steps += 1
                self.ended.wait(0.03)
        except (OSError, NotSeenError) as err:
            self.fault = str(err)

    def stop(self):
        self.ended.set()
        self.join(60)


@pytest.fixture
def guests(server):
    """Return guests with their names, all in one room: one more than walk."""
    with contextlib.ExitStack() as stack:

        def log_in():
            client = stack.enter_context(Telnet(server.host, server.base))
            client.read_until("connect guest")
            (name,) = re.findall(r"become (\w+)\.", client.ask("connect guest", r"become \w+\."))
            client.read()
            return client, name

        yield [log_in() for _ in range(WALKERS + 1)]


def draw(canvas):
    """Draw thirty rooms on two levels, mend two faults, and add a wormhole and a locked door."""
    page = canvas.page
    for _step in range(2):
        page("click", "[data-do=zoom][data-with='[0.8]']")
    canvas.press("d")
    canvas.drag((0, 0), (4, 0), (4, 3), (0, 3), (0, 4))
    canvas.click(5, 2)  # no way leads there
    canvas.press("o")
    canvas.drag((0, 4), (1, 4))  # no way leads back
    canvas.press("o")
    for left in (2, 1):
        page.until(f"document.querySelectorAll('.xyz-cure').length === {left}")
        page("click", ".xyz-cure")
    page.see("[data-part=findings] li", "Nothing is wrong.")
    canvas.press("v")
    canvas.click(4, 3)
    canvas.press(">", "d")
    canvas.drag((4, 3), (8, 3), (8, 0), (1, 0))
    canvas.write("[name=name]", "Crow's nest")
    canvas.press("v", "k", "PageDown")
    canvas.click(0, 0)
    canvas.press("k")
    canvas.click(3, 0)
    canvas.write("[name=name]", "Sluice")
    canvas.click(2, 0)
    page("click", ".xyz-exit-rows li:last-child summary")
    canvas.write(".xyz-exit-rows li:last-child [name=needs]", "item:brass key")


def apply(canvas):
    """Look at the plan, and apply it."""
    page = canvas.page
    canvas.press("p")
    page.see(".xyz-plan-made", "New rooms: 30")
    page("click", "text=Apply to the game")
    page.until("document.querySelector('[data-part=plan]').dataset.state === 'done'")


def test_no_step_is_refused_while_a_map_is_drawn_applied_and_walked(new_map, server, guests):
    canvas = new_map("weir")
    (bot, name), *others = guests
    walkers = Walkers([client for client, _name in others])
    with server.builder() as builder, contextlib.ExitStack() as walk:
        builder.ask("tel (4,4,town)", "Lantern Square")
        walkers.start()
        walk.callback(walkers.stop)
        builder.ask(HEART, "it beats")
        time.sleep(5)  # what they cost alone
        figures = {"first click": time.time()}
        draw(canvas)
        figures["drawn"] = time.time()
        apply(canvas)
        figures["applied"] = time.time()
        builder.ask(f"tel {name} = (0,0,0,weir)", "Teleported")
        bot.ask("east", "Exits: ")
        figures["first step"] = time.time()
        # without the key by the wormhole and the stairs, with it through the door
        bot.read()
        bot.ask("goto sluice", "21 steps")
        bot.read_until("You have arrived")
        builder.ask("tel (0,0,0,weir)", "weir")
        builder.ask("create/drop brass key", "You create")
        bot.ask("goto (0,0)", "You have arrived", timeout=60)
        bot.ask("get brass key", "You pick up")
        bot.ask("goto sluice", "3 steps")
        bot.read_until("You have arrived")
        held = re.findall(r"([\d.]+):([\d.]+)", builder.ask(HOLDS, r"(?<!')END"))
        builder.ask("tel (4,4,town)", "Lantern Square")  # as other tests want it
    start = figures.pop("first click")
    figures = {what: round(moment - start, 2) for what, moment in figures.items()}
    holds = [(round(float(at) - start, 2), round(1000 * float(took), 1)) for at, took in held]
    step = statistics.median(took for at, took in holds if at < 0)
    figures |= {"steps of ten": walkers.steps, "ms of a step": step}
    figures["holds over 10 ms, s and ms"] = [one for one in holds if one[1] > 10]
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(figures))
    assert walkers.fault == "", "no step was refused"
    assert walkers.steps > 10 * WALKERS
