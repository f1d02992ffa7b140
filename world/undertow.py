"""The Undertow: a cube to be played. The map is `undertow.matrix`.

Not to know where you are is the game, so all rooms have the same name and share three texts,
which say nothing about the place. Only the entrance and the still point are told apart.
"""

from world import story
from world.writing import exit_, room

NAME = "Somewhere in the Undertow"

BRASS = room(
    NAME,
    "",
    """
    Black water to the knee, and a wall of brass teeth going by so slowly that
    it might be you who moves. All sides look like the side you came from.
    """,
)
ROPE = room(
    NAME,
    "",
    """
    A gap between two wheels, slick with oil. Weed hangs from above like wet
    rope, and the ticking comes from everywhere at once.
    """,
)
ECHO = room(
    NAME,
    "",
    """
    The dark drips. A tooth as tall as you turns past, then the next, then the
    next; you could swear that you have counted this one before.
    """,
)

ROOMS = {
    (3, 0, 0): room(
        "The Hatch of the Undertow",
        "undertow hatch",
        """
        A ladder hangs down into the works below the tide-mill. Wheels stand in
        black water, one inside the other, sheet behind sheet, and drag at it.

        Beside the ladder hangs a brass model of the works, as large as a cartwheel,
        and turns itself into another shape every midnight. |wdaily|n enters it.
        """,
        tags=[("xyzgrid_daily", None)],
        signs={
            "rung, writing": """
                On the last dry rung: somewhere in there is a point that does not move.
                |wmoves|n shows which exits are open. |whint|n is dear, |wgive up|n is cheap.
                |wout|n is the mill, and the daylight.
                """
        },
    ),
    (4, 3, 2): room(
        "The Still Point",
        "still point",
        """
        The ticking stops. All the wheels turn around you, every one of them, and
        here at the middle is a dry stool, a lit candle, and a bell with a rope.
        The rope moves by itself when somebody arrives, and in the tavern they
        look up from their beer.
        """,
        *story.AT_THE_STILL_POINT,
        solves=story.STILL_POINT,
        details={
            "bell, rope": "The rope goes up through all the wheels, to a bell over a bar.",
            "candle": "It burns with a straight flame: nothing here moves the air.",
            "stool": "Dry, three-legged, and worn by those who sat down first.",
        },
    ),
    # not in step with the sheets: the text must not tell which one this is
    ("*", "*", 0): BRASS,
    ("*", "*", 1): ECHO,
    ("*", "*", 2): ROPE,
    ("*", "*", 3): BRASS,
    ("*", "*", 4): ROPE,
    ("*", "*", 5): ECHO,
    ("*", "*", 6): ECHO,
    ("*", "*", 7): BRASS,
    ("*", "*", "*"): BRASS,
}

EXITS = {
    (3, 0, 0, "out"): exit_("The ladder, up to the tide-mill and the town."),
    ("*", "*", "*", "*"): exit_("Dark water, moving. It could go anywhere."),
}

XYMAP_DATA = {
    "zcoord": "undertow",
    "matrix": "undertow.matrix",
    "prototypes": {**ROOMS, **EXITS},
    "options": {"title": "The Undertow", "play": "matrix", "wormholes": "hidden"},
    "transitions": {(3, 0, 0, "out"): (4, 0, "town")},
}
