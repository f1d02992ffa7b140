"""The Undertow: a small cube to be played and thought through. The map is `undertow.matrix`.

    sheet 0, the Intake   sheet 1, the Works     sheet 2, the Slack and the Race

    S   v--#              x<-#--#                #--#
    |   |  |                 |>                  |
    v   |  |              @  #  o                @  #  E
    #---#  #              #--#  #                #  #--#
    |                           |
    v
    x   #--#              S start, E the Still Point, x traps, @ the Drain and the room beyond

Three regions: the Intake is entered by the ladder, the Slack through a valve that shuts, the Race
through the Drain, a wormhole. Each room has a name of its own, one sees where one has walked, and
traps are felt one step ahead: who keeps count never needs a hint. The great cube is `deep`.
"""

from world import story
from world.writing import exit_, room

INTAKE = {
    (0, 2, 0): room(
        "The Hatch of the Undertow",
        "undertow, undertow hatch, hatch of the undertow",
        """
        A ladder hangs down into the works below the tide-mill. Wheels stand in
        black water, three sheets of them, and drag at it. |wdown|n the current
        takes you, and does not bring you back.

        Beside the ladder hangs a brass model of the works, as large as a cartwheel.
        It turns itself into another shape every midnight. |wdaily|n enters it. A
        shaft falls to the deep works, for those who found these too easy: |wshaft|n.
        """,
        tags=[("xyzgrid_daily", None), ("intake", None), ("hatch", None)],
        signs={
            "rung, writing": """
                On the last dry rung: somewhere in there is a point that does not move.
                |wmap|n shows where you have walked, and each room has its name. Trust your
                feet: what pulls at them does not let go. |whint|n is dear, |wgive up|n is cheap.
                |wout|n is the mill, and the daylight.
                """
        },
    ),
    (0, 1, 0): room(
        "The First Landing Below",
        "",
        """
        The current sets you down on a ledge and goes on without you. On the wall,
        at the height of a hand, somebody has drawn an arrow |wright|n and, under it,
        a cross pointing |wdown|n.
        """,
        tags=["intake"],
        details={"arrow, cross, wall": "In tar. Whoever drew it was in time to draw it."},
    ),
    (0, 0, 0): room(
        "The Sump",
        "",
        """
        Everything that was ever lost in the Undertow is here: one glove, a
        hundred corks, and you. The water comes in from above, and nothing goes
        out. |wgive up|n does.
        """,
        tags=["intake"],
    ),
    (1, 1, 0): room(
        "The Rake",
        "",
        """
        A rake of iron bars combs the water before the wheels get it. It has
        caught a chair, half a door, and a bottle with a letter that says SEND
        BOTTLES.
        """,
        tags=["intake"],
        details={"bottle, letter": "SEND BOTTLES. There is no address."},
    ),
    (1, 2, 0): room(
        "The Grease Shelf",
        "",
        """
        Tins of grease on a shelf, each with a thumb print. Through the next sheet
        the first wheel goes by, tooth after tooth; there is just room to step
        |wforward|n between two of them.
        """,
        tags=["intake"],
    ),
    (2, 2, 0): room(
        "The Dry Corner",
        "",
        """
        The only dry spot of the Intake. A mill cat has kept count of her mice
        here, by leaving the tails.
        """,
        tags=["intake"],
        details={"tails": "Forty-one, in a row. One is rope."},
    ),
    (2, 1, 0): room(
        "The Blind Paddle",
        "",
        """
        A paddle of the great wheel hangs here, taken off and never put on again. The mill
        upstairs is out of true by exactly this much. It is a dead end.
        """,
        tags=["intake"],
    ),
}
WORKS = {
    (1, 2, 1): room(
        "Between Two Teeth",
        "",
        """
        You stand in a gap of the first wheel and turn with it, slowly, like
        somebody in a revolving door who has stopped to think. A valve stands open
        |wforward|n: a leather flap, which lets water through, and not back.
        """,
        tags=["intake"],
        details={"valve, flap": "It will shut behind you. It has shut behind everybody."},
    ),
    (0, 2, 1): room(
        "The Hollow Axle",
        "",
        """
        You have climbed into an axle. It is round, it is smooth, and it has just
        turned its opening to the ceiling. It will turn it back in eleven years: |wgive up|n.
        """,
        tags=["intake"],
    ),
    (2, 2, 1): room(
        "The Oil Gallery",
        "",
        """
        Brass pipes as thin as fingers carry oil to all that turns. One drips. The
        drop knows where it is going, which makes one of you.
        """,
        tags=["intake"],
    ),
}
SLACK = {
    (1, 2, 2): room(
        "Behind the Valve",
        "",
        """
        The flap slaps shut. Here the water hardly moves: the Slack, the millers
        call it, and hang their bottles in it. The teeth are small and go the
        other way round.
        """,
        tags=["slack"],
        details={"bottles": "Gone, but the strings are there, and one cork."},
    ),
    (0, 2, 2): room(
        "The Bottle Strings",
        "",
        """
        Strings hang into the still water, each from a nail, each nail with a
        name. Nobody has pulled one up since the flood. You try one: a shoe.
        """,
        tags=["slack"],
    ),
    (0, 1, 2): room(
        "The Lazy Wheel",
        "",
        """
        A wheel as wide as a table that meshes with nothing. It was put in to make
        up the number. Now and then it turns a little, out of company.
        """,
        tags=["slack"],
    ),
    (0, 1, 1): room(
        "The Drain",
        "",
        """
        In the floor is a hole as round as a coin, and the Slack goes down it in a
        whirl. It hums one low note, the way a bottle does. It is a |wwormhole|n: down there
        it is dark green, and going somewhere.
        """,
        tags=["slack"],
        details={"hole, whirl, drain": "Dark green, low, and in no hurry."},
    ),
}
RACE = {
    (1, 0, 2): room(
        "Under the Spout",
        "",
        """
        In the roof is a spout, out of reach. Whoever comes out of it does so with a
        noise like a cork. It hums on, an octave higher than the Drain, and light
        green. From here the water runs: this is the Race.
        """,
        tags=["race"],
        details={"spout": "It points down. So did you."},
    ),
    (1, 0, 1): room(
        "The Sluice",
        "",
        """
        A gate of oak planks, lifted by a chain, and under it the water goes
        three ways at once. On the gate is the brand of the Glassworks and, smaller,
        of a bakery.
        """,
        tags=["race"],
    ),
    (1, 1, 1): room(
        "The Governor",
        "",
        """
        Two brass balls whirl on arms around a rod. The faster they go, the farther
        they fly out, and the slower they go: the only official in Lantern Quay
        that works.
        """,
        tags=["race"],
        details={"balls, arms, rod": "Polished by the air. Do not put a hand in."},
    ),
    (1, 1, 2): room(
        "The Deaf Bell",
        "",
        """
        A bell hangs in the water up to its mouth and cannot ring. The rope from
        above goes past it, through a hole, to somewhere on the other side of the
        wall on the |wright|n. There is no way through.
        """,
        tags=["race"],
        details={"bell, rope": "The rope twitches: somebody has arrived somewhere. Not you, yet."},
    ),
    (0, 0, 1): room(
        "The Fish Stair",
        "",
        """
        Steps for fish, each with its own small pool, built by a miller with a
        conscience. A pike lies in the third one and looks at your toes.
        """,
        tags=["race"],
    ),
    (0, 0, 2): room(
        "The Miller's Niche",
        "",
        """
        A niche with a bench, for the miller to sit in and listen to the works: are they
        well? Scratched into the bench: THE END IS WHERE IT IS QUIET.
        """,
        tags=["race"],
        details={"bench": "THE END IS WHERE IT IS QUIET. It is not quiet here."},
    ),
    (2, 0, 2): room(
        "The Long Rack",
        "",
        """
        A rack of teeth runs to and fro along the wall, a yard each way, like a
        drawer that nobody can decide about.
        """,
        tags=["race"],
    ),
    (2, 0, 1): room(
        "The Quiet Side",
        "",
        """
        The noise falls behind. |wUp|n from here goes a shaft with rungs, dry and
        warm, and out of it comes the smell of a candle. The rungs fold up behind
        whoever climbs them.
        """,
        tags=["race"],
        details={"rungs, shaft": "Hinged. They mean you to stay up there."},
    ),
    (2, 0, 0): room(
        "The Mill Stones",
        "",
        """
        Worn-out mill stones lean in a row, like records. There is still flour in
        the grooves, two centuries of it, and something that lived on it.
        """,
        tags=["race"],
    ),
    (1, 0, 0): room(
        "The Flour Fall",
        "",
        """
        Up in the roof is a crack, and through the crack flour sifts down from the
        mill, as fine as light. It makes a heap that the water takes away. A dead
        end, and a clean one.
        """,
        tags=["race"],
    ),
    (2, 1, 1): room(
        "The Top of the Rungs",
        "",
        """
        Dry boards, and a door without a handle that is ajar |wforward|n. Through
        the gap falls a stripe of light that stands perfectly still.
        """,
        tags=["race"],
    ),
    (2, 1, 2): room(
        "The Still Point",
        "still point",
        """
        The ticking stops. All the wheels turn around you, every one of them, and
        here at the middle is a dry stool, a lit candle, and a bell with a rope. The rope
        moves by itself when somebody arrives, and in the tavern they
        look up from their beer.
        """,
        *story.AT_THE_STILL_POINT,
        tags=["race"],
        solves=story.STILL_POINT,
        details={
            "bell, rope": "The rope goes up through all the wheels, to a bell over a bar.",
            "candle": "It burns with a straight flame: nothing here moves the air.",
            "stool": "Dry, three-legged, and worn by those who sat down first.",
        },
    ),
}

