"""The Drowned Glassworks: a cube to be explored. The map is `glasswork.matrix`.

Nine halls, one behind the other, run out under the lake: z is the distance from the shore, y
the height. Rooms with a name of their own are worth a `goto`; the others share the text of
their hall. Mouths of wormholes and traps always have a text that says so.
"""

from world import story
from world.writing import exit_, room

SHORE_WORKS = {
    (4, 0, 0): room(
        "The Works Entrance",
        "entrance, works entrance",
        """
        The iron stair ends in a low arch, and beyond it everything is green. The
        lake lies overhead on plates of glass as thick as a door; it has been
        about to come in for a hundred years.
        """,
        told=(),
        signs={
            "chalk, writing, wall": """
                Chalked on the wall: |wout|n is the town. Where there is a way |wforward|n, it
                is deeper.
                If you are lost, type |wmap|n or |wgoto the square|n; if stuck, |wgive up|n.
                Nobody will laugh.
                """
        },
    ),
    (4, 2, 0): room(
        "The Gate Yard",
        "gate yard",
        """
        Carts used to turn here; their ruts are full of clear water and small,
        very calm fish. A clock over the yard says five past four and means it.
        """,
    ),
    (1, 2, 0): room(
        "The Counting House",
        "counting house, counting",
        """
        Ledgers stand open at the day of the flood. In the last line a careful
        hand has entered: one lake, received, unpaid.
        """,
    ),
    (4, 4, 0): room(
        "The Porters' Stair",
        "porters, porters' stair",
        """
        The treads are worn into shallow spoons. Every porter had to carry a pane
        up to the packing lofts on his back, and the stair remembers the weight.
        """,
    ),
    (7, 1, 0): room(
        "The Wharf Crane",
        "crane, wharf crane",
        """
        A crane leans over a basin that has no boats. From its hook hangs a bubble
        of glass, taller than you are, humming one note: a wormhole, and it will
        not say where it leads.
        """,
    ),
    (8, 8, 0): room(
        "The Packing Loft",
        "packing loft, packing",
        """
        Straw, crates, and the cries of gulls, close above. Goblets for a wedding
        lie packed by the dozen; the crates are addressed to a street that is now
        part of the lake.
        """,
    ),
    ("*", "*", 0): room(
        "The Shore Works",
        "",
        """
        Dressed stone, coat hooks, a smell of wet rope. This close to the bank
        there is still some daylight, and it comes from the town behind you.
        """,
    ),
}

BATCH_HOUSE = {
    (4, 1, 1): room(
        "The Great Scale",
        "scale, great scale",
        """
        Two pans, each wide enough for a horse, hang from a beam of oak. One holds
        sand and the other nothing, and they are level.
        """,
    ),
    (0, 0, 1): room(
        "The Last Bunker",
        "bunker, last bunker",
        """
        The finest sand was kept here, white as flour. It has run into a slow
        whirl around a bubble of glass that hums under your feet: a wormhole.
        """,
    ),
    (3, 7, 1): room(
        "The Lime Window",
        "lime window",
        """
        Lime dust has drawn frost flowers on the pane. Something hums behind them;
        wipe them off and there is no window at all but a wormhole, round and
        patient.
        """,
    ),
    (4, 4, 1): room(
        "The Batch Ladder",
        "batch ladder",
        """
        Rungs for giants, or for people with a sack on each shoulder. White
        handprints go up the wall beside them. A few come down again.
        """,
    ),
    (8, 4, 1): room(
        "The Hoist",
        "hoist",
        """
        A shaft with a chain in it. The chain still moves, one link in a minute,
        and nobody has ever found the wheel that turns it.
        """,
    ),
    ("*", "*", 1): room(
        "The Batch House",
        "",
        """
        Dust lies over everything, sand and ash and lime, and takes the print of
        each step. Most of the prints around here seem to be your own.
        """,
    ),
}

