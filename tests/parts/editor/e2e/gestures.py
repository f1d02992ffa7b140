r"""Gestures on three drawings, and what the same edits by hand make of their files.

A gesture is a line: a word, which is a method of `Hands` in test_drawing.py, and what it takes.
Places are those of rooms, so `8.5,0` lies between two of them.

TREE   the contrib's example
TOWN   the town of the demonstration
ISLE   two levels, with a legend of the author's own
"""

from pathlib import Path
from typing import NamedTuple

import evennia


class Case(NamedTuple):
    """A drawing in a module of the game; `source` is copied there, unless it is there already."""

    map: str
    module: str
    stands: str
    arrives: str
    gestures: str
    hand: dict[str, str]
    source: str = ""


TREE = Case(
    "the large tree",
    "tree",
    "8,3,the large tree",
    "Root cellar",
    """
    draw 8,3 10,3
    draw 10,3 10,0
    draw 10,0 6,0
    link 6,0 6,1
    oneway
    link 8,0 8,1
    oneway
    put # 9,1
    put - 9.5,1
    put | 9,0.5
    put x 9.5,0.5
    put ⌫ 9.5,1
    undo
    redo
    undo
    type 6,2 #-#
    put | 6,1.5
    put v 7,1.5
    dig 6,2 Up
    new 7,4
    steps 7,4 6,3
    draw 8,4
    keys 7,4 8,4
    put - 8.5,4
    put o 9,4
    put | 9,3.5
    put # 10,4
    put u 10,3.5
    put b 9.5,3
    put i 9.5,1
    draw 0,0 0,2
    frame 0,0 0,2
    delete
    erase 1,3
    undo
    type 0,7 #-#⏎|⏎#-
    strike 6,2 1
    put - 6.5,2
    link 1,7 2,7
    draw 10,8 11,8
    dig 11,8 Up
    link 8,3 8,1
    told This replaces: d u
    undo
    link 1,8 10,0
    told A drawing joins two rooms only in a straight line on their level.
    above
    told This drawing has one level.
    name 10,0 Root cellar
    needs 7,0 west item:root key
    desc 10,0 Apples, and the roots of the tree.
    name 3,0 Dungeon gate
    """,
    {
        """ + 0 1 2 3 4 5 6 7 8 9 0

 8   #-------#-#-------I
      \\               /
 7     #-#---#     t-#
       |\\    |
 6   #i#-#b--#-t
""": """ + 0 1 2 3 4 5 6 7 8 9 0 1

 9                       #
                         |
 8   #-------#-#-------I-#
      \\               /
 7 #-#-#-#---#     t-#
   |   |\\    |
 6 #-#i#-#b--#-t
""",
        """ 4     o---#-#
      /    d
 3   #-----+-------#
           |       d
 2         |       |
           v       u
 1         #---#>#-#
          /
 0       #-T

 + 0 1 2 3 4 5 6 7 8 9 0
""": """ 4     o---#-#   #-#-o #
      /    d    /    | u
 3   #-----+---#---#-#b#
           |   |   d   |
 2         |   #-# |   #
           v   | v u   |
 1         #---#>#-# #i#
          /    |   ^ |x|
 0       #-T   #-#-#-#-#

 + 0 1 2 3 4 5 6 7 8 9 0 1
""",
        '"key": "Dungeon Entrance"': '"key": "Dungeon gate"',
        """    (3, 0, "e"): {"desc": "A dark passage into the underworld."},
""": """    (3, 0, "e"): {"desc": "A dark passage into the underworld."},
    (7, 0, "w"): {
        "prototype_parent": "xyz_exit",
        "needs": ["item:root key"],
    },
    (10, 0): {
        "key": "Root cellar",
        "desc": "Apples, and the roots of the tree.",
    },
""",
    },
    source=(Path(evennia.__file__).parent / "contrib/grid/xyzgrid/example.py").read_text(),
)

