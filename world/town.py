"""Lantern Quay, the small town in which everybody starts, drawn for the contrib's parser.

North of the square stands the gate of the Drowned Glassworks (map `glasswork`), south of it
the tide-mill with the hatch to the Undertow (map `undertow`), and west of the mill a causeway
leads to the old lighthouse (map `lighthouse`). The old well is the way down into the Cistern, a
dungeon (map `cistern`).
"""

from evennia.contrib.grid.xyzgrid import xymap_legend

from world import people, story
from world.writing import exit_, line, machine, part, room

MAP = r"""
 + 0 1 2 3 4 5 6 7 8

 7         G
           |
 6   #-I   #   #
     |  \  |   d
 5   #--># # # |
          \|/  u
 4 #---#-#-#---#-o #
         |/|   | |/
 3     C-# |   # #-#
          \|   v/
 2         #---#
           |    \
 1   L-#---#     #
           |
 0         #-M

 + 0 1 2 3 4 5 6 7 8
"""


class ToGlasswork(xymap_legend.MapTransitionNode):
    """Through the works gate, to the entrance of the Drowned Glassworks."""

    symbol = "G"
    display_symbol = "|cG|n"
    target_map_xyz = (4, 0, "glasswork:0")


class ToUndertow(xymap_legend.MapTransitionNode):
    """Down the hatch in the tide-mill, to the entrance of the Undertow."""

    symbol = "M"
    display_symbol = "|cM|n"
    target_map_xyz = (0, 2, "undertow:0")


class ToLighthouse(xymap_legend.MapTransitionNode):
    """Over the causeway, to the ground floor of the lighthouse."""

    symbol = "L"
    display_symbol = "|cL|n"
    target_map_xyz = (2, 1, "lighthouse:0")


class ToCistern(xymap_legend.MapTransitionNode):
    """Down the old well, to the landing stage of the Cistern."""

    symbol = "C"
    display_symbol = "|cC|n"
    target_map_xyz = (5, 0, "cistern:0")


# the parts of the package without which there is nothing of these
BOARDS, CISTERN, UNDERTOW = "part:boards", "part:dungeons", "part:matrix_game"

LEGEND = {"G": ToGlasswork, "M": ToUndertow, "L": ToLighthouse, "C": ToCistern}

ARCADE = [
    machine(
        "the Salt Store",
        "salt store, salt, sacks",
        "A flat box under glass: a store, marks on its floor, and sacks to be pushed onto them.",
        board="boxes",
        puzzle="the salt store",
    ),
    machine(
        "the Opal Diggings",
        "opal diggings, opals, diggings",
        "Earth, opals and boulders behind a scratched pane. The boulders do not wait for anybody.",
        board="digger",
        puzzle="the opal diggings",
    ),
    machine(
        "Black Ice",
        "ice",
        "A frozen lake the size of a tray. Whoever moves on it does not stop.",
        board="ice",
        puzzle="black ice",
    ),
    machine(
        "the Long Snake",
        "snake, long snake",
        "A brass snake in a brass pit, with apples. It is longer than yesterday.",
        board="snake",
        puzzle="the long snake",
    ),
    machine(
        "Fire in the Archive",
        "fire, archive",
        "Rooms of paper, sleepers among them, and a spark that goes from room to room.",
        board="fire",
        puzzle="fire in the archive",
    ),
    machine(
        "the Swarm",
        "swarm, moths",
        "Something flutters in rows towards a small gun at the bottom.",
        board="swarm",
        puzzle="the swarm",
    ),
]
DEN = machine(
    "the Twins",
    "twins",
    "Two figures under one glass, who do everything at once and never the same.",
    board="twins",
    puzzle="the twins",
)

