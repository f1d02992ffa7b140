"""Obstacles before doors, each for one item: lantern, rope, hammer, waders, bellows, mirror.

Each item has an obstacle for any sides, one for each single side, one for two opposite sides, and
one that fills the room and has a chest that players can reach only with the item.
"""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

_LANTERN = [
    row(
        "obstacle_lantern_nsew_000000_dark",
        "darkness",
        "The dark in here is not the lack of light; it is something that light would have to "
        "push aside. Without a lantern you would never find some of the doors.",
        after="The dark in here has drawn back from the lantern, and all doors can be seen.",
    ),
    *turn(
        "obstacle_lantern_n_200200_drape",
        "drape of shadow",
        "A shadow hangs across {where} like a drape. Whatever carries no light is turned "
        "around in it, gently, and sent back.",
        after="The shadow across {where} thins where the lantern shines.",
    ),
    *turn(
        "obstacle_lantern_ns_000202_gloom",
        "gloom at both ends",
        "Only the middle of the room can be seen. Both ends are lost in a gloom as thick as wool.",
        after="By the light of the lantern both ends of the room come out of their gloom.",
    ),
    *turn(
        "obstacle_lantern_n_250777_labyrinth",
        "unlit maze",
        "Low walls wind through the dark, and their corners have all been polished by hands "
        "that felt their way. A lantern would make it easy.",
        second="in a blind alley of the dark maze",
        after="Low walls wind through the room. By the light of the lantern it is no maze.",
    ),
]

_ROPE = [
    row(
        "obstacle_rope_nsew_000020_shaft",
        "shaft in the middle",
        "The middle of the floor has fallen into a shaft, and ledges to some of the doors went "
        "with it. An iron hook in the ceiling asks for a rope.",
        after="The middle of the floor has fallen into a shaft, no wider than a swing on the rope.",
    ),
    *turn(
        "obstacle_rope_n_200200_gap",
        "gap before a door",
        "A gap as wide as a cart cuts off {where}. Above it sticks out a beam.",
        after="A gap as wide as a cart cuts off {where}. The rope reaches the beam above it.",
    ),
    *turn(
        "obstacle_rope_ns_000202_balconies",
        "two high doors",
        "There are doors at both ends, a full storey above the floor, with rings in their "
        "sills and no stairs.",
        after="There are doors at both ends, a full storey above the floor. The rope is longer "
        "than that.",
    ),
    *turn(
        "obstacle_rope_n_200700_ravine",
        "ravine",
        "A ravine runs along {where}. Something at its bottom is breathing, or it is water.",
        second="on a shelf of rock beyond the ravine",
        after="A ravine runs along {where}. The rope reaches across, and something below has "
        "stopped to listen.",
    ),
    *turn(
        "obstacle_rope_n_250777_pillars",
        "pillars over an abyss",
        "Broken pillars rise from an abyss, each of them just too far from the next to jump. "
        "Their capitals are worn by ropes.",
        second="on the tallest pillar",
        depth=(3, None),
        after="Broken pillars rise from an abyss, each of them a swing of the rope from the next.",
    ),
]

_HAMMER = [
    row(
        "obstacle_hammer_nsew_000020_crystal",
        "crystal growth",
        "Crystal has grown out of the middle of the room, over doors and all. It is brittle, "
        "and it is waiting for a hammer.",
        after="Crystal has grown out of the middle of the room. It rings when the hammer comes "
        "near.",
    ),
    *turn(
        "obstacle_hammer_n_200200_pane",
        "wall of glass",
        "A pane as thick as a fist stands before {where}. The last bare hands that tried left "
        "their prints.",
        after="A pane as thick as a fist stands before {where}, thin enough for a hammer.",
    ),
    *turn(
        "obstacle_hammer_ns_000202_icicles",
        "glass icicles",
        "Icicles of glass, from ceiling to floor, close both ends of the room like teeth.",
        after="Icicles of glass hang at both ends of the room. The hammer makes short work of "
        "them.",
    ),
    *turn(
        "obstacle_hammer_n_200700_stalks",
        "stalks of glass",
        "Along {where} stand stalks of glass, close as wheat.",
        second="in a clearing among the stalks",
        after="Along {where} stand stalks of glass, and the hammer mows them.",
    ),
]

