"""Gathers changes to exits, so that clients are told once per command, not once per change.

    exits saved, deleted, given needs ──┐
    keys found, doors opened, answers ──┴─► room, map ── at once after it ──► told

Noting a change costs almost nothing; its effect is computed only for rooms containing a session
that has subscribed to room messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from xyzgrid_ext.game.base import signals, task
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

_LONG = 1.0  # seconds within which changes to a map count as one


class ChangedRooms(NamedTuple):
    """What has changed for map clients: rooms by object id, maps by key, removed exits by name."""

    rooms: set[int]
    maps: set[str]
    left: set[str]


ChangeListener = Callable[[Live, ChangedRooms], None]


class Changes:
    """Collects rooms and maps whose exits have changed, to tell clients of many at once.

    A removed exit no longer knows its room, so it is found by its name.
    """

    def __init__(self) -> None:
        self._rooms: set[int] = set()
        self._maps: set[str] = set()
        self._left: set[str] = set()
        self._waits = self._waits_long = False
        self._tells: ChangeListener | None = None

    def connect(self, tells: ChangeListener) -> None:
        """Connect the signal handlers, and pass the gathered changes to `tells`."""
        self._tells = tells
        for signal, listener in (
            (signals.room_changed, self.room),
            (signals.exit_left, self.left),
            (signals.map_changed, self.map),
            (signals.objects_changed, self.everywhere),
            (signals.puzzle_solved, self.solved),
        ):
            signal.connect(listener, dispatch_uid=f"xyzgrid.clients.{listener.__name__}")

    def room(self, live: Live, room: int | None, **kwargs: object) -> None:
        """Note changed exits of a room, by its object id."""
        if room is not None:
            self._rooms.add(room)
            self._wait(live)

    def solved(self, place: Any, **kwargs: object) -> None:
        """Note a solved puzzle, which may open doors where it is."""
        if place is not None:
            self.room(current(), place.pk)

    def left(self, live: Live, name: str, **kwargs: object) -> None:
        """Note that an exit of this name was removed somewhere."""
        self._left.add(name)
        self._wait(live)

    def map(self, live: Live, key: str, **kwargs: object) -> None:
        """Note changed exits on a map, such as one where a key was found."""
        self._maps.add(key)
        self._wait(live)

    def everywhere(self, live: Live, **kwargs: object) -> None:
        """Note changes anywhere, while a map is spawned piece by piece."""
        if not self._waits_long:
            self._waits_long = True
            task.call_later(_LONG, self._tell_all, live)

    def _wait(self, live: Live) -> None:
        if not self._waits:
            self._waits = True
            task.call_later(0, self._tell, live)

    @surviving("map clients")
    def _tell(self, live: Live) -> None:
        changed_rooms = ChangedRooms(self._rooms, self._maps, self._left)
        self._rooms, self._maps, self._left, self._waits = set(), set(), set(), False
        if self._tells is not None:
            self._tells(live, changed_rooms)

    @surviving("map clients")
    def _tell_all(self, live: Live) -> None:
        self._waits_long = False
        if self._tells is not None:
            self._tells(live, ChangedRooms(set(), {*live.grids, *live.copies}, set()))


changes = Changes()