ROOMS = {
    # the square, and north to the glassworks
    (4, 4): room(
        "Lantern Square",
        "square, town square",
        """
        A hundred lanterns of green glass hang over the cobbles, and the lake wind
        makes them ring. Streets leave in every direction; the smell of bread comes
        from the tavern in the east, the smell of tar from the quay in the south.
        """,
        *story.IN_THE_SQUARE,
        details={
            "lanterns, lantern": "Green glass, blown in the works below the lake.",
            "cobbles": "Round, wet, and older than the lanterns.",
            "well, old well": "You can see its rim from here, and the iron ladder: |wsouthwest|n.",
            "lighthouse, tower": "It stands on its rock in the south-west, behind a causeway.",
            "mill, tide-mill": "Its roof, in the south, nods a little, in time with something.",
        },
        signs={
            "sign, board, sign board": [
                part(
                    """
                    A painted sign board greets newcomers:
                      |wmap|n shows what lies around you.
                      |wgoto the tavern|n walks you there, and |wgoto|n alone stops you.
                      |wpath the library|n shows the way, and leaves the walking to you.
                      North: the Drowned Glassworks. Explore it; |wgoto the annealing oven|n is
                      a good first trip, and |wgoto the square|n takes you back.
                    """
                ),
                line("South: the tide-mill and the Undertow, a maze to beat.", UNDERTOW),
                line("South-west: the old lighthouse, five floors; |wgoto the lamp|n climbs it."),
                line(
                    "The old well: down to the Cistern, a dungeon; |wgoto the well|n goes there.",
                    CISTERN,
                ),
                line("|whelp start here|n has more."),
                line("|wjournal|n lists what there is to do.", "part:verbs"),
            ]
        },
        brief="A painted sign board names the places to go: |wread sign|n.",
    ),
    (4, 5): room(
        "Glassgate Street",
        "glassgate",
        """
        The street climbs between houses whose windows are all of different ages
        and all of the same green. Grit from the old works crunches underfoot and
        glitters when a lantern swings.
        """,
    ),
    (4, 6): room(
        "The Works Gate",
        "works gate, glassworks gate, glassworks, drowned glassworks",
        """
        Two iron leaves stand open on a stair that goes down below the lake. When
        the dam broke, the glassworks filled in one night; the glass held, and so
        most of it can still be walked.
        """,
        signs={
            "sign, tin sign": """
                A tin sign hangs from the gate: |wTHE DROWNED GLASSWORKS|n. Free to explore.
                  Nine halls stand one behind the other, the far ones deepest in the lake.
                  |wforward|n leads farther out, |wbackward|n nearer to the town; |wup|n, |wdown|n,
                  |wleft|n and |wright|n stay within a hall.
                  |wmap|n shows your hall, |wmap +|n and |wmap -|n the next ones.
                  Some doors open one way only, and a humming bubble of glass is a
                  |wwormhole|n. Caught? |wgive up|n takes you back to the entrance.
                """
        },
        brief="A tin sign hangs from the gate: |wread sign|n.",
    ),
    # north-west: temple, shrine and gardens
    (3, 5): room(
        "The Temple of Tides",
        "temple, temple of tides",
        """
        Blue tiles climb the walls to the height that the flood reached, and stop
        there. The floor slopes to a basin in which somebody floats a candle for
        every name that is still missed.
        """,
        details={
            "names, name": "Nobody has written them down here. The candles know which is whose.",
            "candles, candle, basin": "A few dozen small flames on still water.",
        },
        tags=["shrine"],
    ),
    (2, 6): room(
        "The Shrine of Still Water",
        "shrine, still water",
        """
        A bowl of black water stands on a plain stone, and not even the wind
        ruffles it. Whoever passes stops here for a breath; even those who are in
        the middle of a |wgoto|n do, and walk on when they ask again.
        """,
        tags=["shrine"],
    ),
    (1, 6): room(
        "The Glass Gardens",
        "gardens, glass gardens, garden",
        """
        Roses of blown glass grow between real ones, and bees try both. The beds
        were planted with the last good pieces that divers brought up. A hedge
        walk drops away to the south.
        """,
    ),
    (1, 5): room(
        "The Hedge Walk",
        "hedge, hedge walk",
        """
        The yews have been cut so close that the branches only bend one way: east,
        towards the temple. A gardener has left a rake, two gloves and a half
        eaten pear.
        """,
    ),
    # north-east: the library
    (5, 5): room(
        "The Quay Library",
        "library, quay library",
        """
        Shelves rise around a single reading lamp. The pattern books of the
        glassworks are here, swollen to twice their size and dried page by page.
        """,
        signs={
            "card": """
                A card on the desk says: |whelp maps|n, |whelp wormholes|n and |whelp matrix|n
                are on the nearest shelf. Please whisper.
                """
        },
    ),
    # west: market and gate
    (3, 4): room(
        "Market Lane",
        "market",
        """
        Awnings of sailcloth lean together over the lane. Net menders, button
        sellers and a woman with a tray of glass eyes call their prices, each a
        little quieter than the one before.
        """,
    ),
    (2, 4): room(
        "The Fish Stalls",
        "stalls, fish stalls, fishmonger",
        """
        Perch and pike lie on ice in long grey rows. The gulls on the gutter know
        every one of the sellers by name and forgive none of them.
        """,
        tags=["shop"],
    ),
    (0, 4): room(
        "The West Gate",
        "west gate, town gate",
        """
        The road to the hills begins here and, for now, ends here as well: the
        bridge went with the flood. A bored guard plays knucklebones with herself
        and is losing.
        """,
    ),
    (3, 3): room(
        "The Old Well",
        "well, old well, cistern",
        """
        The well is older than the town and so deep that a dropped pebble is
        forgotten before it lands. At night the water glows faintly green, and
        nobody has to ask why. Since the flood an iron ladder hangs in its western
        side.
        """,
        details={
            "ladder": "Iron rungs, wet and sound. |wwest|n climbs down.",
            "water, light": "Far down, and green, as if lanterns burned under it.",
        },
        signs={
            "board, sign": [
                part(
                    """
                    A board is chained to the ladder: |wTHE CISTERN|n. A dungeon, two floors.
                      |wwest|n climbs down. |wout|n or |wgive up|n takes you back, from anywhere.
                      You will need |wopen chest|n, |wattack|n, |wguard|n, |wdodge|n, |wanswer|n and
                      |wplay|n; |wlook|n shows what you have found. Find the master, and beat him.
                    Below it, in chalk: the lower cisterns change every day. |wdescend|n goes
                    there, and |whelp descend|n says how deep.
                    """,
                    needs=CISTERN,
                )
            ]
        },
        brief="|wwest|n climbs down. A board is chained to the ladder: |wread board|n.",
    ),
    # south: the harbour
    (4, 2): room(
        "The Quay Steps",
        "steps, quay steps",
        """
        Broad steps go down to the lake and keep going, step after step, under
        the water. Boats bump against the wall in their sleep.
        """,
    ),
    (6, 2): room(
        "The Long Quay",
        "quay, long quay",
        """
        Cranes with broken necks look down on barrels that have just rolled out
        of the wall: the tavern sends its empties this way. Far out, lights move
        below the surface of the lake.
        """,
    ),
    (7, 1): room(
        "The Breakwater",
        "breakwater",
        """
        Boulders run out into the lake until they lose heart. From the last one
        you can see the roofs of the glassworks, down in the green, row behind
        row and each row deeper.
        """,
    ),
    (4, 1): room(
        "Mill Lane",
        "lane",
        """
        A lane of wet brick. The walls tremble in a slow beat that you feel in
        your teeth before you hear it: the wheel of the tide-mill in the south.
        """,
    ),
    (4, 0): room(
        "The Tide-Mill",
        "mill, tide-mill, tide mill, tidemill",
        """
        The great wheel turns although the race is dry. A hatch stands open in the
        east, and something under it ticks.
        """,
        details={"wheel": "Its paddles are dry. What turns it sits below the hatch."},
        signs={
            "notice, sign": [
                part(
                    """
                    A notice is nailed beside the hatch: |wTHE UNDERTOW|n. Not a walk but a game.
                      Three sheets of drowned wheels, and one still point to find. You see the
                      exits of a room, and on the |wmap|n where you have walked; |wgoto|n stays
                      up here. Where a trap is near, you feel it in your feet.
                      |whint|n shows the next step of a shortest route, and costs five moves.
                      |wsave|n saves your place, and |wrestart|n starts over.
                      |wgive up|n takes you back to the entrance, out of any trap.
                    """,
                    needs=UNDERTOW,
                )
            ]
        },
    ),
    # the way to the lighthouse
    (2, 1): room(
        "The Causeway",
        "causeway",
        """
        Slabs as wide as a cart lead out to a rock in the lake, and on the rock
        stands the old lighthouse, a little out of true. Waves reach up between
        the slabs, look around, and go again.
        """,
        part("No light burns in it.", unless=[story.SOMEBODY_LIT]),
        part("Its lamp is lit: somebody has done it.", needs=[story.SOMEBODY_LIT]),
        signs={
            "finger post, post, sign": """
                A finger post says: |wTHE OLD LIGHT|n. Five floors, one above the other.
                |wup|n and |wdown|n are the stairs; |whelp maps|n tells how to see each floor.
                |wgoto the lamp|n climbs to the top, and |wgoto the square|n takes you back.
                """
        },
    ),
    # east: the tavern, the arcade and the smithy
    (6, 4): room(
        "The Drowned Lantern",
        "tavern, inn, drowned lantern, pub",
        """
        Low beams, loud company, and beer that tastes faintly of lake. Over the
        bar hangs the lantern of the last furnace keeper, lit, although nobody has
        filled it since the flood.

        Over the bar, too, hangs a bell whose rope goes down through the floor.
        """,
        part("In the corner flickers an old cabinet: |wplay cabinet|n.", needs=BOARDS),
        *story.IN_THE_TAVERN,
        details={
            "slate": story.SLATE,
            "bell, rope": "It rings when somebody has come to the still point of the Undertow.",
            "lantern": "It hung before the furnace. Its flame stands as straight as a nail.",
            "beer": "The regulars have drunk up what you could have had.",
        },
        things=[
            machine(
                "a Firing Line cabinet",
                "cabinet, firing line",
                """
                A glass front, a slot for coins that was soldered shut long ago, and six
                tin targets above it: left, right, clockwise, counter-clockwise, down and
                drop. Blocks fall behind the glass, and the brass gun is on a chain.
                """,
                board="firing-line-turns",
                live="firing-line",
            )
        ],
        tags=["inn"],
    ),
    (6, 6): room(
        "The Tavern Loft",
        "loft, tavern loft",
        """
        Six straw beds and one skylight. Travellers have scratched their longest
        walks into the beam: so many steps, so many wormholes, so many times
        given up. Most of the numbers are lies.
        """,
        details={
            "beam, numbers, walks": "The longest is in the handwriting of three people.",
            "beds, bed": "They are taken, all six, by those who do not walk at night.",
        },
    ),
    (6, 3): room(
        "The Barrel Yard",
        "yard, barrel yard",
        """
        Empty barrels wait at the top of a plank chute that goes through the wall
        to the quay below. It is steep and it is soaped: there is a way down, and
        no way back up.
        """,
    ),
    (7, 3): room(
        "The Arcade Front",
        "arcade, arcade front",
        """
        Painted letters promise MARVELS AND MACHINES. In the north-east is an iron
        door with a sack of salt cast into it.
        """,
        part(
            """
            Coloured light runs along the floor in steps of exactly one square at a
            time, out of the machines that stand along the walls. |wplay salt store|n
            sits you down at the first of them; |whelp play|n explains how.
            """,
            needs=BOARDS,
        ),
        part("The machines are switched off.", unless=BOARDS),
        part(
            "The dial of the door shows no sack: it waits for one level of the Salt Store.",
            needs=BOARDS,
            unless=["puzzle:the salt store"],
        ),
        part(
            "The dial of the door shows one sack, and it is open.", needs=["puzzle:the salt store"]
        ),
        things=ARCADE,
        details={
            "dial": [
                "A brass dial with one mark, in the shape of a sack.",
                {
                    "text": "It stands on the mark: the door is open for you.",
                    "needs": ["puzzle:the salt store"],
                },
                {
                    "text": "It turns when you win a level of the Salt Store: |wplay salt store|n.",
                    "needs": [BOARDS],
                    "unless": ["puzzle:the salt store"],
                },
            ],
            "machines, machine": [
                {
                    "text": "Each has a name under its glass: |wplay|n and that name.",
                    "needs": [BOARDS],
                }
            ],
            "letters": "MARVELS AND MACHINES, in gold that has gone green.",
        },
    ),
    (8, 4): room(
        "The Machinist's Den",
        "den, machinist's den",
        """
        Drawers up to the ceiling, each with a square of brass on it, and on each
        square another small world, stopped. The machinist is out; the kettle is
        warm. A note says: for whoever put the salt away. The last machine is the
        best one, and it is not for the public: |wplay twins|n.
        """,
        things=[DEN],
    ),
    (8, 3): room(
        "The Smithy",
        "smithy, smith",
        """
        The smith makes keys: there is a wall of them, from one the size of an
        eyelash to one as long as an oar. None has a label, and none is for sale: she says
        that each waits for its own door.
        """,
        details={"keys, key": "Hundreds. Those that open something here are found, not bought."},
        tags=["shop"],
    ),
}

