"""Characters under way: where to, by which way, and step by step through the real exits.

    `goto the lamp` ─ resolve ─► routes ─► walking ─► strides ─► traversal: an exit, as a command
                                             legs, journeys: what lies ahead, kept over a reload

following    behind a leader
passing      rooms on a long walk, of which nothing is told but the name
"""
