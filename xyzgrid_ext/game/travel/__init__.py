"""Walks of characters: finding the goal and the route, and walking it through the real exits.

    `goto the lamp` ─ resolve ─► routes ─► walking ─► traversal: an exit, as a command
                                             legs: the route ahead, kept across a reload

following    behind a leader
exploring    records the rooms that characters enter or are shown
"""
