"""What a text of the demonstration speaks of can be looked at; what it asks for, can be done."""

import re
from pathlib import Path

import pytest
from evennia.objects.models import ObjectDB
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once

from world import caves, deep, glasswork, lighthouse, town, undertow
from xyzgrid_ext.core.grid.descriptions import detail_names
from xyzgrid_ext.parts.verbs.core_part import answer_parts
from xyzgrid_ext.parts.verbs.reactions import DEEDS
from xyzgrid_ext.parts.verbs.socials import SOCIALS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.once,
    pytest.mark.beside("boards", "contents", "doors", "dungeons", "matrix_game"),
]

WORLD = Path(town.__file__).parent
MAPS = [
    data | {"matrix": (WORLD / data["matrix"]).read_text("utf-8")} if "matrix" in data else data
    for data in (one.XYMAP_DATA for one in (town, lighthouse, caves, glasswork, undertow, deep))
]
shared_maps = spawned_once(*MAPS)

ROOMS = {
    proto["key"]: proto
    for data in MAPS
    for proto in data["prototypes"].values()
    if proto.get("prototype_parent") == "xyz_room"
}
NOUN = re.compile(r"\b(?:the|an?) ([a-z]+)\b(?!-)")
END = re.compile(r"Exits:|There is no way out of here|You can go|You are not playing")
UNKNOWN = re.compile(r"Could not find|is not available|Maybe you meant|There is no '|What do you")
NOTHING_COMES = re.compile(rf"{UNKNOWN.pattern}|nothing comes of it|no game to play")
SPOKEN = {"say", "shout", "yell", "whisper"}
IMPERATIVES = {
    "Lantern Square": ["explore it"],
    "The Lime Window": ["wipe flowers", "wipe them off"],
    "The Old Well": ["find the master", "beat the master"],
    "The Lamp": ["mind the third step"],
    "The Governor": ["put a hand in", "put hand in balls"],
    "The Hatch of the Undertow": ["trust your feet"],
    "The Polished Door": ["lay an ear on it", "lay ear on door"],
    "The Watch Room": ["put an ear to the tube"],
    "The Eyepiece": ["look in"],
}
"""What the texts of a room tell players to do, as they may type it."""
CLAUSE = re.compile(
    r"(?:^|[.;:!?]\s+|\bor |, and |\bnot )([A-Z]?[a-z]+)\b"
    r"(?= (?:an?|the|your|on|at|in|them|him|it)\b)"
)
NOT_TOLD = {"drag", "point", "place", "light", "sign", "write", "move", "turn", "cut", "tear"}
"""Words of deeds that are nouns, or what others do, at the beginning of clauses."""


@pytest.fixture
def there(grid, player):
    """Return a function: the player, in a room."""

    def go(name):
        room = ObjectDB.objects.filter(db_key=name).first()
        if player.character.location != room:
            player.character.move_to(room, quiet=True)
        return player

    return go


def names(proto, *keys):
    return [
        name for key in keys for row in proto.get(key, ()) for name in detail_names(row) if name
    ]


def flat(text):
    return " ".join(strip_ansi(text).split())


def test_nouns_and_deeds_of_texts_are_answered_and_can_be_done(there):
    asked, unanswered = 0, []
    for key, proto in ROOMS.items():
        nouns = names(proto, "details", "reacts")
        read = [there(key).types("look"), *(there(key).types(f"look {noun}") for noun in nouns)]
        nouns += [noun for text in read for noun in NOUN.findall(END.split(text)[0])]
        for noun in dict.fromkeys(nouns):
            told, asked = there(key).types(f"look {noun}"), asked + 1
            if not told or UNKNOWN.search(told):
                unanswered.append((key, noun, told))
    print(f"{asked} nouns, {len(unanswered)} unanswered")
    assert not unanswered, unanswered
    for key, proto in ROOMS.items():
        for nouns, verbs in proto.get("reacts", {}).items():
            for words, answer in verbs.items():
                own = [flat(part["text"]).partition("{")[0][:30] for part in answer_parts(answer)]
                for verb in detail_names(words):
                    what = "hello" if verb in SPOKEN else (detail_names(nouns) or [""])[0]
                    told, asked = there(key).types(f"{verb} {what}".strip()), asked + 1
                    if not any(text and text in flat(told) for text in own):
                        unanswered.append((key, verb, what, told))
    print(f"{asked} deeds, {len(unanswered)} unanswered")
    assert not unanswered, unanswered
    verbs = {*DEEDS, *SOCIALS, "wipe", "lean", "mind", "find", "beat", "trust", "explore"}
    told_to, unanswered = [], []
    for key, proto in ROOMS.items():
        who = there(key)
        read = [who.types("look"), *(who.types(f"look {noun}") for noun in names(proto, "details"))]
        told = {verb.lower() for text in read for verb in CLAUSE.findall(flat(text))}
        told_to += [(key, line) for line in IMPERATIVES.get(key, ())]
        known = {line.split()[0] for line in IMPERATIVES.get(key, ())} | NOT_TOLD
        unanswered += [(key, verb, "is not in the list") for verb in (told & verbs) - known]
    for key, line in told_to:
        if NOTHING_COMES.search(told := there(key).types(line)) or not told:
            unanswered.append((key, line, told))
    print(f"{len(told_to)} told, {len(unanswered)} unanswered")
    assert not unanswered, unanswered


@pytest.mark.parametrize(
    ("room", "then"),
    [("The Works Entrance", "The Works Entrance"), ("The Lighthouse Door", "The Round Room")],
)
def test_enter_does_not_lead_out(there, room, then):
    (player := there(room)).types("enter")
    assert player.at == then
