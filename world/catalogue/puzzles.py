"""Puzzles: boards to be solved, and riddles that are answered aloud."""

from world.catalogue.writing import row, turn

BOARDS = [
    *turn(
        "puzzle_000700_crates",
        "stacked crates",
        "Along {where} crates stand on a grid of brass plates, nearly in order.",
        board="boxes:1",
        depth=(0, 4),
    ),
    *turn(
        "puzzle_000700_freight",
        "freight yard in miniature",
        "At {where} a freight yard has been built knee-high, with crates, rails, and one small "
        "tin porter who waits for orders.",
        board="boxes:2",
    ),
    *turn(
        "puzzle_000660_weights",
        "weights on a scale floor",
        "In {where} the floor is a scale in many parts, and heavy boxes lie on the wrong ones.",
        board="boxes:3",
        depth=(3, None),
    ),
    *turn(
        "puzzle_000700_mine",
        "mine behind glass",
        "Behind a pane at {where} lies a toy mine with real boulders, and a crank to dig by.",
        board="boulders:1",
    ),
    *turn(
        "puzzle_000700_fire",
        "burning doll's house",
        "A doll's house fills {where}. A flame no larger than a bean goes from room to room, "
        "and a doll with a bucket looks at you.",
        board="fire:1",
    ),
    *turn(
        "puzzle_000700_serpent",
        "brass serpent",
        "In a tray at {where} a brass serpent lies curled around its own tail, hungry.",
        board="snake:1",
    ),
    *turn(
        "puzzle_000444_gallery",
        "shooting gallery",
        "A shooting gallery runs along {where}; tin gulls wait on its wires.",
        board="shooter:1",
    ),
]

RIDDLES = [
    *turn(
        "puzzle_000700_mouth",
        "stone mouth",
        "A stone mouth yawns at {where}. 'I answer everyone,' it says, 'and never began a talk.'",
        answer=["echo", "an echo"],
    ),
    *turn(
        "puzzle_000007_sundial",
        "sundial",
        "A sundial without a sun is set into {where}. Around it stands: 'I lie at your feet all "
        "day, long in the evening; nobody ever picked me up.'",
        answer=["shadow", "a shadow", "my shadow"],
    ),
    *turn(
        "puzzle_000111_digger",
        "digger's tomb",
        "On a digger's tomb at {where} is carved: 'Take from me and I grow. Give to me and I am "
        "gone.'",
        answer=["hole", "a hole", "pit", "a pit"],
    ),
    *turn(
        "puzzle_000700_quay",
        "painted quay",
        "A fresco of the quay covers {where}. A painted fisherman holds up a slate: 'Twice a day "
        "she comes to call, and never once has stepped ashore.'",
        answer=["tide", "the tide", "high tide", "flood"],
    ),
    *turn(
        "puzzle_000444_chandler",
        "chandler's table",
        "The table along {where} was a chandler's. Burnt into its edge: 'I wear my death on my "
        "head, and shrink for joy of it.'",
        answer=["candle", "a candle"],
    ),
    row(
        "puzzle_000020_bell",
        "bell without a clapper",
        "A bell without a clapper hangs in the middle. Its inscription: 'One word is enough to "
        "break me. Which?'",
        answer=["silence"],
    ),
]

ROWS = [*BOARDS, *RIDDLES]
