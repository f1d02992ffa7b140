"""From Grids to rows in the database: `core.spawn` plans, and this carries the plan out.

    Grids, prototypes ─ spawning ─┬─ templates   prototypes, each distinct one resolved once
                                  ├─ reading     what the database holds
                                  ├─ core.spawn  what is to be done
                                  └─ spawner, in this order, each in short transactions:
                                       insert    what is new (row_templates, tagging, bulk)
                                       update    what is there and should be otherwise
                                       things    what stands in rooms
                                       relocate  nobody is lost (residents, moved)
                                       delete    what goes

orphans     rooms of maps that nobody lists
prototypes  the base prototypes, for settings
creation    Evennia's hooks, called where a class has its own
caches      what Evennia keeps in memory, brought up to date after rows were changed without it
"""
