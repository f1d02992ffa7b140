"""Decides who may see and pass what, for texts, protocols, the website and files.

    a looker ─► viewer ─► Sights ──────┬─► room_view    one room, or many: values of core.view
    needs ─────────────────────────────┘
    what a player types ─ core.target ─► resolve ─► a room ─► routes
                              names ─┘

viewer       a character, an account, the public; which maps and rooms they may know
needs        who may pass an exit             routes    who may be led through it
revealing    things that show more of a map
"""
