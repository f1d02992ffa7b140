"""Walks of characters: finding the goal and the route, and walking it through the real exits.

    `goto the lamp` ─ resolve ─► planning ─► walking ─► traversal: an exit, as a command

planning     routes, and ways over endless lands between them
following    behind a leader
exploring    records the rooms that characters enter or are shown
"""
