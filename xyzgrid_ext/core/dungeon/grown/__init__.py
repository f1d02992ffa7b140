"""The second generator: its mission is a graph that grows by rules, which are rows.

rules ─► mission (zones, what locks them, where the keys lie) ─► embed (rooms on sheets) ─► ways
(loops, drops, shortcuts) ─► Layout, with what each room gives; furniture only when asked for

A zone is a set of rooms with no locks between them. Each rule adds zones behind locks, or exits
between zones. It puts the key of each new lock where every player who has reached the lock can get
it.
"""
