"""Dungeons in the game: doors that need something, chests, foes, puzzles, and copies for parties.

    XYMAP_DATA = dungeon(...) ─ order ─► source ─► Grid ─ site ─► what is where in it
                                                             │
    commands, exits, rooms ─► doings ─► record ◄── state ────┘      look ◄─ show, map ◄─ chart

order      what a map module says of a dungeon
source     the map that is made of it
site       what a map has of a dungeon: gives, doors, foes, chests, puzzles; also of a drawn map
record     what has happened in it: one plain record, written at once
state      both together: what is held, which doors are open
doings     what players do to it
words      all of it for people; show: a room as a picture; chart: the map as far as it is known
combat     what `attack` does, unless the game has something better
copies     a dungeon for each party or character; registry: which there are; hatch: a way in by hand
caretaker  when copies go, when a dungeon begins again, what is left over
overview   dungeons for builders, and their proof
"""

from xyzgrid_ext.game.maps.dungeon_order import dungeon

__all__ = ["dungeon"]
