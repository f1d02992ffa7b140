"""What players can do with what the texts speak of: for each room, by its name, its `reacts`.

`world.writing.room` adds them to the rooms, and those of `deeds_below`. `deed` has what the player
reads, what the others in the room read, and what is heard elsewhere.
"""

from collections.abc import Mapping
from types import MappingProxyType

SQUARE, TAVERN, _QUAY = (4, 4, "town"), (6, 4, "town"), (6, 2, "town")
_KITCHEN, _WATCH = (1, 1, "lighthouse:1"), (1, 1, "lighthouse:3")
_BATS = (0, 3, "caves")
FOG_BELL = "the fog bell"


def deed(
    text: str, others: str = "", elsewhere: Mapping[object, str] = MappingProxyType({}), **more: str
) -> dict[str, object]:
    """Give what comes of a deed."""
    row = {"text": text, "others": others, "elsewhere": dict(elsewhere), **more}
    return {name: value for name, value in row.items() if value}


_TUBE = {
    "say, shout": deed(
        "The tube takes your words away, up or down.",
        elsewhere={_WATCH: 'The speaking tube says, small and tinny: "{text}"'},
    )
}

TOWN = {
    "Lantern Square": {
        "lanterns, lantern, glass": {
            "ring, touch, push": deed(
                "You flick the nearest lantern with a fingernail. It rings, the next one answers, "
                "and for a breath the whole square hums.",
                "{name} flicks a lantern, and the whole square hums.",
            ),
            "get": "They hang a hand too high, for everybody.",
            "count": "A hundred, says everybody. You get ninety-nine, twice.",
            "light, blow": "They burn as they like. Nobody has filled them for years.",
        },
        "cobbles": {"count": "You get as far as four hundred, and lose your place to a gull."},
        "": {
            "listen": "A hundred lanterns, a gull, and under it all a slow beat from the south.",
            "smell": "Bread from the east, tar from the south, and rain that has not made up its "
            "mind.",
            "dance": deed(
                "You dance over the cobbles. The lanterns keep time, more or less.",
                "{name} dances over the cobbles, and the lanterns keep time, more or less.",
            ),
        },
    },
    "Glassgate Street": {
        "windows, window": {"ring, knock": "Somebody inside knocks back, twice, and laughs."},
        "grit": {"touch, get": "It glitters on your palm, and is gone when you look for it."},
    },
    "The Works Gate": {
        "leaves, iron leaves, gate": {
            "push, pull, close, shut, open": "They have stood open since the flood, and mean to "
            "go on.",
            "ring, knock": "The iron hums, all the way down the stair.",
        },
        "": {"listen": "From far down comes the sound of a lake that is not coming in."},
    },
    "The Temple of Tides": {
        "candles, candle, basin": {
            "light": deed(
                "You light a candle at another and set it afloat. Nobody asks for whom.",
                "{name} sets a candle afloat in the basin.",
            ),
            "blow": "You cannot bring yourself to.",
            "get": "Each of them is somebody's.",
        },
        "tiles": {"touch": "Dry up to here, and damp from here on, after all these years."},
        "": {
            "pray, sit": deed(
                "You stay at the basin for a while. One of the flames leans towards you, and "
                "straightens again.",
                "{name} stays at the basin for a while.",
            ),
        },
    },
    "The Shrine of Still Water": {
        "bowl, water, stone": {
            "touch, drink, blow": "A ring runs to the rim and back. Then it is still again, "
            "sooner than it should be.",
        },
        "": {
            "pray, sit, listen": deed(
                "You stop for a breath, and take another. It is quiet all the way down.",
                "{name} stops for a breath.",
            ),
        },
    },
    "The Glass Gardens": {
        "roses, rose": {
            "smell": "The third one smells. The other two are very good.",
            "touch": "Cool, and sharp at the edge; or soft, and sharp below.",
            "get, pull": "A bee looks at you until you let go.",
        },
        "bees, bee": {"listen": "Two notes: one for roses, one for disappointment."},
    },
    "The Hedge Walk": {
        "rake": {"use, get": "You rake a little, and put it back as it was, a little askew."},
        "gloves": {"wear, get": "They are still warm. You put them back."},
        "pear": {"drink, get": "It is half eaten already, and somebody may come back for it."},
    },
    "The Quay Library": {
        "books, shelves, pattern books": {
            "get": "They are too swollen to come off the shelf.",
            "turn, touch": "The page crackles like thin ice. On it is a goblet, drawn from inside.",
        },
        "lamp, reading lamp": {"light, turn, blow": "It is on. Somebody is reading, somewhere."},
        "": {
            "say, shout, sing": deed(
                '"Sssh", says somebody behind the lamp, although nobody is there.',
                "Somebody behind the reading lamp says: Sssh.",
            )
        },
    },
    "Market Lane": {
        "eyes, eye, tray, glass eyes": {
            "buy, get, touch": 'The woman turns the tray. "You look", she says, "and they look, '
            'and then we shall see who wants whom."',
        },
        "buttons, button": {"buy, get, touch": "Bone, horn, glass. One of them is from your coat."},
        "": {
            "listen": "Prices, each a little quieter than the one before.",
            "buy": "You ask for the price. It is told you so quietly that you cannot be sure.",
        },
    },
    "The Fish Stalls": {
        "fish, perch, pike": {
            "buy, get": "A gull is faster.",
            "smell": "Very fresh, says the seller. Very, says the gull.",
            "touch": "Cold, and looking past you.",
        },
        "gulls, gull": {"feed, wave, talk": "It remembers your face now."},
    },
    "The West Gate": {
        "knucklebones, bones": {
            "play": deed(
                "You play a round with the guard. You win, and she says that this does not count: "
                "it was against you, and she is losing to herself.",
                "{name} plays a round of knucklebones with the guard, and wins.",
            ),
            "touch, get": "The guard puts a hand on them, without looking up.",
        },
        "road, bridge": {"walk, climb": "It ends in the air. You look down, and then you go back."},
    },
    "The Old Well": {
        "pebble, stone, coin": {
            "throw, put, drop": "You let one go and listen. By the time you remember what for, it "
            "must have landed.",
        },
        "chest, chests": {"open": "Not up here: the board speaks of those below."},
        "well, water, light": {
            "shout, yell, say": deed(
                "Your voice goes down, and what comes back is greener.",
                "{name} calls down the well, and what comes back is greener.",
            ),
            "listen": "Water, dripping upwards by the sound of it.",
            "drink": "It is a long way down to it.",
        },
    },
    "The Quay Steps": {
        "boats, boat": {
            "wake, push": "It bumps against the wall, sighs, and bumps again.",
            "enter, climb": "It is asleep, and moored twice over.",
        },
        "steps, step": {"count": "Eleven, and then it gets wet."},
        "": {
            "swim": "The third step under water is slippery, and the fourth is not where it was. "
            "You climb out again.",
        },
    },
    "The Long Quay": {
        "barrels, barrel": {
            "push": deed(
                "It rolls to the edge, thinks about it, and rolls back.",
                "{name} pushes a barrel, and it comes back.",
            ),
            "open, drink": "Empty. It smells faintly of lake.",
        },
        "lights": {"wave": "You wave. Down there one of the lights goes out, and on again."},
    },
    "The Breakwater": {
        "boulders, boulder": {"push, lift": "They have been at sea longer than you."},
        "": {"swim, jump": "The water is cold, and the roofs look back. You stay on the stones."},
    },
    "Mill Lane": {
        "walls, wall, brick": {"touch, listen": "One, and two, and: somewhere a wheel is counting."}
    },
    "The Tide-Mill": {
        "wheel": {
            "push, pull, turn": "You lean on it. It takes you a step with it, politely, and sets "
            "you down.",
            "touch": "Dry, and as warm as an animal.",
        },
        "hatch": {
            "listen": "It ticks. It may be counting you.",
            "open": "It is open, and goes |weast|n.",
            "close, shut": "It will not stay shut.",
            "ring": "The ticking stops, for one tick.",
        },
    },
    "The Causeway": {
        "waves, wave": {"touch, wave": "It reaches for you, looks, and goes again."},
        "": {"swim, jump": "It looked at you once too often. You stay on the slabs."},
    },
    "The Drowned Lantern": {
        "bell, rope": {
            "ring, pull": deed(
                "You pull. The rope pulls back, from far below, and the bell keeps its tongue "
                "still: it is rung from the other end.",
                "{name} pulls the bell rope. It pulls back, and the regulars laugh.",
            ),
        },
        "lantern": {
            "light, blow": "The flame does not even lean.",
            "get": "The whole bar looks at you until you take your hand away.",
        },
        "slate, strokes": {
            "write": "The chalk hangs on a string that is a hand too short, and that is on "
            "purpose: the strokes are put there by whoever keeps count.",
            "count": "Bundles of five, and some that are not finished.",
        },
        "beer, foam": {
            "drink, order, buy": deed(
                "The regulars have drunk up what you could have had. One of them leaves you the "
                "foam. It tastes faintly of lake.",
                "{name} is given the foam of a beer.",
            ),
        },
        "": {
            "sing": deed(
                "You sing. By the second verse they all know it, and by the third it is another "
                "song.",
                "{name} sings, and by the second verse everybody does.",
            ),
            "sit": deed(
                "You squeeze in between two of the regulars, hear half a story about a pike, and "
                "get up wiser.",
                "{name} sits down with the regulars for a while.",
            ),
            "listen": "Three stories at once, two of them about the same pike.",
        },
    },
    "The Tavern Loft": {
        "beam, numbers": {
            "write, dig, scratch": deed(
                "You scratch your own number beside the others, and add a little to it, as one "
                "does.",
                "{name} scratches a number into the beam.",
            ),
        },
        "beds, bed, straw": {"sit, lie, sleep": "It is taken; it snores at you from below."},
        "skylight": {"open, push": "A piece of night comes in, and you shut it again."},
    },
    "The Barrel Yard": {
        "barrels, barrel": {
            "push, kick": deed(
                "It goes down the chute and through the wall. Somewhere below, somebody swears.",
                "{name} sends a barrel down the chute.",
                {_QUAY: "A barrel rolls out of the wall, past you, and stops at the very edge."},
            ),
            "open, drink": "Empty, all of them: that is what they wait for.",
        },
        "chute, plank": {"slide, jump": "|wsouth|n is the chute. It is soaped: mind your hat."},
    },
    "The Arcade Front": {
        "dial": {"turn, push": "It does not turn by hand. It counts."},
        "machines, machine": {"kick, shake, push": "It flashes TILT, which is nobody's name here."},
        "letters": {"touch": "Some of the gold comes off on your finger."},
    },
    "The Machinist's Den": {
        "kettle": {
            "touch, lift": "Warm, as it says.",
            "drink": "You pour yourself half a cup, and leave the other half.",
        },
        "drawers, drawer": {
            "open, pull": "A small sea, stopped in the middle of a wave. You push it shut before "
            "it notices.",
        },
        "worlds, world, brass": {"touch": "It is stopped. You would rather not be who starts it."},
    },
    "The Smithy": {
        "keys, key": {
            "get, buy": "It waits for its own door, she says, and so do you.",
            "ring, touch, shake": "The whole wall jingles, from eyelash to oar.",
            "count": "She says a number before you have begun. It is the same when you have done.",
        },
        "": {"listen": "The hammer, and between two blows, very small, keys."},
    },
}

