"""What comes with the package is found, and a game's own before it."""

import sys
from argparse import Namespace

import pytest

from xyzgrid_ext.core.grid import check_grid, from_rooms
from xyzgrid_ext.parts.boards.terminal import boards
from xyzgrid_ext.parts.dungeons.core.order import PACKAGE_CATALOGUE, catalogue_path
from xyzgrid_ext.parts.dungeons.terminal import load_catalogue


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return an empty folder in which one stands, and from which Python imports first."""
    for name in imported():
        monkeypatch.delitem(sys.modules, name)
    path = [str(tmp_path), *(entry for entry in sys.path if "site-packages" in entry)]
    monkeypatch.setattr(sys, "path", path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in imported():  # of this folder; those that were there before come back
        del sys.modules[name]


def imported():
    return [name for name in sys.modules if name.partition(".")[0] == "world"]


@pytest.fixture
def options():
    return Namespace(level=None, seed=None, keys=None)


def test_ours_are_found_where_there_is_no_world(place, options):
    assert catalogue_path("world.catalogue") == PACKAGE_CATALOGUE
    assert len(load_catalogue("world.catalogue")) > 100
    assert boards.open_board("boxes", options).board.levels


@pytest.mark.parametrize("file", ["catalogue.py", "catalogue/__init__.py"])
def test_a_games_own_catalogue_and_boards_are_found_first(place, options, file):
    own = place / "world" / file
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("CATALOGUE = [{'name': 'floor_a', 'title': 'a', 'text': ['b']}]\n")
    (place / "world" / "boards").mkdir()
    (place / "world" / "boards" / "boxes.game").write_text("")
    assert catalogue_path("world.catalogue") == "world.catalogue"
    assert len(load_catalogue("world.catalogue")) == 1
    assert boards.open_board("boxes", options).board is None
    assert boards.open_board("fire", options).board is not None


def test_another_module_is_what_it_says(place):
    assert catalogue_path("world.others") == "world.others"


@pytest.mark.parametrize("gives", [["brass key"], [{"what": "brass key"}]])
def test_what_a_room_gives_may_be_needed_by_any_word(gives):
    way = {"to": (1, 0, 0), "needs": ["brass key"]}
    rooms = {(0, 0, 0): {"gives": gives, "exits": {"east": way}}}
    rooms[1, 0, 0] = {"exits": {"west": (0, 0, 0)}}
    assert check_grid(from_rooms(rooms, "hall")[0]) == []