FURNACE_HALL = {
    (4, 3, 2): room(
        "The Great Furnace",
        "furnace, great furnace",
        """
        Eleven mouths stand in a ring, and all are black but one. In the eleventh
        an orange glow goes up and down, as if somebody slept in there and dreamed
        of summer.
        """,
    ),
    (6, 0, 2): room(
        "The Ash Door",
        "ash door",
        """
        An iron door, knee-high, for the ash of a hundred years. It is warm to the
        hand. Behind it, where the ash pit should be, hums a wormhole.
        """,
    ),
    (4, 7, 2): room(
        "The Crown",
        "crown",
        """
        You stand on top of the furnace, on the crown of its vault. The bricks
        ring like a bell if you tread on them, so you tread softly.
        """,
    ),
    (1, 8, 2): room(
        "The Flue Head",
        "flue head",
        """
        Here the left flue ends under the bed of the lake. A wormhole hums where
        the smoke once left. In the left wall is a crack just wide enough to slip
        through, and quite too smooth to climb back.
        """,
    ),
    (0, 8, 2): room(
        "The Cold Flue",
        "cold flue",
        """
        You slid down through soot as soft as fur. The walls lean inwards; the
        crack is far above your hands. There is no way out of here.
        |wgive up|n takes you back to the entrance.
        """,
    ),
    (7, 8, 2): room(
        "The Chimney Throat",
        "chimney, chimney throat",
        """
        The right flue narrows to a throat, and in the throat sits a bubble of
        glass, blown by the last breath of the furnace. It hums: a wormhole.
        """,
    ),
    ("*", "*", 2): room(
        "The Furnace Hall",
        "",
        """
        Brick, black on the inside and red on the outside. The air tastes of
        matches. Now and then a cold hearth ticks, the way hot iron does.
        """,
    ),
}

BLOWING_SHOPS = {
    (1, 3, 3): room(
        "The Master's Chair",
        "master, master's chair",
        """
        A bench with two long arms, polished by two hundred years of rolling
        pipes. The master's apron hangs over it. Nobody has dared to sit down.
        """,
    ),
    (3, 5, 3): room(
        "The Frozen Breath",
        "breath, frozen breath",
        """
        A blower was half way through a bubble when the water came, and it set
        with his breath inside. It hangs in the air, humming: a wormhole.
        """,
    ),
    (4, 5, 3): room(
        "The Bridge of Chairs",
        "bridge, bridge of chairs",
        """
        The two shops were rivals and built no door between them. One night the
        apprentices did, out of forty-one chairs. It sways, and holds.
        """,
    ),
    (7, 4, 3): room(
        "The Swan Bench",
        "swan, swan bench, swans",
        """
        Row upon row of glass swans, each blown by another hand as the test for
        journeyman. One of them has turned its head since you came in.
        """,
    ),
    (4, 8, 3): room(
        "The Pipe Racks",
        "pipes, pipe racks",
        """
        Blowpipes of every length stand in racks up to the roof. The draught plays
        on them, low and out of tune, and always nearly the same song.
        """,
    ),
    (4, 0, 3): room(
        "The Cullet Cellar",
        "cullet, cullet cellar",
        """
        Everything that ever broke was thrown down here to be melted again. It
        crunches and shines. To the right it rises to a heap with no far side.
        """,
    ),
    (7, 0, 3): room(
        "The Cullet Heap",
        "cullet heap",
        """
        The heap gave way under you and closed behind you, glittering. Every step
        slides back by exactly one step. There is no way out of here.
        |wgive up|n takes you back to the entrance.
        """,
    ),
    ("*", "*", 3): room(
        "The Blowing Shops",
        "",
        """
        Benches, tongs, tubs of black water. Half-made things hang on the pipes: a jug
        without a neck, a lamp without a foot, an eye.
        """,
    ),
}

