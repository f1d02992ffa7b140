"""A land from noise in the game: read, spawned, seen and walked."""

import pytest
from spawned import spawned_once
from worlds import room_at

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.game.maps.loader import load_data

VALE = {
    "zcoord": "vale",
    "land": {
        "seed": 5,
        "area": (299, 528, 9, 6),
        "places": {"Ashwick": (302, 530), "Eastgate": (307, 529)},
    },
    "options": {"title": "the Vale"},
}

shared_maps = spawned_once(VALE)


@pytest.fixture
def ann(grid, player):
    player.character.move_to(room_at(grid, 3, 2, "vale"), move_type="teleport")
    return player


def test_rooms_are_named_by_what_is_there_and_routes_take_the_road(grid, ann):
    ashwick, road = room_at(grid, 3, 2, "vale"), room_at(grid, 5, 1, "vale")
    assert ashwick.key == "Ashwick"
    assert "Ashwick" in ashwick.db.desc
    assert road.key == "The road between Ashwick and Eastgate"
    assert road.db.desc.endswith("The road runs east and west.")
    assert road.tags.has("road", category="landmark")
    assert sorted(way.key for way in road.exits) == ["east", "north", "south", "west"]
    #   ,,,,",,,
    #   ",,,TT",,
    #   ",,"TT",,
    #   T,,@TT,,,
    #   ,,#####o
    #   ,,,,"TT,,
    assert {"T,,@TT,,,", '",,#####o'} <= {line.strip() for line in ann.types("look").split("\n")}
    told = ann.types("map").split("\n")
    assert told[0] == "the Vale"
    assert told[-1] == 'T oak wood, " scrub, , meadow, # road, o place'
    assert "Speed-walk: s 5e" in ann.types("path Eastgate")
    assert ann.types("path eastg").startswith("Eastgate is ")
    ann.types("south")
    assert ann.at == "The road between Ashwick and Eastgate"
    assert ann.types("path eastg").startswith("Eastgate is "), "not the road named after it"


@pytest.mark.parametrize(
    ("land", "told"),
    [
        ({"area": (0, 0, 5)}, "land.area: must be (x, y, width, height)"),
        (
            {"seed": 5, "area": (330, 530, 9, 9), "places": {"Deep": (337, 535)}},
            "'Deep' cannot stand",
        ),
    ],
)
def test_a_land_with_faults_is_refused_with_a_cure(land, told):
    loaded = load_data("world.vale", {"zcoord": "vale", "land": land})
    assert loaded.grid is None
    assert loaded.findings[0].message.startswith(told)
    assert loaded.findings[0].cure


def test_a_function_of_an_authors_own_is_taken():
    own = {(3, 2): {"desc": lambda: "Smoke."}}
    loaded = load_data("world.vale", VALE | {"prototypes": own})
    room = loaded.grid.room_at(Coord(3, 2))
    assert loaded.grid.protos[loaded.grid.room_proto[room]]["desc"]() == "Smoke."