LIGHTHOUSE = {
    "The Lighthouse Door": {
        "door": {
            "close, shut, push, open": "You lift it, it lifts you. It stays as it hangs.",
            "ring, knock": "You knock. In there something gets up, turns around, and lies down.",
        },
        "": {
            "smell": "Lamp oil, warm iron and wet dog. There is still no dog.",
            "whistle": "You whistle. For a moment there are paws on the stair.",
        },
    },
    "The Round Room": {
        "piano": {
            "play": deed(
                "You play what your hands remember. One key is missing, and one is there twice. "
                "Deep under the floor something small takes up the tune.",
                "{name} plays the piano, and something under the floor knows the tune.",
                {
                    _BATS: "Down the chimney comes the piano, one key missing. The bats "
                    "sing it for you.",
                    SQUARE: "From the lighthouse, very small, comes a piano.",
                },
            ),
            "push, pull, lift": "It never got further than this, and it will not for you.",
            "touch, open": "The lid is dusted.",
        },
        "kettle": {
            "touch, lift": "Still warm.",
            "drink": "You pour yourself a cup. It is tea, and it is strong enough to wait a "
            "hundred years.",
        },
        "stove": {"touch, open, light": "It is warm. Somebody has banked the fire to last."},
        "furniture": {"sit": "It fits the wall better than it fits you."},
    },
    "The Boat Locker": {
        "boat, rowing boat": {
            "push, pull, get": "It turns on its ropes, all the way around, and looks at you again.",
            "ring, knock": "It sounds as a boat does from below.",
            "enter, climb": "You stand under it, and it fits like a hat. Nothing sails.",
        },
        "note": {"get": "You leave it where it can be read."},
        "oars, oar": {"get": "They are missing: that is the point."},
    },
    "The Foot of the Stair": {
        "step, steps, stair, third step": {
            "count": "Twenty to the landing. The third is not like the others.",
            "touch, push, jump, mind": "The third one rocks, and clacks like a tongue. From above, "
            "nobody answers.",
        },
    },
    "The Oil Cellar": {
        "tins, tin, oil": {
            "open": "You have the lid between your fingers, and see the dust cloth beside it, "
            "folded. You leave it shut.",
            "shake, lift": "Full to the brim.",
            "light": "In a cellar of oil? The keeper would come back only to forbid it.",
        },
        "gap": {"listen": "Drops, and far off, a tune."},
    },
    "The First Landing": {
        "oilskin, oilskins, hooks": {
            "wear, get": "It is damp, and it fits, and you hang it back. Somebody will want it.",
            "touch": "Damp, all three, and the small one still has sand in its pocket.",
        },
    },
    "The Keeper's Kitchen": {
        "kettle": {
            "touch, lift": "It stops singing while you hold it.",
            "drink": "Not yet, it says. It is only beginning.",
            "listen": "One note, beginning.",
        },
        "tube, speaking tube, mouth": {
            "listen": "Wind, and somebody who breathes, far up: that was you, a moment ago.",
            **_TUBE,
            "blow": deed(
                "You blow into it.", elsewhere={_WATCH: "The speaking tube whistles, once."}
            ),
        },
        "chair, table": {"sit": "You sit down, for one. The slit of a window is just at your eye."},
        "": _TUBE,
    },
    "The Bunk Room": {
        "bunk, bunks": {
            "sit, lie, sleep, climb": "You lie down below the stars of somebody who could not "
            "sleep, and get up before you can.",
        },
        "stars, star": {
            "count": "As many as there are. Whoever made them had time.",
            "touch, join": "Under your finger the holes join up: a boat, without oars.",
        },
    },
    "The Log Room": {
        "logbooks, logbook, entries, books": {
            "write": deed(
                "Below the last word you write a line of your own: wind, cloud, somebody came.",
                "{name} writes a line in the last logbook.",
            ),
            "turn, get": "Wind, cloud, sails, wind, cloud.",
        },
    },
    "The Narrow Turn": {
        "chain": {"pull, shake": "Behind the wall the heavy thing sways a finger's breadth more."},
        "wall": {"listen, ring": "Chain, slow, as if it breathed."},
    },
    "The Weight Shaft": {
        "weight, shaft": {
            "push, pull, drop, lift": "It would take two of you, and a reason.",
            "touch": "Cold iron, and all of one night in it.",
        },
    },
    "The Turning Works": {
        "wheels, wheel, tooth": {
            "turn, push, touch": "You touch nothing, and one tooth goes by.",
            "listen": "Nothing. And then, when you have turned away, one tick.",
        },
        "cabinet": {"open": "It has no door. They were put in from the past."},
    },
    "The Lens Store": {
        "lens, lenses": {
            "lean, touch, use": "The floor of the room below swims up, very close: a chair, "
            "pulled out, and nobody has sat on it since you did.",
            "ring": "A note so low that the straw moves.",
        },
    },
    "The Flag Locker": {
        "flags, flag, signal flags": {
            "raise, lift, wave, hoist, use, get": deed(
                "You run one up, and hope that it is the right one. In the town somebody answers, "
                "or hangs out washing.",
                "{name} runs a flag up.",
                {SQUARE: "On the old lighthouse a flag goes up. It means something."},
            ),
        },
        "pigeonholes": {"count": "Two are empty. You knew that."},
    },
    "The Watch Stair": {
        "lines, line": {"count, touch": "Your finger gets to a hundred and five, and a gap."}
    },
    "The Watch Room": {
        "stool": {"sit": "You sit your watch. Nothing comes in from the lake, and it is noted."},
        "telescope": {
            "use, turn, touch": "The rail squeaks. A roof, a gull, a button seller who looks up.",
        },
        "tube, speaking tube": {
            "listen, put, lay": "A kettle, beginning to sing, and that for a hundred years.",
            "say, shout": deed(
                "The tube takes your words away, down the tower.",
                elsewhere={_KITCHEN: 'The tube on the wall says, small and tinny: "{text}"'},
            ),
            "blow": deed(
                "You blow into it, as one does. Far below something whistles.",
                elsewhere={_KITCHEN: "The tube on the wall whistles."},
            ),
        },
        "ladder": {"touch": "Polished by hands, and a little warm."},
        "": {
            "say": deed(
                "The tube takes your words away, down the tower.",
                elsewhere={_KITCHEN: 'The tube on the wall says, small and tinny: "{text}"'},
            )
        },
    },
    "The Fog Bell": {
        "bell, rope": {
            "ring, pull": deed(
                "You ring it. It is heard in every street, and from now on everything is late "
                "because of you.",
                "{name} rings the fog bell.",
                {
                    SQUARE: "The fog bell rings. Everybody looks up, and is late.",
                    TAVERN: "The fog bell rings. The regulars order again: it is late.",
                    _QUAY: "The rope at the harbour watch jerks by itself: the fog bell rings.",
                },
                solves=FOG_BELL,
            ),
        },
    },
    "The Lamp": {
        "glass, prisms, prism, windows, window": {
            "touch": "A hundred hands touch yours.",
            "ring": "The note goes round once, and comes back as daylight.",
            "wave, smile": "A hundred of you do it back. One is a little late.",
        },
        "hatch, seals, seal": {
            "ring, knock": "It sounds like a full cup.",
            "touch": "Cold brass, four times; or warm, where you have been.",
        },
        "lamp, burner": {
            "light": "The wick is behind the hatch, in the east. |wjournal|n knows what opens it."
        },
        "step, third step": {"mind, touch": "It is down there, in the first stair. You will."},
    },
    "The Lake Gallery": {
        "rail": {"touch, listen, ring": "It hums up your arms, into your teeth."},
        "": {"jump": "It is a long way, and the roofs are made of glass."},
    },
    "The Town Gallery": {
        "": {
            "wave, shout": deed(
                "You wave. On the square someone small stops, and waves back.",
                "{name} waves to the town.",
                {SQUARE: "High up on the old lighthouse somebody waves: {name}."},
            ),
            "jump": "All of Lantern Quay fits behind one hand, and it looks hard.",
        },
    },
}

