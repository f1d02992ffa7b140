"""What the rows of map data let through with a warning, harms nobody who looks or walks."""

import pytest
from worlds import room, room_named

DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"


ODD = [
    ({"desc": 5}, {}),
    ({"desc": [1, 2]}, {}),
    ({"aliases": 5}, {}),
    ({"permissions": 5}, {}),
    ({"prototype_key": 5}, {}),
    ({"weather": float("inf")}, {}),
    ({"weather": {1: {2: (3,)}}}, {}),
    ({}, {"map_display": 1}),
    ({}, {"map_mode": "nods"}),
    ({}, {"map_align": "left"}),
    ({}, {"map_fill_all": 0}),
    ({}, {"map_target_path_style": 5}),
    ({}, {"map_target_path_style": "{you:>200000000}"}),
    ({}, {"map_target_path_style": "{display_symbol:>200000000}"}),
    ({}, {"map_separator_char": ""}),
    ({}, {"map_character_symbol": "x" * 900}),
    ({}, {"map_visual_range": 1_000_000}),
    ({}, {"play": 5, "routes": "all", "wormholes": 7}),
]


@pytest.mark.parametrize(("yard", "options"), ODD, ids=str)
def test_odd_value_of_a_room_or_an_option_harms_no_look_and_no_step(
    spawn_maps, make_player, yard, options
):
    prototypes = {(0, 0): room("Gate"), (1, 0): room("Yard", **yard)}
    spawn_maps({"zcoord": "lane", "map": DRAWING, "prototypes": prototypes, "options": options})
    ann = make_player("Ann", location=room_named("Gate"))
    ann.types("path yard")
    assert "Gate" in ann.types("look")
    assert "Traceback" not in ann.types("goto yard")
    assert ann.at == "Yard"
    assert "Yard" in ann.types("look")
