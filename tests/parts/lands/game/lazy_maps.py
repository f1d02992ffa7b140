"""A town and a lazy map beside it.

town   A-B          big   5-5-5-5      B leads to the first room of it, and back
                          5-5-5-5
                          5-5-5-5
"""

from xyzgrid_ext.xyzroom import XYZRoom

TOWN = {
    "zcoord": "town",
    "rooms": {
        (0, 0, 0): {"key": "Square", "exits": {"east": {"to": (1, 0, 0)}}},
        (1, 0, 0): {
            "key": "Gate",
            "exits": {"west": {"to": (0, 0, 0)}, "east": {"to": (0, 0, "big")}},
        },
    },
}
BIG = {
    "zcoord": "big",
    "rooms": {
        (x, y, 0): {
            "key": f"Field {x} {y}",
            "exits": {
                name: {"to": (x + dx, y + dy, 0)}
                for name, dx, dy in (
                    ("east", 1, 0),
                    ("west", -1, 0),
                    ("north", 0, 1),
                    ("south", 0, -1),
                )
                if 0 <= x + dx < 4 and 0 <= y + dy < 3
            },
        }
        for x in range(4)
        for y in range(3)
    },
    "options": {"rooms": "lazy"},
}
BIG["rooms"][0, 0, 0]["exits"]["west"] = {"to": (1, 0, "town")}
BIG["rooms"][2, 0, 0]["things"] = [{"key": "a lamp", "typeclass": "evennia.DefaultObject"}]


def at(x, y):
    return XYZRoom.objects.get_xyz((x, y, "big"))


def rows():
    """The rooms of the lazy map that have a row: those with exits in capitals."""
    found = {}
    for one in XYZRoom.objects.filter_xyz(("*", "*", "big")):
        x, y, _ = one.xyz
        found[x, y] = "O" if one.exits else "o"
    return ["".join(found.get((x, y), ".") for x in range(4)) for y in (2, 1, 0)]
