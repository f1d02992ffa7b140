"""The Ebb Caves below the old lighthouse: a map in fog, which is drawn as one explores it.

    fog: explored       everybody's map shows where they have been, and that ways go on
    the slate           on the Smugglers' Shelf: `study slate` shows the eastern half in one go

The way in is a gap in the wall of the Oil Cellar.
"""

from evennia.contrib.grid.xyzgrid import xymap_legend

from world import people, story
from world.writing import exit_, part, room

MAP = r"""
 + 0 1 2 3 4

 3 #-# #-#
   |   | |
 2 #-#-# #-#
     |     |
 1 #-#   #-#
     |   |
 0 L-#-# #

 + 0 1 2 3 4
"""


class ToLighthouse(xymap_legend.MapTransitionNode):
    """Through the gap, into the Oil Cellar."""

    symbol = "L"
    display_symbol = "|cL|n"
    target_map_xyz = (0, 0, "lighthouse:0")


SLATE = {
    "typeclass": "evennia.objects.objects.DefaultObject",
    "key": "a smugglers' slate",
    "aliases": ["slate", "smugglers' slate"],
    "desc": (
        "Somebody has scratched the eastern caves into it, from the Cold Hearth to the\n"
        "Undercut, and crossed out a way that is not there any more. |wstudy slate|n."
    ),
    "locks": "get:false()",
    "reveals": ["caves", [2, 1, 4, 3]],
}

ROOMS = {
    (1, 0): room(
        "The Gap",
        "gap",
        """
        Behind the last row of oil tins the wall has a gap, as wide as one person
        and as high as half of one. From here the rock goes on by itself. It is
        dark; nobody has ever drawn a map of this, so you had better.

        |wmap|n shows where you have been, and |wmap todo|n where you have not.
        """,
    ),
    (2, 0): room(
        "The Blind Pool",
        "blind pool, pool",
        """
        The cave ends in black water without a ripple. It stands exactly as high
        as the lake outside, and an hour later than the lake outside.
        """,
    ),
    (1, 1): room(
        "The Forked Cave",
        "forked cave, fork",
        """
        The rock divides around a pillar that is too smooth to have grown. Hands
        have gone around it in the dark, always to the left.
        """,
    ),
    (0, 1): room(
        "The Smugglers' Shelf",
        "smugglers' shelf",
        """
        A dry shelf over the high-water line, with the rings of barrels on it. A
        slate leans against the wall, where whoever unloaded could see it.
        """,
        things=[SLATE],
    ),
    (1, 2): room(
        "The Long Drip",
        "long drip, drip",
        """
        One drop falls, and then, when you have stopped waiting for it, the next. Below them
        the stone is worn into a cup that holds just one.
        """,
    ),
    (0, 2): room(
        "The Rib Cave",
        "rib cave",
        """
        Ribs of rock stand out of both walls. The last flood has left planks
        between them, in order of size.
        """,
    ),
    (0, 3): room(
        "The Bat Loft",
        "bat loft",
        """
        A chimney goes up into the dark and comes out, by the sound of it, under
        the piano in the Round Room. The bats have the tune by heart.
        """,
    ),
    (1, 3): room(
        "The Echo",
        "echo",
        """
        A round cave that gives back what you say, a little politer than you have
        said it. There is no other way out than the one by which you came.
        """,
    ),
    (2, 2): room(
        "The Narrows",
        "narrows",
        """
        Sideways, and breathing out. On the wall, at the height of a hip, shine
        two hundred years of trouser buttons.
        """,
    ),
    (2, 3): room(
        "The Cold Hearth",
        "cold hearth",
        """
        A ring of stones with ashes in it. Whoever sat here had their back to the
        rock and both ways in sight.
        """,
    ),
    (3, 3): room(
        "The Tide Stair",
        "tide stair",
        """
        Steps, cut by nobody: water has come up here twice a day and gone down
        again, for longer than there has been a town to count it.
        """,
    ),
    (3, 2): room(
        "The Pebble Hall",
        "pebble hall",
        """
        The floor is of pebbles, sorted: fist, egg, bean. They shift when you are
        not looking, and are sorted again when you are.
        """,
    ),
    (4, 2): room(
        "The Glass Seam",
        "glass seam",
        """
        A vein of glass runs through the rock, thick as a wrist and green as a
        bottle. Far inside it something is lit, or was.
        """,
    ),
    (4, 1): room(
        "The Undercut",
        "undercut",
        """
        The lake has gnawed the rock away from below. You walk on what it has not
        got around to yet.
        """,
    ),
    (3, 1): room(
        "The Keeper's Mooring",
        "keeper's mooring, mooring",
        """
        An iron ring, a wet rope, and at the end of the rope no boat. The oars from
        the Boat Locker stand here, dry, beside a pair of boots.
        """,
        solves=story.BOOTS,
    ),
    (3, 0): room(
        "The Back Door",
        "back door",
        """
        A grating, and daylight in squares. It is rusted shut. Somebody has hung a
        keeper's cap on it, so that it would be found.
        """,
        part(
            """
            Under the cap, folded small, was a flag, red over white: COME HOME. You have
            it now. It wants a line, and a height.
            """,
            needs=story.TRACES,
        ),
        solves=story.CAP,
    ),
}

EXITS = {
    (1, 0, "w"): exit_("A gap in the wall; behind it glint tins of lamp oil."),
    ("*", "*", "*"): exit_("A way through the rock. Where it ends cannot be seen from here."),
}

XYMAP_DATA = {
    "zcoord": "caves",
    "map": MAP,
    "legend": {"L": ToLighthouse},
    "prototypes": {**ROOMS, **EXITS},
    "contents": people.IN_CAVES,
    "options": {
        "title": "The Ebb Caves",
        "fog": "explored",
        "map_visual_range": 3,
        "solves": story.CAVES,
    },
}
