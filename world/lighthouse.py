"""The old lighthouse west of the harbour of Lantern Quay: five floors, drawn one by one.

`U` is a room with stairs up, `D` one with stairs down, `B` one with both; they stand at the same
place of the next floor. `T` is the door to the town, `C` the gap to the caves below (map `caves`).
"""

from evennia.contrib.grid.xyzgrid import xymap_legend

from world import story
from world.writing import exit_, part, room

GROUND = r"""
 + 0 1 2 3

 2   #
     |
 1 U-#-#-T
   |
 0 #-C

 + 0 1 2 3
"""

QUARTERS = r"""
 + 0 1 2 3

 2 #-#
   | |
 1 D-#-U

 0

 + 0 1 2 3
"""

WORKS = r"""
 + 0 1 2 3

 2

 1 #-#-B
     |
 0   #

 + 0 1 2 3
"""

WATCH = r"""
 + 0 1 2 3

 2

 1   U-D
     |
 0   #

 + 0 1 2 3
"""

LANTERN = r"""
 + 0 1 2 3

 2   #
     |
 1   D-#
     |
 0   #

 + 0 1 2 3
"""


class ToTown(xymap_legend.MapTransitionNode):
    """Out of the door, to the causeway."""

    symbol = "T"
    display_symbol = "|cT|n"
    target_map_xyz = (2, 1, "town")


class ToCaves(xymap_legend.MapTransitionNode):
    """Through a gap in the wall of the Oil Cellar, into the Ebb Caves."""

    symbol = "C"
    display_symbol = "|cC|n"
    target_map_xyz = (1, 0, "caves")


