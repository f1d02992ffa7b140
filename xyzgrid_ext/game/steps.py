"""Long work as a generator of short steps, so that a terminal and a running server drive the same.

    work = spawning.spawn_steps(live, keys, pace=Pace(0.005))
    next(work) ─► Step("rooms", 120, 2500)        one read, or one transaction, and it is finished
    ...                                           here a server answers its players
    next(work) ─► StopIteration(value)            what the work returns

Between two steps the database is a playable grid; work that is dropped there (`close`) is finished
by the next spawn. `drain` runs it all at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")


class Step(NamedTuple):
    """One finished piece of long work: `done` of `total` of `what`, "rooms" for example."""

    what: str
    done: int
    total: int


Steps: TypeAlias = Generator[Step, None, T]
Progress: TypeAlias = Callable[[Step], None]


def silent(step: Step) -> None:
    """No progress is told."""


def drain(steps: Steps[T], progress: Progress = silent) -> T:
    """Run work to its end; what it returns. `progress` is called after each step."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
        progress(step)


@dataclass(frozen=True)
class Pace:
    """How long one step may take, in seconds: it sizes slices by the time that the last ones took.

    The time between steps, which is the driver's, does not count.
    """

    seconds: float = 0.1
    clock: Callable[[], float] = time.perf_counter
    first: int = 256
    least: int = 8
    most: int = 2000

    def each(
        self, what: str, items: Sequence[T], work: Callable[[Sequence[T]], Any]
    ) -> Steps[None]:
        """Do `work` for all items, slice by slice; a step after each."""
        done, size = 0, self.first
        while done < len(items):
            part = items[done : done + size]
            began = self.clock()
            work(part)
            took = self.clock() - began
            done += len(part)
            if took > 1.5 * self.seconds:
                size = max(self.least, size // 2)
            elif took < self.seconds / 2:
                size = min(self.most, size * 2)
            yield Step(what, done, len(items))


TERMINAL = Pace(0.1)  # nobody waits for anything else
SERVER = Pace(0.005, first=4, least=1)  # players wait for the next command
