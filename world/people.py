"""Who lives in Lantern Quay: people with lines, the watch on its round, a cat, and fish.

    the fishmonger ─► a perch ─► the cat ─► a knucklebone ─► the guard, who plays with four

They are rows of `contents` (see docs/howto/people.md). What a line says about the keeper of the
lighthouse is what can be read in the lighthouse and in the caves, and no more.
"""

from world import story

PERSON = "xyzgrid_ext.parts.contents.people.Person"
THING = "evennia.objects.objects.DefaultObject"
BONE = "the fifth knucklebone"
_NIGHT = ["time:night"]


def _done(*puzzles: str) -> list[str]:
    return [f"puzzle:{puzzle}" for puzzle in puzzles]


def person(name: str, trade: str, desc: str, **talk: object) -> dict[str, object]:
    """Give the prototype of a person, called by their name or by what they do."""
    return {
        "prototype_key": f"quay_{name.lower()}",
        "typeclass": PERSON,
        "key": f"{name} the {trade}",
        "aliases": [name.lower(), trade],
        "desc": desc,
        "talk": talk,
    }


PERCH = {
    "prototype_key": "quay_perch",
    "typeclass": THING,
    "key": "perch in paper",
    "aliases": ["perch", "fish"],
    "desc": "It looks past you. The paper is last year's tide table.",
}
KNUCKLEBONE = {
    "prototype_key": "quay_knucklebone",
    "typeclass": THING,
    "key": "damp knucklebone",
    "aliases": ["knucklebone", "bone"],
    "desc": "A sheep's, worn round by throwing. There are toothmarks in it, small ones.",
}
BLIND_FISH = {
    "prototype_key": "quay_blind_fish",
    "typeclass": THING,
    "key": "blind fish",
    "aliases": ["fish"],
    "desc": "As white as a candle, and no eyes. It has no idea that it is out of the water.",
}