CAVES = {
    "The Gap": {"": {"listen": "A drop. Then, when you have stopped waiting, the next."}},
    "The Blind Pool": {
        "water, pool": {
            "touch, drink, throw": "The ring goes out, and comes back in an hour.",
            "swim": "You put a foot in. Something at the same height puts a foot in, an hour away.",
        },
    },
    "The Forked Cave": {
        "pillar": {"touch, hug": "Your hand goes around it to the left before you have decided."}
    },
    "The Smugglers' Shelf": {
        "rings, ring, barrels": {"touch": "Wine, by the colour; and once, by the smell, lamp oil."},
    },
    "The Long Drip": {
        "drop, drip, cup": {
            "catch, drink, touch, get": "You hold out your hand and wait. When you pull it away, "
            "it falls.",
            "listen, count": "One.",
        },
    },
    "The Rib Cave": {"ribs, planks": {"count": "In order of size, and one too many."}},
    "The Bat Loft": {
        "bats, bat": {
            "listen": "They have it by heart, all but one key.",
            "wake, sing, shout": "They drop, all at once, turn once around your head, and hang "
            "up again.",
        },
        "chimney": {"listen": "Somebody up there lifts the lid of a piano, and shuts it again."},
    },
    "The Echo": {
        "": {
            "say, sing, yell, shout": deed(
                'The cave gives it back: "{text}, if you please."',
                'The cave gives it back: "{text}, if you please."',
            ),
            "listen": "It waits for you to begin. It would not dream of being first.",
            "whistle": "It whistles too, and takes off its hat, by the sound of it.",
        },
        "echo, cave": {"ask, talk, greet": "After you, says the cave. No, no: after you."},
    },
    "The Narrows": {
        "buttons": {"touch, rub, count": "Worn smooth. You leave a little of your own shine."},
    },
    "The Cold Hearth": {
        "ashes, ash, hearth": {
            "touch, dig, search": "Cold. Under them, a button of bone, and you leave it there.",
            "light": "There is nothing left in them that wants to.",
        },
        "stones, ring": {"sit": "Your back to the rock, both ways in sight. It is a good seat."},
    },
    "The Tide Stair": {"steps, step": {"count": "Forty, or eighty: it depends on the hour."}},
    "The Pebble Hall": {
        "pebbles, pebble": {
            "throw, lift, get, kick, push": "You put it with the eggs. When you look again, it is "
            "with the beans.",
            "count": "Three kinds. They will not hold still for more.",
        },
    },
    "The Glass Seam": {
        "glass, vein, seam": {
            "touch": "Cold; and then, where your hand was, not quite.",
            "ring, knock": "It rings, away from you, for longer than there is rock.",
            "break": "You have no tool, and it has done nothing.",
        },
    },
    "The Undercut": {"": {"jump, stamp": "Not here. You walk on what is left."}},
    "The Keeper's Mooring": {
        "rope": {"pull": "You haul it in, wet hand over wet hand, and at the end is no boat."},
        "ring, iron ring": {"pull, turn, touch": "It was polished by rope, until one day."},
        "oars, oar": {"get, use": "They are no use without the boat, and that hangs upstairs."},
        "boots": {"wear, get": "They are still warm. You put them back as they stood."},
    },
    "The Back Door": {
        "grating": {
            "open, push, pull, break": "It is rusted shut. Daylight comes through, and you do not.",
            "shout": "A gull answers.",
        },
        "cap, keeper's cap": {
            "get, wear": "It hangs there so that it would be found. You have found it, and leave "
            "it for the next.",
            "touch": "Wool, and salt.",
        },
    },
}
