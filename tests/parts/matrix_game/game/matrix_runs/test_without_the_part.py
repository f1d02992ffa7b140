"""A game whose part matrix_game is taken away for a time, and put back."""

import pytest
from matrix_lines import plays

from xyzgrid_ext import parts
from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.core.parts import use
from xyzgrid_ext.game.parts import _absent_parts, _core_parts, chosen_parts, game_parts

pytestmark = pytest.mark.django_db


@pytest.fixture
def choose(settings, grid):
    """Return a function that sets the parts of the game, or all, and reads the maps again."""

    def choose(names):
        settings.XYZGRID_PARTS = names
        chosen_parts.cache_clear()
        game_parts.cache_clear()
        use(_core_parts(), _absent_parts())
        grid.reload()

    yield choose
    choose(None)


def test_a_matrix_in_play_waits_while_its_part_is_gone(ann, grid, choose, shore, make_player):
    plays(ann, "in", "forward")
    choose([name for name in parts.installed() if name != "matrix_game"])
    (fault,) = [one for one in grid.live.findings() if "matrix_game" in one.message]
    assert fault.message == "this map is a matrix in play: it needs the part matrix_game"
    ben = make_player("Ben", location=shore)
    ben.types("right")
    assert ben.character.location.key == "The Jetty"
    assert ben.types("wormhole") == (
        "There are several wormholes here. Say which one, for example wormhole 2."
    )
    ben.types("wh 2")
    assert ben.character.location.key == "The Shore"
    ben.types("goto The Jetty")
    assert ben.character.location.key == "The Jetty"
    assert XYZGridCmdSet().get("moves") is None
    choose(None)
    assert ann.types("moves") == "You can go backward or up. You have made 1 move so far."
