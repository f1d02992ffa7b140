"""Signals of the game's events; senders do not know their listeners.

    grid's script           started, stopping                  ──► walks, followers, clients
    exits, spawn, parts     room_changed, exit_removed,        ──► clients that map
                            map_changed, objects_changed
    rooms, parts            puzzle_solved                      ──► clients that map
    walks, parties          route_changed, party_changed        ──► clients that map
    guests                  character_named                    ──► games that keep names

`startup` connects the listeners. A signal without listeners costs about a microsecond.
"""

from django.dispatch import Signal

started = Signal()
"""The server has started; after a reload the sessions are back. `live` is the world."""

stopping = Signal()
"""The server is stopping or reloading."""

room_changed = Signal()
"""Exits of a room, or their locks, have changed. `room` is the id of its object, or None; `live` is
the world."""

exit_removed = Signal()
"""The exit `name` was deleted, or moved away; its former room is not known. `live` is the
world."""

route_changed = Signal()
"""The route ahead of `character` has changed, or has ended."""

party_changed = Signal()
"""`character` has changed its party, or left it."""

map_changed = Signal()
"""Exits of the map `key` may have opened or shut. `live` is the world."""

objects_changed = Signal()
"""Many rooms or exits of the world `live` were made or removed."""

character_named = Signal()
"""The guest `character` has chosen a name; `before` is its earlier one."""

puzzle_solved = Signal()
"""`character` has solved `puzzle`, for itself or for all, at `place`, a machine or a room, or
None."""
