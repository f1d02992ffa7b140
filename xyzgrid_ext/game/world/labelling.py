"""Makes the labels of maps on which routes are asked for, so that later routes need no search.

    every 20 seconds:  maps that want labels ─► a worker, or slices in this thread ─► the router

A map of 10,000 rooms takes about two seconds of processor time. Until its labels are made, and for
maps that cannot have any, routes are searched for.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import evennia
from twisted.internet import reactor
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from xyzgrid_ext.core.graph import LabelledMaps, Labels, labels_of, make_labels
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.game.base.elsewhere import begun_again, heavy, is_here
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Step, Steps, begin_later, log_failure
from xyzgrid_ext.game.world.current import known

_EVERY, _PAUSE = 20.0, 0.02  # seconds between two looks, and between two slices
_SLICE = 0.004  # seconds of this thread's processor time
_WHAT = "routes labelled"


def label_steps(labelled: LabelledMaps) -> Steps[None]:
    """Make the labels of all maps that want them, step by step."""
    while (wanted := labelled.wanted()) is not None:
        key, grid, most_bytes = wanted
        if is_here():
            labels = yield from _slices(grid, most_bytes)
        else:
            work = partial(heavy, make_labels, grid, most_bytes)
            labels = yield from begun_again(_WHAT, work)
        labelled.put(key, grid, labels)


def _slices(grid: Grid, most_bytes: int) -> Steps[Labels | None]:
    work = labels_of(grid, most_bytes)
    while True:
        end = time.thread_time() + _SLICE
        try:
            next(work)
            while time.thread_time() < end:
                next(work)
        except StopIteration as over:
            found: Labels | None = over.value
            return found
        yield Step(_WHAT, 0, 1)


class Labelling:
    """The worker that makes labels, of which there is one; tests pass their own `clock`."""

    def __init__(self, clock: Any = reactor) -> None:
        self._is_busy = False
        self._loop = LoopingCall(self._round)
        self._loop.clock = clock

    def start(self) -> None:
        """Start if this process is a server; otherwise, or again, do nothing."""
        service = evennia.EVENNIA_SERVER_SERVICE
        if service is not None and service.running and not self._loop.running:
            self._loop.start(_EVERY, now=False).addErrback(log_failure)

    def _round(self) -> None:
        live = known()
        if not self._is_busy and live is not None:
            self._is_busy = True
            steps = label_steps(live.router.labelled)
            begin_later(steps, self._done, failed=self._failed, pause=_PAUSE)

    def _done(self, _none: None) -> None:
        self._is_busy = False

    def _failed(self, failure: Failure) -> None:
        self._is_busy = False
        with surviving(_WHAT):
            failure.raiseException()


labelling = Labelling()
