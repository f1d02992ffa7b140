"""The Deep Undertow: the great cube, the hard game beside `undertow`. The map is `deep.matrix`.

Not to know where you are is the game, so all rooms have the same name and share three texts,
which say nothing about the place. Only the entrance and the end are told apart.
"""

from world import story
from world.writing import exit_, room

NAME = "Somewhere in the Deep Undertow"

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
        "The Foot of the Shaft",
        "deep undertow, deep works, foot of the shaft",
        """
        The rope ends a yard above a plank, and the plank is all the floor there is. Below the
        works under the mill are the works under the works: eight wheels
        deep, in black water, one inside the other, sheet behind sheet.
        """,
        signs={
            "plank, writing": """
                Burned into the plank: NO LIST OF EXITS, NO MAP, NO MERCY. Somewhere down here
                hangs the Dead Weight, which drives it all. Nobody needs to find it. You will
                want to. |wmoves|n shows which exits are open, |whint|n is dear, |wgive up|n is
                cheap, and |wout|n is the Hatch of the Undertow.
                """
        },
    ),
    (4, 3, 2): room(
        "The Dead Weight",
        "dead weight",
        """
        It hangs from a chain that goes up into the dark: a block of iron as large as
        a chapel, a hand's breadth above the floor. It has been coming down for two
        hundred years, and drives everything. On its side, in chalk, stand those who
        came this far, and below them: AND WHO WINDS IT UP?
        """,
        solves=story.DEAD_WEIGHT,
        details={
            "block, weight, iron": "Cold, and very nearly down.",
            "chalk, names, side": "A short list. Yours would be one line lower.",
            "chain": "Each link is as long as you. It hums.",
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
    (3, 0, 0, "out"): exit_("The rope, up to the Hatch of the Undertow."),
    ("*", "*", "*", "*"): exit_("Dark water, moving. It could go anywhere."),
}

XYMAP_DATA = {
    "zcoord": "deep",
    "matrix": "deep.matrix",
    "prototypes": {**ROOMS, **EXITS},
    "options": {"title": "The Deep Undertow", "play": "matrix", "wormholes": "hidden"},
    "transitions": {(3, 0, 0, "out"): (0, 2, "undertow:0")},
}
