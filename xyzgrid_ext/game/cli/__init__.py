"""`evennia xyzgrid WORD`, and the worker that does its jobs in a running game.

    launcher ─► words: a row each ─┬─ naming: which maps are meant;  terminal: questions, progress
                                   ├─ dispatch ─► jobs: here, or ─► a row ─► worker, in the server
                                   └─ report, diff: what is to be done, and what was

migration_commands  migration    the contrib's grid becomes ours, and back; another database
exporting  importing             map files of other programs
routes                           routes between rooms, and rooms that cannot be reached
doctor  running                  the state of the game's surroundings, and whether it runs
libraries  statics               what browsers load
grammar                          one argparse grammar for the terminal and for `xyzgrid` in the game
"""
