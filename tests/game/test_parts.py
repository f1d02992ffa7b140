"""The parts of a game: those of its setting, loaded at the first question."""

import sys
from types import SimpleNamespace

import pytest

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import CorePart, Part, core_parts, use
from xyzgrid_ext.game.parts import GamePart, _core_parts, chosen_parts, game_parts

TIDES, MOONS = CorePart("tides"), GamePart("tides")


@pytest.fixture
def tides(monkeypatch, settings):
    """A part that is chosen alone, and installed beside another one."""
    rows = (
        Part("tides", "", core=f"{__name__}:TIDES", game=f"{__name__}:MOONS"),
        Part("other", ""),
    )
    monkeypatch.setattr(parts, "installed", lambda: {row.name: ((row, "here"),) for row in rows})
    monkeypatch.setitem(sys.modules, __name__, SimpleNamespace(TIDES=TIDES, MOONS=MOONS))
    settings.XYZGRID_PARTS = ["tides"]
    yield
    settings.XYZGRID_PARTS = None
    monkeypatch.undo()
    _forget()


def _forget():
    chosen_parts.cache_clear()
    game_parts.cache_clear()
    use(_core_parts())


def test_a_game_has_the_parts_that_its_setting_names(tides):
    _forget()
    assert game_parts() == (MOONS,)
    assert core_parts() == (TIDES,)
