"""Maps in fog, and people who walk there."""

#   Beacon
#     |
#   Ridge---Cairn       a moor in fog
#     |         \
#   Gate----Bog---Fen
MOOR = {
    "zcoord": "Moor",
    "map": r"""
 + 0 1 2

 2 #
   |
 1 #-#
   |  \
 0 #-#-#

 + 0 1 2
""",
    "options": {"fog": "explored"},
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Gate"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Bog"},
        (2, 0): {"prototype_parent": "xyz_room", "key": "Fen", "tags": [("shop", "landmark")]},
        (0, 1): {"prototype_parent": "xyz_room", "key": "Ridge"},
        (1, 1): {"prototype_parent": "xyz_room", "key": "Cairn"},
        (0, 2): {"prototype_parent": "xyz_room", "key": "Beacon"},
    },
}
TOWER = {
    "zcoord": "tower",
    "levels": [" + 0 1\n\n 0 U-#\n\n + 0 1", " + 0 1\n\n 0 D-#\n\n + 0 1"],
    "options": {"fog": "explored"},
}
ROAD = {
    "zcoord": "road",
    "matrix": "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\ncurrentnode 0 0 0\n"
    "node 0 0 0 right twoway\n",
    "prototypes": {("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "A road"}},
    "transitions": {(0, 0, 0, "gate"): (0, 0, "Moor"), (1, 0, 0, "hole"): (0, 0, "tower:0")},
}


def stand(grid, who, *place):
    who.character.move_to(grid.live.object(place), move_type="teleport")


def picture(text):
    """The lines of a map alone, without what is told above and below it."""
    return [line.rstrip() for line in text.split("\n") if set(line) & set("#@|\\-")]


def walk(grid, who, text):
    for word in text.split():
        who.types(word)


def names_in(view):
    return [room.name for room in view.rooms]
