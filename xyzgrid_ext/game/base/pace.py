"""Divides long work into slices, sized by how long the last ones took.

    yield from pace.each("rooms", numbers, make)   make(numbers[a:b]) slice by slice, a step each

`SERVER` is for a game that answers its players between slices, `TERMINAL` for a command that nobody
else waits for.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import linear_regression
from typing import TypeVar

from xyzgrid_ext.game.base.task import Step, Steps

T = TypeVar("T")
_SIZES, _TIMES = 6, 5  # of slices that are remembered, and how many times of each


@dataclass(frozen=True)
class Pace:
    """Cuts long work into slices that take `seconds` each, as the last slices have shown.

    A slice has `first` items at first, then between `least` and `most`. The fixed cost of a slice,
    such as the commit of a transaction, is measured separately; if it is above `seconds`, the items
    of a slice get as much time, since smaller slices would only pay it more often.

    It measures the processor time of this thread: on a busy machine slices take longer, and smaller
    slices would only add work. The time between steps belongs to the driver and does not count.
    """

    seconds: float = 0.1
    clock: Callable[[], float] = time.thread_time
    first: int = 256
    least: int = 8
    most: int = 2000

    def each(
        self, what: str, items: Collection[T], work: Callable[[Sequence[T]], object]
    ) -> Steps[None]:
        """Call `work` with one slice of the items after another, and yield a step after each.

        Until all are done, nothing may be added to `items` or taken from them. A dict or set is not
        copied to a list: that takes 15 ms for half a million items.
        """
        remaining, done, size, cost = iter(items), 0, self.first, _Cost()
        while part := list(islice(remaining, size)):
            began = self.clock()
            work(part)
            cost.learn(len(part), self.clock() - began)
            done += len(part)
            item, fixed = cost.estimate()
            wish = int(max(self.seconds, fixed) / max(item, 1e-9))
            # of few sizes, so that much is known of each
            wish = 1 << (max(1, wish).bit_length() - 1)
            size = min(self.most, max(self.least, min(2 * size, max(size // 2, wish))))
            yield Step(what, done, len(items))


class _Cost:
    """The cost of items in slices: the slope of a line through sizes and times.

    seconds
       |          __x
       |    __x---           slope: of an item
       | x--
       |_|  whatever the size
       +------------- items

    For each size the shortest of the last times counts, since a busy machine only adds to it.
    """

    def __init__(self) -> None:
        self._times: dict[int, deque[float]] = {}

    def learn(self, items: int, seconds: float) -> None:
        """Record the time of a slice of a size."""
        times = self._times.pop(items, deque(maxlen=_TIMES))
        self._times[items] = times  # the last one again
        times.append(seconds)
        if len(self._times) > _SIZES:
            del self._times[next(iter(self._times))]

    def estimate(self) -> tuple[float, float]:
        """Return the seconds per item, and those of a slice without items.

        There is no fixed cost until two slices differ in size.
        """
        sizes, seconds = list(self._times), [min(times) for times in self._times.values()]
        item = seconds[-1] / sizes[-1]  # at most: the machine may have been faster before
        if len(sizes) > 1:
            item = min(item, max(0.0, linear_regression(sizes, seconds).slope))
        fixed = min(time - item * size for size, time in zip(sizes, seconds, strict=True))
        return item, max(0.0, fixed)


TERMINAL = Pace(0.25, first=2000, least=500, most=20_000)
"""For work in a terminal: large slices, since nobody waits for anything else."""
SERVER = Pace(0.005, first=4, least=1)
"""For work in a running game: slices of 5 ms, since players wait for their next command."""
