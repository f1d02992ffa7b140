"""The upkeep of dungeons: removes copies, resets dungeons, sweeps up leftovers.

every few seconds   a copy that was empty for the time of its lease   ─► is removed
                    a dungeon that was empty for the time of `reset`  ─► begins again
at the start        copies half made, half removed or without a map   ─► are removed, and logged
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from evennia.utils import logger
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from xyzgrid_ext.game.base.periodic import PeriodicWork
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.order import SHARED
from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import actions, copies
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.state import state_of
from xyzgrid_ext.parts.dungeons.game.stored import READY, Copy


class Caretaker(PeriodicWork):
    """A periodic task that removes copies of dungeons, and resets dungeons, when they are empty."""

    name, every = "caretaker of dungeons", 5.0

    def __init__(self, clock: IReactorTime = reactor, now: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._now = now
        self._going: set[str] = set()
        self._swept = False

    def _round(self) -> None:
        if not write_lock().is_held:
            return  # another process writes the grid
        with surviving(self.name):
            if not self._swept:
                self.sweep()
                self._swept = True
        self.tend()

    def sweep(self) -> None:
        """Remove copies that an earlier server left half made or half removed, and log it."""
        for copy in copies.leftover_copies(current()):
            logger.log_info(
                f"xyzgrid: removing {copy.key}, a copy that is left over ({copy.state})"
            )
            with surviving(self.name):
                self._remove(copy)

    def tend(self) -> None:
        """Remove copies, and reset dungeons, that have been empty for long enough."""
        live = current()
        inside = copies.maps_with_players(live)
        for copy in dungeons.all_copies(live.keeper).values():
            if copy.state == READY and copy.key not in self._going:
                with surviving(self.name):
                    self._see_to(live, copy, copy.key in inside)
        for key, grid in live.grids.items():
            with surviving(self.name):
                site = site_of(grid)
                if site is not None and site.copies == SHARED and site.reset is not None:
                    self._maybe_reset(live, key, site.reset, key in inside)

    def _see_to(self, live: Live, copy: Copy, is_occupied: bool) -> None:
        if copy.map not in live.grids:
            self._remove(copy)
            return
        left, is_over = self._since(copy.left, is_occupied, _lease(live, copy))
        if is_over:
            logger.log_info(f"xyzgrid: the lease of {copy.key} has ended")
            self._remove(copy)
        elif left != copy.left:
            dungeons.store_copy(live.keeper, replace(copy, left=left))

    def _maybe_reset(self, live: Live, key: str, seconds: float, is_occupied: bool) -> None:
        state = state_of(live, key)
        if state is None or state.record.is_new:
            return
        left, is_over = self._since(state.record.left, is_occupied, seconds)
        if is_over:
            logger.log_info(f"xyzgrid: {key} begins again")
            actions.reset_dungeon(live, key)
        elif left != state.record.left:
            dungeons.write_record(live.keeper, key, replace(state.record, left=left))

    def _since(
        self, left: float | None, is_occupied: bool, seconds: float
    ) -> tuple[float | None, bool]:
        """Return how long a place has been empty, and whether that is long enough."""
        if is_occupied:
            return None, False
        left = self._now() if left is None else left
        return left, self._now() - left >= seconds

    def _remove(self, copy: Copy) -> None:
        self._going.add(copy.key)

        def then(failure: Failure | None) -> None:
            self._going.discard(copy.key)
            if failure is not None:
                logger.log_err(f"xyzgrid: {copy.key} cannot be removed\n{failure.getTraceback()}")

        copies.run_in_slices(copies.removing_steps(current(), copy), then)


def _lease(live: Live, copy: Copy) -> float:
    site = site_of(live.grids[copy.map])
    return 0.0 if site is None else site.lease


caretaker = Caretaker()
