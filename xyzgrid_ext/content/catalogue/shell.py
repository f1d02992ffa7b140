"""The shell of a room: floors, and doors of every kind.

A door is written for the north wall and turned. Doors with the big key and entrances take the
whole room, so their texts are the whole description of the room.
"""

from xyzgrid_ext.content.catalogue.writing import row, turn

FLOORS = [
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

PLAIN = [
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
    ),
    *turn(
        "door_closed_n_200000_portcullis",
        "portcullis",
        "A portcullis is down in {where}, its teeth deep in the sill.",
    ),
    *turn(
        "door_smallkey_n_200000_padlock",
        "padlocked door",
        "A door in {where} is held by a padlock as big as a loaf.",
    ),
    *turn(
        "door_smallkey_n_200000_brass",
        "brass lock",
        "A brass plate gleams around a small keyhole in {where}.",
    ),
    *turn(
        "door_weakwall_n_200000_draught",
        "wall with a draught",
        "Somewhere in {where} a draught whistles one thin note.",
    ),
    *turn(
        "door_weakwall_n_200000_hollow",
        "hollow wall",
        "Knock on {where} and it answers, as walls should not.",
    ),
    *turn(
        "door_veryweakwall_n_200000_cracks",
        "cracked wall",
        "Cracks run over {where} like the map of a river.",
    ),
    *turn(
        "door_veryweakwall_n_200000_patch",
        "patched wall",
        "Somebody has closed {where} in a hurry, with rubble and too little mortar.",
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

WHOLE = [
    *turn(
        "door_bigkey_n_200777_leaves",
        "great double door",
        "The room is nothing but the way to a great double door in {where}. Two glass lions "
        "watch its keyhole.",
    ),
    *turn(
        "door_bigkey_n_200777_seal",
        "sealed gate",
        "All pillars lean towards {where}, where a round gate is sealed with lead. The keyhole "
        "would take a finger.",
    ),
    *turn(
        "door_bigkey_n_200777_furnace",
        "furnace door",
        "A furnace door fills {where}, still warm, with a lock for a very large key.",
        depth=(4, None),
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

ROWS = [*FLOORS, *PLAIN, *WHOLE]
