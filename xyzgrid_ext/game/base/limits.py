"""The limits on what players can cause in the kernel; parts have rows of their own.

    XYZGRID_LIMITS = {"copies": 200, "spectators": 10}     a game's own, in its settings

    limit_value("followers")        a bound, read when it is needed; a part's: limit_value(COPIES)
    spend(character, "questions")   one more of a rate: a number per second on average, with bursts
                                    of some seconds' worth

Players who reach a limit get a message; client messages beyond a limit are ignored.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple, TypeGuard

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import ClientSession, GameObject
from xyzgrid_ext.game.base.setting_rows import Limit

_HOLDERS = 10_000  # of rates that are remembered by name

LIMITS = {
    limit.name: limit
    for limit in (
        Limit("party_word", 40, "length of a party's word"),
        Limit("typed", 200, "length of a name, a place or an answer that a player types"),
        Limit("via", 8, "places that a route can go via"),
        Limit("things", 20, "things that `get all` or `drop all` moves at once"),
        Limit("followers", 20, "followers of one character"),
        Limit("game", 100_000, "length of the replay of one game"),
        Limit("scores", 10, "rows in a table of scores"),
        Limit("questions", 10, "routes, maps and hints per second for one character", 5.0),
        Limit("client_maps", 1, "levels of maps per second that a client requests", 1.0),
        Limit("client_messages", 10, "other messages per second from one client", 5.0),
        Limit("client_things", 200, "things or people in one message to a client"),
        Limit("web_questions", 20, "answers of the website per second for one visitor", 5.0),
    )
}
"""The limits of the kernel by name; parts (add-on folders) have rows of their own."""


def limit_value(limit: str | Limit) -> int:
    """Return the value of a limit: the game's setting, else its default.

    `limit` is a name in LIMITS, or the row of a part's limit.
    """
    row = _row(limit)
    bound = settings.setting_value("XYZGRID_LIMITS").get(row.name)
    return bound if is_limit_value(bound) else row.usual


def _row(limit: str | Limit) -> Limit:
    return LIMITS[limit] if isinstance(limit, str) else limit


def is_limit_value(value: object) -> TypeGuard[int]:
    """Whether a value in the game's settings can be a limit: a whole number, not negative."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# --- rates


class Allowance(NamedTuple):
    """What is left of a rate limit for somebody at a time: the state of a token bucket."""

    amount: float
    at: float


def _spend(
    limit: str | Limit, allowance: Allowance | None, amount: float, now: float
) -> Allowance | None:
    """Return the allowance after an amount was spent; None if it is too small for that."""
    rate = limit_value(limit)
    full = available = rate * _row(limit).at_once
    if allowance is not None:
        available = min(full, allowance.amount + (now - allowance.at) * rate)
    return None if available < amount else Allowance(available - amount, now)


def spend(
    holder: GameObject | ClientSession,
    limit: str | Limit,
    amount: float = 1.0,
    now: float | None = None,
) -> bool:
    """Spend part of a rate limit of a character or session; return whether enough was left."""
    allowances: dict[str, Allowance] = holder.ndb.xyzgrid_rates or {}
    name, moment = _row(limit).name, time.monotonic() if now is None else now
    if (allowance := _spend(limit, allowances.get(name), amount, moment)) is None:
        return False
    holder.ndb.xyzgrid_rates = {**allowances, name: allowance}
    return True


class Rates:
    """One rate limit for callers that are no objects, such as addresses. Thread-safe."""

    def __init__(self, limit: str | Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._allowances: OrderedDict[Hashable, Allowance] = OrderedDict()
        self._lock = Lock()

    def spend(self, holder: Hashable) -> bool:
        """Use up one unit of a caller's rate limit; return whether there was one left."""
        with self._lock:
            allowance = _spend(self._limit, self._allowances.get(holder), 1.0, self._clock())
            if allowance is None:
                return False
            self._allowances[holder] = allowance
            self._allowances.move_to_end(holder)
            if len(self._allowances) > _HOLDERS:
                self._allowances.popitem(last=False)
            return True

    def forget(self) -> None:
        """Give every caller the full rate again."""
        with self._lock:
            self._allowances.clear()