_WADERS = [
    row(
        "obstacle_waders_nsew_000020_pool",
        "acid pool",
        "Vitriol has pooled in the middle and runs in gutters before some of the doors. It has "
        "opinions about shoes. High waders might change them.",
        after="Vitriol has pooled in the middle and runs in gutters. Its opinions do not reach "
        "through waders.",
    ),
    *turn(
        "obstacle_waders_n_200200_ditch",
        "ditch before a door",
        "A ditch, brim-full and the colour of verdigris, lies across {where}.",
        after="A ditch the colour of verdigris lies across {where}, no deeper than the waders.",
    ),
    *turn(
        "obstacle_waders_ns_000202_troughs",
        "troughs at both ends",
        "Etching troughs take up both ends of the room. What drips from the ceiling into them "
        "does not splash, it hisses.",
        after="Etching troughs take up both ends of the room. In waders you can step through.",
    ),
    *turn(
        "obstacle_waders_n_250777_cistern",
        "flooded hall",
        "The hall is flooded to the knee with something that only looks like water; a dropped "
        "leaf is gone before it lands.",
        second="on an island of tiles",
        after="The hall is flooded to the knee with something that only looks like water. The "
        "waders are higher.",
    ),
]

_BELLOWS = [
    row(
        "obstacle_bellows_nsew_000000_smoke",
        "smoke",
        "Smoke stands in the room, too heavy to rise, and nobody can breathe before some of "
        "the doors. A good blast from bellows would move it.",
        after="Smoke hangs under the ceiling, where the bellows have blown it.",
    ),
    *turn(
        "obstacle_bellows_n_200200_embers",
        "bed of embers",
        "A bed of embers glows in front of {where}. It needs more breath than you have to blow "
        "it out.",
        after="A bed of embers in front of {where} goes grey under the bellows.",
    ),
    *turn(
        "obstacle_bellows_ns_000202_spores",
        "clouds of spores",
        "Yellow clouds of spores hang at both ends. They drift towards warmth, and you are warm.",
        after="Yellow spores hang at both ends, and keep away from the bellows.",
    ),
    *turn(
        "obstacle_bellows_n_200700_down",
        "drifts of down",
        "Down from a thousand pillows has drifted against {where}, higher than a head. Step in "
        "and it closes over you; blow, and it flies.",
        second="under the drifts",
        after="Down from a thousand pillows has drifted against {where}. The bellows make it fly.",
    ),
]

_MIRROR = [
    row(
        "obstacle_mirror_nsew_000020_eye",
        "turning eye",
        "An eye of glass turns on a post in the middle. Before some of the doors its stare "
        "pins you to the spot, until it is made to look at itself.",
        after="An eye of glass turns on a post in the middle, and looks away from the mirror.",
    ),
    *turn(
        "obstacle_mirror_n_200200_beam",
        "beam before a door",
        "A beam of light, thin and humming, crosses {where} at the height of a chest. It has "
        "burnt a black spot into the stone.",
        after="A beam of light, thin and humming, crosses {where}, and bends at the mirror.",
    ),
    *turn(
        "obstacle_mirror_ns_000202_statues",
        "staring statues",
        "At both ends stand statues that do not allow it. How they do not allow it cannot be "
        "said, but their eyes are very new.",
        after="At both ends stand statues. Before the mirror they do allow it.",
    ),
    *turn(
        "obstacle_mirror_n_250777_lattice",
        "lattice of light",
        "Light stands in the room in bars, from wall to wall, like a cage that has been turned "
        "inside out. With a mirror one could bend them.",
        second="in the heart of the lattice",
        depth=(3, None),
        after="Light stands in the room in bars, and the mirror bends them apart.",
    ),
]

ROWS = [*_LANTERN, *_ROPE, *_HAMMER, *_WADERS, *_BELLOWS, *_MIRROR]
"""The rows of obstacles, which shut doors until the players have an item."""
