"""Chests: plain ones (`open`), and big ones that hold an item and need the big key."""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

_OPEN_TREASURES = [
    *turn(
        "treasure_open_000400_chest",
        "chest",
        "A small chest stands in {where}.",
        again=[
            "In {where} is a small chest, its corners bound with tin.",
            "Somebody has set down a small chest in {where}.",
        ],
        after="A small chest stands open in {where}.",
    ),
    *turn(
        "treasure_open_000400_trunk",
        "sailor's trunk",
        "A sailor's trunk has been pushed into {where}; its owner's name is scratched out.",
        after="A sailor's trunk stands open in {where}, and smells of salt.",
    ),
    *turn(
        "treasure_open_000200_coffer",
        "stone coffer",
        "A coffer of stone is let into the floor at {where}. The lid has been moved before.",
        after="A coffer of stone at {where} is open, its lid beside it.",
    ),
    *turn(
        "treasure_open_000400_basket",
        "fish basket",
        "In {where} lies a fish basket, tied with far too many knots.",
        after="In {where} lies a fish basket, all its knots cut.",
    ),
    row(
        "treasure_open_000020_plinth",
        "box on a plinth",
        "In the middle rises a plinth, and on it waits a box. Anybody would suspect a trap, "
        "and anybody would open it.",
        after="In the middle rises a plinth with an open box on it. It was no trap.",
    ),
    *turn(
        "treasure_open_000600_counter",
        "till",
        "A shop counter closes off {where}. Behind it the till is shut.",
        depth=(1, None),
        after="A shop counter closes off {where}. Behind it the till is open.",
    ),
    *turn(
        "treasure_open_000400_reliquary",
        "reliquary",
        "A reliquary shaped like a hand stands in {where}, palm up, fingers closed.",
        depth=(3, None),
        weight=6,
        after="A reliquary shaped like a hand stands in {where}, palm up, fingers open.",
    ),
]

_BIG_KEY_TREASURES = [
    *turn(
        "treasure_bigkey_000400_ironbound",
        "iron-bound chest",
        "An iron-bound chest squats in {where}. Its lock is as large as a face.",
        after="An iron-bound chest squats in {where}, its mouth wide open.",
    ),
    row(
        "treasure_bigkey_000020_altar",
        "chest on an altar",
        "A chest of blue glass stands on an altar in the middle. There is something in it, and "
        "the light will not say what.",
        after="A chest of blue glass stands open on an altar in the middle. Its light has gone "
        "out.",
    ),
    *turn(
        "treasure_bigkey_000111_longchest",
        "long chest",
        "Along {where} stretches a chest as long as a rowing boat, with one great lock.",
        after="Along {where} stretches a chest as long as a rowing boat, its lid up.",
    ),
    *turn(
        "treasure_bigkey_000660_vault",
        "vault",
        "A vault of riveted plates is built into {where}. It was made to be opened once.",
        depth=(3, None),
        after="A vault of riveted plates in {where} stands open. It was made for that, once.",
    ),
    *turn(
        "treasure_bigkey_000700_sarcophagus",
        "sarcophagus",
        "At {where} lies a sarcophagus whose lid shows a sleeper with a keyhole for a heart.",
        after="At {where} lies a sarcophagus, its lid pushed aside. The sleeper on it looks "
        "relieved.",
    ),
]

ROWS = [*_OPEN_TREASURES, *_BIG_KEY_TREASURES]
"""The rows of chests, some of which need the big key."""
