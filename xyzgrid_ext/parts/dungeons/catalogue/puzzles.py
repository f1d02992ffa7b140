"""Puzzles: boards to solve, riddles from a deck, and what asks them.

The boards contain only levels that the solver can win, since a dungeon relies on its puzzles.
"""

from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn


def riddle(text: str, *answers: str) -> dict[str, object]:
    """Return the row of a riddle, with all words that answer it; the first one is its name."""
    return {"riddle": text, "answer": list(answers)}


_BOARD_PUZZLES = [
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

_RIDDLE_TEXTS = [
    riddle("I answer everyone, and never speak first.", "echo"),
    riddle(
        "I lie at your feet all day, long in the evening; nobody ever picked me up.",
        "shadow",
        "my shadow",
    ),
    riddle("Take from me and I grow. Give to me and I am gone.", "hole", "pit"),
    riddle(
        "Twice a day she comes to call, and never once has stepped ashore.",
        "tide",
        "high tide",
        "flood",
    ),
    riddle("I wear my death on my head, and shrink for joy of it.", "candle"),
    riddle("Say my name, and I am gone.", "silence"),
    riddle("I am thrown out when I am needed, and taken in when I am not.", "anchor"),
    riddle("I have a mouth and never speak, a bed and never sleep.", "river", "stream"),
    riddle("I take the harbour away, and leave the bell.", "fog", "mist"),
    riddle(
        "Sand I was and fire I had. Now you look through me as if I were not there.",
        "glass",
        "window",
        "pane",
    ),
    riddle("Water made me, and water takes me back; no soup is soup without me.", "salt"),
    riddle("I have a tongue and no mouth, and am heard in three villages.", "bell"),
    riddle("I am no larger than your finger, and a whole house obeys me.", "key"),
    riddle("I have every face in the house by day, and none by night.", "mirror", "looking glass"),
    riddle("My mother is hot and I am grey. I leave by the roof and never come back.", "smoke"),
    riddle(
        "In winter I am a bridge that nobody built; in spring nobody can find me.",
        "ice",
        "frozen lake",
    ),
    riddle("I have two hands and never washed them, a face and never turned it.", "clock", "watch"),
    riddle(
        "We are weak, and hold each other by the waist; so we can hold a ship.",
        "rope",
        "cable",
        "hawser",
    ),
    riddle("I have no lungs, and work by other people's breath.", "sail", "sails"),
    riddle("I never work without my brother, and both of us in the wet.", "oar", "oars"),
    riddle("I leave a road behind me, and nobody can walk it.", "ship", "boat", "keel"),
    riddle(
        "I warn everyone away, and everyone is glad to see me.", "lighthouse", "beacon", "light"
    ),
    riddle(
        "I waste away once a month, and nobody sends for the doctor. I pull at the lake, and have "
        "no hands.",
        "moon",
    ),
    riddle(
        "At night they come without being fetched; by day they are lost without being stolen.",
        "stars",
        "star",
    ),
    riddle("I try every door in town, and come in by none.", "wind", "storm", "draught"),
    riddle("Light as a feather; and no diver ever held me for an hour.", "breath", "air"),
    riddle(
        "The more of them you take, the more you leave behind.", "footsteps", "steps", "footprints"
    ),
    riddle("It is yours, and others use it more than you.", "name", "my name", "your name"),
    riddle("A head and a tail, and nothing between.", "coin", "penny"),
    riddle(
        "I have lakes without water, streets without dust, and a town that fits in your pocket.",
        "map",
        "chart",
    ),
    riddle("I have leaves and no root, and a spine and no bones.", "book"),
    riddle("I have one eye, and drag my tail through the linen.", "needle"),
    riddle("I am made of holes, and hold a supper for ten.", "net", "fishing net", "nets"),
    riddle("A white house without a door; who lives in it must break it to get out.", "egg"),
    riddle("The more I dry, the wetter I am.", "towel", "cloth", "sponge"),
    riddle("I say nothing until my seal is broken, and then all of it at once.", "letter"),
    riddle("I stand in the square on my head, and everybody drinks from my foot.", "well"),
    riddle("I fall all day, and am never hurt.", "rain"),
    riddle("Feed me and I live. Give me a drink and I die.", "fire", "flame"),
    riddle("Everybody spends me, and nobody has saved any.", "time"),
    riddle("The more there is of me, the less you see.", "darkness", "dark", "night"),
    riddle(
        "You go there every night and pack nothing; by breakfast you cannot say where it was.",
        "dream",
        "dreams",
        "sleep",
    ),
    riddle("Two can carry me, and three never could.", "secret"),
    riddle("I am given and still kept; I am broken, and nobody touched me.", "promise", "word"),
    riddle(
        "I go up and I go down, and have not moved since I was built.",
        "stairs",
        "stair",
        "staircase",
        "ladder",
    ),
    riddle("I do my duty only when hit on the head.", "nail"),
    riddle("I come down without a sound, and the whole town speaks softly.", "snow"),
]

_RIDDLES = [
    *turn(
        "puzzle_000700_mouth",
        "stone mouth",
        "A stone mouth yawns at {where}. '{riddle}' it says, and waits.",
        "A stone mouth opens at {where}, and clears a throat of gravel. '{riddle}'",
        after="A stone mouth at {where} is shut, and looks content.",
    ),
    *turn(
        "puzzle_000007_sundial",
        "sundial",
        "A sundial without a sun is set into {where}. Around it stands: '{riddle}'",
        after="A sundial without a sun is set into {where}. It shows the right time.",
    ),
    *turn(
        "puzzle_000111_digger",
        "digger's tomb",
        "On a digger's tomb at {where} is carved: '{riddle}'",
        "A digger has carved his last words on his own tomb at {where}: '{riddle}'",
        after="A digger's tomb at {where} has opened. There is nothing in it, as he would have "
        "wished.",
    ),
    *turn(
        "puzzle_000700_quay",
        "painted quay",
        "A fresco of the quay covers {where}. A painted fisherman holds up a slate: '{riddle}'",
        "A fresco of the quay covers {where}. On a painted boat stands, in very small letters: "
        "'{riddle}'",
        after="A fresco of the quay covers {where}. The painted people nod to you.",
    ),
    *turn(
        "puzzle_000444_chandler",
        "chandler's table",
        "The table along {where} was a chandler's. Burnt into its edge: '{riddle}'",
        after="On the chandler's table along {where} burns a candle.",
    ),
    row(
        "puzzle_000020_bell",
        "bell without a clapper",
        "A bell without a clapper hangs in the middle. Its inscription: '{riddle}'",
        "A bell without a clapper hangs in the middle. Somebody whispers in it: '{riddle}'",
        after="A bell without a clapper hangs in the middle. It has rung once.",
    ),
    *turn(
        "puzzle_000007_schoolroom",
        "school slate",
        "A school slate hangs at {where}, with a sum on it that does not come out, and below it: "
        "'{riddle}'",
        after="A school slate hangs at {where}, and on it: 'Correct. Go and play.'",
    ),
    *turn(
        "puzzle_000400_parrot",
        "brass parrot",
        "A brass parrot sits in {where}, turns its key by itself, and says: '{riddle}'",
        after="A brass parrot sits in {where} with its head under its wing.",
    ),
]

ROWS = [*_BOARD_PUZZLES, *_RIDDLES, *_RIDDLE_TEXTS]
"""The rows of boards and of things that ask riddles, and the riddles."""
