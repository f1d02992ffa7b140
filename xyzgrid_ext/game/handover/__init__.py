"""A game that changes hands: from the contrib's grid to ours and back, or to another database.

adoption   the hook-up lines in a game's files, and its rooms;  retyping: the rows of these
fetching   a whole game out of a SQLite file into the empty database of the settings
"""
