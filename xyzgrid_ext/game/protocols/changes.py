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
    """Where exits have changed: rooms by object id, maps by key, `removed` exits by name."""

    rooms: set[int]
    maps: set[str]
    removed: set[str]


ChangeListener = Callable[[Live, ChangedRooms], None]


class Changes:
    """Collects rooms and maps whose exits have changed, to tell clients of many at once.

    A removed exit no longer knows its room, so its name is kept.
    """

    def __init__(self) -> None:
        self._rooms: set[int] = set()
        self._maps: set[str] = set()
        self._removed: set[str] = set()
        self._waits = self._waits_long = False
        self._listener: ChangeListener | None = None

    def connect(self, listener: ChangeListener) -> None:
        """Connect the signal handlers, and pass the gathered changes to `listener`."""
        self._listener = listener
        for signal, note in (
            (signals.room_changed, self.note_room),
            (signals.exit_removed, self.note_removed),
            (signals.map_changed, self.note_map),
            (signals.objects_changed, self.note_everywhere),
            (signals.puzzle_solved, self.note_solved),
        ):
            signal.connect(note, dispatch_uid=f"xyzgrid.clients.{note.__name__}")

    def note_room(self, live: Live, room: int | None, **kwargs: object) -> None:
        """Note changed exits of a room, by its object id."""
        if room is not None:
            self._rooms.add(room)
            self._wait(live)

    def note_solved(self, place: Any, **kwargs: object) -> None:
        """Note a puzzle solved at an object, or None, which may open doors there."""
        if place is not None:
            self.note_room(current(), place.pk)

    def note_removed(self, live: Live, name: str, **kwargs: object) -> None:
        """Note that an exit of this name was removed somewhere."""
        self._removed.add(name)
        self._wait(live)

    def note_map(self, live: Live, key: str, **kwargs: object) -> None:
        """Note changed exits on a map, such as one where a key was found."""
        self._maps.add(key)
        self._wait(live)

    def note_everywhere(self, live: Live, **kwargs: object) -> None:
        """Note changes anywhere, as while a map is spawned piece by piece."""
        if not self._waits_long:
            self._waits_long = True
            task.call_later(_LONG, self._tell_all, live)

    def _wait(self, live: Live) -> None:
        if not self._waits:
            self._waits = True
            task.call_later(0, self._tell, live)

    @surviving("map clients")
    def _tell(self, live: Live) -> None:
        changed_rooms = ChangedRooms(self._rooms, self._maps, self._removed)
        self._rooms, self._maps, self._removed, self._waits = set(), set(), set(), False
        if self._listener is not None:
            self._listener(live, changed_rooms)

    @surviving("map clients")
    def _tell_all(self, live: Live) -> None:
        self._waits_long = False
        if self._listener is not None:
            self._listener(live, ChangedRooms(set(), {*live.grids, *live.copies}, set()))


changes = Changes()
"""The changes in this Server that clients have not been told of yet."""
