"""Every question to the database: querysets and plain rows, no decisions.

objects  rooms  exits  views      what the running world and its views read
jobs                              work that a running server takes over
memory  dungeon_record  dungeon_copies   Attributes in which the state of play is kept
typeclass_paths  transfer         a whole game: other classes, another database
"""
