"""What has happened to ways, gathered: a command changes an exit several times, and is told once.

    exits saved, deleted, given needs ──┐
    keys found, doors opened, answers ──┴─► room(pk), map(key) ── at once after it ──► told

A change costs next to nothing here, and what it comes to is looked at only where a session that
has asked for rooms stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import evennia
from twisted.internet import reactor

from xyzgrid_ext.game.clients import telling, wants
from xyzgrid_ext.game.live import Live


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Twisted's own; tests put a clock in its place."""
    return reactor.callLater(seconds, function, *args)


class Changes:
    """Rooms, by their objects' numbers, and maps whose ways are others than they were.

    An exit that has left its room does not know which that was: it is looked for by its name.
    """

    def __init__(self) -> None:
        self._rooms: set[int] = set()
        self._maps: set[str] = set()
        self._left: set[str] = set()
        self._waits = False

    def room(self, live: Live, pk: int | None) -> None:
        """The ways out of a room."""
        if pk is not None:
            self._rooms.add(pk)
            self._wait(live)

    def left(self, live: Live, name: str) -> None:
        """A way of this name is no more where it was."""
        self._left.add(name)
        self._wait(live)

    def map(self, live: Live, key: str) -> None:
        """Ways of a map: a dungeon's, when a key is found in it."""
        self._maps.add(key)
        self._wait(live)

    def _wait(self, live: Live) -> None:
        if not self._waits:
            self._waits = True
            call_later(0, self._tell, live)

    def _tell(self, live: Live) -> None:
        rooms, maps, left = self._rooms, self._maps, self._left
        self._rooms, self._maps, self._left, self._waits = set(), set(), set(), False
        for character in _followed():
            location = character.location
            here = live.where(location)
            if (
                (location is not None and location.pk in rooms)
                or (here is not None and here[0] in maps)
                or (left and left & telling.ways_told(character))
            ):
                telling.changed(live, character)


changes = Changes()


def _followed() -> list[Any]:
    """The characters of sessions that have asked for anything."""
    found = {
        session.puppet.pk: session.puppet
        for session in evennia.SESSION_HANDLER.values()
        if session.puppet is not None and wants.of(session)
    }
    return list(found.values())