HEDDA = person(
    "Hedda",
    "guard",
    "She has a halberd, a bench and a game of knucklebones. The halberd leans where she cannot "
    "reach it.",
    lines=[
        {
            "text": "So it was you up there. The light came along the road as far as the edge, "
            "and stopped.",
            "needs": _done(story.LIT),
        },
        {"text": "Five out of five, today. I may look for another game.", "needs": _done(BONE)},
        "The town is that way. The hills were that way.",
        {
            "text": "I can lose this game alone. It takes a fifth bone to win.",
            "unless": _done(BONE),
        },
        "I guard the bridge. If it comes back, I am to report it.",
    ],
    topics={
        "knucklebones, knucklebone, bones, bone, game": [
            {"text": "Eleven years with four bones, and I blamed my wrist.", "needs": _done(BONE)},
            "It is played with five. I have four. There were five when the cat sat here.",
        ],
        "bridge": "It went with the flood. It has been seen since, by people on their way home "
        "from the tavern.",
        "road, hills": "It still goes to the hills. It just does not begin here any more.",
        "keeper": "Nobody left by this gate that night. It is in the book: nobody out, nobody in, "
        "and then the ink runs.",
        "cat": "Ask her about my knucklebone. I did, and she looked at me until I sat down.",
    },
    otherwise="Not at this gate.",
    wants={
        "knucklebone": [
            {
                "text": ":puts it beside the other four, throws, and catches five on the back of "
                "her hand.\nSo it was not my wrist.",
                "solves": BONE,
            }
        ]
    },
    idle=[
        {"text": ":throws four knucklebones, and catches three.", "unless": _done(BONE)},
        {"text": ":throws five knucklebones, and yawns.", "needs": _done(BONE)},
        ":moves a pebble from the small heap to the large one.",
        "Halt! No. Go on. I have to say it once an hour.",
    ],
)
TANSY = person(
    "Tansy",
    "landlady",
    "She polishes a glass that was clean when she began. She knows what everybody drinks, and what "
    "they say afterwards.",
    lines=[
        {
            "text": "It rang for you. I had a tray in my hands, and then I had not.",
            "needs": _done(story.STILL_POINT),
        },
        "Sit where you like, but not under the bell. It has never fallen. It has been mentioned.",
        {
            "text": "The ones who go down to the Undertow do not come back wet. They come back "
            "quiet.",
            "needs": ["part:matrix_game"],
            "unless": _done(story.STILL_POINT),
        },
        {
            "text": "Somebody has lit the lamp, and my windows show every streak. I do not "
            "complain.",
            "needs": [story.SOMEBODY_LIT],
        },
        "The beer is from the lake. So is the water in it.",
    ],
    topics={
        "bell, rope": "The rope goes through the floor, and on. The other end is not in my cellar. "
        "I have looked.",
        "slate, strokes": "One stroke for each who has sat on the stool. I draw them. I do not "
        "check them.",
        "lantern": "The furnace keeper's. I do not fill it and I do not trim it. I dust it, with "
        "my eyes shut.",
        "keeper": "The lighthouse keeper? My grandmother poured for him. When she heard that his "
        "boots were still there, she said: then he has not gone far.",
        "boots, oars": "A man who leaves his oars on the shore was not going to row. My "
        "grandmother said: fetched. She never said by whom.",
        "kettle": "Warm, no matter who goes up to look. Ask who fills it, and they talk about the "
        "weather.",
        "lamp, lighthouse, light, tower": [
            {
                "text": "It is bright in here now until closing time, and after it.",
                "needs": [story.SOMEBODY_LIT],
            },
            "Four seals, they say, and four ways to get wet. Everybody who came for it ate here "
            "first.",
        ],
        "glassworks, works": "My lantern is from there. It is not homesick: I asked.",
        "undertow, mill, cistern, well": "I hear them go down. I cook when I hear them come up.",
        "beer": "You would have to ask the regulars. They are nearest to it.",
    },
    otherwise="That was before my time. Most things were.",
    idle=[
        ":holds a glass up to the lantern, and polishes it again.",
        "Last orders! Not yours. I am practising.",
        ":puts a mat under a glass that nobody has left.",
        {"text": ":turns the empty chairs, so that they face the bar.", "needs": _NIGHT},
    ],
)
ORLA = person(
    "Orla",
    "smith",
    "Forearms, an apron, and a file behind one ear. She is finishing a key, and has not seen the "
    "lock.",
    lines=[
        {
            "text": "Four seals and not one keyhole. I take that hatch personally.",
            "needs": _done(story.AT_LAMP),
            "unless": _done(story.LIT),
        },
        {
            "text": "You got through the hatch without a key. I shall say nothing to the keys.",
            "needs": _done(story.LIT),
        },
        "First the key. Somebody will build the door; somebody always does.",
        "Do not touch the small one. It bites.",
    ],
    topics={
        "keys, key": "They are found, not bought. You would only try it in things.",
        "hatch, seals": "A flame, a wheel, a sun, a drop: those are deeds. I cannot forge a deed. "
        "I have been asked.",
        "cistern, big key": "The big key is down there, where they lock things from the inside.",
        "iron door, dial": "That one counts sacks. It has no key, and it is right.",
        "keeper": "He ordered a key from my great-grandfather: paid for, never fetched. It hangs "
        "over the door, and I oil it on Fridays.",
        "machinist, kettle": "Out. He was out when I was an apprentice. His kettle is warm; I put "
        "a hand on it.",
    },
    otherwise="That has no lock. I would know.",
    idle=[
        ":files a key, holds it to the light, and files it again on the other side.",
        ":takes a key from the wall, listens to it, and hangs it back.",
        "Somewhere a door opened just now. You get an ear for it.",
    ],
)
ALDER = person(
    "Alder",
    "fishmonger",
    "A striped apron, and sleeves that glitter with scales. He does not look up at the gutter, on "
    "principle.",
    lines=[
        "Perch, pike, pike, perch. In a good week it is the other way round.",
        "The ice is from the lake as well. Everything is. So are we, if you ask the temple.",
    ],
    topics={
        "perch, fish": [
            {
                "text": "Take one, before they do.\n:nods upwards without looking.",
                "gives": PERCH,
            },
            "You have had yours. I do not keep count; the gulls do.",
        ],
        "pike": "The pike is not for you. The pike is for looking at.",
        "gulls, gull, edwin": "The one on the left is Edwin. He knows what he did.",
        "cat": "Moth? Steals here, sleeps in the lane, is admired in the square. She would do a "
        "lot for a fish; nobody has found out what.",
        "caves": "There are fish in the pools under the lighthouse that have never seen a "
        "fishmonger. Or anything.",
    },
    otherwise="If it does not swim, try the market.",
    idle=[
        "Fresh perch! Fresher than yesterday's!",
        ":moves a pike a hand's breadth away from the edge. A gull moves as far.",
        "No, Edwin.",
    ],
)
PERPETUA = person(
    "Perpetua",
    "eye seller",
    "A tray of glass eyes hangs from her neck. All of them look at the same customer, and it is "
    "you.",
    lines=[
        "You have two already. I can see that. They come in handy as a third.",
        "This blue was blown in the works. Nobody makes it now, and it has noticed.",
    ],
    topics={
        "eyes, eye": "Blue, brown, grey, and one that looks surprised. Nothing is for sale; I only "
        "call the prices, so as not to forget them.",
        "glassworks, works": "My mother dived for the good pieces. The last hall looked back, she "
        "said, and came up, and sold eyes.",
    },
    otherwise=":turns the tray a little, so that a brown one can see you.",
    idle=[
        "Eyes! Three for two!\n:adds, a little quieter: Two for two.",
        "Blue ones! Brown ones! One that is surprised!",
        ":turns one eye in its hollow until it faces the sea.",
    ],
)
OTHO = person(
    "Otho",
    "button seller",
    "He wears a coat with every button that he has, and keeps it shut with string.",
    lines=[
        "Two holes or four? Do not hurry. It is a decision for life.",
        "I buy, too. There is a place in the caves where they come off by themselves.",
    ],
    topics={
        "buttons, button": "Horn, brass, glass. The glass ones ring when you are cold.",
        "caves, narrows": "The Narrows. Two hundred years of trouser buttons, and all of them in "
        "the wall.",
    },
    otherwise="I could put a button on it.",
    idle=[
        "Buttons! Two holes, four holes!\n:adds, a little quieter: No holes.",
        ":drops a button. It rolls past four shoes and comes back.",
    ],
)
BRILL = person(
    "Brill",
    "watchman",
    "One of the harbour watch, and, by the length of his stride, all of it. On his belt hangs a "
    "key to the fog bell; the fog bell has a rope.",
    lines=[
        "All is well. I say so at each corner, and so far the corners have agreed.",
        "We ring the fog bell. When it is late, that is because of the bell.",
        {"text": "The lamp is lit. I have written it down twice.", "needs": [story.SOMEBODY_LIT]},
    ],
    topics={
        "fog bell, bell": "The rope comes down the outside of the tower. We pull it when we see "
        "the fog, and so we are never too early.",
        "keeper, lighthouse": "The lighthouse is not on my round. My round ends where the "
        "causeway gets wet.",
        "lamp, light, seals": [
            {"text": "It has been reported. By me. Twice.", "needs": [story.SOMEBODY_LIT]},
            "Out. I look up each night, and write it down: out.",
        ],
        "round": "Quay, square, gate, tavern. The tavern takes longest. It has to be done "
        "thoroughly.",
    },
    otherwise="It has not been reported.",
    idle=[
        "All is well!",
        ":tries a door, and finds that it is one.",
        ":writes something down, and crosses it out.",
    ],
)
MOTH = person(
    "Moth",
    "cat",
    "Grey, with one white foot, which is always the one in front. Nobody owns her; several people "
    "are under the impression that she owns them.",
    lines=[":looks past you, at what is standing behind you.", ":shuts one eye."],
    topics={"knucklebone, bone, bones": ":washes a paw, and swallows."},
    otherwise=":yawns. There is fish on her breath, but not enough.",
    wants={
        "perch, fish": [
            {
                "text": ":eats it from the head backwards, thinks, and coughs up something at your "
                "feet: a knucklebone. You pick it up.",
                "gives": KNUCKLEBONE,
            },
            ":eats it from the head backwards, and coughs up nothing.",
        ]
    },
    idle=[
        ":sits down exactly where you were about to step.",
        ":follows something along the wall with her eyes. There is nothing there.",
        ":sharpens her claws on a door post, and looks at the owner.",
    ],
)

IN_TOWN = [
    {"prototype": HEDDA, "rooms": [(0, 4)]},
    {"prototype": TANSY, "rooms": [(6, 4)]},
    {"prototype": ORLA, "rooms": [(8, 3)]},
    {"prototype": ALDER, "rooms": [(2, 4)]},
    {"prototype": PERPETUA, "rooms": [(3, 4)]},
    {"prototype": OTHO, "rooms": [(3, 4)]},
    {
        "prototype": BRILL,
        "rooms": [(6, 2)],
        "wanders": {"route": [(4, 4), (0, 4), (4, 4), (6, 4), (6, 2)], "every": 20},
    },
    {
        "prototype": MOTH,
        "rooms": [(2, 4)],
        "wanders": {"rooms": ["(2,4)-(4,4)"], "every": 90},
    },
]
IN_CAVES = [{"prototype": BLIND_FISH, "rooms": [(2, 0)], "back": 300}]
