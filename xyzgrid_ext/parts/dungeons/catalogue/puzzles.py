"""Puzzles: boards to solve, and riddles to answer.

The boards contain only levels that the solver can win, since a dungeon relies on its puzzles.
"""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

BOARDS = [
    *turn(
        "puzzle_000700_sack",
        "lone sack of salt",
        "Along {where} the floor is ruled in squares of brass. One sack of salt stands on the "
        "wrong one.",
        board="boxes:1",
        depth=(0, 4),
        after="Along {where} the floor is ruled in squares of brass, and a sack of salt stands "
        "on the right one.",
    ),
    *turn(
        "puzzle_000700_corner",
        "salt store in miniature",
        "At {where} a salt store has been built knee-high, with sacks and one small tin porter "
        "who waits for orders.",
        board="boxes:2",
        after="At {where} a salt store stands knee-high, each sack in its place. The tin porter "
        "sits down.",
    ),
    *turn(
        "puzzle_000660_scales",
        "floor of scales",
        "In {where} the floor is a scale in many parts, and heavy sacks lie on the wrong ones.",
        board="boxes:3",
        depth=(2, None),
        after="In {where} the floor is a scale in many parts, and all of them are level.",
    ),
    *turn(
        "puzzle_000700_strongroom",
        "crowded strongroom",
        "A grating closes off {where}. Behind it sacks are jammed between the pillars, and the "
        "marks where they belong are worn bright.",
        board="boxes:4",
        depth=(4, None),
        after="The grating before {where} stands open, and behind it each sack is where it "
        "belongs.",
    ),
    *turn(
        "puzzle_000444_pond",
        "frozen tank",
        "A tank runs along {where}, frozen over. Tiny lanterns stand on the ice, and a tin "
        "skater has lost his way between them.",
        board="ice:1",
        after="A frozen tank runs along {where}. A tin skater stands at its end, and bows.",
    ),
    *turn(
        "puzzle_000700_willows",
        "frozen garden",
        "In a tray at {where} lies a garden in winter, no larger than a table, with a pond that "
        "somebody polishes.",
        board="ice:2",
        depth=(2, None),
        after="In a tray at {where} lies a garden in winter. Its pond is without a scratch.",
    ),
    *turn(
        "puzzle_000700_dollshouse",
        "burning doll's house",
        "A doll's house fills {where}. A flame the size of a bean goes from room to room, and "
        "somebody in there is asleep.",
        board="fire:1",
        after="A doll's house fills {where}, singed, but standing. Somebody in there sleeps on.",
    ),
]

RIDDLES = [
    *turn(
        "puzzle_000700_mouth",
        "stone mouth",
        "A stone mouth yawns at {where}. 'I answer everyone,' it says, 'and never began a talk.'",
        answer=["echo", "an echo"],
        again=[
            "A stone mouth yawns at {where}. 'Call me,' it says, 'and I give you back your word.'",
            "A stone mouth yawns at {where}. 'I have no tongue,' it says, 'and speak the language "
            "of whoever asks.'",
        ],
        after="A stone mouth at {where} is shut, and looks content.",
    ),
    *turn(
        "puzzle_000007_sundial",
        "sundial",
        "A sundial without a sun is set into {where}. Around it stands: 'I lie at your feet all "
        "day, long in the evening; nobody ever picked me up.'",
        answer=["shadow", "a shadow", "my shadow"],
        again=[
            "A sundial without a sun is set into {where}. Around it stands: 'I go with you into "
            "the light, and leave you in the dark.'",
            "A sundial without a sun is set into {where}. Around it stands: 'The lower the lamp, "
            "the longer I grow.'",
        ],
        after="A sundial without a sun is set into {where}. A shadow lies on it.",
    ),
    *turn(
        "puzzle_000111_digger",
        "digger's tomb",
        "On a digger's tomb at {where} is carved: 'Take from me and I grow. Give to me and I am "
        "gone.'",
        answer=["hole", "a hole", "pit", "a pit"],
        again=[
            "On a digger's tomb at {where} is carved: 'I am all that he left, and I weigh "
            "nothing.'",
            "On a digger's tomb at {where} is carved: 'Put me into a barrel, and it gets lighter.'",
        ],
        after="A digger's tomb at {where} has opened. There is nothing in it, as promised.",
    ),
    *turn(
        "puzzle_000700_quay",
        "painted quay",
        "A fresco of the quay covers {where}. A painted fisherman holds up a slate: 'Twice a day "
        "she comes to call, and never once has stepped ashore.'",
        answer=["tide", "the tide", "high tide", "flood"],
        again=[
            "A fresco of the quay covers {where}. On a painted boat stands: 'I come in without a "
            "door, and take the beach with me when I go.'",
            "A fresco of the quay covers {where}. A painted child asks: 'Who lifts every boat in "
            "the harbour, and has no arms?'",
        ],
        after="A fresco of the quay covers {where}. The painted water has come in.",
    ),
    *turn(
        "puzzle_000444_chandler",
        "chandler's table",
        "The table along {where} was a chandler's. Burnt into its edge: 'I wear my death on my "
        "head, and shrink for joy of it.'",
        answer=["candle", "a candle"],
        again=[
            "The table along {where} was a chandler's. Burnt into its edge: 'Tall when I am "
            "young, short when I am old.'",
            "The table along {where} was a chandler's. Burnt into its edge: 'One breath, and my "
            "life is over.'",
        ],
        after="On the chandler's table along {where} burns a candle.",
    ),
    row(
        "puzzle_000020_bell",
        "bell without a clapper",
        "A bell without a clapper hangs in the middle. Its inscription: 'One word is enough to "
        "break me. Which?'",
        answer=["silence"],
        again=[
            "A bell without a clapper hangs in the middle. Its inscription: 'Say my name, and I "
            "am gone.'",
            "A bell without a clapper hangs in the middle. Its inscription: 'Everybody keeps me "
            "at a grave, and nobody hears me.'",
        ],
        after="A bell without a clapper hangs in the middle, and is silent.",
    ),
]

ROWS = [*BOARDS, *RIDDLES]
