"""Rooms of a game's own classes, and odd values of map data, harm no look and no walk."""

import pytest
from evennia.contrib.grid.extended_room import ExtendedRoom
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from worlds import LANE, room, room_named

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.xyzroom import XYZRoom, XYZRoomMixin


class WindyRoom(XYZRoom):
    def return_appearance(self, looker, **kwargs):
        return f"{super().return_appearance(looker, **kwargs)}\nThe wind is from the west."


class SeasonRoom(XYZRoomMixin, contrib.XYZRoom, ExtendedRoom):
    """A room of Evennia's ExtendedRoom on the grid."""


def lane(cls, **values):
    path = f"{cls.__module__}.{cls.__qualname__}"
    prototype = {"prototype_parent": "xyz_room", "typeclass": path, "key": "Lane", **values}
    return {"zcoord": "lane", "map": LANE, "prototypes": {("*", "*"): prototype}}


def test_a_walk_shows_names_of_rooms_however_their_class_shows_them(
    spawn_maps, player, hours, found_at_once
):
    live = spawn_maps(lane(WindyRoom)).live
    player.character.location = live.object(("lane", 0))
    before = len(player.sent)
    player.types("goto (2,0)")
    hours(3)
    told = player.text_since(before)
    assert "None" not in told
    assert told.count("The wind is from the west.") == 1, "at the goal"


def test_states_of_an_extended_room_are_kept_for_its_own_functions(spawn_maps, player):
    live = spawn_maps(lane(SeasonRoom, desc="A field.$$state(burning, It burns.)")).live
    player.character.location = room = live.object(("lane", 0))
    assert "It burns." not in player.types("look")
    room.add_room_state("burning")
    assert "It burns." in player.types("look")


def test_a_state_that_is_no_function_of_prototypes_is_refused_with_its_cure(spawn_maps):
    with pytest.raises(RefusedError, match=r"(?s)\$state\(.*write \$\$ for a \$"):
        spawn_maps(lane(SeasonRoom, desc="A field.$state(burning, It burns.)"))


def test_an_exit_of_the_contribs_class_tells_once_what_it_needs(spawn_maps, player):
    way = {
        "prototype_parent": "xyz_exit",
        "typeclass": "evennia.contrib.grid.xyzgrid.xyzroom.XYZExit",
        "needs": ["item:lantern"],
    }
    data = lane(XYZRoom)
    live = spawn_maps(data | {"prototypes": data["prototypes"] | {(0, 0, "e"): way}}).live
    player.character.location = live.object(("lane", 0))
    assert player.types("east") == "You cannot go there: you need the lantern."
    assert player.types("east") == "You cannot go there: you need the lantern."
    assert player.at == "Lane"


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
