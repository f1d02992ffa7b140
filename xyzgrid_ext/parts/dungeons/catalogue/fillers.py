"""Fillers: decoration without a purpose. The larger ones are chosen more often.

The first fillers of each size leave all doors free, so that every free slot can be filled.
"""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

_CORNERS = [
    *turn(
        "filler_000400_urn",
        "tall urn",
        "A tall urn stands in {where}, sealed with wax.",
        again=["In {where} stands an urn as tall as a child, the wax on it cracked."],
    ),
    *turn(
        "filler_000400_crates",
        "burst crates",
        "Burst crates lie in {where}, straw and all.",
        again=["Somebody has broken open the crates in {where} and stacked their lids."],
    ),
    *turn(
        "filler_000400_cullet",
        "heap of cullet",
        "Somebody has swept a heap of broken glass into {where} and never come back for it.",
    ),
    *turn(
        "filler_000400_drain",
        "weeping drain",
        "Water drips from a pipe in {where} and is gone before it reaches the floor.",
    ),
    *turn(
        "filler_000400_toadstools",
        "ring of toadstools",
        "Toadstools have made a ring in {where}. They glow, as if they were listening.",
        depth=(1, None),
        again=["In {where} toadstools glow in a ring that is not quite closed."],
    ),
    *turn(
        "filler_000400_cobweb",
        "cobweb",
        "A cobweb like a sail closes off {where}.",
        again=["Cobwebs close off {where}, one behind another."],
    ),
    *turn(
        "filler_000400_anchor",
        "rusty anchor",
        "An anchor leans in {where}. What ship it held is not here, or not any more.",
    ),
    *turn(
        "filler_000400_boots",
        "pair of boots",
        "A pair of boots stands in {where}, toes to the wall, with nobody in them.",
        weight=6,
    ),
    *turn(
        "filler_000400_column",
        "broken column",
        "A column in {where} ends at the height of a chair. It has served as one.",
        again=["A column has broken off in {where}. The rest of it is nowhere."],
    ),
    *turn(
        "filler_000400_bones",
        "small bones",
        "Small bones are laid out in {where}, by size. Rats do not do that.",
        depth=(3, None),
    ),
]

_EDGES = [
    *turn(
        "filler_000200_niche",
        "empty niche",
        "At {where} is a niche that once held a saint.",
        again=["A niche at {where} holds nothing but a nail."],
    ),
    *turn(
        "filler_000200_trough",
        "stone trough",
        "A trough at {where} holds a hand's breadth of very still water.",
    ),
    *turn(
        "filler_000200_jars",
        "shelf of jars",
        "Jars stand on a shelf at {where}. All labels say the same, and the ink has run.",
    ),
    *turn(
        "filler_000200_tally",
        "tally on the wall",
        "Someone has kept a tally at {where}: four strokes and a fifth across, up to the ceiling.",
        again=["Strokes in fives cover the wall at {where}. The last five is only begun."],
    ),
    *turn(
        "filler_000200_window",
        "window onto the lake",
        "A thick round pane is let into the wall at {where}. Green water presses against it, and "
        "now and then a fish that would like to come in.",
    ),
    *turn(
        "filler_000200_bench",
        "bench",
        "A bench at {where} is polished by waiting.",
        again=["At {where} is a bench with one leg too few."],
    ),
    *turn(
        "filler_000200_clock",
        "stopped clock",
        "The clock at {where} has stopped at five past four, like every clock down here.",
        weight=6,
    ),
]

_MIDDLES = [
    row(
        "filler_000020_well",
        "well",
        "In the middle is a well, with a grating over it and, on the grating, flowers. They are "
        "fresh.",
    ),
    row(
        "filler_000020_mosaic",
        "mosaic",
        "A mosaic in the middle shows a woman pouring a lake out of a jug.",
    ),
    row("filler_000020_brazier", "brazier", "A cold brazier stands in the middle, full of rain."),
    row(
        "filler_000020_table",
        "stone table",
        "A stone table takes up the middle, laid for two, and dusted by nobody.",
    ),
    row(
        "filler_000020_statue",
        "faceless statue",
        "In the middle a statue without a face points at the way you came.",
        depth=(2, None),
        again=["In the middle stands a statue whose face was never begun."],
    ),
    row(
        "filler_000020_chain",
        "chain",
        "From the middle of the ceiling hangs a chain, and turns.",
        again=["A chain hangs from the ceiling in the middle. Its last link is open."],
    ),
]

_PAIRS = [
    *turn("filler_000600_cart", "glazier's cart", "A glazier's cart has lost a wheel in {where}."),
    *turn(
        "filler_000600_statues",
        "two statues",
        "Two statues in {where} hold hands behind each other's backs.",
    ),
    *turn(
        "filler_000440_panes", "stacked panes", "Panes are stacked in {where}, each a bit bluer."
    ),
    *turn(
        "filler_000500_urns",
        "twin urns",
        "Twin urns flank {where}. One is warm.",
        again=["Two urns stand in {where}. Put an ear to one, and it hums."],
    ),
    *turn(
        "filler_000440_nets",
        "drying nets",
        "Nets hang in {where} to dry. They have been drying for a century.",
    ),
]