EXITS = {
    (0, 2, 0, "out"): exit_("The ladder, up to the tide-mill and the town."),
    (0, 2, 0, "shaft"): exit_("A shaft without rungs, and a rope: the Deep Undertow."),
    (1, 2, 1, "forward"): exit_("A leather flap. It opens away from you, and only away."),
    (0, 1, 1, "wormhole"): exit_("A whirl around a hole, dark green. It hums low."),
    (2, 0, 1, "up"): exit_("Rungs, dry and warm. They fold up behind whoever climbs them."),
    ("*", "*", "*", "*"): exit_("Dark water, moving, and a gap that one can get through."),
}


AREAS = {
    "intake": {"title": "The Intake", "rooms": ["tag:intake"], "colour": "#4f7fae"},
    # who is in the town may be told of it
    "hatch": {"title": "The Ladder", "rooms": ["tag:hatch"], "fog": "open"},
    "slack": {
        "title": "The Slack",
        "rooms": ["tag:slack"],
        "text": "It is calm here, and a shade greener.",
        "colour": "#3f8f5f",
    },
    "race": {
        "title": "The Race",
        "rooms": ["tag:race"],
        "text": "Here the water runs, and talks while it does.",
        "colour": "#ae7f4f",
    },
}

XYMAP_DATA = {
    "zcoord": "undertow",
    "matrix": "undertow.matrix",
    "prototypes": {**INTAKE, **WORKS, **SLACK, **RACE, **EXITS},
    "areas": AREAS,
    "options": {
        "title": "The Undertow",
        "play": "matrix",
        "fog": "explored",
        "traps": "felt",
        "wormholes": "hidden",
    },
    "transitions": {
        (0, 2, 0, "out"): (4, 0, "town"),
        (0, 2, 0, "shaft"): (3, 0, "deep:0"),
    },
}
