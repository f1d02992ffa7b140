"""The heartbeat of a reactor: how long its thread works from one wait to the next.

    wait ── events, calls, slices ──► wait ── … ──► wait
         └─ one hold: processor time of this thread, without that of garbage collection ─┘

Others on the machine do not count, and neither do other threads.
"""

from __future__ import annotations

import gc
import math
from time import thread_time, time
from typing import Any


class Heartbeat:
    """The longest hold since the last `take`, and the longest collection of garbage.

    `collected` are the seconds of all collections;
    `long` has the moment (of the clock) and the seconds of each hold of `least` seconds or more.
    """

    def __init__(self, reactor: Any, least: float = math.inf) -> None:
        self._least = least
        self.long: list[tuple[float, float]] = []
        self._last, self._collected, self._begun = thread_time(), 0.0, 0.0
        self._held = self._longest_collection = self.collected = 0.0
        wait = reactor.doIteration

        def turn(delay: Any) -> None:
            self.beat()
            wait(delay)

        reactor.doIteration = turn
        gc.callbacks.append(self._on_collection)

    def beat(self) -> None:
        """A wait begins."""
        now = thread_time()
        held = now - self._last - self._collected
        self._held = max(self._held, held)
        if held >= self._least:
            self.long.append((time(), held))
        self._last, self._collected = now, 0.0

    def take(self) -> tuple[float, float]:
        """Both in seconds; begin anew."""
        found = self._held, self._longest_collection
        self._held = self._longest_collection = 0.0
        self._last, self._collected = thread_time(), 0.0
        return found

    def _on_collection(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = thread_time()
            return
        seconds = thread_time() - self._begun
        self._collected += seconds
        self.collected += seconds
        self._longest_collection = max(self._longest_collection, seconds)
