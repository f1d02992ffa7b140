"""Maps checked in a fresh checkout of a game: without a server, and without a database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from xyzgrid_ext.xyzgrid import find_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db
VILLAGE = "xyzgrid_ext.content.examples.village"


def test_modules_and_files_are_checked_without_a_database(run, monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with CaptureQueriesContext(connection) as queries:
        assert run("check", VILLAGE, "--strict")[0] == 0
        assert run("check", VILLAGE, "nowhere.at.all")[0] == 1
    assert len(queries) == 0
    assert run("check") == (1, "The game has no database yet.\n`evennia migrate` makes it.\n")


@pytest.mark.parametrize(("module", "has_fault"), [(VILLAGE, False), ("lost_map", True)])
def test_the_map_test_of_the_docs_fails_if_a_map_has_a_fault(
    documented, module, has_fault, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(tmp_path)
    hut = {"key": "Hut", "exits": {"east": (9, 9, 0)}}
    lost = f"XYMAP_DATA = {{'zcoord': 'lost', 'rooms': {{(0, 0, 0): {hut}}}}}"
    (tmp_path / "lost_map.py").write_text(lost, encoding="utf-8")
    names = {}
    code = next(block for block in documented("python") if "class TestMaps" in block)
    exec(code.replace("world.village", module), names)
    result = names["TestMaps"]("test_maps_have_no_faults").run()
    assert result.errors == []
    faults = "".join(text for _, text in result.failures)
    assert ("where there is no room" in faults) == bool(result.failures) == has_fault


def test_the_grid_of_the_docs_is_there_for_a_test_and_gone_after_it(documented, player):
    names = {}
    code = next(block for block in documented("python") if "with grid_of" in block)
    exec(code.replace("world.village", VILLAGE), names)
    test = names["TestVillage"]("test_the_hill_is_east_of_the_lane")
    test.char1 = player.character
    before = player.character.location
    test.setUp = test.tearDown = lambda: None  # the database of this run has what those make
    assert test.run().errors == test.run().failures == []
    assert (player.character.location, XYZRoom.objects.count(), find_xyzgrid()) == (before, 0, None)
