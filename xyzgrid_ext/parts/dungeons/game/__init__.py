"""Dungeons in play: the actions of players, copies for parties, and the upkeep of copies.

    exits, commands ──► actions ──► the record (db) ──► visibility: what is held, what is open
    entrance ──► copies: a dungeon for each party or character
    caretaker: when copies go, when a dungeon begins again, what is left over

visits     coming in, leaving, coming to the end: what is told of it, and the table
combat     what `attack` does, unless the game has something better
overview   dungeons for builders, and their proof
"""

from xyzgrid_ext.parts.dungeons.core.order import dungeon

__all__ = ["dungeon"]  # map modules import it from here
