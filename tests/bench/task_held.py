"""How long work of a running game holds its thread at most, with and without other processes.

The map of `task_grown` is read anew and planned, a dungeon is made, a board solved, as a running
Server does it: in tasks on a reactor. See `heartbeat`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Generator
from functools import partial
from typing import Any

import task_grown
from heartbeat import Heartbeat
from measure import report
from twisted.internet import reactor

from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import begin_later
from xyzgrid_ext.game.maps import loader
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.parts.boards.game.files import Verdicts
from xyzgrid_ext.parts.dungeons.game import maps as dungeons

DUNGEON = "dungeon deep seed=7 tier=9 floors=3 rooms=100"


def run(workers: int, edge: int) -> None:
    """Measure all of it with so many processes; 0: none."""
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    where = "elsewhere" if workers else "here"
    live = task_grown.loaded()
    live.know_objects()
    records = [{"reference": task_grown.MODULE, "maps": ["block"]}]
    works: dict[str, Callable[[], Generator[Any, None, Any]]] = {
        "map read": lambda: elsewhere.beside(
            "maps read", elsewhere.FEW, lambda: rereading.read_maps(records, {}, {})
        ),
        "plan": lambda: spawning.plan_steps(live, ["block"], pace=SERVER),
        "dungeon": lambda: _dungeon(),
        "board": lambda: elsewhere.beside(
            "boards", elsewhere.FEW, lambda: Verdicts().of(["swarm:4"])
        ),
    }
    importlib.import_module("xyzgrid_ext.xyzroom")  # as any Server has done that is up
    dungeons.read_usual_catalogue()
    heart, names = Heartbeat(reactor), iter(works)
    elsewhere.start(workers)
    elsewhere.in_process(int)  # its start is not the work's

    def go_on(_: Any = None) -> None:
        name = next(names, None)
        if name is None:
            reactor.stop()
            return
        heart.take()
        begin_later(works[name](), lambda _: done(name), failed=failed)

    def done(name: str) -> None:
        heart.beat()
        held, collected = heart.take()
        report(f"{name}, {where}: hold, ms", held * 1000)
        report(f"{name}, {where}: garbage, ms", collected * 1000)
        reactor.callLater(0, go_on)

    def failed(failure: Any) -> None:
        failure.printTraceback()
        os._exit(1)

    reactor.callWhenRunning(go_on)
    reactor.run()


def _dungeon() -> Generator[Any, None, Any]:
    for found in (
        yield from elsewhere.beside("maps read", elsewhere.FEW, partial(loader.load, DUNGEON))
    ):
        assert found.grid is not None, found.findings
