"""Signals of the game's events; senders do not know their listeners.

    grid's script           started, stopping                  ──► walks, followers, clients
    exits, spawn, parts     room_changed, exit_left,           ──► clients that map
                            map_changed, objects_changed
    rooms, parts            puzzle_solved                      ──► clients that map
    walks, parties          way_laid, party_changed            ──► clients that map
    guests                  character_named                    ──► games that keep names

`startup` connects the listeners. A signal without listeners costs about a microsecond.
"""

from __future__ import annotations

from django.dispatch import Signal

started = Signal()
"""The server has started; after a reload the sessions are back. `live` is the world."""

stopping = Signal()
"""The server is stopping or reloading."""

room_changed = Signal()
"""Exits of the room object whose id is `room` (None for no room) are others than they were, or are
locked otherwise; in the world `live`."""

exit_left = Signal()
"""An exit called `name` has left its room, which it no longer knows; in the world `live`."""

route_changed = Signal()
"""The route ahead of `character` has changed, or has ended."""

party_changed = Signal()
"""`character` has changed its party, or left it."""

map_changed = Signal()
"""Exits of the map `key` may be open or shut now; in the world `live`."""

objects_changed = Signal()
"""Many rooms or exits of the world `live` were made or removed."""

character_named = Signal()
"""`character` has a name of its own now; as a guest's it was called `before`."""

puzzle_solved = Signal()
"""`character` has solved `puzzle`, for itself or for all, at `place`, an object or None: it has won
its game, or come to the room that solves it."""
