"""Texts that fit a screen, and rooms as clients are told of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.core.view import MSDP_VARIABLES, Door, ExitView
from xyzgrid_ext.core.view.fitting import fit_encoding, unwrap, wrap_text
from xyzgrid_ext.core.view.gmcp import (
    AreaLabel,
    exit_changes,
    msdp_variables,
    room_info,
    secret_room_info,
)
from xyzgrid_ext.core.view.snapshot import ExitKind, RoomView


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("mill", 4),
        ("|wmill|n", 4),
        ("a||b", 3),
        ("||n", 2),
        ("|lcgoto (4,4,town)|ltmill|le", 4),
        ("|500|[#ff0000|=amill|[R", 4),
        ("\x1b[1;31mmill\x1b[0m", 4),
        ("水車", 4),
        ("cafe\u0301", 4),
    ],
)
def test_markup_takes_no_columns_and_a_wide_character_two(text, takes):
    assert text_width(text) == takes


@pytest.mark.parametrize(
    "name", ["Under the foliage of a giant old tree", "The |rred|n tree of them all"]
)
def test_a_long_name_of_a_room_stays_in_a_line_of_its_own(name):
    head = f"|c{name}(4,1,the large tree)(#3858)|n"
    room = f"{head}\nHigh above the ground the branches sway in the wind, and it is cold up here."
    assert wrap_text(room, 78, prose=True).split("\n")[0] == head
    assert unwrap(f"{room}\nExits: down") == f"{room}\nExits: down"


def test_paragraphs_columns_and_long_words_flow_to_the_end_of_the_screen():
    text = "|wThe old mill|n creaks in the wind that comes from the sea in the\nevening."
    assert unwrap(text) == text.replace("\n", " ")
    broken = "Burst crates lie in all of the corners, straw and nails, but not in the north-\neast."
    assert unwrap(broken).endswith("in the north-east.")
    line = "  map list   all maps, and those that do not load"
    assert wrap_text(line, 34).split("\n") == [
        "  map list   all maps, and those",
        "             that do not load",
    ]
    assert wrap_text("aaa|rbbbbb|n", 4) == "aaa|rb\nbbbb|n"
    text = (
        "Usage:\n"
        "  map\n"
        "\n"
        "Without a name it is about all maps. Map modules and files that you\n"
        "have changed are read anew.\n"
        "The end."
    )
    assert wrap_text(text, 40, prose=True).split("\n") == [
        "Usage:", "  map", "", "Without a name it is about all maps. Map",
        "modules and files that you have changed", "are read anew.", "The end.",
    ]  # fmt: skip


def test_link_is_not_broken_within_its_command_and_shows_what_is_left():
    assert wrap_text("walk to |lcgoto (4,4,the old town)|ltthe mill|le now", 12).split("\n") == [
        "walk to |lcgoto (4,4,the old town)|ltthe",
        "mill|le now",
    ]
    whole = "|lchelp goto|ltgoto|le"
    assert wrap_text(f"|lchelp lighthouse|ltlightho[...]{whole}", 40) == f"lightho[...]{whole}"
    assert wrap_text(f"{whole}  |lchelp lighth[...]", 40) == f"{whole}  help lighth[...]"
    assert wrap_text("|lclook|ltand so on [...]|le", 40) == "|lclook|ltand so on [...]|le"


@pytest.mark.parametrize(
    "line",
    [
        "|wExits:|n north", "  indented", "", "two  columns of something", "He goes.",
        "goto the mill goes.", "|n(|wPage|n [1/2] |wn|next|n)",
    ],
)  # fmt: skip
def test_what_is_no_prose_does_not_flow(line):
    before = "The lake wind makes a hundred lanterns of green glass ring out loud."
    wide = "|wCharacters:|n a dozen people, and each of them has a name that is long to say."
    assert f"\n{line}\n" in wrap_text(f"{before}\n{line}\n{wide}", 75, prose=True)


@given(st.text("ab |nwrlct\né水-", max_size=200), st.integers(4, 40))
def test_no_line_is_wider_than_the_screen(text, width):
    assert all(text_width(line) <= width for line in wrap_text(text, width).split("\n"))


@given(st.text("ab é水", max_size=200), st.integers(4, 40))
def test_no_word_is_lost(text, width):
    assert wrap_text(text, width).replace("\n", "").replace(" ", "") == text.replace(" ", "")


def test_every_other_character_has_a_stand_in_of_its_width():
    assert fit_encoding("┌──┐ → «café» ½ № ﬁ", "ascii") == '+--+ > "cafe" 1/2 No fi'
    drawing = "│…│水│ß│é│e\u0301│"
    plain = fit_encoding(drawing, "ascii", aligned=True)
    assert plain == "|.|??|s|e|e|"
    assert text_width(plain.replace("|", "!")) == text_width(drawing)


@given(st.text(max_size=60))
def test_what_is_spelled_can_be_sent(text):
    assert fit_encoding(text, "ascii").isascii()
    assert fit_encoding(text, "ascii", aligned=True).isascii()


# What map clients are sent of a room.
#
# 502 Vault
#  |
# 501 Hall --- wormhole to 77, an iron door that is locked, a way east that nobody has gone
AREA = AreaLabel(412, "The Tower")
NORTH = ExitView("north", "n", 502, "tower")
EAST = ExitView("east", "e", None)
WORMHOLE = ExitView("wormhole", "", 77, "cave", ExitKind.WORMHOLE)
DOOR = ExitView("iron door", "", None, door=Door.LOCKED, needs=("smallkey",))
HALL = RoomView(
    501,
    "Hall",
    3,
    1,
    2,
    exits=(NORTH, EAST, WORMHOLE, DOOR),
    environment="stone",
    details=("shop",),
)


def test_room_info_has_the_members_of_mappers_and_no_place_that_may_not_be_told():
    assert room_info(HALL, AREA) == {
        "num": 501,
        "name": "Hall",
        "area": "The Tower",
        "environment": "stone",
        "coords": "412,3,1,2",
        "coord": {"id": 412, "x": 3, "y": 1, "z": 2, "cont": 0},
        "exits": {"n": 502},
        "specials": {"wormhole": 77},
        "stubs": ["e", "iron door"],
        "details": ["shop"],
        "doors": {"iron door": {"name": "iron door", "flags": ["door", "closed", "locked"]}},
    }
    info = room_info(replace(HALL, exits=(NORTH,)), None)
    assert (info["num"], info["exits"], info["area"]) == (501, {"n": 502}, "")
    assert not {"coords", "coord"} & set(info)
    assert secret_room_info("Somewhere") == {
        "num": -1,
        "name": "Somewhere",
        "area": "",
        "environment": "",
        "exits": {},
    }


@pytest.mark.parametrize(
    ("door", "flags"),
    [
        (Door.OPEN, ["door"]),
        (Door.CLOSED, ["door", "closed"]),
        (Door.LOCKED, ["door", "closed", "locked"]),
        (Door.NONE, []),
    ],
)
def test_a_door_that_changes_is_told_by_its_flags(door, flags):
    before = replace(HALL, exits=(replace(NORTH, weight=3.0), DOOR))
    after = replace(HALL, exits=(replace(NORTH, door=door), DOOR))
    assert exit_changes(before, after) == {"n": {"name": "north", "flags": flags, "to": 502}}


def test_of_a_change_only_the_difference_is_told_and_msdp_is_flat():
    before = replace(HALL, exits=(NORTH, DOOR))
    after = replace(HALL, exits=(EAST, DOOR))
    assert exit_changes(before, after) == {"n": False, "e": {"name": "east", "flags": []}}
    assert exit_changes(HALL, HALL) == {}
    values = msdp_variables(HALL, AREA)
    assert tuple(values) == MSDP_VARIABLES
    assert values == {
        "ROOM_VNUM": "501", "ROOM_NAME": "Hall", "ROOM_AREA": "The Tower", "ROOM_TERRAIN": "stone",
        "ROOM_EXITS": "n 502;e ?;wormhole 77;iron door ?", "ROOM_X": "3", "ROOM_Y": "1",
        "ROOM_Z": "2",
    }  # fmt: skip
    assert msdp_variables(HALL, None)["ROOM_X"] == ""
