"""The methods of maps and of the grid, as the contrib's page has them: for code of games.

field:   1 #-#-o       the router is a link, not a room: the way east from (1,1) is one step
         0 #-#-#       to (2,0)
"""

import sys

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from evennia.contrib.grid.xyzgrid.utils import MapError

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.levels import LevelMap
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

FIELD = """
+ 0 1 2

1 #-#-o
  |   |
0 #-#-#

+ 0 1 2
"""
DATA = {"zcoord": "Field", "map": FIELD}
CUBE = """
matrixedge 3
startnode 0 0 0
endnode 2 0 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
node 2 0 0 forward twoway
node 1 0 0 up oneway
"""
CLIFF = {
    "zcoord": "cliff",
    "map": FIELD.replace("-o", "-T").replace("  |   |", "  |    "),
    "legend": {
        "T": type("T", (xymap_legend.TransitionMapNode,), {"target_map_xyz": (0, 0, "field")})
    },
}


def steps(path):
    return [(part.X, part.Y) for part in path]


# --- a map by itself


def test_map_is_made_of_a_dict_a_module_or_its_path_and_has_paths(module):
    module("maps.field", DATA, {"zcoord": "other", "map": FIELD.replace("#-#-o", "#-#  ")})
    for source in (DATA, sys.modules["maps.field"], "maps.field"):
        assert str(PlaneMap(source, Z="field")) == "#-#-o\n||   ||\n#-#-#"
    assert PlaneMap("maps.field", Z="other").Z == "other"
    module("maps.two", DATA, DATA | {"zcoord": "other"})
    with pytest.raises(MapError, match=r"No map 'cave' .*'Field', 'other'"):
        PlaneMap("maps.two", Z="cave")
    with pytest.raises(MapError, match="No valid XYMAP_DATA"):
        PlaneMap(module("maps.none"))
    field = PlaneMap(DATA)
    directions, path = field.get_shortest_path((0, 1), (2, 0))
    assert directions == ["e", "e"]
    assert steps(path) == [(0, 1), (0.5, 1), (1, 1), (1.5, 1), (2, 1), (2, 0.5), (2, 0)]
    assert [hasattr(part, "node_index") for part in path].count(True) == 3
    field = PlaneMap({"map": "+\n\n  #   #\n\n  #-# #\n\n+"})
    assert field.get_shortest_path((0, 0), (2, 0)) == ([], [])
    assert field.get_shortest_path((0, 0), (1, 1)) == ([], [])  # there is no room
    assert steps(field.get_shortest_path((0, 0), (0, 0))[1]) == [(0, 0)]


# --- the grid


@pytest.fixture
def grid(limbo):
    return get_xyzgrid()


def test_maps_added_as_data_live_as_long_as_the_process_and_the_log_says_why_none_is_there(
    grid, module
):
    told = []
    grid.log = told.append
    grid.add_maps(DATA)
    assert isinstance(grid.get_map("field"), PlaneMap)
    assert grid.get_map("field").xyzgrid is grid
    assert "gone at the server's next start" in told[0]
    assert grid.records == []  # the database has got nothing
    grid.reload()
    assert [one.Z for one in grid.all_maps()] == ["Field"]
    grid.ndb.handed = None  # a new start
    grid.reload()
    assert grid.all_maps() == []
    told = []
    grid.log = told.append
    assert grid.maps_from_module(module("maps.none")) == []
    assert grid.maps_from_module("maps.nowhere") == []
    assert "XYMAP_DATA" in told[0]
    assert "no module 'maps.nowhere'" in told[1]


@pytest.mark.parametrize(
    "data", [{"map": FIELD}, DATA | {"map": FIELD.replace("#-#-o", "#-?-o")}, 5, {}]
)
def test_bad_data_is_refused_and_changes_nothing(grid, data):
    grid.add_maps(CLIFF)
    with pytest.raises(RuntimeError):
        grid.add_maps(DATA, data)
    assert list(grid.grid) == ["cliff"]


def test_data_with_the_name_of_another_map_takes_its_place(grid, module):
    grid.add(module("maps.field", DATA))
    grid.add_maps(DATA | {"map": FIELD.replace("#-#-o", "#-#  ").replace("  |   |", "  |    ")})
    assert len(grid.get_map("field").node_index_map) == 5
    assert grid.live.grids["field"].links == 8
    with pytest.raises(GridError, match="which data without a module has added already"):
        grid.add("maps.field")


