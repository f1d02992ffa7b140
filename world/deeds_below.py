"""What players can do in the glassworks and in the Undertow: see `deeds`."""

from world.deeds import SQUARE, TAVERN, deed

STOOL = "the stool"
_WORMHOLE = {
    "bubble, wormhole, glass": {
        "touch, push": "It is cool, and rounder than it looks. Your hand comes away humming.",
        "listen, ring": "One note, held for a hundred years.",
    }
}
GLASSWORKS = {
    "The Works Entrance": {
        "plates, glass": {"ring, knock": "You would rather not, and it would rather you did not."}
    },
    "The Gate Yard": {
        "clock": {"turn, wind": "Five past four, it says again, with some force."},
        "carts, cart": {"push": "The ruts are full, and the fish have the right of way."},
        "fish": {"get": "They let you nearly, and are very calm about it."},
    },
    "The Counting House": {
        "ledgers, ledger": {
            "write": "You enter below it: one visitor, received. It looks tidy.",
            "turn": "Panes, panes, panes, lake.",
        },
    },
    "The Wharf Crane": _WORMHOLE,
    "The Packing Loft": {
        "goblets, goblet": {
            "ring, touch": "It rings for a wedding, once, and you lay it back in its straw.",
            "get, drink": "They are all promised.",
        },
        "crates, crate": {"open": "Straw, and under the straw, a dozen small mouths."},
    },
    "The Great Scale": {
        "pans, pan, scale": {
            "push, pull, sit": "You step on the empty one. Nothing moves: you weigh as much as "
            "you did.",
        },
    },
    "The Lime Window": {
        "flowers, frost, pane": {
            "touch, blow, wipe": "They come off on your sleeve. There is no window. It hums at you."
        }
    },
    "The Batch Ladder": {"handprints": {"touch": "Your hand is smaller than all but one."}},
    "The Hoist": {
        "chain": {"pull, push": "It will not be hurried: one link, and a minute, and one link."}
    },
    "The Batch House": {"dust": {"write, dig": "You write your name. The dust has it already."}},
    "The Great Furnace": {
        "glow, mouth, mouths": {
            "blow": "It goes up to yellow, and sinks again, and sighs.",
            "touch": "Warm as a forehead.",
            "wake, shout": "It stirs. You let it sleep.",
        },
    },
    "The Ash Door": {"door, iron door": {"open, pull": "It is warm, and it hums, and it stays."}},
    "The Crown": {
        "bricks, crown": {
            "jump, dance, kick": "The vault rings under you, and in the hall below, something "
            "orange opens one eye.",
        },
        "": {
            "jump, dance, stamp": deed(
                "The vault rings under you like a bell.", "{name} makes the vault ring."
            )
        },
    },
    "The Master's Chair": {
        "bench, chair, seat": {
            "sit": deed(
                "You dare. The arms are just where your arms are. Nobody comes to say that you "
                "may not, and you get up before somebody does.",
                "{name} sits down in the master's chair, and gets up again rather soon.",
            ),
        },
        "apron": {"wear, get": "You lift it from its hook, and it weighs two hundred years."},
    },
    "The Frozen Breath": _WORMHOLE,
    "The Bridge of Chairs": {
        "chairs, chair, bridge": {
            "sit": "You sit down over nothing. Forty of them take your weight, and one complains.",
            "jump, shake": "It sways, and holds. You do not ask it twice.",
            "count": "Forty-one.",
        },
    },
    "The Swan Bench": {
        "swans, swan": {
            "touch, pet": "It lets you. The one beside it has moved.",
            "get": "Each is somebody's test. You have not sat it.",
            "count": "You count them twice, and get one more.",
        },
    },
    "The Pipe Racks": {
        "pipes, pipe, blowpipes": {
            "play, blow": deed(
                "You blow across the longest. The racks take a breath, and for one line it is "
                "exactly the song.",
                "{name} blows across a pipe, and the racks join in.",
            ),
        },
    },
    "The Annealing Oven": {
        "globes, globe, lamp globes": {
            "touch, ring": "Ping, says the globe, and down the dark the others pass it on.",
            "get": "They have waited so long; they can wait until they are done.",
        },
        "door": {"open, pull": "A week, it says on the waybill. You do not look at the date."},
        "": {"listen": "Ping. And ping. Ten thousand of them, taking turns."},
    },
    "The Lehr Mouth": {
        "wagons, wagon": {"push": "It rolls a hand's breadth, and its cup chimes for the next."},
        "cups, cup": {"ring, get": "It is for whoever it was for."},
    },
    "The Warm Stones": {
        "stones, stone": {"sit, touch": "You would not mind staying. The shirts did not, either."},
        "shirts, shirt": {"wear, get, ask": "They explain, with both arms, that they are stiff."},
    },
    "The Oven Hatch": {
        "hatch": {
            "close, shut": "You close it. It opens. So that is what happened.",
            "open": "It was shut for as long as your hand was on it.",
        },
    },
    "The Cutting Wheels": {
        "wheels, wheel": {
            "turn, push": "All thirty go round a little, and one more, a little later.",
            "listen": "Thirty-one.",
        },
    },
    "The Apprentice's Corner": {
        "stool": {"sit": "From here, and only from here, the city on the wall has a gate."},
        "candle, candle end": {"light": "The wick is a stub. The city is lit well enough."},
        "goblet": {
            "turn, touch": "You turn it, and the sun goes over the city, end to end.",
            "get, drink": "It must have taken years. It stays.",
        },
    },
    "The Engravers' Window": {"pike": {"wave": "It is unmoved, like most critics."}},
    "The Mill Race": {
        "water": {"drink, touch": "It hurries around your hand as if it were late."},
    },
    "The Mirror Gallery": {
        "mirrors, mirror, you": {
            "wave, smile, touch": "All of you do. The smallest, farthest one does something else.",
        },
        "": {"wave, smile, bow": "All of you do. The smallest, farthest one does something else."},
    },
    "The Mercury Bath": {
        "quicksilver, mercury, lake": {
            "touch, drink": "The silverers did. You keep your hands in your pockets.",
        },
    },
    "The Silver Well": {
        "well, star": {"throw": "It falls past the star, and past it again."},
    },
    "The Great Lens": {
        "lens": {
            "touch, ring": "Without a flaw, and now with a fingerprint.",
            "use, lean": "A small town, upside down. Somebody on the square shades their eyes.",
        },
        "": {
            "wave": deed(
                "You wave at the town. Upside down, somebody on the square looks puzzled.",
                "{name} waves at the lens.",
                {SQUARE: "For a moment you have the feeling that somebody waves, from below."},
            )
        },
    },
    "The Polished Door": {
        "door": {
            "listen, put, touch": "It hums against your ear, and your face in it listens too.",
            "open, push, knock": "Neither hinge nor handle: it is a |wwormhole|n, and open.",
        }
    },
    "The Observatory": {
        "telescope": {"use, turn, touch": "You lean in. They are not quite ours; one waves."},
    },
    "The Eyepiece": {"eye": {"wink, blink": "It blinks first. It always does."}},
    "The Dome": {
        "pane, panes": {"touch, ring, push, knock": "You hold your breath, and so does the lake."},
        "flowers": {"get": "They are on the other side."},
    },
    "The Sunken Nave": {
        "": {
            "pray, sit, kneel": "To no god in particular. It is quite good at listening.",
            "sing": "The columns hold your last note until you have gone.",
        },
    },
    "The Rose Window": {"sturgeon": {"wave": "One of them turns. You are not sure which."}},
    "The Drowned Organ": {
        "organ, pipes": {
            "play": deed(
                "You press a key of glass. A year from now, the water will have risen to it.",
                "{name} presses a key of the organ. Nothing sounds, at length.",
            ),
        },
    },
    "The Sealed Pew": {
        "pew, box": {"sit": "The owners sat here. You can see why they wanted a door."},
        "door, wall": {"open, push, knock": "It is a wall now, and proud of it."},
    },
    "The Glass Font": {
        "water, basin, font": {"drink, touch": "It turns around your finger, and tastes of once."},
    },
    "The Crypt": {
        "bubbles, bubble, breath": {"touch, ring": "It lies still. The others point at you now."},
        "masters": {"wake": "You whisper it, and are glad."},
    },
    "The Heart of the Glass": {
        "fire, first fire": {
            "touch, blow, wave": "It leans towards your hand, on its side of the glass.",
            "light": "It is lit. It was the first.",
        },
        "names, floor": {
            "write, dig, scratch": "Your hand is not for that. Names come here when the fire does."
        },
    },
    "The Lower Nave": {
        "": {
            "say, shout, sing": deed(
                'Later, from somewhere among the columns, and kinder: "{text}"',
                'Later, from somewhere among the columns, and kinder: "{text}"',
            )
        },
    },
}

