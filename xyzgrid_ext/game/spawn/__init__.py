"""From Grids to rows in the database: `core.spawn` plans, and this carries the plan out.

    Grids, prototypes ─ spawning ─┬─ templates   prototypes, each distinct one resolved once
                                  ├─ lookup      what the database holds (tags)
                                  ├─ reconcile   what of it is compared
                                  ├─ core.spawn  what is to be done
                                  ├─ apply       does it, each step in a short transaction
                                  │    ├─ write       rows (creation, tags, caches)
                                  │    └─ relocation  nobody in a removed room is lost
                                  └─ record      what this spawn gave to each row, and its undo

checks      faults of prototypes and commands, which depend on the game
prototypes  the base prototypes, for settings
"""
