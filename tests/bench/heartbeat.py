"""The heartbeat of a reactor: how long its thread works from one wait to the next.

    wait ── events, calls, slices ──► wait ── … ──► wait
         └─ one hold: processor time of this thread, without that of garbage collection ─┘

Others on the machine do not count, and neither do other threads.
"""

from __future__ import annotations

import gc
from time import thread_time
from typing import Any


class Heartbeat:
    """The longest hold since the last `take`."""

    def __init__(self, reactor: Any) -> None:
        self._last, self._collected, self._begun = thread_time(), 0.0, 0.0
        self._held = 0.0
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
        self._last, self._collected = now, 0.0

    def take(self) -> float:
        """Return it in seconds, and begin anew."""
        held, self._held = self._held, 0.0
        self._last, self._collected = thread_time(), 0.0
        return held

    def _on_collection(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = thread_time()
        else:
            self._collected += thread_time() - self._begun