UNDERTOW = {
    "The Hatch of the Undertow": {
        "wheels, wheel": {"turn, push, touch": "They are out of reach, and prefer it."},
        "model": {
            "turn, touch, push": "Three wheels go round under your finger, and one does not."
        },
    },
    "Between Two Teeth": {
        "wheel, teeth": {"turn, push, stop": "You turn with it. It is hard to say who began."},
        "valve, flap": {"push, open, pull": "|wforward|n it opens like a curtain. Only forward."},
    },
    "The Lazy Wheel": {"wheel": {"turn, push": "It turns a little, glad to be asked."}},
    "The Sluice": {
        "chain": {"pull": "The gate rises by one link. The water talks faster, then as before."},
        "gate": {"open, push, lift": "It hangs from its chain, and leaves that to it."},
    },
    "The Mill Stones": {
        "stones, stone": {"turn, push, touch": "Flour runs out of a groove, dry and very old."}
    },
    "The Rake": {
        "bottle, letter, bottles": {
            "get, open, pull": "You pull it out, read it, and put it back. Somebody else may have "
            "one to send."
        }
    },
    "The Bottle Strings": {
        "string, strings, nail, nails": {"pull, lift, get": "The other shoe."},
        "shoe": {"wear, get": "It is a left one. You let it down again."},
    },
    "The Deaf Bell": {
        "bell": {"ring, push": "It says what it has to say to the water, and the water keeps it."},
        "rope": {"pull": "You pull. Somebody at the other end pulls back, and has more reason to."},
    },
    "The Miller's Niche": {
        "": {
            "sit, listen": deed(
                "You sit down and listen. They are well. To the right, a long way in, one of them "
                "makes no sound at all.",
                "{name} sits down on the bench, and listens.",
            )
        },
        "bench": {"sit": "It is worn to a miller, and he was wider than you are."},
    },
    "The Fish Stair": {"pike": {"wave, touch, get": "It looks at the hand now."}},
    "The Top of the Rungs": {
        "door": {"open, push, pull": "It is ajar, and as open as it gets: |wforward|n."}
    },
    "The Governor": {
        "balls, ball, arms, rod": {
            "put, touch, get": "It takes the edge off one fingernail, politely, and whirls on.",
            "turn, push": "It is going already. You would only be in the way.",
        }
    },
    "The Still Point": {
        "stool": {
            "sit": deed(
                "You sit down, where it is dry. All the wheels go round, and you do not. High "
                "above you, over a bar, somebody puts a stroke on a slate.",
                "{name} sits down on the stool, and is still.",
                {TAVERN: "The chalk gets up and draws a stroke: {name} HAS SAT ON THE STOOL."},
                solves=STOOL,
            ),
        },
        "bell, rope": {
            "ring, pull": deed(
                "You pull. A long way up, a bell says what it has to say.",
                "{name} pulls the rope.",
                {TAVERN: "The bell over the bar rings by itself: somebody is at the Still Point."},
            ),
        },
        "candle": {
            "blow": "You blow. It stays as straight as before; your breath goes round it.",
            "light": "It burns.",
            "get": "It will not leave its place. Its flame may, in somebody.",
            "touch": "Warm, and without a flicker.",
        },
    },
}
