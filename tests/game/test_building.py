"""`tel` and `open` with coordinates, as builders type them."""

import sys
import types

import pytest
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

pytestmark = pytest.mark.django_db

STREET = """
+ 0 1

0 #-#

+ 0 1
"""
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
node 0 0 0 forward twoway
"""


def named(key):
    return {"prototype_parent": "xyz_room", "key": key}


@pytest.fixture
def grid(limbo, tmp_path, monkeypatch):
    """Return the grid: a street of two rooms, a cube of three, a map that is not spawned."""

    def add(name, **data):
        module = types.ModuleType(f"maps.{name}")
        module.__file__ = str(tmp_path / "module.py")
        module.XYMAP_DATA = {"zcoord": name, **data}
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return module.__name__

    (tmp_path / "cube.matrix").write_text(CUBE)
    found = get_xyzgrid()
    found.add(
        add(
            "road to nowhere",
            map=STREET,
            prototypes={(0, 0): named("West End"), (1, 0): named("East End")},
        ),
        add(
            "cube",
            matrix="cube.matrix",
            prototypes={
                (0, 0, 0): named("Corner"),
                (1, 0, 0): named("Edge"),
                (0, 0, 1): named("Depth"),
            },
        ),
    )
    found.spawn()
    found.add(add("void", map=STREET))
    return found


@pytest.fixture
def bea(grid, make_player):
    return make_player("Bea", permissions=["Admin"])  # Evennia lets only these teleport people


def where(player):
    return player.character.location.key


# --- tel


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("(1,0,road to nowhere)", "East End"),
        ("( 1 , 0 , ROAD TO NOWHERE )", "East End"),
        ("1,0,road to nowhere", "East End"),
        ("(0,0,1,cube)", "Depth"),
        ("(0,0,cube:1)", "Depth"),
        ("East End", "East End"),
    ],
)
def test_tel_takes_names_and_coordinates(bea, typed, place):
    bea.types(f"tel {typed}")
    assert where(bea) == place


def test_tel_needs_no_map_where_one_stands(bea):
    bea.types("tel (0,0,0,cube)")
    bea.types("tel (1,0)")
    assert where(bea) == "Edge"
    bea.types("tel (0,0,1)")
    assert where(bea) == "Depth"


@pytest.mark.parametrize("typed", ["Ann = (0,0,1,cube)", "Ann to (0,0,1,cube)", "Ann = Depth"])
def test_tel_moves_others(bea, superuser, make_player, typed):
    ann = make_player("Ann")
    superuser.types(f"tel {typed}")
    assert where(ann) == "Depth"


def test_tel_keeps_the_switches(bea, make_player, grid):
    ann = make_player("Ann", location=grid.live.object(("cube", 0)))
    heard = len(ann.sent)
    bea.types("tel/quiet (0,0,0,cube)")
    assert (where(bea), ann.text_since(heard)) == ("Corner", "")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("(1,1,cube:0)", "There is no room at (1,1,0,cube)."),
        ("(0,0,9,cube)", "cube has no level 9."),
        ("(0,0,nowhere)", "There is no map 'nowhere'."),
        ("(0,0)", "You are not on a map, so a coordinate must name its map."),
        ("(a,b,cube)", "'(a,b,cube)' is no coordinate."),
        ("(0,0,void)", "The room at (0,0,void) has not been spawned."),
        ("Atlantis", "Could not find 'Atlantis'."),
        ("Atlantis = (0,0,0,cube)", "Could not find 'Atlantis'."),
    ],
)
def test_tel_tells_what_is_wrong_once(bea, typed, told):
    said = bea.types(f"tel {typed}").split("\n")
    assert said[0] == told
    assert len(said) <= 2
    assert where(bea) == "Limbo"


def test_tel_map_shows_a_map(bea):
    assert "#-#" in bea.types("tel/map road to nowhere")
    assert bea.types("tel/map") == bea.types("map")
    assert where(bea) == "Limbo"


def test_tel_without_anything_tells_its_usage(bea):
    assert bea.types("tel").startswith("Usage: ")


def test_tel_is_not_for_players(grid, make_player):
    ann = make_player("Ann")
    ann.types("tel (0,0,0,cube)")
    assert where(ann) == "Limbo"


# --- open


def test_open_makes_ordinary_exits_there_and_back(bea, grid, limbo):
    told = bea.types("open rift;hole, crack;gap = (0,0,1,cube)").split("\n")
    assert told == [
        "Created new Exit 'rift' from Limbo to Depth (aliases: hole).",
        "Created new Exit 'crack' from Depth to Limbo (aliases: gap).",
    ]
    bea.types("hole")
    assert where(bea) == "Depth"
    rift = ObjectDB.objects.get(db_key="rift")
    assert not rift.tags.all(return_key_and_category=True)
    assert grid.live.link_of(rift) is None
    grid.spawn()
    bea.types("gap")
    assert where(bea) == "Limbo"


def test_open_takes_coordinates_from_where_one_stands(bea):
    bea.types("tel (0,0,0,cube)")
    bea.types("open shaft = (0,0,1)")
    bea.types("shaft")
    assert where(bea) == "Depth"


def test_open_takes_names_as_ever(bea):
    bea.types("open rift = Depth")
    bea.types("rift")
    assert where(bea) == "Depth"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("rift = (1,1,0,cube)", "There is no room at (1,1,0,cube)."),
        ("rift = (0,0,nowhere)", "There is no map 'nowhere'."),
        ("rift = Atlantis", "Could not find 'Atlantis'."),
        ("rift", "Usage: open "),
        ("= (0,0,0,cube)", "Usage: open "),
    ],
)
def test_open_tells_what_is_wrong(bea, limbo, typed, told):
    assert bea.types(f"open {typed}").startswith(told)
    assert not limbo.exits


def test_open_does_not_bend_an_exit_of_the_map(bea, grid):
    bea.types("tel (0,0,0,cube)")
    told = bea.types("open right = (0,0,1)")
    assert told == "'right' is an exit of the map: change it there, or take another name."
    bea.types("right")
    assert where(bea) == "Edge"
