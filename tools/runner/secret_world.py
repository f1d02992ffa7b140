"""The maps of the adversary's game. What is secret in them has names that occur nowhere else.

    Green ── Lane ── Well ── Barn       hamlet, for everybody
      ·       │gate   │in     │way
      wh      │       │       └── ophir, in fog; its first room will be known
      ·       │       └── quern, to be played ── out at its end ── Prize Loft
    Grotto    └── zanzibar, in fog, of which nothing is known

fen        of its ways one is for builders only
manor      not for guests of the website
mirkwell   a dungeon, a copy for each
"""

from pathlib import Path

# words of which an ordinary player may never hear
SECRETS = (
    *("zanzibar", "jubilee", "nutmeg", "kingfisher"),  # the map, its rooms, an alias, a landmark
    *("topaz", "garnet"),  # rooms of the map of which the first one is known
    *("millstone", "quernwise"),  # a room and the exits of the game
    "quagmire",  # an exit for builders
    *("ambergris", "marl", "secretsauce", "verdigris"),  # attribute, tag, prototype, lock
)
MAPS = ("hamlet", "zanzibar", "ophir", "quern", "loft", "fen", "manor", "mirkwell")

_HEAD = '''"""A map of the adversary's game."""


def room(key, **more):
    return {"prototype_parent": "xyz_room", "key": key, "desc": "Quiet.", **more}


def way(**more):
    return {"prototype_parent": "xyz_exit", **more}


'''
_ROW = """
matrixedge 4
startnode 0 0 0
endnode 3 0 0
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 2 0 0 right twoway
"""
_MATRICES = {
    "hamlet": f"{_ROW}wormhole 0 0 0 0 3 0 oneway\nnode 0 3 0 right twoway\n",
    "zanzibar": _ROW,
    "ophir": _ROW,
    "quern": f"{_ROW}node 1 0 0 up twoway\n",
}
_MODULES = {
    "hamlet": """
XYMAP_DATA = {
    "zcoord": "hamlet",
    "matrix": "hamlet.matrix",
    "prototypes": {
        (0, 0, 0): room(
            "The Green",
            prototype_key="secretsauce",
            tags=[("marl", "builders")],
            attrs=[("ambergris", "ambergris")],
            locks="verdigris:perm(Builder)",
        ),
        (1, 0, 0): room("The Lane"),
        (2, 0, 0): room("The Well"),
        (3, 0, 0): room("The Barn"),
        (0, 3, 0): room("The Grotto"),
        (1, 3, 0): room("The Cave"),
    },
    "transitions": {
        (1, 0, 0, "gate"): (0, 0, "zanzibar:0"),
        (2, 0, 0, "in"): (0, 0, "quern:0"),
        (3, 0, 0, "way"): (0, 0, "ophir:0"),
        (0, 0, 0, "bank"): (0, 0, "fen"),
    },
}
""",
    "zanzibar": """
XYMAP_DATA = {
    "zcoord": "zanzibar",
    "matrix": "zanzibar.matrix",
    "options": {"fog": "explored"},
    "prototypes": {
        (0, 0, 0): room("Zanzibar Quay"),
        (1, 0, 0): room("Jubilee Vault", aliases=["nutmeg"]),
        (2, 0, 0): room("Zanzibar Crypt", tags=[("kingfisher", "landmark")]),
        ("*", "*", "*"): room("Zanzibar Street"),
    },
    "transitions": {(0, 0, 0, "gate"): (1, 0, "hamlet:0")},
}
""",
    "ophir": """
XYMAP_DATA = {
    "zcoord": "ophir",
    "matrix": "ophir.matrix",
    "options": {"fog": "explored"},
    "prototypes": {(0, 0, 0): room("The Threshold"), (1, 0, 0): room("Topaz Hall"),
                   ("*", "*", "*"): room("Garnet Hall")},
    "transitions": {(0, 0, 0, "way"): (3, 0, "hamlet:0")},
}
""",
    "quern": """
XYMAP_DATA = {
    "zcoord": "quern",
    "matrix": "quern.matrix",
    "options": {"play": "matrix"},
    "prototypes": {
        (0, 0, 0): room("The Hopper"),
        ("*", "*", "*"): room("Millstone"),
        (1, 0, 0, "right"): way(key="quernwise"),
        (2, 0, 0, "right"): way(key="quernwise"),
    },
    "transitions": {(0, 0, 0, "in"): (2, 0, "hamlet:0"), (3, 0, 0, "out"): (0, 0, "loft")},
}
""",
    "loft": '''
XYMAP_DATA = {
    "zcoord": "loft",
    "map": """
+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {("*", "*"): room("The Prize Loft")},
}
''',
    "fen": '''
XYMAP_DATA = {
    "zcoord": "fen",
    "map": """
+ 0 1 2

1 #-#
  |
0 #-#-#

+ 0 1 2
""",
    "prototypes": {
        (0, 0): room("The Fen"),
        (1, 0): room("The Reeds"),
        (2, 0): room("The Hide"),
        ("*", "*"): room("The Pool"),
        (1, 0, "e"): way(key="quagmire", locks="view:perm(Builder)"),
    },
}
''',
    "manor": """
XYMAP_DATA = {
    "zcoord": "manor",
    "map": "+ 0 1\\n\\n0 #-#\\n\\n+ 0 1",
    "options": {"public": "no"},
    "prototypes": {("*", "*"): room("Yarrow Parlour")},
}
""",
    "mirkwell": """
from xyzgrid_ext.parts.dungeons.game import dungeon

XYMAP_DATA = dungeon(
    "mirkwell", seed=30, tier=1, floors=2, rooms=16, seals=1, catalogue="world.catalogue",
    outside=(2, 0, "hamlet:0"), copies="character", lease=30,
)
""",
}


def write(folder: Path) -> None:
    """Put these maps into the `world` of a game, instead of those that are built there."""
    for name, text in _MODULES.items():
        (folder / f"{name}.py").write_text(_HEAD + text)
    for name, text in _MATRICES.items():
        (folder / f"{name}.matrix").write_text(text)
    maps = [f"world.{name}" for name in MAPS]
    (folder / "__init__.py").write_text(f'MAPS = {maps!r}\nSTART = (0, 0, "hamlet:0")\n')
