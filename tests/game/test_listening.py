"""Who hears a map in words, what is told so, and how texts are made to flow."""

from copy import copy
from types import SimpleNamespace

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from worlds import room

from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import as_sentence, unwrap_lines

pytestmark = pytest.mark.usefixtures("found_at_once")

# --- texts


@pytest.mark.parametrize(
    ("broken", "heard"),
    [
        ("short", "short"),
        (f"{'a long line ' * 5}that;\ngoes on", f"{'a long line ' * 5}that; goes on"),
        (f"{'a long line ' * 5}that ends.\nAnother", f"{'a long line ' * 5}that ends.\nAnother"),
        (f"{'a long line ' * 5}of the north-\neast", f"{'a long line ' * 5}of the north-east"),
        ("one\n\n  two", "one\ntwo"),
    ],
)
def test_lines_that_were_broken_for_the_eye_flow(broken, heard):
    assert unwrap_lines(broken) == heard


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("a lamp", "A lamp."),
        ("", ""),
        ("|wgoto|n!", "|wGoto|n!"),
        ("You see: x", "You see: x."),
        ("m: 14 in all", "m: 14 in all."),
        ("m", "m."),
    ],
)
def test_a_sentence_begins_and_ends(text, heard):
    assert as_sentence(text) == heard


# --- who hears, and what

HARBOUR = {
    "zcoord": "harbour",
    "map": "\n + 0 1 2 3\n\n 0 #-#-#-#\n\n + 0 1 2 3\n",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Pier"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Rope Walk"},
        (2, 0): {"prototype_parent": "xyz_room", "key": "Shed"},
        (3, 0): {"prototype_parent": "xyz_room", "key": "Store", "tags": [("shop", None)]},
        (1, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["item:bronze key"]},
    },
}


@pytest.fixture
def harbour(spawn_maps, player):
    """Return a player on the pier, who does not listen yet."""
    grid = spawn_maps(HARBOUR)
    player.character.move_to(grid.live.object(("harbour", 0)), quiet=True)
    return player


def test_map_is_spoken_to_everybody_who_asks_or_listens_with_one_client(harbour):
    assert harbour.types("map speak") == (
        "You are in Pier. The map harbour has 4 rooms.\n"
        "Exits: east to Rope Walk.\n"
        "Ways to other places:\n"
        "Rope Walk, exit east to Shed (locked, you need the bronze key): "
        "1 step, east. Speed-walk: e.\n"
        "To walk to a place, type goto and its name."
    )
    assert "#" in harbour.types("map")
    assert "#" in harbour.types("look")
    second = copy(harbour.session)
    second.protocol_flags = {**second.protocol_flags, "SCREENREADER": True}
    assert screenreader.is_on(SimpleNamespace(sessions=SimpleNamespace(all=lambda: [second])))
    assert not screenreader.is_on(harbour.character)
    assert not screenreader.is_on(object())


def test_who_has_the_key_hears_so(harbour):
    create_object(key="bronze key", location=harbour.character)
    harbour.session.protocol_flags["SCREENREADER"] = True
    assert "east to Shed (locked, you have the bronze key)" in harbour.types("east")
    heard = harbour.types("map")
    assert "Store, shop: 2 steps, 2 east. Speed-walk: 2e." in heard


def test_a_brief_walk_names_the_rooms_that_it_passes(harbour, clock):
    harbour.character.move_to(harbour.character.location, quiet=True)
    create_object(key="bronze key", location=harbour.character)
    before = len(harbour.sent)
    harbour.types("goto store")
    clock.advance(0.5)
    clock.advance(0.5)
    heard = harbour.text_since(before)
    assert "\nRope Walk\nShed\n" in heard
    assert heard.count("Exits:") == 1


def test_who_follows_on_a_long_walk_hears_names_until_it_ends(harbour, make_player, hours):
    ben = make_player("Ben", location=harbour.character.location)
    for one in (harbour, ben):
        one.session.protocol_flags["SCREENREADER"] = True
        create_object(key="bronze key", location=one.character)
    ben.types("follow Ann")
    before = len(ben.sent)
    harbour.types("goto store")
    hours(3)
    heard = [line for line in ben.text_since(before).splitlines() if "Ann is leaving" not in line]
    assert heard[:3] == ["Rope Walk.", "Shed.", "Store."]
    assert heard[-2:] == ["Exits: west to Shed.", "Characters: Ann."]


MAP = r"""
+ 0 1 2 3

1     #
      |
0 #-#-#-#

+ 0 1 2 3

"""
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 forward twoway
"""


@pytest.fixture
def client(spawn_maps, player):
    spawn_maps(
        {
            "zcoord": "street",
            "map": MAP,
            "prototypes": {(0, 0): room("West"), (2, 0): room("Corner"), (2, 1): room("North")},
        },
        {"zcoord": "cube", "matrix": CUBE, "prototypes": {(0, 0, 0): room("Hatch")}},
    )
    player.character.move_to(ObjectDB.objects.get(db_key="West"), quiet=True)
    return player


def _sent(client, line):
    """What is sent for a line, with its markup."""
    before = len(client.sent)
    client.session.execute_cmd(line)
    texts = [message["text"] for message in client.sent[before:] if "text" in message]
    return "\n".join(text if isinstance(text, str) else text[0] for text in texts)


def test_way_ahead_is_dotted_without_colour_and_its_goal_a_link(client, clock):
    client.types("path north")
    assert "your way" not in client.types("map")
    client.session.protocol_flags["NOCOLOR"] = True
    assert client.types("map").split("\n")[1:] == ["    #", "    .", "@.#.#-#", ". your way"]
    client.session.protocol_flags["MXP"] = True
    assert _sent(client, "path north").startswith("|lcgoto (2,1,street)|ltNorth|le is ")
    client.character.move_to(ObjectDB.objects.get(db_key="Corner"), quiet=True)
    client.character.move_to(ObjectDB.objects.get(db_key="West"), quiet=True)
    told = _sent(client, "map todo")
    assert "|w|lceast|lteast|le|n from West" in told
    assert "from |lcgoto (2,0,street)|ltCorner|le, 2 steps: 2e" in told


def test_rooms_and_exits_are_links_in_clients_and_browsers(client):
    client.session.protocol_flags["MXP"] = True
    assert "|lcgoto (3,0,street)|lt#|le" in _sent(client, "map")
    seen = _sent(client, "look")
    assert "|lceast|lteast|le" in seen
    assert "|lcgoto (1,0,street)|lt#|le" in seen
    client.session.protocol_key = "websocket"
    assert "|lcgoto (3,0,street)|lt#|le" in _sent(client, "map")
    client.character.move_to(ObjectDB.objects.get(db_key="Hatch"), quiet=True)
    client.session.protocol_flags["MXP"] = True
    assert "|lcgoto (1,0,cube:0)|lt#|le" in _sent(client, "map")