TOWN = Case(
    "town",
    "town",
    "6,6,town",
    "Crow's Nest",
    """
    draw 6,6 8,6
    put | 8,6.5
    type 8,7 #
    name 8,7 Crow's Nest
    desc 8,7 Wind, and gulls below.
    draw 0,4 0,7
    draw 0,7 2,7
    link 1,7 1,6
    oneway
    link 2,7 2,6
    oneway
    new 0,3
    steps 0,3 0,4
    dig 0,3 Down
    dig 0,2 Right
    draw 0,2 0,0
    erase 0,0
    undo
    redo
    draw 0,1 0,0
    draw 0,0 2,0
    link 2,0 2,1
    put ⌫ 0.5,0
    put - 0.5,0
    link 0,1 1,0
    link 0,5 1,6
    link 0,6 1,5
    put # 7,7
    put - 7.5,7
    link 7,7 7,6
    put # 8,5
    put u 8,4.5
    put # 7,5
    put > 7.5,5
    link 7,5 7,6
    put i 7.5,6
    needs 6,6 east item:brass key
    call 8,6 north rigging
    desc 0,4 The bridge went with the flood.
    draw 6,0 7,0
    frame 6,0 7,0
    delete
    """,
    {
        """
 7         G
           |
 6   #-I   #   #
     |  \\  |   d
 5   #--># # # |
          \\|/  u
 4 #---#-#-#---#-o #
         |/|   | |/
 3     C-# |   # #-#
          \\|   v/
 2         #---#
           |    \\
 1   L-#---#     #
           |
 0         #-M
""": """
 7 #-#-#   G     #-#
   | | v   |     | |
 6 # #-I   #   #-#i#
   |x|  \\  |   d |
 5 # #--># # # | #>#
   |      \\|/  u   u
 4 #---#-#-#---#-o #
   |     |/|   | |/
 3 #   C-# |   # #-#
   |      \\|   v/
 2 #-#     #---#
   |       |    \\
 1 # L-#---#     #
   |\\  |   |
 0 #-#-#   #-M
""",
        """        The road to the hills begins here and, for now, ends here as well: the
        bridge went with the flood. A bored guard plays knucklebones with herself
        and is losing.
""": """        The bridge went with the flood.
""",
        """    ),
}

EXITS = {""": """    ),
    (8, 7): {
        "prototype_parent": "xyz_room",
        "key": "Crow's Nest",
        "desc": "Wind, and gulls below.",
    },
}

EXITS = {""",
        """    ("*", "*", "*"): exit_("A street of Lantern Quay."),
""": """    ("*", "*", "*"): exit_("A street of Lantern Quay."),
    (6, 6, "e"): {
        "prototype_parent": "xyz_exit",
        "needs": ["item:brass key"],
        "desc": "A street of Lantern Quay.",
    },
    (8, 6, "n"): {
        "prototype_parent": "xyz_exit",
        "key": "rigging",
        "desc": "A street of Lantern Quay.",
    },
""",
    },
)