def test_rooms_and_exits_are_found_with_wildcards(grid):
    grid.add_maps(DATA, CLIFF)
    grid.spawn()
    assert len(grid.get_room(("*", "*", "FIELD"))) == 5
    assert [room.xyz for room in grid.get_room((2, "*", "field"))] == [(2, 0, "Field")]
    assert len(grid.get_room(("*", "*", "*"))) == 10
    assert [exi.key for exi in grid.get_exit((1, 1, "field"), "east")] == ["east"]
    assert sorted(exi.key for exi in grid.get_exit((1, 1, "field"), "*")) == ["east", "west"]
    assert len(grid.get_exit(("*", "*", "cliff"), "east", xyz_destination=(0, 0, "field"))) == 1


def test_a_part_of_a_map_is_spawned(grid):
    grid.add_maps(DATA)
    grid.spawn((0, "*", "field"))
    assert {room.xyz[:2] for room in XYZRoom.objects.all()} == {(0, 0), (0, 1)}
    assert {exi.key for exi in XYZExit.objects.all()} == {"north", "south"}
    grid.spawn((1, 0, "Field"), directions=["w"])
    assert {exi.key for exi in grid.get_exit((1, 0, "field"), "*")} == {"west"}
    grid.spawn()
    assert (XYZRoom.objects.count(), XYZExit.objects.count()) == (5, 10)
    with pytest.raises(RuntimeError):
        grid.spawn(("*", "*", "nowhere"))


def test_a_map_spawns_itself(grid):
    grid.add_maps(DATA)
    field = grid.get_map("field")
    assert [node.X for node in field.spawn_nodes((0, "*"))] == [0, 0]
    field.spawn_links((0, 0), directions=["n"])
    assert XYZRoom.objects.count() == 2
    with pytest.raises(MapError):
        PlaneMap(DATA).spawn_nodes()


def test_removing_a_map_or_the_grid_removes_its_rooms_unless_told_otherwise(grid):
    grid.add_maps(DATA, CLIFF)
    grid.spawn()
    grid.remove_map("field", remove_objects=False)
    assert grid.get_map("field") is None
    assert len(grid.get_room(("*", "*", "field"))) == 5
    grid.remove_map("CLIFF")
    assert len(grid.get_room(("*", "*", "cliff"))) == 0
    grid.add_maps(DATA)
    grid.spawn()
    grid.delete()
    assert not XYZRoom.objects.all()
    assert get_xyzgrid(print_errors=False) is not grid


# --- levels


def test_a_level_of_a_matrix_has_the_methods_of_a_map(spawn_maps):
    grid = spawn_maps({"zcoord": "cube", "matrix": CUBE}, DATA)
    level = grid.get_map("Cube:0")
    assert isinstance(level, LevelMap)
    assert [type(one) for one in grid.all_maps()].count(LevelMap) == 3
    directions, path = level.get_shortest_path((0, 0), (2, 0))
    assert directions == ["ri", "ri"]
    assert [(part.X, part.Y) for part in path if hasattr(part, "node_index")] == [
        (0, 0), (1, 0), (2, 0)
    ]  # fmt: skip
    assert path[0] == level.get_node_from_coord((0, 0)) == level.get_components_with_symbol("#")[0]
    assert level.get_node_from_coord((0, 1)) is None
    assert level.get_shortest_path((0, 0), (0, 1)) == ([], [])
    assert level.get_visual_range((0, 0), 1) == "@----#"
    assert level.get_visual_range((0, 0), 2, "scan") == "   \n   \n@--"
    assert level.get_visual_range((0, 1), 2) == "@"
    assert level.get_visual_range((0, 0), 1, character="", return_str=False) == [list("#----#")]
    marked = level.get_visual_range((0, 0), None, target=(2, 0), target_path_style="*")
    assert marked.splitlines()[-1] == "@**********f"
    with pytest.raises(MapError, match="outside"):
        level.get_node_from_coord((0, 9))
    level.calculate_path_matrix()
    assert "XYMap(Z=cube:0)" in repr(level)