EXITS = {
    (7, 3, "ne"): exit_(
        "An iron door. Its dial turns when one level of the Salt Store is put away.",
        key="iron door",
        aliases=["door"],
        needs=["puzzle:the salt store"],
        err_traverse="The dial stands before its mark: it counts the Salt Store of this arcade, "
        "and wants one level of it. |wplay salt store|n begins.",
    ),
    (4, 6, "n"): exit_("An iron stair goes down into green light: the Drowned Glassworks."),
    (3, 3, "w"): exit_(
        "An iron ladder, down into green light: the Cistern.",
        aliases=["w", "down", "d", "ladder", "well"],
    ),
    (2, 1, "w"): exit_("Over the last slabs, to a door that hangs from one hinge."),
    (4, 0, "e"): exit_("The hatch. Cold air and a slow ticking rise from the Undertow."),
    (1, 5, "e"): exit_("The branches give way to the east. They will not give way again."),
    (6, 3, "s"): exit_("A soaped plank chute, down to the quay. Nobody climbs it."),
    ("*", "*", "*"): exit_("A street of Lantern Quay."),
}

AREAS = {
    "harbour": {
        "title": "The Harbour",
        "rooms": ["(4,0)-(7,2)"],
        "prototype": {"tags": [("harbour", "environment")]},
        "colour": "#2f9e8f",
    },
    "temple quarter": {
        "title": "The Temple Quarter",
        "rooms": ["(1,5)-(3,6)"],
        "text": "Here the town is quiet: even the lake wind keeps its voice down.",
        "colour": "#9a7fd0",
    },
}

XYMAP_DATA = {
    "zcoord": "town",
    "map": MAP,
    "legend": LEGEND,
    "prototypes": {**ROOMS, **EXITS},
    "areas": AREAS,
    "contents": people.IN_TOWN,
    "options": {
        "title": "Lantern Quay",
        "map_visual_range": 2,
        "map_mode": "nodes",
        "solves": story.TOWN,
    },
}
