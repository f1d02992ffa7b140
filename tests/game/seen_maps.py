"""A town, a cube behind it, and a cube that is played; and who stands where."""

TOWN = {
    "zcoord": "Town",
    "map": """
 + 0 1 2

 1 #-#
   |
 0 #-#-#

 + 0 1 2
""",
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "Street"},
        (0, 0): {
            "prototype_parent": "xyz_room",
            "key": "Square",
            "tags": [("shop", "landmark"), ("cobbles", "environment")],
        },
        (2, 0): {"prototype_parent": "xyz_room", "key": "Quay"},
        (1, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["item:bronze key"]},
    },
}
CUBE = {
    "zcoord": "cube",
    "matrix": """
matrixedge 3
startnode 0 0 0
endnode 2 0 0
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 0 0 0 forward twoway
wormhole 0 0 0 2 0 0 oneway
""",
    "transitions": {(0, 0, 0, "gate"): (0, 0, "Town")},
}
GAME = {**CUBE, "zcoord": "game", "options": {"play": "matrix"}}


def exits(view):
    return {one.name: one.target for one in view.exits}


def stand(grid, who, place):
    who.character.move_to(grid.live.object(place), move_type="teleport")