ANNEALING_GALLERIES = {
    (4, 4, 4): room(
        "The Annealing Oven",
        "oven, annealing oven",
        """
        Glass that cools too fast will burst, so here it cooled for a week. The
        last batch is still at it: ten thousand lamp globes in the long dark,
        pinging softly. It is the only warm place in the works. A waybill on the
        door says where they were to go: to be silvered, |wgoto the mercury bath|n.
        """,
        solves=story.WAYBILL,
        told=(),
    ),
    (0, 7, 4): room(
        "The Lehr Mouth",
        "lehr mouth",
        """
        The upper oven opens here like a tunnel for very small trains. Wagons of
        iron lace stand on the rails, each with one cup on it.
        """,
    ),
    (0, 1, 4): room(
        "The Warm Stones",
        "warm stones, stones",
        """
        The stokers dried their shirts on these stones. Two are still here, stiff
        as boards, with their arms spread, as if they had something to explain.
        """,
    ),
    (4, 3, 4): room(
        "The Oven Hatch",
        "oven hatch",
        """
        A hatch between the lower and the middle oven, with a rule painted on it: CLOSE IT,
        OR THE MOON LAMPS CRACK. It is open. They did.
        """,
    ),
    (8, 8, 4): room(
        "The Oven's End",
        "oven's end",
        """
        The last wagon has run off its rails. Where the wall should be it stands
        half inside a bubble of glass, and the bubble hums: a wormhole.
        """,
    ),
    ("*", "*", 4): room(
        "The Annealing Galleries",
        "",
        """
        A vault of brick, so long that both its ends are dark. The warmth comes
        from the stones, and the silence has a crackle in it.
        """,
    ),
}

CUTTING_LOFTS = {
    (1, 4, 5): room(
        "The Cutting Wheels",
        "cutting wheels, wheels",
        """
        Thirty wheels of sandstone on one shaft. If you hold your breath you can
        hear the thirty-first, which is not there.
        """,
    ),
    (0, 1, 5): room(
        "The Apprentice's Corner",
        "apprentice, corner",
        """
        A stool, a candle end, and a goblet cut so finely that it throws the shape
        of a city on the wall. It must have taken years, all of them nights.
        """,
    ),
    (6, 7, 5): room(
        "The Engravers' Window",
        "engravers, engravers' window",
        """
        The best light was here, and the best eyes. On the pane itself somebody
        has engraved the view: a green hill, where now a pike stands in the weed.
        """,
    ),
    (7, 4, 5): room(
        "The Mill Race",
        "race, mill race",
        """
        Water as clear as air shoots through a trough beside a slippery plank. It
        drove the great wheel below; now it only hurries.
        """,
    ),
    (8, 1, 5): room(
        "The Drowned Wheel",
        "drowned wheel",
        """
        A mill wheel hangs here under water and turns backwards. Around its axle
        the current has wound itself into a ball that hums: a wormhole.
        """,
    ),
    (4, 3, 5): room(
        "The Splinter Pit",
        "pit, splinter pit",
        """
        The board tipped, as it was made to do, and dropped you among the waste of
        the wheels. The sides are sheer and sharp. There is no way out of here.
        |wgive up|n takes you back to the entrance.
        """,
    ),
    ("*", "*", 5): room(
        "The Cutting Lofts",
        "",
        """
        The boards are grey with ground glass and silver at the edges. Facets turn
        what little light there is into a great deal of pattern.
        """,
    ),
}

