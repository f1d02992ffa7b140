"""Makes the labels of maps on which routes are asked for, so that later routes need no search.

    every 20 seconds:  maps that want labels ─► a worker, or slices in this thread ─► the router

A map of 10,000 rooms takes about two seconds of processor time. Until its labels are made, and for
maps that cannot have any, routes are searched for.
"""

from __future__ import annotations

from functools import partial

from xyzgrid_ext.core.routes import LabelledMaps, make_labels
from xyzgrid_ext.game.base.elsewhere import FEW, beside, in_process
from xyzgrid_ext.game.base.periodic import PeriodicTask
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.world.current import known

_WHAT = "routes labelled"


def label_steps(labelled: LabelledMaps) -> Steps[None]:
    """Make the labels of all maps that want them, step by step."""
    while (wanted := labelled.wanted()) is not None:
        key, grid, most_bytes = wanted
        labelled.put(key, grid, None)  # a map that cannot be labelled keeps no other from it
        labels = yield from beside(_WHAT, FEW, partial(in_process, make_labels, grid, most_bytes))
        labelled.put(key, grid, labels)


class Labelling(PeriodicTask[None]):
    """The periodic task that makes labels."""

    name, every, pause = _WHAT, 20.0, 0.02

    def _work(self) -> Steps[None] | None:
        live = known()
        return None if live is None else label_steps(live.router.labelled)


labelling = Labelling()
