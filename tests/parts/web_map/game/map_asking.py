"""Four maps, and questions to the API of maps about them, for the tests of `map_api`."""

TOWN = {
    "zcoord": "town",
    "map": """
+ 0 1 2

1 #-#-#
  |
0 #-#

+ 0 1 2
""",
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "Street"},
        (2, 1): {"prototype_parent": "xyz_room", "key": "Old Mill"},
    },
}

CAVE = {
    "zcoord": "cave",
    "map": "\n+ 0 1 2 3\n\n0 #-#-#-#\n\n+ 0 1 2 3\n",
    "options": {"fog": "explored"},
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Grotto"}},
}

HALLS = CAVE | {"zcoord": "halls", "options": {"public": "seen"}}

CUBE = {
    "zcoord": "cube",
    "matrix": """matrixedge 2
startnode 0 0 0
endnode 1 1 1
currentnode 0 0 0
node 0 0 0 right twoway
node 0 0 0 forward twoway
node 0 0 1 right twoway
node 1 0 1 up twoway
node 0 1 0 down oneway
wormhole 1 0 0 1 1 1 oneway
""",
}


def ask(client, what, **values):
    response = client.get(f"/map/api/{what}", values)
    return response.status_code, response.json()


def number(grid, x, y, z):
    return grid.live.object_id(grid.live.room_at_xyz(x, y, z))


def stand(grid, player, x, y, z):
    player.character.move_to(grid.live.object(grid.live.room_at_xyz(x, y, z)), quiet=True)


def names_of(client):
    return [one["key"] for one in ask(client, "maps")[1]["maps"]]
