"""How long something takes, of many times: percentiles in a fixed room of memory.

    seconds   0.0001 ┃▂▅█▇▄▂▁▁      ▁ ┃ 100        each bar stands for 5 % more than the last

A time is known by its bar. Pure: the times are handed in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

_LEAST, _GROWTH = 1e-4, 1.05
_BARS = math.ceil(math.log(100 / _LEAST, _GROWTH)) + 1


class Times:
    """Times noted since the start. To note one costs less than a microsecond."""

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self.count = 0
        self._bars = [0] * _BARS
        for one in seconds:
            self.note(one)

    def note(self, seconds: float) -> None:
        """Record how long something took."""
        bar = math.ceil(math.log(seconds / _LEAST, _GROWTH)) if seconds > _LEAST else 0
        self._bars[min(bar, _BARS - 1)] += 1
        self.count += 1

    def percentile(self, share: float) -> float:
        """The seconds within which this share (0 to 1) of all was done; 0 if there was nothing."""
        wanted = share * self.count
        so_far = 0
        for bar, number in enumerate(self._bars):
            so_far += number
            if number and so_far >= wanted:
                return _LEAST * _GROWTH**bar
        return 0.0


class TimedLine:
    """When what this process works at came over the link; None while nothing of it is at work.

    Evennia's own `cmd_last` of a session is when the line before was done.
    """

    came: float | None = None


line = TimedLine()

steps = Times()
"""From the line that a player sent to the new room's text, in this process."""

lateness = Times()
"""How late this process is for what it has to do: the wait before a line is read."""
