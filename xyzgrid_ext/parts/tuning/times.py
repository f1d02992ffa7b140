"""Collects durations, with percentiles in a fixed amount of memory.

    seconds   0.0001 ┃▂▅█▇▄▂▁▁      ▁ ┃ 100        each bar stands for 5% more than the last

Each duration is stored only as its bar. The module is pure: callers pass durations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

_LEAST, _GROWTH = 1e-4, 1.05
_BARS = math.ceil(math.log(100 / _LEAST, _GROWTH)) + 1


class Times:
    """Durations since the start; recording one takes less than a microsecond."""

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self.count = 0
        self._bars = [0] * _BARS
        for second in seconds:
            self.note(second)

    def note(self, seconds: float) -> None:
        """Record a duration."""
        bar = math.ceil(math.log(seconds / _LEAST, _GROWTH)) if seconds > _LEAST else 0
        self._bars[min(bar, _BARS - 1)] += 1
        self.count += 1

    def percentile(self, share: float) -> float:
        """Return the seconds within which this share (0 to 1) of durations lies; 0 without any."""
        wanted = share * self.count
        so_far = 0
        for bar, number in enumerate(self._bars):
            so_far += number
            if number and so_far >= wanted:
                return _LEAST * _GROWTH**bar
        return 0.0


class TimedLine:
    """The arrival time of the input that this process handles; None while it handles none.

    Evennia's own `cmd_last` of a session is the time when the previous line was handled.
    """

    came: float | None = None


current_line = TimedLine()
"""The input that this process handles now."""

step_times = Times()
"""The time from a player's input to the text of the new room, in this process."""

line_delays = Times()
"""The delays of this process: the wait before a line is read."""
