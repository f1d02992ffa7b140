"""What does not go is named by `evennia xyzgrid`, and told by its exit code."""

import json
import sys
import types

import pytest
from django.db import OperationalError, connection
from evennia.objects.models import ObjectDB
from worlds import LANE

from tools.runner import bootstrap
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

pytestmark = pytest.mark.django_db


BAD = LANE.replace("#-#-#", "#-%-#")


@pytest.fixture
def one_bad(monkeypatch, run):
    """Return a module with two maps of which the second does not load; both were spawned before."""
    module = types.ModuleType("maps.pair")
    module.XYMAP_DATA_LIST = [{"zcoord": "good", "map": LANE}, {"zcoord": "bad", "map": LANE}]
    monkeypatch.setitem(sys.modules, "maps.pair", module)
    run("add", "maps.pair")
    run("spawn", "--yes")
    module.XYMAP_DATA_LIST = [
        {"zcoord": "good", "map": LANE.replace("#-#-#", "#-#  ")},
        {"zcoord": "bad", "map": BAD},
    ]
    get_xyzgrid().reload()
    return module


def test_a_name_that_no_map_has_may_be_that_of_a_map_that_does_not_load(run, one_bad):
    code, text = run("plan", "lost")
    assert code == 1
    assert "there is no map 'lost'" in text
    assert "bad does not load: `evennia xyzgrid check` tells why" in text


def test_database_of_a_version_before_the_first_is_refused_with_what_to_delete(limbo):
    bootstrap.refuse_older_database()
    rows = ObjectDB.objects.filter(pk=limbo.pk)
    rows.update(db_typeclass_path="xyzgrid_ext.game.typeclasses.XYZRoom")
    with pytest.raises(SystemExit, match=r"(?s)XYZRoom, which .* not have.*\nDelete it") as ended:
        bootstrap.refuse_older_database()
    assert str(connection.settings_dict["NAME"]) in str(ended.value)
    assert rows.count() == 1


def test_a_room_that_goes_can_be_named_by_its_place(run, one_bad):
    assert run("plan", "(2,0,good)")[0] == 2
    assert run("spawn", "(2,0,good)", "--yes")[0] == 0
    assert run("plan", "(2,0,good)")[0] == 1


def test_no_way_is_a_failure(run, monkeypatch):
    module = types.ModuleType("maps.island")
    module.XYMAP_DATA = {"zcoord": "island", "map": LANE.replace("#-#-#", "#-#>#")}
    monkeypatch.setitem(sys.modules, "maps.island", module)
    run("add", "maps.island")
    assert run("path", "(1,0,island)", "(2,0,island)") == (0, "1 step: east\ne\n")
    assert run("path", "(2,0,island)", "(0,0,island)") == (1, "There is no way.\n")
    code, text = run("path", "(2,0,island)", "(0,0,island)", "--json")
    assert (code, json.loads(text)) == (1, {"exits": None, "cost": None})


def test_transitions_of_a_drawn_map_are_told_of(run, monkeypatch):
    module = types.ModuleType("maps.wrong")
    module.XYMAP_DATA = {"zcoord": "w", "map": LANE, "transitions": {(0, 0, "out"): (0, 0, "v")}}
    monkeypatch.setitem(sys.modules, "maps.wrong", module)
    assert "transitions work only for matrices, and are ignored" in run("add", "maps.wrong")[1]
    assert run("check")[0] == 0, "it is there, as it was before"
    assert run("check", "--strict")[0] == 1


def test_a_database_that_cannot_be_reached_is_one_text(run, monkeypatch):
    def refuse():
        raise OperationalError('FATAL: password authentication failed for user "evennia"\n')

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    code, text = run("list")
    assert code == 1
    assert text == (
        'the database cannot be reached: FATAL: password authentication failed for user "evennia"\n'
        "check DATABASES in server/conf, and whether its server runs\n"
    )


@pytest.fixture
def neighbours(monkeypatch):
    """Return two modules: the exit of each map leads to the map of the other."""
    modules = []
    for name, other in (("Quay", "Haven"), ("Haven", "Quay")):
        module = types.ModuleType(f"maps.{name.lower()}")
        exits = {"gate": (1, 0, other)}
        rooms = {
            (0, 0, 0): {"exits": {"e": (1, 0, 0)}},
            (1, 0, 0): {"exits": {"w": (0, 0, 0), **exits}},
        }
        module.XYMAP_DATA = {"zcoord": name, "rooms": rooms}
        monkeypatch.setitem(sys.modules, module.__name__, module)
        modules.append(module)
    return modules


@pytest.mark.parametrize("is_added", [True, False])
@pytest.mark.parametrize("is_readable", [True, False])
def test_a_map_that_does_not_load_is_the_only_fault(run, neighbours, is_added, is_readable):
    quay, haven = neighbours
    names = [quay.__name__, haven.__name__]
    if is_added:
        run("add", *names)
    assert run("check", *names) == (0, "no findings\n")
    if is_readable:
        haven.XYMAP_DATA = {"zcoord": "Haven", "map": BAD}
    else:
        del haven.XYMAP_DATA  # not even the names of its maps are known
    get_xyzgrid().reload()
    for words in [names] + [[], ["Quay", "Haven"]] * is_added:
        code, text = run("check", *words, "--json")
        found = [one["code"] for one in json.loads(text)]
        assert (code, found) == (1, ["bad-drawing" if is_readable else "no-map"])


def test_plans_write_places_as_authors_and_commands_do(run, monkeypatch):
    module = types.ModuleType("maps.quay")
    flat = {(0, 0, 0): {"exits": {"e": (1, 0, 0)}}, (1, 0, 0): {"exits": {"up": (0, 0, "Spire:1")}}}
    high = {(0, 0, z): {"key": f"Floor {z}"} for z in range(2)}
    maps = [{"zcoord": "Old Quay", "rooms": flat}, {"zcoord": "Spire", "rooms": high}]
    module.XYMAP_DATA_LIST = maps
    monkeypatch.setitem(sys.modules, module.__name__, module)
    run("add", "maps.quay")
    made = run("plan")[1].splitlines()
    assert "+ (0,0,1,Spire) Floor 1" in made
    assert "+ (1,0,Old Quay) up -> (0,0,1,Spire)" in made
    run("spawn", "--yes")
    flat[1, 0, 0]["exits"]["up"] = (0, 0, "spire:0")
    del flat[0, 0, 0]["exits"]
    get_xyzgrid().reload()
    assert run("plan")[1].splitlines()[:2] == [
        "~ (1,0,Old Quay) up: destination (0,0,1,Spire) -> (0,0,0,Spire)",
        "- (0,0,Old Quay) east -> (1,0,Old Quay)",
    ]
