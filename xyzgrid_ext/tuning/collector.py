"""Python's collector of garbage: seldom, because it stops the whole server while it looks around.

What a tick of a board makes lives for 0.13 s, what a player has lives for hours. With Python's own
700 the former is looked at so early that it counts as old, and for every quarter of old things more
all of them are looked through: 0.3 to 0.5 s at a time with 400 players, every few seconds. Most
garbage goes without it, by counting references. With these numbers what lives for moments is gone
before anything looks at it.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 10_000, 20, 100


def calm() -> None:
    """Let it look less often. Doing it again changes nothing."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)