SILVERING_ROOMS = {
    (4, 8, 6): room(
        "The Mirror Gallery",
        "mirrors, mirror gallery",
        """
        A hundred mirrors in two rows, and you in all of them, farther and farther
        away. The smallest of you is already walking back. Somebody else's finger
        has written on the last glass, in the dust: THE ORGAN STILL PLAYS, PAST THE
        AISLE. |wgoto the aisle|n.
        """,
        solves=story.DUST,
        told=[f"puzzle:{story.SILVERED}"],
    ),
    (0, 8, 6): room(
        "The First Mirror",
        "first mirror",
        """
        The first mirror that the works made is as round as a well and shows the
        room without you. It hums when you lean closer: a wormhole.
        """,
    ),
    (1, 5, 6): room(
        "The Mercury Bath",
        "mercury, mercury bath",
        """
        A table with a rim, and on it a lake of quicksilver without one wrinkle. The silverers
        went mad here, slowly and politely, and signed their work: HUNG IN
        THE GALLERY. |wgoto the mirror gallery|n is where the mirrors went.
        """,
        solves=story.SILVERED,
        told=[f"puzzle:{story.WAYBILL}"],
    ),
    (8, 5, 6): room(
        "The Polished Door",
        "polished door",
        """
        A door of silvered glass stands in the wall, without hinge or handle. Lay
        an ear on it and it hums: no door at all but a wormhole.
        """,
    ),
    (6, 2, 6): room(
        "The Blind Mirror",
        "blind mirror, blind",
        """
        The mirrors of these rooms failed, and they were left to hang. They show
        no light and no face, only a darkness that moves when you do.
        """,
    ),
    (5, 0, 6): room(
        "The Silver Well",
        "silver well",
        """
        Spoiled silver was poured down this shaft for sixty years. At its bottom
        lies a star, which may be the reflection of one.
        """,
    ),
    ("*", "*", 6): room(
        "The Silvering Rooms",
        "",
        """
        Mirrors lean against mirrors. You meet yourself at every turn and learn to
        give way. One of the reflections carries a lantern; you do not.
        """,
    ),
}

LENS_HOUSE = {
    (6, 3, 7): room(
        "The Great Lens",
        "lens, great lens",
        """
        Twice the height of a man, without a flaw, ordered for a lighthouse that
        was never built. Through it you see the town upside down, very small, and
        somebody on the square looking your way.
        """,
    ),
    (2, 4, 7): room(
        "The Observatory",
        "observatory",
        """
        A brass telescope points straight up through the roof and the whole of the
        lake. It is in focus. The stars it shows are not quite ours.
        """,
    ),
    (0, 6, 7): room(
        "The Eyepiece",
        "eyepiece",
        """
        A tube as wide as a tunnel ends in a cap of glass that hums. Look in, and
        an eye as large as yours looks back, and blinks first: a wormhole.
        """,
    ),
    (4, 6, 7): room(
        "The Spiral",
        "spiral",
        """
        A stair of cast glass winds up to the dome. The lake presses against it
        from outside, and each step shows another slice of eel.
        """,
    ),
    (4, 8, 7): room(
        "The Dome",
        "dome",
        """
        Ribs of iron and panes as thin as paper, with all the water in the world
        above. Divers have laid flowers on the outside. One pane is cracked and
        has been about to break for years.
        """,
    ),
    (8, 1, 7): room(
        "The Burning Glass",
        "burning glass",
        """
        A lens on a gimbal follows a sun that has not shone down here for ages. In its
        focus, where your hand feels warm, hums a wormhole.
        """,
    ),
    ("*", "*", 7): room(
        "The Lens House",
        "",
        """
        Lenses stand about like guests at a party, bending each other's light. Every straight
        line in the room has an opinion of its own.
        """,
    ),
}

