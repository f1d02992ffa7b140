"""Loading and routes of ONE side, in a process that has only that side in it.

Both are driven by the same steps; `Side` is what they have in common, `side_ours.py` and
`side_contrib.py` fill it in. A map of four rooms goes first, so that no figure contains the
imports and caches that a process pays for once.
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol

from maps import NAME, XY, corners, fault, map_data, pairs, starts
from measure import Held, each, once, peak, queries, repeated, report


class Side(Protocol):
    """What is measured of each of the two."""

    def load(self, data: dict[str, Any]) -> Any:
        """Make a usable map of XYMAP_DATA."""

    def build(self, loaded: Any) -> Any:
        """Make what routes need; it is handed to `path`."""

    def path(self, built: Any, start: XY, goal: XY) -> list[str]:
        """The directions of the shortest path."""

    def refusal(self, rooms: int) -> str:
        """Why this machine cannot `build` that many rooms; empty if it can."""

    def finish(self, built: Any) -> None:
        """Report what only this side has."""


def run(whose: str, side: int, overrides: bool, count: int, runs: int) -> None:
    """Measure one side on one map.

    Args:
        whose: "ours" or "contrib".
        side: rooms along an edge of the square.
        overrides: whether the map has prototypes of its own; routes are measured without only,
            as they do not depend on it.
        count: how many paths of each kind.
        runs: how often a load is measured at most.

    """
    one: Side = importlib.import_module(f"side_{whose}").SIDE
    one.path(one.build(one.load(map_data(2, overrides=overrides, name="warm"))), (0, 0), (1, 1))
    data = map_data(side, overrides=overrides, name=NAME)
    held = Held()
    with queries() as asked:
        first, loaded = once(lambda: one.load(data))
    report("load queries", asked[0])
    held.report("held after load")
    if not overrides:
        if reason := one.refusal(side * side):
            report("skipped", reason)
        else:
            _routes(one, loaded, side, count, runs, held)
    loaded = None  # two of them at once would be more than either side ever holds
    repeated("load", first, lambda: one.load(data), runs)


def _routes(one: Side, loaded: Any, side: int, count: int, runs: int, held: Held) -> None:
    there, back = corners(side)[0]
    first_build, built = once(lambda: one.build(loaded))
    first_path, path = once(lambda: one.path(built, there, back))
    wrong = [fault(there, back, path)]
    held.report("held after first path")
    for key, wanted in (
        ("path again", [pair for pair in corners(side) for _ in range(count // 4)]),
        ("path same target", starts(side, back, count)),
        ("path new targets", pairs(side, count)),
    ):
        paths = each(key, lambda start, goal: one.path(built, start, goal), wanted)
        wrong += [fault(*pair, path) for pair, path in zip(wanted, paths, strict=True)]
    held.report("held after paths")
    report("peak", peak())
    for text in filter(None, dict.fromkeys(wrong)):
        report("wrong", text)
    one.finish(built)
    repeated("build", first_build, lambda: one.build(loaded), runs)
    repeated(
        "first path",
        first_build + first_path,
        lambda: one.path(one.build(loaded), there, back),
        runs,
    )
