"""What the page of Evennia's XYZGrid promises of the options of a map: what a look shows of it."""

import pytest
from contrib_page import drawn, room
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.xyzroom import XYZRoom

ROW = drawn("#-#-#-#-#-#-#-#-#")


def look(player, **kwargs):
    """The map that comes with a look, without lines around it and colours; None without one."""
    start = len(player.sent)
    player.character.msg(player.character.at_look(player.character.location, **kwargs))
    maps = [m["text"] for m in player.sent[start:] if isinstance(m.get("text"), tuple)]
    maps = [text for text, options in maps if options.get("type") == "xymap"]
    return strip_ansi(maps[0]) if maps else None


def middle(text):
    """The lines of a map between its separators."""
    return [line.strip() for line in text.split("\n")[1:-1]]


@pytest.fixture
def row(spawn_maps, make_player):
    """Return a function: options -> a player in the middle of a row of nine rooms."""

    def make(**options):
        spawn_maps({"zcoord": "mymap", "map": ROW, "options": options})
        player = make_player("Ann", location=room(4, 0))
        memory.note_told(player.character, "letters")
        return player

    return make


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"map_visual_range": 1}, ["#-@-#"]),
        ({"map_visual_range": 0}, ["@"]),
        ({"map_visual_range": None}, ["#-#-#-#-@-#-#-#-#"]),
        ({"map_mode": "scan"}, ["#-@-#"]),
        ({"map_mode": "scan", "map_visual_range": 3}, ["-#-@-#-"]),
        ({"map_mode": "scan", "map_visual_range": None}, ["#-#-#-#-@-#-#-#-#"]),
        ({"map_mode": "node"}, ["#-#-@-#-#"]),  # as the page has it
        ({"map_mode": "nodes"}, ["#-#-@-#-#"]),
        ({"map_character_symbol": "|rX|n"}, ["#-#-X-#-#"]),
        ({"map_character_symbol": None}, ["#-#-#-#-#"]),
    ],
)
def test_what_is_seen_is_an_option_of_the_map(row, options, shown):
    assert middle(look(row(**options))) == shown


@pytest.mark.parametrize(("symbol", "shown"), [("|rX|n", "X"), ("|g@|n", "@"), (None, "#")])
def test_the_symbol_of_the_player_is_the_same_on_the_whole_map(row, make_player, symbol, shown):
    player = row(map_character_symbol=symbol)
    assert f"#-#-#-#-{shown}-#-#-#-#" in player.types("map")
    ben = make_player("Ben", location=player.character.location)
    assert "letters mean" not in ben.types("look")  # X is no letter of the map


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"map_visual_range": 1}, ["#-@-#"]),
        ({"map_mode": "scan", "map_visual_range": 3}, ["-#-@-#-"]),
        ({"map_character_symbol": "X"}, ["#-#-X-#-#"]),
    ],
)
def test_options_can_stand_on_the_class_or_come_with_a_look(row, monkeypatch, options, shown):
    player = row()
    assert middle(look(player, **options)) == shown
    for name, value in options.items():
        monkeypatch.setattr(XYZRoom, name, value)
    assert middle(look(player)) == shown


def test_the_map_can_be_turned_off(row):
    player = row(map_display=False)
    assert look(player) is None
    assert look(player, map_display=True) is not None


@pytest.mark.parametrize(("align", "column"), [("l", 4), ("c", 39), ("r", 73)])
def test_the_map_stands_left_right_or_in_the_middle(row, align, column):
    assert look(row(map_align=align)).split("\n")[1].index("@") == column


def test_the_colour_of_the_lines_is_told_once(row):
    player = row(map_fill_all=True)
    before = len(player.sent)
    player.types("look")
    lines = str(player.sent[before:])
    assert "|x~~~" in lines
    assert "~|n|x~" not in lines


def test_the_lines_are_of_a_symbol_and_a_length_of_choice(row):
    player = row(map_separator_char="|r=|n", map_fill_all=False)
    player.character.location.db.desc = "A short text of forty columns, or a bit."
    text = look(player)
    assert text.split("\n")[0] == "=" * 40
    player.character.location.db.desc = "Short."
    assert len(look(player).split("\n")[0]) < 40


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("<{display_symbol}>", "#-#-@<-><#><-><#>"),
        ("*", "#-#-@****"),
        ("{nonsense}", "#-#-@-#-#"),
        ("{", "#-#-@-#-#"),
        (None, "#-#-@NoneNoneNoneNone"),
    ],
)
def test_the_way_ahead_is_in_a_style_and_a_malformed_one_harms_no_look(row, style, shown):
    player = row(map_target_path_style=style)
    player.types("path (8,0)")
    assert middle(look(player)) == [shown]
