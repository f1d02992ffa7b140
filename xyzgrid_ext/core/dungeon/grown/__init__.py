"""The second generator: a mission that is a graph, grown by rules that are rows.

rules ─► mission (zones, what locks them, where the keys lie) ─► embed (rooms on sheets) ─► ways
(loops, drops, shortcuts) ─► Layout, with what each room gives; furniture only when asked for

A zone is a set of rooms that no lock parts. Each rule adds zones behind locks, or ways between
zones, and puts the key of each new lock where everybody can have it who stands before the lock.
"""
