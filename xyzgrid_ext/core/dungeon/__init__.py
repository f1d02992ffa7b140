"""Dungeons of locks and keys: generated from a seed, and proved independently.

parameters ─ mission ─ shape ─ layout ─ extras ─ furnish ─► Dungeon ─┬─ to_grid ─► Grid
                                                                     └─ prove ─► Certificate

`mission` decides which thing is behind which lock, `shape` turns that into a tree that can be
built, and `layout` puts each room on a sheet. `extras` adds loops, drops and wormholes, `plan` and
`furnish` fill the rooms from a catalogue, and `generate` runs all these steps. `prove` does not use
any of them.
"""
