"""The story of Lantern Quay: four places with a deed at each, and one scene after all of them.

    the Heart         a board: the sphere ─────┐
    the Still Point   a matrix to be beaten    ├─► the hatch to the Burner opens ─► LIT
    the Lamp          a board: the prisms      │
    the Cistern       a dungeon with a master ─┘

It is made of what any map has: machines with a puzzle, rooms and maps that solve one (`solves`),
parts of texts that need it, an exit that needs all four, and the rows of `journal`. `hooks` tells
the others in the town.
"""

from world.writing import flow, machine, part

HEART, STILL_POINT = "the fire of the Heart", "the Still Point"
LAMP, CISTERN = "the way to the Lamp", "the Cistern"
LIT = "the Burner"
# beside the story
DEAD_WEIGHT = "the Dead Weight"
CAVES, TOWN = "the whole caves", "the whole town"
ARCADE = (
    *("the salt store", "the opal diggings", "black ice", "the long snake"),
    *("fire in the archive", "the swarm"),
)
HOME = "come home"
LAST_WORD, OARS, FLAGS = "the keeper's last word", "the keeper's oars", "the keeper's flags"
BOOTS, CAP = "the keeper's boots", "the keeper's cap"
# to have stood there, before the deed
AT_HEART, AT_LAMP = "the last hall", "the top of the tower"
# what leads from hall to hall of the glassworks, read where it stands
WAYBILL, SILVERED, DUST = "the waybill", "the silverers' mark", "the writing in the dust"
SMALL_LIGHTS = "the small lights"
SOMEBODY_LIT, SOMEBODY_BROUGHT = f"somebody:{LIT}", f"somebody:{CISTERN}"


def _done(*puzzles: str) -> list[str]:
    return [f"puzzle:{puzzle}" for puzzle in puzzles]


