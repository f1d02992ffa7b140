"""`evennia xyzgrid WORD`, and the worker that does its jobs in a running game.

    launcher ─► words: a row each ─┬─ naming: which maps are meant
                                   ├─ dispatch ─► jobs: here, or ─► a row ─► worker, in the server
                                   └─ report, undoing: what is to be done, and what was

routes                           routes between rooms, and rooms that cannot be reached
doctor  running                  the state of the game's surroundings, and whether it runs
grammar                          one argparse grammar for the terminal and for `xyzgrid` in the game
"""
