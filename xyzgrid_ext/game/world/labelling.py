"""Makes the labels of maps on which routes are asked for, so that later routes need no search.

    every 20 seconds:  maps that want labels ─► a worker, or slices in this thread ─► the router

A map of 10,000 rooms takes about two seconds of processor time. Until its labels are made, and for
maps that cannot have any, routes are searched for.
"""

from __future__ import annotations

import time
from functools import partial

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes import LabelledMaps, Labels, labels_of, make_labels
from xyzgrid_ext.game.base.elsewhere import begun_again, heavy, is_here
from xyzgrid_ext.game.base.periodic import PeriodicTask
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.world.current import known

_SLICE = 0.004  # seconds of this thread's processor time
_WHAT = "routes labelled"


def label_steps(labelled: LabelledMaps) -> Steps[None]:
    """Make the labels of all maps that want them, step by step."""
    while (wanted := labelled.wanted()) is not None:
        key, grid, most_bytes = wanted
        labelled.put(key, grid, None)  # a map that cannot be labelled keeps no other from it
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


class Labelling(PeriodicTask[None]):
    """The periodic task that makes labels."""

    name, every, pause = _WHAT, 20.0, 0.02

    def _work(self) -> Steps[None] | None:
        live = known()
        return None if live is None else label_steps(live.router.labelled)


labelling = Labelling()
