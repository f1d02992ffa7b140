"""`tel` and `open` with coordinates, as builders type them."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import add, built_once, spawn
from worlds import room

STREET = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
node 0 0 0 forward twoway
"""


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid: a street of two rooms, a cube of three, a map that is not spawned."""
    street = {(0, 0): room("West End"), (1, 0): room("East End")}
    cube = {(0, 0, 0): room("Corner"), (1, 0, 0): room("Edge"), (0, 0, 1): room("Depth")}
    spawn(
        [
            {"zcoord": "road to nowhere", "map": STREET, "prototypes": street},
            {"zcoord": "cube", "matrix": CUBE, "prototypes": cube},
        ],
        folder,
        monkeypatch,
    )
    return add([{"zcoord": "void", "map": STREET}], folder, monkeypatch)


@pytest.fixture
def bea(grid, make_player):
    return make_player("Bea", permissions=["Admin"])  # Evennia lets only these teleport people


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
    assert bea.at == place


@pytest.mark.parametrize("typed", ["Ann = (0,0,1,cube)", "Ann to (0,0,1,cube)", "Ann = Depth"])
def test_tel_moves_others(bea, superuser, make_player, typed):
    ann = make_player("Ann")
    superuser.types(f"tel {typed}")
    assert ann.at == "Depth"


def test_tel_keeps_the_switches(bea, make_player, grid):
    ann = make_player("Ann", location=grid.live.object(("cube", 0)))
    heard = len(ann.sent)
    bea.types("tel/quiet (0,0,0,cube)")
    assert (bea.at, ann.text_since(heard)) == ("Corner", "")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("(1,1,cube:0)", "There is no room at (1,1,0,cube)."),
        ("(0,0,9,cube)", "cube has no level 9."),
        ("(0,0,nowhere)", "There is no map 'nowhere'."),
        ("(0,0)", "You are not on a map, so a coordinate must name its map."),
        ("(a,b,cube)", "'(a,b,cube)' is not a coordinate."),
        ("(0,0,void)", "The room at (0,0,void) has not been spawned."),
        ("Atlantis", "Could not find 'Atlantis'."),
        (f"({'9' * 900},0,cube)", "That is too long: 200 characters at most."),
        ("Atlantis = (0,0,0,cube)", "Could not find 'Atlantis'."),
    ],
)
def test_tel_tells_what_is_wrong_once(bea, typed, told):
    said = bea.types(f"tel {typed}").split("\n")
    assert said[0] == told
    assert len(said) <= 2
    assert bea.at == "Limbo"


def test_open_makes_ordinary_exits_there_and_back(bea, grid, limbo):
    told = bea.types("open rift;hole, crack;gap = (0,0,1,cube)").split("\n")
    assert told == [
        "Created new Exit 'rift' from Limbo to Depth (aliases: hole).",
        "Created new Exit 'crack' from Depth to Limbo (aliases: gap).",
    ]
    bea.types("hole")
    assert bea.at == "Depth"
    rift = ObjectDB.objects.get(db_key="rift")
    assert not rift.tags.all(return_key_and_category=True)
    assert grid.live.link_of(rift) is None
    grid.spawn()
    bea.types("gap")
    assert bea.at == "Limbo"


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
    assert told == "'right' is an exit drawn on the map: change it in the map, or use another name."
    bea.types("right")
    assert bea.at == "Edge"
