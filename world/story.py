"""The story of Lantern Quay: four places with a deed at each, and one scene after all of them.

    the Heart         a board: the sphere ─────┐
    the Still Point   a matrix to be beaten    ├─► the hatch to the Burner opens ─► LIT
    the Lamp          a board: the prisms      │
    the Cistern       a dungeon with a master ─┘

It is made of what any map has: machines with a puzzle, rooms and maps that solve one (`solves`),
parts of texts that need it, an exit that needs all four, and the rows of `journal`. `hooks` tells
the others in the town.
"""

from world.writing import machine, part

HEART, STILL_POINT = "the fire of the Heart", "the Still Point"
LAMP, CISTERN = "the way to the Lamp", "the Cistern"
LIT = "the Burner"
DEAD_WEIGHT = "the Dead Weight"
# to have stood there, before the deed
AT_HEART, AT_LAMP = "the last hall", "the top of the tower"
# what leads from hall to hall of the glassworks, read where it stands
WAYBILL, SILVERED, DUST = "the waybill", "the silverers' mark", "the writing in the dust"
SMALL_LIGHTS = "the small lights"
SOMEBODY_LIT, SOMEBODY_BROUGHT = f"somebody:{LIT}", f"somebody:{CISTERN}"


def _done(*puzzles: str) -> list[str]:
    return [f"puzzle:{puzzle}" for puzzle in puzzles]


ALL_FOUR = _done(HEART, STILL_POINT, LAMP, CISTERN)

AT_THE_HEART = (
    part(
        """
        The fire has not come to you yet. It floats far off in the glass, between
        sparks that it has lost, and stirs when your hand does: |wplay sphere|n
        leads it.
        """,
        needs=["part:boards"],
        unless=_done(HEART),
    ),
    part(
        """
        The fire has come to you, with all its sparks, and burns behind the glass
        where your hand was. Your name is in the floor.
        """,
        needs=_done(HEART),
    ),
    part(
        """
        The fire looks past you, to where something ticks. You have heard that
        ticking: you have stood where it stops.
        """,
        needs=_done(STILL_POINT),
    ),
    part(
        """
        It knows the flame that you carry within you now, and lets you have another
        look: it is the same fire as in the lamp. There was only ever one.
        """,
        needs=_done(LIT),
    ),
)
AT_THE_STILL_POINT = (
    part(
        """
        The candle burns like the fire in the Heart of the Glass: without a sound,
        and leaning a little towards you.
        """,
        needs=_done(HEART),
    ),
)
SPHERE = machine(
    "the sphere",
    "sphere, glass sphere",
    """
    It has no seam. Somebody blew it around the fire, from inside. Lay a hand on
    the glass, and the fire follows the hand.
    """,
    board="sphere",
    puzzle=HEART,
    reset=5,
)
PRISMS = machine(
    "the table of prisms",
    "table, prism table, brass table",
    """
    Brass, and as round as the lamp. On it stands a small prism for each window,
    and one ray of daylight, which can be led from prism to prism.
    """,
    board="prisms",
    puzzle=LAMP,
    reset=5,
)
HATCH = "An iron hatch with four seals: a flame, a wheel, a sun and a drop of water."
SEALS = {
    "seals, seal, flame, wheel, sun, drop": [
        "Four seals of brass in the hatch: a flame, a wheel, a sun and a drop of water.",
        *(
            row
            for puzzle, shines, dark in (
                (HEART, "The flame shines.", "The flame is dark: the Heart of the Glass."),
                (STILL_POINT, "The wheel shines.", "The wheel is dark: the Still Point."),
                (LAMP, "The sun shines.", "The sun is dark: the table of prisms, here."),
                (CISTERN, "The drop shines.", "The drop is dark: the end of the Cistern."),
            )
            for row in (
                {"text": shines, "needs": _done(puzzle)},
                {"text": dark, "unless": _done(puzzle)},
            )
        ),
    ]
}
SHUT = (
    "The hatch is shut. It wants all four: the fire in the Heart of the Glass, the Still Point of "
    "the Undertow, the table of prisms here in the Lamp, and the end of the Cistern. See "
    "|wjournal|n."
)
AT_THE_LAMP = (
    part(
        """
        Before the hatch stands a round |wtable|n of brass, and on it, for each of
        the windows, a small prism. Most are dark. |wplay table|n leads the daylight
        through them.
        """,
        needs=["part:boards"],
        unless=_done(LAMP),
    ),
    part(
        """
        On the brass |wtable|n before the hatch every prism is lit, and so are the
        hundred around you: the lamp is full of day.
        """,
        needs=_done(LAMP),
    ),
    part(
        """
        The hatch has four seals: a flame, a wheel, a sun and a drop of water. Each
        is for a deed, here or elsewhere. They do not all shine yet.
        """,
        unless=["open:hatch"],
    ),
    part(
        "All four seals of the |whatch|n shine, and it stands open.",
        needs=["open:hatch"],
        unless=[SOMEBODY_LIT],
    ),
    part(
        """
        The lamp is lit. Its light goes out over the lake in one long arm, and
        under the water, hall behind hall, something answers.
        """,
        needs=[SOMEBODY_LIT],
    ),
)
LAST_SCENE = (
    part(
        """
        The fire of the Heart, the straight flame of the candle, water from the
        Cistern and the daylight of the prisms: you bring all of it to the wick,
        and there is light. It climbs through the glass and out over the lake.
        Hall behind hall the glassworks answer, nine of them. In the town windows
        open. Somebody rings the fog bell, late as ever.

        You have lit the lamp. This is the end of the story, and you are in it.
        What is left of Lantern Quay is still yours to walk.
        """,
    ),
)
IN_THE_SQUARE = (
    part(
        """
        One of the green lanterns burns white: somebody came to the end of the
        Cistern.
        """,
        needs=[SOMEBODY_BROUGHT],
    ),
    part(
        """
        In the south-west, on its rock, the lighthouse burns: somebody has lit its
        lamp.
        """,
        needs=[SOMEBODY_LIT],
    ),
)
IN_THE_TAVERN = (
    part(
        "On a |wslate|n over the bar stand those who came to the Still Point.",
        needs=_done(STILL_POINT),
    ),
)
SLATE = [
    "It says: HAVE SAT ON THE STOOL. Below it are strokes in bundles of five, one for each who "
    "came to the Still Point.",
    {"text": "One of the strokes is yours.", "needs": _done(STILL_POINT)},
]
NAMES = {
    "typeclass": "evennia.objects.objects.DefaultObject",
    "key": "column of names in the floor",
    "aliases": ["names", "name", "floor", "names in the floor"],
    "desc": "The oldest are worn away.",
    "locks": "get:false()",
}
GLOBE = {
    "typeclass": "evennia.objects.objects.DefaultObject",
    "key": "white lamp globe",
    "aliases": ["globe", "lamp globe", "white globe"],
    "desc": "White glass, cold, with a spark in it that goes out whenever you look straight at it.",
}

