"""The sheet of a drawing answers as one that was made whole, and keeps few of its answers."""

import pickle

import pytest

from xyzgrid_ext.core.grid import traced
from xyzgrid_ext.core.grid.from_sheet import from_levels

TOWN = r"""
+ 0 1 2

1 #-#-#
  |  \|
0 #<--#

+ 0 1 2
"""
CELLS = [(x, y) for x in range(-1, 7) for y in range(-1, 5)]
EXITS = [(x, y, way) for x in range(-1, 4) for y in range(3) for way in ("n", "e", "w", "se", "u")]


@pytest.fixture
def sheet():
    return from_levels("town", [TOWN], {}, {})[0].drawn[0]


@pytest.mark.parametrize("most", [1, 5, 10_000])
def test_what_is_kept_and_what_is_traced_anew_is_the_same(sheet, most, monkeypatch):
    monkeypatch.setattr(traced, "_MOST", most)
    for found, keys in ((sheet.cells, CELLS), (sheet.trails, EXITS)):
        whole = {key: found[key] for key in found}
        assert len(whole) == len(found) > 5
        for key in [*keys, *keys, *reversed(keys)]:
            assert found.get(key) == whole.get(key)
            assert (key in found) == (key in whole)
            assert len(found._kept) <= most


def test_a_second_look_traces_nothing(sheet, monkeypatch):
    first = [sheet.trails.get(way) for way in EXITS]
    monkeypatch.delattr(type(sheet.trails), "_find")
    assert [sheet.trails.get(way) for way in EXITS] == first


def test_a_sheet_goes_to_another_process_without_what_it_kept(sheet):
    before = len(pickle.dumps(sheet))
    for way in EXITS:
        sheet.trails.get(way)
    sent = pickle.dumps(sheet)
    assert len(sent) == before
    assert dict(pickle.loads(sent).trails) == dict(sheet.trails)
