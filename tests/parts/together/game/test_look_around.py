"""What a stranger reads by looking around: locks of exits, names of things, letters of a map."""

import pytest
from dungeon_maps import row
from evennia import create_object
from spawned import spawned_once
from worlds import room_named

from xyzgrid_ext.game.text import descriptions

LANE = r"""
+ 0 1 2

2 #-#-#
    |
1   o
    |
0   #

+ 0 1 2

"""
NAMES = {(0, 2): "Forge", (1, 2): "Lane", (2, 2): "Vault", (1, 0): "Well"}
BOARDED = [
    "A well.",
    {"text": "\n\nA board says: mind the frog.", "brief": "\n\nA board hangs here."},
]
KEY = "evennia.objects.objects.DefaultObject"
SIGN = (
    "A slate hangs here. It says: 'Give to me and I am gone. Who am I?' Below it lies chalk. "
    "The players' bench is wet."
)
LANES = {
    "zcoord": "lane",
    "map": LANE,
    "prototypes": {
        **{at: {"prototype_parent": "xyz_room", "key": name} for at, name in NAMES.items()},
        (0, 2): {"prototype_parent": "xyz_room", "key": "Forge", "desc": SIGN},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Well", "desc": BOARDED},
        (1, 2, "e"): {"prototype_parent": "xyz_exit", "needs": ["item:bronze key"]},
        (1, 2, "w"): {"prototype_parent": "xyz_exit", "locks": "traverse:holds(coal)"},
        (1, 2, "s"): {
            "prototype_parent": "xyz_exit",
            "desc": "An iron ladder.",
            "aliases": ["south", "s", "ladder"],
        },
    },
}
PARTED = [
    "A hall.",
    {"text": "A stone mouth yawns. 'I am an echo,' it says.", "unless": ["puzzle:a"]},
    {"text": "A stone mouth is shut.", "needs": ["puzzle:a"]},
]
VAULT = row(["Hall", "End"], gives={"Hall": ["puzzle:a"]})
VAULT["prototypes"][0, 0] |= {
    "desc": PARTED,
    "puzzle": {"id": "a", "answers": ["echo"]},
    "inside": [{"kind": "puzzle", "title": "stone mouth", "mask": "000700"}],
}

shared_maps = spawned_once(LANES, VAULT)


@pytest.fixture
def stranger(grid, player):
    player.character.move_to(room_named("Lane"), quiet=True)
    return player


def exits(player):
    return player.types("look").rpartition("\nExits: ")[2]


def test_a_locked_exit_is_marked_until_one_can_go_through(stranger):
    assert exits(stranger) == ("east (locked), south, and west (locked)")
    create_object(KEY, key="bronze key", location=stranger.character)
    assert exits(stranger) == "east, south, and west (locked)"


def test_a_locked_exit_that_one_does_not_see_is_not_listed(stranger):
    (west,) = (way for way in stranger.character.location.exits if way.key == "west")
    west.locks.add("view:false()")
    assert exits(stranger) == "east (locked) and south"


def test_of_two_exits_the_first_does_not_seem_to_lead_where_the_second_does(stranger):
    (west,) = (way for way in stranger.character.location.exits if way.key == "west")
    west.locks.add("view:false()")
    stranger.types("south")
    stranger.types("north")
    assert exits(stranger) == "east (locked); south to Well"


def test_builders_who_pass_all_locks_see_no_marks(superuser, grid):
    superuser.character.move_to(room_named("Lane"), quiet=True)
    assert "(locked)" not in superuser.types("look")


def test_a_lock_without_needs_is_told_to_screen_readers_and_by_exits(stranger):
    assert "  west to Forge (locked)" in stranger.types("exits").splitlines()
    stranger.types("option screenreader on")
    heard = stranger.types("exits")
    assert heard == (
        "Exits: east to Vault (locked, you need the bronze key); south to Well; "
        "west to Forge (locked)."
    )


@pytest.mark.parametrize(
    ("typed", "head"),
    [("ladder", "ladder (south)"), ("the ladder", "ladder (south)"), ("south", "south"),
     ("s", "south"), ("sou", "south")],
)  # fmt: skip
def test_an_exit_is_shown_under_the_name_that_one_used(stranger, typed, head):
    assert stranger.types(f"x {typed}").splitlines() == [head, "An iron ladder."]


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        ("slate", "A slate hangs here."),
        ("gone", "It says: 'Give to me and I am gone. Who am I?'"),
        ("chalk", "Below it lies chalk."),
        ("bench", "The players' bench is wet."),
    ],
)
def test_a_quotation_in_a_text_is_shown_whole(grid, stranger, thing, sentence):
    forge = room_named("Forge")
    assert descriptions.sentence_about(forge, stranger.character, thing) == sentence


def test_a_part_with_a_brief_text_is_shown_in_full_once_to_each_character(grid, make_player):
    ann, ben = make_player("Ann"), make_player("Ben")
    for player in (ann, ben):
        player.character.move_to(room_named("Lane"), quiet=True)
        assert player.types("ladder").count("A board says: mind the frog.") == 1
        short = player.types("look")
        assert "A board hangs here." in short
        assert "frog" not in short
    assert "A board says: mind the frog." in ann.types("look frog")


def test_a_riddle_is_asked_again_when_one_looks_at_it(grid, player):
    player.character.move_to(room_named("Hall"), quiet=True)
    assert player.types("x mouth").splitlines() == [
        "A stone mouth yawns. 'I am an echo,' it says.",
        "The stone mouth, a riddle: type answer <word>.",
    ]
    player.types("answer echo")
    assert "A stone mouth is shut." in player.types("x mouth")


def test_the_letters_of_a_map_are_explained_once(grid, make_player):
    ben = make_player("Ben")
    ben.character.move_to(room_named("Lane"), quiet=True)  # whereupon he looks
    assert ben.text_since(0).count("map shows what the letters mean.") == 1
    assert "letters" not in ben.types("look")
    assert "o bend" in ben.types("map")


def test_a_map_without_letters_says_nothing_of_them(grid, make_player):
    ben = make_player("Ben")
    ben.character.move_to(room_named("Hall"), quiet=True)
    assert "letters" not in ben.text_since(0)


def test_score_names_the_dungeon_around_one(grid, player):
    player.character.move_to(room_named("Hall"), quiet=True)
    told = "In vault: 1 room seen, {}. Type notes to see what is left."
    assert told.format("0 things done") in player.types("score")
    player.types("answer echo")
    assert told.format("1 thing done") in player.types("score")
    player.types("east")
    assert "In vault: 2 rooms seen, 1 thing done. It is won." in player.types("score")
    player.character.move_to(room_named("Lane"), quiet=True)
    assert "vault" not in player.types("score")


def test_the_word_to_may_stand_before_a_place(stranger):
    assert stranger.types("path to well") == stranger.types("path well")
    assert "arrived at Well" in stranger.types("goto to the well")


def test_a_place_whose_name_begins_with_to_is_found_under_it(stranger):
    room_named("Well").key = "To the Forge"
    assert stranger.types("path to the forge").startswith("To the Forge is 1 step from here.")
