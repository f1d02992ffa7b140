"""A town, and a player in it."""

import pytest
from spawned import built_once, spawn


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid with the town."""
    from town_map import TOWN

    return spawn([TOWN], folder, monkeypatch)


@pytest.fixture
def ann(grid, make_player):
    """Return a player who stands at (0, 0) of the town."""
    from town_map import room

    from xyzgrid_ext.game.db import memory

    player = make_player("Ann")
    player.character.move_to(room(0, 0), quiet=True)
    memory.note_told(player.character, "letters")
    return player
