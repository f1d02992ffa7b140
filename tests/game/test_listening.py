"""Who hears a map in words, what is told so, and how texts are made to flow."""

from copy import copy
from types import SimpleNamespace

import pytest
from evennia import create_object

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


def test_everybody_may_have_a_map_spoken(harbour):
    assert harbour.types("map speak") == (
        "You are in Pier. The map harbour has 4 rooms.\n"
        "Exits: east to Rope Walk.\n"
        "Ways to other places:\n"
        "Rope Walk, exit east to Shed (locked, you need the bronze key): "
        "1 step, east. Speed-walk: e.\n"
        "To walk to a place, type goto and its name."
    )
    assert "#" in harbour.types("map")


def test_who_has_the_key_hears_so(harbour):
    create_object(key="bronze key", location=harbour.character)
    harbour.session.protocol_flags["SCREENREADER"] = True
    assert "east to Shed (locked, you have the bronze key)" in harbour.types("east")
    heard = harbour.types("map")
    assert "Store, shop: 2 steps, 2 east. Speed-walk: 2e." in heard


def test_one_client_that_listens_is_enough(harbour):
    assert "#" in harbour.types("look")
    second = copy(harbour.session)
    second.protocol_flags = {**second.protocol_flags, "SCREENREADER": True}
    assert screenreader.is_on(SimpleNamespace(sessions=SimpleNamespace(all=lambda: [second])))
    assert not screenreader.is_on(harbour.character)
    assert not screenreader.is_on(object())


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