SUNKEN_NAVE = {
    (5, 6, 8): room(
        "The Sunken Nave",
        "nave, sunken nave",
        """
        The glassmakers built this for no god in particular, out of the glass that
        came out too well to be sold. Columns rise like frozen rain. You are at
        the bottom of the lake, and it is as quiet as held breath.
        """,
    ),
    (2, 8, 8): room(
        "The Rose Window",
        "rose, rose window",
        """
        A wheel of red and blue as wide as a house. A real sturgeon swims behind
        the glass one, around and around, and seems content with the company.
        """,
    ),
    (8, 8, 8): room(
        "The Drowned Organ",
        "organ, drowned organ",
        """
        Pipes of glass, filled with water to different heights. The longest has
        been humming since the flood, and it is wide enough to step into: a
        wormhole.
        """,
    ),
    (8, 4, 8): room(
        "The Sealed Pew",
        "pew, sealed pew",
        """
        A box of glass for the owners of the works. Its door fell shut behind you,
        and fits so well that it is now a wall. There is no way out of here.
        |wgive up|n takes you back to the entrance.
        """,
    ),
    (4, 4, 8): room(
        "The Aisle",
        "aisle",
        """
        The floor is one long pane. Below it burns a line of small lights that
        nobody lit, and they lead down, to the left, into the dark. At the end of
        them something looks at you: |wgoto the heart of the glass|n.
        """,
        solves=story.SMALL_LIGHTS,
        told=[f"puzzle:{story.DUST}"],
    ),
    (3, 3, 8): room(
        "The Glass Font",
        "font, glass font",
        """
        A basin of clear glass, full to the brim. Its water turns without a sound
        around a humming hollow: a wormhole. Somebody has scratched the word ONCE
        into the rim.
        """,
    ),
    (2, 1, 8): room(
        "The Crypt",
        "crypt",
        """
        Masters lie here in rows, each under a pane with a bubble in it: their
        last breath, as was the custom. All the bubbles point the same way.
        """,
    ),
    (0, 0, 8): room(
        "The Heart of the Glass",
        "heart, heart of the glass",
        """
        A |wsphere|n without a seam, as large as a house, and in it the first fire of
        the works, still burning, a hundred years under water. It is warm and it
        sees you. Farther than this the glassworks do not go.

        Scratched into the floor, in many hands, are the |wnames|n of those to whom
        the fire came.
        """,
        *story.AT_THE_HEART,
        solves=story.AT_HEART,
        told=[f"puzzle:{story.SMALL_LIGHTS}"],
        things=[story.NAMES, story.SPHERE],
        details={
            "fire, first fire": "It burns without wood and without air, and leans towards you.",
        },
    ),
    ("*", "*", 8): room(
        "The Lower Nave",
        "",
        """
        Pale columns, a floor like still water, still water like a floor. Whatever
        you say here comes back later, and kinder.
        """,
    ),
}

EXITS = {
    (4, 0, 0, "out"): exit_("The iron stair, up to the works gate and the town."),
    (1, 8, 2, "left"): exit_("A crack in the flue. Soot trickles in, and never out."),
    (6, 0, 3, "right"): exit_("The slope of the heap. It is steep, and it is sliding."),
    (3, 3, 5, "right"): exit_("A loose board over a pit. It looks as if it tips one way."),
    (8, 5, 8, "down"): exit_("A pew with a door of glass. It has no handle on the inside."),
    ("*", "*", "*", "wormhole"): exit_("A bubble that hums. It shows everything but its far side."),
    ("*", "*", "*", "forward"): exit_("Through to the next hall, farther out under the lake."),
    ("*", "*", "*", "backward"): exit_("Through to the last hall, nearer to the shore."),
    ("*", "*", "*", "up"): exit_("Rungs, or steps, or something that will do: up."),
    ("*", "*", "*", "down"): exit_("Down, with a hand on the wall."),
    ("*", "*", "*", "*"): exit_("A way along the hall."),
}

XYMAP_DATA = {
    "zcoord": "glasswork",
    "matrix": "glasswork.matrix",
    "prototypes": {
        **SHORE_WORKS,
        **BATCH_HOUSE,
        **FURNACE_HALL,
        **BLOWING_SHOPS,
        **ANNEALING_GALLERIES,
        **CUTTING_LOFTS,
        **SILVERING_ROOMS,
        **LENS_HOUSE,
        **SUNKEN_NAVE,
        **EXITS,
    },
    "options": {
        "title": "The Drowned Glassworks",
        "play": "explore",
        "wormholes": "hidden",
        "routes": "seen",
        "public": "seen",
    },
    "transitions": {(4, 0, 0, "out"): (4, 6, "town")},
}
