"""The biomes of lands from noise, and the texts of their rooms.

A row of BIOMES says which cells belong to the biome, how they are drawn (`paint` is for browsers),
what a step costs, and which texts their rooms have. `rooms` are names with a first sentence, shared
by a patch of several cells; `more` are sentences for single rooms. Bounds are (least, below) in
thousandths: `height` above the sea, `moisture`, `warmth` and `rough` of the ground around 500. The
first row that fits wins. BESIDE, ON_ROAD, ROAD and PLACE are sentences about things near a room.
"""

BIOMES = (
    {
        "name": "deep sea",
        "symbol": "~",
        "colour": "b",
        "paint": "#2f5d8c",
        "height": (None, -90),
        "beside": "sea",
    },
    {
        "name": "sea",
        "symbol": "~",
        "colour": "c",
        "paint": "#4f86b5",
        "height": (None, 0),
        "beside": "sea",
    },
    {
        "name": "beach",
        "symbol": ".",
        "colour": "Y",
        "paint": "#e6d9a2",
        "cost": 2,
        "height": (None, 12),
        "rooms": (
            ("A pale beach", "Fine sand runs along the water, ribbed by the last tide."),
            ("Shingle", "Round grey stones shift and clatter with every step."),
            ("Low dunes", "Sand has drifted into knee-high waves, held by marram grass."),
            ("The tide line", "Weed, shells and bleached wood mark how far the waves come."),
            ("A sandy cove", "The shore curves inward here and keeps the wind off."),
        ),
        "more": (
            "Gulls walk a few yards off and wait.",
            "A crab vanishes under a stone.",
            "The wind tastes of salt.",
            "Somebody has stacked flat stones and gone away.",
        ),
    },
    {"name": "summit", "symbol": "A", "colour": "w", "paint": "#f4f4f2", "height": (800, None)},
    {
        "name": "crag",
        "symbol": "A",
        "colour": "x",
        "paint": "#8d8a86",
        "height": (300, None),
        "rough": (740, None),
    },
    {
        "name": "mountain",
        "symbol": "^",
        "colour": "w",
        "paint": "#a89f94",
        "cost": 8,
        "height": (450, None),
        "rooms": (
            ("A bare ridge", "The rock is swept clean, and there is sky on both sides."),
            ("Scree", "Loose stone lies at the angle at which it stopped sliding."),
            ("A high shoulder", "The mountain pauses here before it goes on up."),
            ("Among boulders", "Blocks as big as carts have come down from above."),
            ("A stony saddle", "Between two rises the wind has found its way through."),
        ),
        "more": (
            "An eagle hangs in the air below you.",
            "Old snow lies in a crack that the sun never reaches.",
            "A pebble rattles down and is heard for a long while.",
            "Lichen draws yellow maps on the stone.",
        ),
    },
    {
        "name": "hill wood",
        "symbol": "t",
        "colour": "G",
        "paint": "#6f8f5b",
        "cost": 5,
        "height": (300, None),
        "moisture": (540, None),
        "rooms": (
            ("A wooded slope", "Crooked trees hold on to the hillside by bare roots."),
            ("Mountain birches", "White stems lean all one way, as the wind taught them."),
            ("A mossy ravine", "Ferns hang from both sides of a narrow cut in the hill."),
            ("Larches on the hill", "The light comes down green through thin needles."),
        ),
        "more": (
            "Water drips somewhere under the stones.",
            "A marten looks at you and is gone.",
            "The ground is a net of roots.",
            "It smells of resin and wet rock.",
        ),
    },
    {
        "name": "hill",
        "symbol": "n",
        "colour": "y",
        "paint": "#b9ab74",
        "cost": 4,
        "height": (300, None),
        "rooms": (
            ("A grassy hill", "Short turf, cropped by sheep or by the wind, covers the slope."),
            ("A brow", "From here the land falls away, and one sees far."),
            ("Stony pasture", "Grey stone breaks through thin grass."),
            ("A hollow in the hills", "The slopes stand close around this dip."),
            ("Bracken", "Brown fronds stand hip-high over the hillside."),
        ),
        "more": (
            "A skylark climbs, singing.",
            "The shadow of a cloud slides across.",
            "Sheep have trodden a path that leads nowhere.",
            "A cairn marks the place for somebody.",
        ),
    },
    {
        "name": "marsh",
        "symbol": "%",
        "colour": "C",
        "paint": "#7fa08a",
        "cost": 5,
        "height": (None, 110),
        "moisture": (680, None),
        "rooms": (
            ("A reed bed", "Reeds close overhead and whisper when anything moves."),
            ("Black pools", "Still water stands between tussocks, and shows the sky."),
            ("Quaking ground", "The moss gives underfoot and rises again behind you."),
            ("A drowned copse", "Dead alders stand in water up to their knees."),
        ),
        "more": (
            "Something plops into the water.",
            "Midges hang in a cloud at the height of your face.",
            "A heron stands like a post, then is not a post.",
            "It smells of mud and mint.",
        ),
    },
    {
        "name": "desert",
        "symbol": ":",
        "colour": "Y",
        "paint": "#e2c27d",
        "cost": 3,
        "warmth": (600, None),
        "moisture": (None, 430),
        "rooms": (
            ("A sand sea", "Dunes follow each other as far as the heat lets you see."),
            ("Cracked ground", "The clay has dried into plates that curl at the rims."),
            ("A gravel plain", "Dark pebbles lie side by side, as if somebody had set them."),
            ("Thorn scrub", "Grey bushes keep their distance from each other."),
        ),
        "more": (
            "The air shivers over the ground.",
            "A lizard does press-ups on a stone.",
            "The bones of some small thing lie bare.",
            "Sand hisses along the ground.",
        ),
    },
    {
        "name": "pine wood",
        "symbol": "t",
        "colour": "G",
        "paint": "#3f6b4a",
        "cost": 3,
        "warmth": (None, 410),
        "moisture": (520, None),
        "rooms": (
            ("Under tall pines", "Red trunks go up straight, and all the green is far above."),
            ("A spruce thicket", "Boughs reach to the ground, and it is dim between them."),
            ("A needle floor", "Nothing grows here but trees, and every step is soft."),
            ("A wind-felled gap", "Trees lie across each other where a storm came through."),
            ("Firs", "Dark firs stand in ranks as old as the hills."),
        ),
        "more": (
            "A woodpecker drums, stops, and drums again.",
            "Cones have been gnawed to the core.",
            "The trees creak like a ship.",
            "Pale mushrooms stand in a ring.",
        ),
    },
    {
        "name": "heath",
        "symbol": ";",
        "colour": "m",
        "paint": "#a98fa0",
        "cost": 2,
        "warmth": (None, 410),
        "rooms": (
            ("Open heath", "Heather covers the ground, low, woody and full of bees."),
            ("A windy moor", "There is nothing here to stop the wind, and it knows."),
            ("Gorse", "Yellow flowers and long thorns grow out of the same twig."),
            ("Old stones", "Grey stones lean here and there, too many to be chance."),
            ("Juniper", "Dark bushes stand about on the heath like people waiting."),
        ),
        "more": (
            "A grouse bursts up and scolds.",
            "The peat is soft and dark.",
            "Far off, somebody's dog barks once.",
            "Spider threads shine between the twigs.",
        ),
    },
    {
        "name": "oak wood",
        "symbol": "T",
        "colour": "g",
        "paint": "#5d8a3f",
        "cost": 3,
        "moisture": (560, None),
        "rooms": (
            ("Under old oaks", "The oaks stand wide apart, and each is a house to something."),
            ("A hazel coppice", "Thin straight stems rise in bundles from old stumps."),
            ("A beech hall", "Smooth grey trunks hold up a roof of leaves."),
            ("Fallen giants", "Oaks lie where they fell, and young trees grow along them."),
            ("Ivy and shade", "Ivy has climbed every trunk and covers half the ground."),
            ("A sunlit glade", "The wood steps back here, and grass has taken the light."),
        ),
        "more": (
            "Acorns crunch underfoot.",
            "A jay tells everybody that you are here.",
            "Old leaves lie in drifts.",
            "A deer path crosses, no wider than a hand.",
        ),
    },
    {
        "name": "scrub",
        "symbol": '"',
        "colour": "G",
        "paint": "#9dac5f",
        "cost": 2,
        "moisture": (490, None),
        "rooms": (
            ("Hawthorns", "Thorny bushes stand about, white or red as the year has it."),
            ("Brambles", "Long hoops of bramble have rooted where they touched the ground."),
            ("The edge of a wood", "Young trees come out into the grass to see how it is."),
            ("An old orchard", "Apple trees gone wild stand in rows that are nearly straight."),
        ),
        "more": (
            "A wren is very loud for its size.",
            "Rabbits have kept the grass short.",
            "Sloes ripen, or try to.",
            "A fox has been here not long ago.",
        ),
    },
    {
        "name": "meadow",
        "symbol": ",",
        "colour": "g",
        "paint": "#a9c96b",
        "cost": 2,
        "rooms": (
            ("A wide meadow", "Tall grass bends in waves, and rights itself."),
            ("Buttercups", "The grass is more yellow than green."),
            ("A fallow field", "Old furrows show through poppies and thistles."),
            ("Sweet grass", "The grass here would please any horse."),
            (
                "Ash trees in the grass",
                "Trees stand apart here, each with a worn place in its shade.",
            ),
            ("Clover", "Clover and bees have the place to themselves."),
        ),
        "more": (
            "Crickets fall silent as you come.",
            "Swallows cut low over the grass.",
            "A hare sits up, considers, and runs.",
            "Butterflies rise with each step.",
        ),
    },
    {
        "name": "brook",
        "symbol": "-",
        "colour": "C",
        "paint": "#7fb2d9",
        "cost": 4,
        "is": "brook",
        "rooms": (
            ("A clear brook", "Knee-deep water runs over stones that can be counted."),
            ("Stepping stones", "Flat stones lie across the brook, one of them loose."),
            ("A pebbly ford", "The brook spreads out here and is shallow enough to wade."),
            ("A brook in its bed", "Water talks to itself between two low banks."),
        ),
        "more": (
            "A trout holds still against the stream.",
            "A dipper bobs on a stone.",
            "The water is cold enough to hurt.",
            "Watercress grows at the edge.",
        ),
    },
    {
        "name": "river",
        "symbol": "=",
        "colour": "C",
        "paint": "#4a90c8",
        "is": "river",
        "beside": "river",
    },
    {
        "name": "lake",
        "symbol": "~",
        "colour": "C",
        "paint": "#5b95c4",
        "is": "lake",
        "beside": "lake",
    },
    {
        "name": "bridge",
        "symbol": "H",
        "colour": "Y",
        "paint": "#8a5a2b",
        "cost": 1,
        "is": "bridge",
        "rooms": (
            ("A plank bridge", "Worn planks cross the water, with a rail on one side."),
            ("A stone bridge", "A low arch of grey stone carries the road over the water."),
            ("A log bridge", "Split logs, pegged together, reach from bank to bank."),
        ),
        "more": (
            "The water pulls at its own reflection below.",
            "Names have been cut into the wood or the stone, and crossed out.",
            "Long weed streams in the current.",
        ),
    },
)
"""The kinds of country, as rows (see `core.biomes`); of those that fit, the first is taken."""

_BESIDE = {
    "fall": ("The land falls away to the {way}.", "Downhill, to the {way}, the view is open."),
    "rise": ("The ground rises to the {way}.", "It is uphill to the {way} from here."),
    "lake": ("A lake lies to the {way}.", "Lake water laps to the {way}."),
    "sea": ("The sea begins to the {way}.", "To the {way} is open water, and the sound of it."),
    "river": ("To the {way} a river goes by.", "A river bars the way {way}."),
    "road": ("A road passes to the {way}.", "There is a road to the {way}."),
}
"""Sentences on what is beside a room in direction `{way}`; if several fit, the last is used."""

_ON_ROAD = (
    "The road ends here.",
    "The road leads {ways}.",
    "The road runs {ways}.",
    "Roads meet here; they lead {ways}.",
    "Roads meet here from all four sides.",
)
"""Sentences about a road in a room; number n is for a road that leads on in n directions."""

_ROAD = "The road between {one} and {other}"
_PLACE = "Some roofs stand close together here. People call the place {name}."

LAND = {"rows": BIOMES, "beside": _BESIDE, "on_road": _ON_ROAD, "road": _ROAD, "place": _PLACE}
"""The content of all lands, their biomes and texts: the arguments of `make_content`."""
