"""The shell of a room: floors, and doors of every kind.

A door is written for the north wall and rotated for the others. Doors with the big key and
entrances take the whole room, so their texts are the whole description of the room.
"""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

_FLOORS = [
    row("floor_flagstones", "flagstones", "The flagstones are worn hollow along the middle."),
    row("floor_brick", "brick", "The floor is brick, laid in a pattern that never quite repeats."),
    row("floor_sand", "sand", "Fine sand covers the floor and keeps the print of every step."),
    row("floor_boards", "boards", "Boards lie here over water, and tell it who is walking."),
    row(
        "floor_cullet",
        "broken glass",
        "Broken glass, ground small by many feet, crunches like snow.",
        depth=(2, None),
    ),
    row(
        "floor_mirror",
        "black glass",
        "The floor is one sheet of black glass, and somebody walks under it, sole to sole "
        "with you.",
        depth=(5, None),
        weight=6,
    ),
]

_DOORS = [
    *turn("door_open_n_200000_arch", "archway", "An archway opens in {where}."),
    *turn("door_open_n_200000_plank", "plank door", "In {where} a plank door stands ajar."),
    *turn(
        "door_open_n_200000_chains",
        "curtain of chains",
        "A curtain of thin chains hangs in {where} and sways, though there is no wind.",
    ),
    *turn(
        "door_open_n_200200_steps",
        "steps to a door",
        "Three steps climb to an opening in {where}.",
        weight=6,
    ),
    *turn(
        "door_closed_n_200000_slab",
        "slab",
        "A slab of slate fills the doorway in {where}. It has no handle and no lock.",
        again=["In {where} a slab of slate stands where a door should."],
        after="The slab of slate in {where} has sunk into the sill.",
    ),
    *turn(
        "door_closed_n_200000_portcullis",
        "portcullis",
        "A portcullis is down in {where}, its teeth deep in the sill.",
        again=["A portcullis closes {where}, its bars as thick as wrists."],
        after="The portcullis in {where} is up, and drips.",
    ),
    *turn(
        "door_smallkey_n_200000_padlock",
        "padlocked door",
        "A door in {where} is held by a padlock as big as a loaf.",
        again=["On a door in {where} hangs a padlock, too large for its hasp."],
        after="The padlock of the door in {where} hangs open, the key still in it.",
    ),
    *turn(
        "door_smallkey_n_200000_brass",
        "brass lock",
        "A brass plate gleams around a small keyhole in {where}.",
        again=["A door in {where} has a keyhole of brass, rubbed bright."],
        after="A small key sticks in the brass plate in {where}.",
    ),
    *turn(
        "door_weakwall_n_200000_draught",
        "wall with a draught",
        "Somewhere in {where} a draught whistles one thin note.",
        after="Over broken stones a way leads on through {where}.",
    ),
    *turn(
        "door_weakwall_n_200000_hollow",
        "hollow wall",
        "Knock on {where} and it answers, as walls should not.",
        after="Where {where} was hollow is a hole large enough to walk through.",
    ),
    *turn(
        "door_veryweakwall_n_200000_cracks",
        "cracked wall",
        "Cracks run over {where} like the map of a river.",
        after="Along its cracks {where} has come down, and a way leads on.",
    ),
    *turn(
        "door_veryweakwall_n_200000_patch",
        "patched wall",
        "Somebody has closed {where} in a hurry, with rubble and too little mortar.",
        after="The rubble that closed {where} lies to both sides of a way.",
    ),
    *turn(
        "door_exit_n_200000_daylight",
        "way out into daylight",
        "Daylight, grey and welcome, falls through an opening in {where}.",
    ),
    *turn(
        "door_exit_n_200000_ladder",
        "ladder out",
        "At {where} iron rungs climb towards the sound of the town.",
    ),
]

_WHOLE_ROOM_DOORS = [
    *turn(
        "door_bigkey_n_200777_leaves",
        "great double door",
        "The room is nothing but the way to a great double door in {where}. Two glass lions "
        "watch its keyhole.",
        after="The great double door in {where} stands open, and its two glass lions look past "
        "you.",
    ),
    *turn(
        "door_bigkey_n_200777_seal",
        "sealed gate",
        "All pillars lean towards {where}, where a round gate is sealed with lead. The keyhole "
        "would take a finger.",
        after="All pillars lean towards {where}, where a round gate stands open. Its seal lies "
        "broken below.",
    ),
    *turn(
        "door_bigkey_n_200777_furnace",
        "furnace door",
        "A furnace door fills {where}, still warm, with a lock for a very large key.",
        depth=(4, None),
        after="The furnace door that fills {where} stands open. It leads on, and has gone cold.",
    ),
    *turn(
        "door_entrance_n_200777_stair",
        "stair from above",
        "A stair comes down through {where}. Here people put on their boots, and some have "
        "left them.",
    ),
    *turn(
        "door_entrance_n_200777_guardroom",
        "guardroom",
        "A guardroom, long without guards, lies behind the gate in {where}. On the wall is "
        "chalked: count your keys.",
    ),
    *turn(
        "door_entrance_n_200777_landing",
        "landing stage",
        "Water laps at a landing stage below {where}. A boat could come in here, if boats "
        "still did.",
    ),
]

ROWS = [*_FLOORS, *_DOORS, *_WHOLE_ROOM_DOORS]
"""The rows of floors and doors."""
