"""Names are typed as they are shown: without colours, in any case, in either form of Unicode.

# Arcellia, coloured ── door, coloured ─► # Café, decomposed in the file
│
east
▼
# 中央廣場, half of it coloured
"""

from unicodedata import normalize

import pytest
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once

from xyzgrid_ext.core.names import name_key, typed_aliases
from xyzgrid_ext.game.visibility.needs import meets_need

pytestmark = pytest.mark.django_db

CAFE = "Cafe\u0301 de l\u2019E\u0301toile"
THING = "evennia.objects.objects.DefaultObject"
PAINTED = {
    "zcoord": "Pei\u0301nted",
    "rooms": {
        (0, 0, 0): {
            "key": "|wArcellia - |yOld|n Sanctum|n",
            "exits": {
                "east": (1, 0, 0),
                "|rred|n door": {"to": (2, 0, 0), "aliases": ["door"]},
                "cre\u0301merie": {"to": (2, 0, 0), "needs": ["item:CLE\u0301"]},
            },
            "details": {"Fene\u0302tre, |ypane|n": "Through it you see the sea."},
            "things": [
                {"typeclass": THING, "key": key} for key in ("|ygolden|n lamp", "a cle\u0301")
            ],
        },
        (1, 0, 0): {"key": "|#ff8800中央|n廣場", "exits": {"west": (0, 0, 0)}},
        (2, 0, 0): {"key": CAFE, "exits": {"back": (0, 0, 0)}},
    },
}
shared_maps = spawned_once(PAINTED)


@pytest.fixture
def at(player, grid):
    """Return a function that puts the player into a room."""

    def put(number):
        (key,) = grid.live.grids
        player.character.move_to(grid.live.object((key, number)), move_type="teleport")
        player.sent.clear()
        return player.character

    return put


@pytest.mark.parametrize(
    "typed",
    ["red door", "Red Door", "|rred|n door", "cre\u0301merie", "cr\u00e9merie", "CR\u00c9MERIE"],
)
def test_exit_is_taken_by_its_name_as_shown(at, player, superuser, typed, grid):
    at(0)
    # builders pass what the exit needs
    superuser.character.move_to(player.character.location, move_type="teleport")
    superuser.types(typed)
    assert superuser.character.location.key == CAFE


def test_links_and_words_of_needs_are_compared_as_names_are(at, player):
    player.session.protocol_flags["MXP"] = True
    at(0)
    player.types("look")
    assert "|lcred door|lt|rred|n door|le" in str(player.sent)
    character = at(0)
    (key,) = [one for one in character.location.contents if one.key.startswith("a cl")]
    key.key = "cle\u0301"
    key.location = character
    assert meets_need("item:CL\u00c9", character, None)
    assert meets_need("item:cle\u0301", character, None)


@pytest.mark.parametrize("typed", ["red door", "the door"])
def test_exit_is_looked_at_by_its_name_as_shown(at, player, typed):
    at(0)
    assert player.types(f"look {typed}").startswith("red door")


@pytest.mark.parametrize(
    ("start", "typed", "goal"),
    [
        (1, "arcellia - old sanctum", 0),
        (1, "Arcellia", 0),
        (0, "中央廣場", 1),
        (0, normalize("NFC", CAFE), 2),
        (0, normalize("NFD", CAFE).upper(), 2),
        (0, "caf\u00e9", 2),
        (0, "cafe\u0301", 2),
        (0, "(2,0,pe\u00ednted)", 2),
    ],
)
def test_goto_takes_names_as_shown(at, player, grid, start, typed, goal):
    at(start)
    (key,) = grid.live.grids
    name = strip_ansi(grid.live.object((key, goal)).key)
    assert player.types(f"path {typed}").startswith(f"{name} is 1 step from here")


@pytest.mark.parametrize(
    "typed", ["arcellia - old sanctum", "red door", "caf\u00e9 de", "cafe\u0301 de", "golden lamp"]
)
def test_find_takes_names_as_shown(grid, superuser, clock, typed):
    before = len(superuser.sent)
    superuser.types(f"find {typed}")
    clock.pump([0.01] * 40)
    assert "One Match" in superuser.text_since(before)


@pytest.mark.parametrize("typed", ["golden lamp", "the golden lamp", "a cl\u00e9", "a cle\u0301"])
def test_things_and_details_are_looked_at_by_their_names_as_shown(at, player, typed):
    at(0)
    assert "not find" not in player.types(f"look {typed}")


@pytest.mark.parametrize("typed", ["fen\u00eatre", "fene\u0302tre", "pane", "Pane"])
def test_details_have_their_names_as_shown(at, player, typed):
    at(0)
    assert "you see the sea" in player.types(f"look {typed}")


def test_exit_renamed_in_the_game_is_typed_as_it_is_shown(at, player, superuser):
    character = at(0)
    superuser.character.move_to(character.location, move_type="teleport")
    superuser.types("name east = |bblue|n gate")
    player.types("blue gate")
    assert character.location.key.endswith("廣場")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        (7, "7"),
        (" The Mill ", "the mill"),
        ("|rred|n door", "red door"),
        ("a||b", "a||b"),
        ("|lcgo|ltGo|le on", "go on"),
        ("Cafe\u0301", "caf\u00e9"),
        ("CAF\u00c9", "caf\u00e9"),
        ("|#ff8800中央|n廣場", "中央廣場"),
    ],
)
def test_key_of_a_name_is_what_is_shown_in_one_form(name, key):
    assert name_key(name) == key
    assert name_key(name_key(name)) == key


def test_plain_name_needs_no_alias():
    assert typed_aliases("Mill", ["Old Mill", "mill"]) == ("old mill",)
    assert typed_aliases("|rMill|n") == ("mill",)