JOURNAL = [
    {
        "name": "The Heart of the Glass",
        "needs": ["part:boards"],
        "done": _done(HEART),
        "text": [
            {
                "text": "The sign on Lantern Square: the Drowned Glassworks, nine halls in the "
                "north. In the last one a light answers. |wgoto the annealing oven|n is a start; "
                "what stands written there leads on.",
                "unless": _done(HEART, AT_HEART),
            },
            {
                "text": "You stood in the Heart of the Glass, and its fire stayed far away. "
                "|wplay sphere|n, there, leads it to you.",
                "needs": _done(AT_HEART),
                "unless": _done(HEART),
            },
            {
                "text": "The first fire has come to your hand, and your name is in the floor "
                "there.",
                "needs": _done(HEART),
            },
        ],
    },
    {
        "name": "The Still Point",
        "needs": ["part:matrix_game"],
        "done": _done(STILL_POINT),
        "text": [
            {
                "text": "The sign on Lantern Square: the Undertow, a maze below the tide-mill in "
                "the south. Somewhere in it is a point that does not move.",
                "unless": _done(STILL_POINT),
            },
            {
                "text": "You found it, and the bell rang in the tavern.",
                "needs": _done(STILL_POINT),
            },
        ],
    },
    {
        "name": "The Lamp",
        "needs": ["part:boards"],
        "done": _done(LAMP),
        "text": [
            {
                "text": "The sign on Lantern Square: the old lighthouse in the south-west, five "
                "floors.",
                "unless": _done(LAMP, AT_LAMP),
            },
            {
                "text": "You climbed to the top. The prisms of the Lamp are dark: |wplay table|n, "
                "there, leads the daylight through them.",
                "needs": _done(AT_LAMP),
                "unless": _done(LAMP),
            },
            {
                "text": "Nobody has lit it since the flood.",
                "unless": [*_done(LAMP), SOMEBODY_LIT],
            },
            {
                "text": "Somebody has lit it already; its lamp waits for you as well.",
                "needs": [SOMEBODY_LIT],
                "unless": _done(LAMP),
            },
            {
                "text": "You lit the prisms at the top. A hatch there has four seals, each for a "
                "deed.",
                "needs": _done(LAMP),
            },
        ],
    },
    {
        "name": "The Cistern",
        "needs": ["part:dungeons"],
        "done": _done(CISTERN),
        "text": [
            {
                "text": "The sign on Lantern Square: the Cistern, a dungeon down the old well. It "
                "has two floors, and a master before its last room.",
                "unless": _done(CISTERN),
            },
            {
                "text": "You came to its end, where a white globe fell into your hands.",
                "needs": _done(CISTERN),
            },
        ],
    },
    {
        "name": "The light",
        "needs": _done(LAMP),
        "done": _done(LIT),
        "text": [
            {
                "text": "In the Lamp is a hatch. It opens for whoever has done all four deeds; "
                "behind it is the Burner.",
                "unless": _done(LIT),
            },
            {"text": "You have lit the lamp.", "needs": _done(LIT)},
        ],
    },
]
