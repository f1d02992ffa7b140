"""Decides who may see and pass what, for texts, protocols, the website and files.

    a looker ─► viewer ─┐                   ┌─ room_view   one room, ways, maps ─► core.view
    ways, needs ────────┼─ Sights ──────────┤  map_view    many rooms in one go
    dungeon_state       │  (what is known)  └─ dungeon_map drawings of dungeons
    matrix_state        │
    explored ───────────┘  what a player types ─ core.target ─► resolve ─► a room
                                                                 coordinates, people, routes
viewer       a character, an account, the public; which maps they are told of
view_maker   rooms and exits of one map as values
revealing    things that show more of a map
"""