# two classes of a legend
PIER_AND_TIDE = '''
from evennia.contrib.grid.xyzgrid import xymap_legend


class Pier(xymap_legend.MapNode):
    """A pier, where boats land."""

    symbol = "P"
    display_symbol = "|cp|n"
    prototype = {"prototype_parent": "xyz_room", "key": "Pier"}


class Tide(xymap_legend.MapLink):
    """A ford that the tide covers."""

    symbol = "~"
    directions = {"e": "w", "w": "e"}
    prototype = {"prototype_parent": "xyz_exit"}

    def get_weight(self, *args):
        return super().get_weight(*args)
'''
ISLE = Case(
    "isle",
    "isle",
    "0,0,isle:0",
    "Cliff",
    """
    put ~ 1.5,0
    put P 2,0
    brush #
    draw 2,0 5,0
    draw 5,0 5,3
    draw 5,3 2,3
    put P 2,3
    brush #
    link 0,1 2,3
    put % 3,1
    stroke - 3.5,1 4.5,1
    put | 3,0.5
    put ~ 4.5,3
    type 0,3 P-#
    link 1,3 2,3
    link 0,3 0,1
    new 3,2
    oneway
    link 3,3 3,2
    oneway
    draw 3,2 5,2
    put ⌫ 4.5,2
    undo
    redo
    oneway
    link 3,2 4,3
    told The drawing has no symbol for this link
    undo
    oneway
    put | 3.5,2.5
    link 3,2 4,3
    undo
    put U 3,0
    name 2,0 Long pier
    desc 2,0 Planks, and the tide below.
    name 0,3 Old pier
    needs 5,3 south item:oar
    call 1,3 east causeway
    above
    brush #
    draw 1,0 3,0
    put D 3,0
    brush #
    draw 2,0 2,2
    draw 2,2 4,2
    put % 5,2
    put - 4.5,2
    stroke | 5,1.5 5,0.5
    draw 5,0 4,0
    link 4,0 3,0
    below
    keys 2,0
    above
    end 2,2
    told A drawing joins two rooms only in a straight line on their level.
    name 2,2 Cliff
    desc 2,2 Gulls.
    erase 4,0
    undo
    fill P 3,1
    undo
    redo
    put - 2.5,1
    put - 3.5,1
    pick 3,2 4,1
    draw 0,3 1,3
    name 1,3 Tor
    move 1,3 2,3
    link 2,3 2,2
    cut 1,3 west
    copy 0,3 2,3
    paste 0,5
    fill - 1,5
    stairs 2,5
    draw 2,5 3,5
    below
    """,
    {
        """1 #
  |
0 #-U

+ 0 1
""": """3 P-#-P-#-#~#
  |  /  v   |
2 | /   #-# #
  |/        |
1 #     %---#
  |     |   |
0 #-U~P-U-#-#

+ 0 1 2 3 4 5
""",
        """+ 0 1

0   D

+ 0 1
""": """+ 0 1 2 3 4 5

5 #---U

4

3 #>>>#
      |
2     #-#-#-%
      |     |
1     #-P-# |
      |     |
0   D-#-D-#-#

+ 0 1 2 3 4 5
""",
        "[LOW, HIGH],": """[LOW, HIGH, r\"\"\"
+ 0 1 2 3

5     D-#

4

3

2

1

0

+ 0 1 2 3
\"\"\"],""",
        "all others\n": """all others
        (2, 0, 0): {
            "prototype_parent": "xyz_room",
            "key": "Long pier",
            "desc": "Planks, and the tide below.",
        },
        (0, 3, 0): {
            "prototype_parent": "xyz_room",
            "key": "Old pier",
        },
        (1, 3, 0, "e"): {
            "prototype_parent": "xyz_exit",
            "key": "causeway",
        },
        (5, 3, 0, "s"): {
            "prototype_parent": "xyz_exit",
            "needs": ["item:oar"],
        },
        (2, 2, 1): {
            "prototype_parent": "xyz_room",
            "key": "Cliff",
            "desc": "Gulls.",
        },
        (2, 3, 1): {
            "prototype_parent": "xyz_room",
            "key": "Tor",
        },
        (2, 5, 1): {
            "prototype_parent": "xyz_room",
            "key": "Tor",
        },
""",
    },
    source=PIER_AND_TIDE
    + '''

class Reeds(xymap_legend.SmartRerouterMapLink):
    """A path that turns, between reeds."""

    symbol = "%"
    display_symbol = "|g%|n"


LOW = r"""
+ 0 1   left of the isle
                      (all of it is drawn)
1 #
  |
0 #-U

+ 0 1
"""
HIGH = r"""
+ 0 1

0   D

+ 0 1
"""

XYMAP_DATA = {
    "zcoord": "isle",
    "levels": [LOW, HIGH],  # from below
    "legend": {"P": Pier, "~": Tide, "%": Reeds},
    "prototypes": {
        (0, 0, 0): {"prototype_parent": "xyz_room", "key": "Shore"},
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "Sand"},  # all others
    },
}
''',
)