ROOMS = {
    # the ground floor
    (2, 1, 0): room(
        "The Lighthouse Door",
        "lighthouse, old lighthouse, lighthouse door, old light",
        """
        The door stands open, and has since the flood: the water lifted it from
        one hinge and nobody has had the heart. Inside it smells of lamp oil,
        warm iron and wet dog, although there is no dog.
        """,
        told=(),
        details={"door": "Open, and crooked. Somebody has chalked on it: |wread chalk|n."},
        signs={
            "chalk, writing": """
                Chalked on the door: five floors. The lamp is at the top.
                |wmap|n shows this floor; |whelp maps|n tells how to see the next.
                """
        },
    ),
    (1, 1, 0): room(
        "The Round Room",
        "round room",
        "One round room with a stove in it.",
        *story.THE_ROUND_ROOM,
        details={"keeper": [{"text": story.HIS_BACK, "needs": story.AT_HOME}]},
        reacts=story.TALK_TO_KEEPER,
    ),
    (1, 2, 0): room(
        "The Boat Locker",
        "boat locker",
        """
        A rowing boat hangs from the ceiling, keel up, like something that the
        tower has eaten. The oars are missing. There is a note where they were: BACK SOON,
        in a hand that meant it.
        """,
        solves=story.OARS,
    ),
    (0, 1, 0): room(
        "The Foot of the Stair",
        "foot of the stair, stair foot",
        """
        A stair winds up along the wall. Each step is worn to one side, the outer
        one, by keepers who carried oil up in the left hand for two hundred years
        and had the wall to lean on with the right. The third step is loose.
        """,
    ),
    (0, 0, 0): room(
        "The Oil Cellar",
        "oil cellar",
        """
        Tins of oil, stacked to the height of a child and dated in chalk. The last
        date is that of the flood. None has been opened since, and each of them
        has been dusted. From a gap in the wall behind them, east, comes cold air.
        """,
        told=(),
    ),
    # the first floor: where the keeper lives
    (0, 1, 1): room(
        "The First Landing",
        "first landing",
        """
        A landing with a row of hooks: an oilskin, a second oilskin, a very small
        oilskin. Below, the stove ticks as it cools.
        """,
    ),
    (1, 1, 1): room(
        "The Keeper's Kitchen",
        "keeper's kitchen",
        """
        A table laid for one, with the chair pulled out. On the wall a speaking
        tube ends in a brass mouth, and under it a kettle is beginning to sing. Through a
        slit of a window come the bells of the town, always a little
        after they have rung.
        """,
    ),
    (0, 2, 1): room(
        "The Bunk Room",
        "bunk room, bunks",
        """
        Two bunks, curved like the wall. The upper one has been slept in. On the
        underside of it, for whoever lies below, somebody has pricked out the
        stars with a nail, and joined some of them up.
        """,
    ),
    (1, 2, 1): room(
        "The Log Room",
        "log room, logbooks",
        """
        Logbooks from the floor to the ceiling. Wind, cloud, sails, wind, cloud. In the
        last one the entries get shorter, day by day, until on the night
        of the flood there is a single word: Out.
        """,
        solves=story.LAST_WORD,
    ),
    (2, 1, 1): room(
        "The Narrow Turn",
        "narrow turn",
        """
        Here the tower draws in and the stair with it. Behind the wall hangs a
        chain, and something heavy at its end sways a finger's breadth to and fro.
        """,
    ),
    # the second floor: what turned the lamp
    (2, 1, 2): room(
        "The Weight Shaft",
        "weight shaft",
        """
        Stairs lead up and down around an iron shaft. A weight as big as a calf
        hangs in it, wound up to the top and never let go: it would have turned
        the lamp for one more night.
        """,
    ),
    (1, 1, 2): room(
        "The Turning Works",
        "turning works",
        """
        Brass wheels, oiled and still, in a cabinet of green glass. They were cast
        by the same people who built the tide-mill, and now and then, with nobody
        near, one tooth of the smallest wheel goes by.
        """,
    ),
    (0, 1, 2): room(
        "The Lens Store",
        "lens store, lenses",
        """
        Lenses in straw, each as wide as a cartwheel. Lean over one, and the floor
        of the room below swims up, very clear and very close: a chair, pulled out.
        """,
        details={"lens, lenses": "In it, the room below: a table laid for one, and a chair."},
    ),
    (1, 0, 2): room(
        "The Flag Locker",
        "flag locker, flags",
        """
        Signal flags in pigeonholes, one for each thing that a ship might need to
        be told. The one for COME HOME is gone; so is the one for DO NOT.
        """,
        solves=story.FLAGS,
    ),
    # the third floor: the watch
    (2, 1, 3): room(
        "The Watch Stair",
        "watch stair",
        """
        The last few steps of stone. Somebody has carved a line for each watch
        that was kept, in bundles of five, and filled them with white lead, so
        that they could be counted by touch.
        """,
    ),
    (1, 1, 3): room(
        "The Watch Room",
        "watch room",
        """
        A stool, a telescope on a rail, a speaking tube to the kitchen. From here
        on a ladder leads up, into a light that is not lamplight: the sky.

        Put an ear to the tube, and you hear a kettle beginning to sing.
        """,
    ),
    (1, 0, 3): room(
        "The Fog Bell",
        "fog bell",
        """
        A balcony just wide enough for a bell. Its rope runs down the outside of
        the tower to the harbour watch, who ring it. Everything in the town that is
        late blames it on this bell.
        """,
    ),
    # the fourth floor: the lantern
    (1, 1, 4): room(
        "The Lamp",
        "lamp, lamp room, lamp gallery",
        """
        You stand inside the lamp. It is a room of glass, prism over prism, and
        there are a hundred of you in it, most of them upside down. In the middle
        of it, east of where you stand, sits the burner behind a small iron hatch.

        On a clear night you need no lamp: through the lake, row behind row and
        each row deeper, the halls of the glassworks shimmer, nine of them; and
        in the last one, so small that you may have made it up, a light answers.
        """,
        *story.AT_THE_LAMP,
        solves=story.AT_LAMP,
        told=(),
        things=[story.PRISMS],
        details={"glass, windows, window": "A hundred of you look back.", "hatch": story.HATCH}
        | story.SEALS,
        signs={
            "scratches, writing, brass": """
                Somebody has scratched into the brass, for those who came all the way:
                |wgoto the square|n, and mind the third step.
                """
        },
        brief="Somebody has scratched words into the brass: |wread writing|n.",
    ),
    (2, 1, 4): room(
        "The Burner",
        "burner",
        """
        A cup of brass, as large as two hands, and a wick. Everything in the tower
        was built around it.
        """,
        *story.AT_THE_WICK,
        reacts=story.LIGHT,
        details={
            "wick, cup, lamp": [
                {"text": "It was cold for a hundred years.", "unless": [story.SOMEBODY_LIT]},
                {
                    "text": "It is warm now, and it was cold for a hundred years.",
                    "needs": [story.SOMEBODY_LIT],
                },
            ]
        },
    ),
    (1, 2, 4): room(
        "The Lake Gallery",
        "lake gallery",
        """
        The gallery outside the glass, on the side of the lake. The rail hums in
        the wind. Far below, the shadow of the tower lies over the water and ends
        where the roofs begin. A line for flags runs up to the point of the roof.
        """,
        part("The flag on it says COME HOME.", needs=[f"somebody:{story.HOME}"]),
        reacts=story.COME_HOME,
    ),
    (1, 0, 4): room(
        "The Town Gallery",
        "town gallery",
        """
        The gallery on the side of the town. All of Lantern Quay fits behind one
        hand: the square with its hundred lanterns, the mill, and someone small
        who walks in a straight line, as if something led them.
        """,
    ),
}

EXITS = {
    (0, 0, 0, "e"): exit_("A gap in the wall behind the tins, and the dark of the Ebb Caves."),
    (2, 1, 0, "e"): exit_(
        "Out through the crooked door, over the causeway to the town.", aliases=["e", "out"]
    ),
    (1, 1, 3, "up"): exit_("A brass ladder, polished by hands, up into the lamp."),
    (1, 1, 4, "e"): exit_(
        story.HATCH,
        key="hatch",
        aliases=["east", "e", "burner"],
        needs=story.ALL_FOUR,
        err_traverse=story.SHUT,
    ),
    (2, 1, 4, "w"): exit_(
        "Back through the hatch, into the lamp.", aliases=["w", "hatch", "out", "back"]
    ),
    (1, 1, 4, "down"): exit_("A hatch in the floor, and the ladder to the watch room."),
    ("*", "*", "*", "up"): exit_("The stair winds up along the wall."),
    ("*", "*", "*", "down"): exit_("The stair winds down along the wall."),
    ("*", "*", "*", "*"): exit_("A doorway with one curved side."),
}

XYMAP_DATA = {
    "zcoord": "lighthouse",
    "levels": [GROUND, QUARTERS, WORKS, WATCH, LANTERN],
    "legend": {"T": ToTown, "C": ToCaves},
    "prototypes": {**ROOMS, **EXITS},
    "options": {
        "title": "The Old Light",
        "map_visual_range": 2,
        "map_mode": "nodes",
        "routes": "seen",
    },
}
