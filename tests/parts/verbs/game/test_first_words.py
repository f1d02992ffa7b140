"""Players of other MUDs type these first: each is answered, none by how the game is operated."""

import re

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once

from world import caves, glasswork, lighthouse, town, undertow
from world.writing import REACTS
from xyzgrid_ext.core.grid.descriptions import detail_names, full_text
from xyzgrid_ext.game.text.descriptions import mentions

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.beside("boards", "contents", "doors", "dungeons", "matrix_game"),
]

shared_maps = spawned_once(town.XYMAP_DATA)

IN_THE_SQUARE = """
look|l|look around|look at sign|look board|read sign|look sky|look me|examine sign|x cobbles
exits|scan|map|where|who|time|weather|date|help|?|h|commands|guide|newbie|tutorial
score|sc|stats|level|exp|hp|health|hearts|prompt|vitals|inventory|i|inv|eq|equipment|worth|gold
skills|spells|practice|train|learn|cast fireball|attributes|journal|quest|quests|tasks|todo
say hello|' hello|shout hello|yell help|whisper ann hi|tell ann hi|reply hi|emote waves|pose nods
me laughs|wave|smile|grin|nod|bow|laugh|dance|sing
cry|hug|hug ann|wink at ann|pray|kneel|sit|stand|rest|sleep|wake|jump|swim|dig|climb lantern
listen|smell|search|touch lanterns|taste cobbles|kick cobbles|push lantern|pull lantern|ring lantern
ring bell|turn lantern|break lantern|light lantern|use lantern|throw cobbles|eat bread|drink
drink water|get all|get lantern|take cobbles|get sword|drop all|drop sword|give sword to ann
put sword in bag|open door|open north|close door|unlock door|lock door|knock door|search cobbles
wear hat|wield sword|remove hat|hold torch|kill rat|kill guard|attack|hit ann|consider rat|flee
wimpy|backstab ann|talk guard|talk to guard|ask guard about lamp|greet guard|buy sword|sell sword
list|value sword|bank|deposit 10|n|back|s|up|down|d|in|enter|out|leave|exit|go north|go back
2s|n e|run north|walk south|recall|home|goto tavern|goto|travel square|path library|areas|follow ann
group|party|guild|clan|auction|vote|mail|afk|title the brave|describe me|bug it|typo teh|idea more
news|rules|credits|color|config|toggle|settings|option|brief|save|alias|alias x = look|unalias x
password|xyzzy lamp|count lanterns|write name|blow|whistle|clap|thank ann|point sky|salute|shrug
yawn|poke ann|peek|inspect cobbles|view cobbles|light lamp|rub lamp|lie down|feel cobbles|hello
"""
IN_THE_TAVERN = """
ring bell|pull rope|ring the bell|look bell|look in lantern|drink beer|order beer|buy beer|sit|sing
get lantern|listen|light lantern|blow out lantern|write slate|count strokes|play cabinet
"""
REFUSALS = re.compile(r"is not available|shows it closely|no such|not a valid|Maybe you meant")


def _typed(rows):
    return [word.strip() for row in rows.strip().splitlines() for word in row.split("|")]


@pytest.fixture
def in_square(grid, player):
    player.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)
    return player


def test_first_words_are_answered(in_square, monkeypatch):
    monkeypatch.setattr(in_square.session.sessionhandler, "session_portal_sync", lambda one: None)
    asked = [("Lantern Square", word) for word in _typed(IN_THE_SQUARE)]
    asked += [("The Drowned Lantern", word) for word in _typed(IN_THE_TAVERN)]
    assert len(asked) >= 200
    told = []
    for place, word in asked:
        room = ObjectDB.objects.get(db_key=place)
        if in_square.character.location != room and not word.startswith(("back", "s")):
            in_square.character.move_to(room, quiet=True)
        told.append((word, in_square.types(word)))
    refused = [(word, text) for word, text in told if not text or REFUSALS.search(text)]
    assert not refused, refused


ROOMS = {
    proto["key"]: proto
    for module in (town, lighthouse, caves, glasswork, undertow)
    for proto in module.XYMAP_DATA["prototypes"].values()
    if proto.get("prototype_parent") == "xyz_room"
}


def _read_in(proto):
    """Return all that can be read in a room: its text, its details, the names of its things."""
    texts = [
        proto["key"],
        full_text(proto["desc"]),
        *map(full_text, proto.get("details", {}).values()),
    ]
    return " ".join([*texts, *(thing["key"] for thing in proto.get("things", ()))])


def test_what_texts_speak_of_is_there_to_be_looked_at_and_handled():
    lost = [
        (key, names)
        for key, proto in ROOMS.items()
        for names in (*proto.get("details", {}), *proto.get("reacts", {}))
        if names and not any(mentions(_read_in(proto), name) for name in detail_names(names))
    ]
    assert not lost, lost
    assert set(REACTS) - set(ROOMS) == set(), "deeds of no room"
