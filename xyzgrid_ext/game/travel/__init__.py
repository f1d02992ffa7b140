"""Characters under way: where to, by which way, and step by step through the real exits.

    `goto the lamp` ─ resolve ─► routes ─► walking ─► traversal: an exit, as a command
                                             legs: what lies ahead, kept over a reload

following    behind a leader
exploring    the rooms that characters enter, or are told of, are noted
"""
