"""The map of a look in 'nodes' mode, at growing ranges, of ONE side; see `task_load`.

From a room in the middle, `range` rooms far: 1 + 2 r (r + 1) rooms, a diamond on the screen. The
contrib walks all ways to each of them, four times as many with each step more; before that takes
minutes and all memory, the rest is skipped.
"""

from __future__ import annotations

import importlib
import random
from typing import Any

from maps import XY, map_data, rooms_in_reach
from measure import each, once, report

RANGES = (2, 4, 6, 8, 10, 12)
_LONGEST = 2_000  # ms that one view may take, by what the one before took
_ALL = 4_000  # ms for all views of one range
_GROWTH = 4  # ways to go from a room


def run(whose: str, side: int, count: int) -> None:
    """Measure views from some rooms at each range, and check how many rooms they show."""
    one: Any = importlib.import_module(f"side_{whose}").SIDE
    shown = one.load(map_data(side, overrides=False))
    first, before = 0.0, 0
    middle = (side // 2, side // 2)
    for reach in RANGES:
        expected = first * _GROWTH ** (reach - before) if whose == "contrib" else 0.0
        if expected > _LONGEST:
            text = f"range {reach} and more: {expected / 1000:,.0f} s or more for one view"
            report("skipped", text)
            return
        first, picture = once(lambda reach=reach: one.view(shown, middle, reach))
        before = reach
        rooms, wanted = picture.count("#") + picture.count("@"), rooms_in_reach(side, middle, reach)
        if rooms != wanted:
            report("wrong", f"the view of {reach} shows {rooms} rooms instead of {wanted}")
        repeats = max(1, min(count, int(_ALL / max(first, 0.01))))
        each(f"range {reach}", one.view, [(shown, xy, reach) for xy in _places(side, repeats)])


def _places(side: int, count: int) -> list[XY]:
    """Rooms around the middle; the same ones at every run."""
    chance = random.Random(5)
    near = range(side // 2 - 2, side // 2 + 3)
    return [(chance.choice(near), chance.choice(near)) for _ in range(count)]