_BLOCKS = [
    *turn(
        "filler_000640_rubble",
        "fallen vault",
        "The vault has come down over {where}, and a root looks in through the hole.",
        again=["Stones of the vault lie heaped in {where}."],
    ),
    *turn(
        "filler_000660_bell",
        "fallen bell",
        "A bell lies on its side in {where}, large enough to sleep in. Somebody has.",
        again=["In {where} lies a bell with a crack that one could put a hand through."],
    ),
    *turn(
        "filler_000660_kiln",
        "kiln",
        "A kiln is built into {where}. Its door is open, its grate swept, its fire long out.",
        again=["In {where} stands a kiln, bricked up in haste."],
    ),
    *turn(
        "filler_000770_boat",
        "boat indoors",
        "A boat has run aground in {where}, which no water that could carry it ever reached.",
        depth=(1, None),
    ),
    *turn(
        "filler_000744_gallery",
        "wooden gallery",
        "A wooden gallery runs around {where}, with a rail that one should not trust.",
    ),
]

_TRIPLES = [
    *turn(
        "filler_000700_barrels",
        "row of barrels",
        "Barrels stand in a row along {where}.",
        again=["Along {where} stand barrels, and one of them drips."],
    ),
    *turn(
        "filler_000700_ledgers",
        "shelves of ledgers",
        "Shelves along {where} sag under ledgers: deliveries, one a day, for three hundred years.",
        again=["Ledgers fill the shelves along {where}. Every page is signed, and none is read."],
    ),
    *turn(
        "filler_000700_channel",
        "channel",
        "A channel runs along {where}, and in it one paper boat after another.",
        again=["Water runs in a channel along {where}, and a paper boat turns in it."],
    ),
    *turn(
        "filler_000700_hooks",
        "coat hooks",
        "Along {where} are coat hooks for thirty, and one coat.",
    ),
    *turn(
        "filler_200700_rockfall",
        "rockfall",
        "A rockfall has buried {where}; if there was a door, it keeps that to itself.",
    ),
    *turn(
        "filler_200700_stage",
        "small stage",
        "A small stage has been built against {where}, curtain drawn. It moves a little.",
    ),
    *turn(
        "filler_200700_bunks",
        "bunks",
        "Bunks line {where} three high. In each lies a blanket, folded.",
        depth=(1, None),
    ),
]

_CROSSINGS = [
    *turn(
        "filler_000222_gutter",
        "gutter",
        "A gutter divides the room along {where}, bridged by a plank.",
        again=["Along {where} runs a gutter with a plank across."],
    ),
    *turn(
        "filler_000070_colonnade",
        "colonnade",
        "Columns stand along {where}, and their shadows do not quite agree with them.",
        again=["Along {where} stand columns, one more than there are shadows."],
    ),
    *turn(
        "filler_000070_rails",
        "rails",
        "Rails run along {where} and go into the wall at both ends.",
        depth=(1, None),
        again=["A pair of rails runs along {where}, rusted at the ends and bright between."],
    ),
]

_SPREADS = [
    row(
        "filler_000505_pillars", "four pillars", "A pillar stands in each corner, ringed with iron."
    ),
    row(
        "filler_000505_cages",
        "four cages",
        "From all four corners hang cages for birds as large as children. All are open.",
        depth=(2, None),
        again=["Cages hang in all four corners. Something has bent the bars from inside."],
    ),
    row(
        "filler_000525_beds",
        "beds of moss",
        "Moss grows in the corners and in the middle, in beds with neat stone edges.",
    ),
    row(
        "filler_000252_doors",
        "painted doors",
        "On all four sides doors are painted on the walls. One of them has a real handle.",
        depth=(1, None),
    ),
    row(
        "filler_000757_moat",
        "dry moat",
        "A dry moat goes round the edge of the room, full of leaves from no tree down here.",
    ),
    row(
        "filler_000272_hedges",
        "hedges of wire",
        "Hedges of rusty wire divide the room into four, with a gap for every door.",
    ),
]

_HALLS = [
    row(
        "filler_000777_forest",
        "forest of columns",
        "The room is a forest of thin columns. You are never quite sure that nobody stands "
        "behind one.",
    ),
    row(
        "filler_000777_stones",
        "stepping stones",
        "The floor is under water, ankle-deep and perfectly clear; stepping stones lead to every "
        "door.",
    ),
    row(
        "filler_000777_ballroom",
        "ballroom",
        "This was a ballroom. The dust has kept the last dance, step by step.",
    ),
    row(
        "filler_000777_market",
        "covered market",
        "Stalls stand in rows, awnings up, scales level: a market that only lacks goods, people "
        "and daylight.",
        depth=(1, None),
    ),
    row(
        "filler_000777_library",
        "drowned library",
        "Bookcases lean on each other across the whole room, and their books have swollen until "
        "none can be drawn.",
        depth=(2, None),
    ),
    row(
        "filler_000777_organ",
        "organ loft",
        "Pipes of all lengths stand about like reeds. Walk between them and they hum.",
        depth=(4, None),
    ),
]

ROWS = _CORNERS + _EDGES + _MIDDLES + _PAIRS + _BLOCKS + _TRIPLES + _CROSSINGS + _SPREADS + _HALLS
"""The rows of decoration."""