ALL_FOUR = _done(HEART, STILL_POINT, LAMP, CISTERN)
TRACES = _done(LAST_WORD, OARS, FLAGS, BOOTS, CAP)

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
AT_THE_WICK = (
    part(
        """
        The wick is new, and as long as the night: somebody has put it in, and then
        had no fire. You have: |wlight lamp|n.
        """,
        unless=_done(LIT),
    ),
    part(
        """
        The lamp is lit. In its light the room has no corners any more, and all that
        you can hear is a small sound, like somebody turning a page.
        """,
        needs=_done(LIT),
    ),
)
LAST_SCENE = flow(
    """
    You hold the globe to the wick. The spark in it goes out, as it does when one
    looks at it, and is in the wick: the fire of the Heart, which knows your hand. For one
    breath all of it stands as still as at the Still Point. Then the prisms
    pass it on, from one to the next, all hundred.

    And there is light. It climbs through the glass and out over the lake. Hall
    behind hall the glassworks answer, nine of them. In the town windows open. Somebody rings
    the fog bell, late as ever.

    You have lit the lamp. This is the end of the story, and you are in it. What is
    left of Lantern Quay is still yours to walk.
    """
)
LIGHT = {
    "lamp, wick, cup, burner, globe, light": {
        "light, use, put, touch": [
            {"text": LAST_SCENE, "unless": _done(LIT), "solves": LIT},
            {
                "text": "It burns. You warm your hands at it, and at a hundred reflections.",
                "needs": _done(LIT),
            },
        ],
        "blow": "You breathe in, think of the town, and breathe out past it.",
    }
}
COME_HOME = {
    "flag, line, halyard, flags": {
        "raise, hoist, lift, pull, use, put": [
            {
                "text": "You run the flag up, COME HOME, red over white. It cracks once and "
                "stands. For a long while the lake is only the lake. Then there is a boat on it, "
                "without oars, and in the boat somebody who paddles with a hat. He is in no "
                "hurry. Where he looks up, he waves.",
                "needs": TRACES,
                "unless": _done(HOME),
                "solves": HOME,
            },
            {"text": "It flies, and does not need you.", "needs": _done(HOME)},
            {
                "text": "The line is there, and no flag on it. It would have to be the right one.",
                "unless": _done(CAP),
            },
        ],
    }
}
AT_HOME = _done(HOME)
HIS_BACK = "A broad back, a collar gone white with salt, and boots that are a little too small."
TALK_TO_KEEPER = {
    "keeper": {
        "talk, ask, greet, thank": [
            {
                "text": '"I went to see who was late," says the keeper, "and it was me." He moves '
                "the second cup a hand's breadth towards you.",
                "needs": AT_HOME,
            },
            {"text": "He has gone out. The kettle answers for him.", "unless": AT_HOME},
        ],
    }
}
THE_ROUND_ROOM = (
    {"text": "The keeper has gone out; the kettle is still warm.", "unless": AT_HOME},
    "All the furniture has been made with one curved side, except for the piano, which never got "
    "further than this.",
    part(
        """
        In the curved chair, with his back to you and his feet in other boots, sits
        the keeper. He has put the kettle back. "Mind the third step," he says, "and
        thank you for the flag. I had been told to wait for it."
        """,
        needs=AT_HOME,
    ),
)
IN_THE_SQUARE = (
    part(
        """
        You came on the evening boat, for a notice that hangs on every quay of the
        lake: LIGHT WANTED. The lighthouse has been dark since the flood, a hundred
        years. There is oil enough; but its lamp has four seals, and of all who came
        nobody has opened more than three.
        """,
        unless=[*ALL_FOUR, SOMEBODY_LIT],
    ),
    part(
        """
        You came on the evening boat, for a notice that hangs on every quay of the
        lake: LIGHT WANTED. Somebody else was there before you. The notice still
        hangs: the lamp shuts its four seals again for each who comes to light it.
        """,
        needs=[SOMEBODY_LIT],
        unless=ALL_FOUR,
    ),
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
                "what is written there leads on.",
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
                "text": "In the Lamp is a |whatch|n. It opens for whoever has done all four deeds; "
                "behind it is the Burner, and a lamp that nobody has lit: |wlight lamp|n.",
                "unless": _done(LIT),
            },
            {"text": "You have lit the lamp.", "needs": _done(LIT)},
        ],
    },
    {
        "name": "The arcade",
        "aside": True,
        "needs": ["part:boards", *_done(HEART)],
        "done": _done(*ARCADE),
        "text": [
            "Whoever blew the sphere built smaller ones as well: |wgoto the arcade|n in the town "
            "has six, with 44 levels, and each wants to be beaten once.",
            *(
                {"text": f"{name[0].upper()}{name[1:]}: beaten.", "needs": _done(name)}
                for name in ARCADE
            ),
            {"text": "|wscore|n counts the levels, |wlook|n at a machine names them."},
        ],
    },
    {
        "name": "The last machine",
        "aside": True,
        "needs": ["part:boards", *_done("the salt store")],
        "done": _done("the twins"),
        "text": [
            "The iron door in the arcade is open. Behind it stands a machine that is not for the "
            "public: |wplay twins|n.",
        ],
    },
    {
        "name": "The keeper who left",
        "aside": True,
        "needs": _done(AT_LAMP),
        "done": _done(HOME),
        "text": [
            {
                "text": "Nobody tells where the keeper of the old light went. He has left traces.",
                "unless": _done(HOME),
            },
            {"text": "His last word stands in the Log Room.", "unless": _done(LAST_WORD)},
            {"text": "His oars are missing from the Boat Locker.", "unless": _done(OARS)},
            {"text": "Two flags are missing from the Flag Locker.", "unless": _done(FLAGS)},
            {"text": "Below the Oil Cellar, somewhere, are his boots.", "unless": _done(BOOTS)},
            {"text": "His cap hangs where daylight comes in squares.", "unless": _done(CAP)},
            {
                "text": "Under the cap lay a flag, folded, red over white: COME HOME. The Lake "
                "Gallery, at the top, has a line for it: |whoist flag|n.",
                "needs": TRACES,
                "unless": _done(HOME),
            },
            {
                "text": "He came, paddling with a hat. He sits in the Round Room.",
                "needs": _done(HOME),
            },
        ],
    },
    {
        "name": "The Ebb Caves",
        "aside": True,
        "needs": _done(AT_LAMP),
        "done": _done(CAVES),
        "text": [
            {
                "text": "Behind the tins in the Oil Cellar begin caves that nobody has mapped: "
                "|wgoto the oil cellar|n, then |weast|n. |wmap todo|n tells what is left.",
                "unless": _done(CAVES),
            },
            {"text": "You have been in all sixteen of them.", "needs": _done(CAVES)},
        ],
    },
    {
        "name": "The Deep Undertow",
        "aside": True,
        "needs": ["part:matrix_game", *_done(STILL_POINT)],
        "done": _done(DEAD_WEIGHT),
        "text": [
            "At the Hatch of the Undertow a shaft falls to the works below the works: the hard "
            "game. Few have seen the Dead Weight; |wscores the deep undertow|n names them.",
        ],
    },
    {
        "name": "Deeper than the Cistern",
        "aside": True,
        "needs": ["part:dungeons", *_done(CISTERN)],
        "text": [
            "The Cistern goes on below its floor, and differs every day: |wgoto the old well|n, "
            "and |wdescend|n. Each time you win it, it is one deeper. "
            "|wdungeon scores|n tells who went how far.",
        ],
    },
    {
        "name": "Every day anew",
        "aside": True,
        "needs": ["part:matrix_game", *_done(STILL_POINT)],
        "text": [
            "The brass model at the Hatch of the Undertow is another one every midnight, the same "
            "for all: |wdaily|n enters it there, |wdaily scores|n tells who was best, today and "
            "yesterday.",
        ],
    },
    {
        "name": "Every street",
        "aside": True,
        "needs": _done(LIT),
        "done": _done(TOWN),
        "text": [
            {
                "text": "There is a corner of Lantern Quay that you have not seen by the new "
                "light.",
                "unless": _done(TOWN),
            },
            {"text": "You know every street, and they know you.", "needs": _done(TOWN)},
        ],
    },
]
