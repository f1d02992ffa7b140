"""A street and a park behind it, people there, and the time that passes for them.

street  A-B-C-D-E      park  P-Q, on another map behind E
"""

import pytest
from spawned import built_once, spawn


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid with all of them."""
    from company_maps import MAPS

    return spawn(MAPS, folder, monkeypatch)


@pytest.fixture
def people(grid, make_player, clock):
    """Return a function: name, room -> a player there, in whose company time passes."""
    from worlds import room_named

    def make(name, place, **kwargs):
        player = make_player(name, location=room_named(place), **kwargs)

        def goes_on(line="", steps=30):
            before = len(player.sent)
            if line:
                player.types(line)
            for _ in range(steps):
                clock.advance(0.5)
            return player.text_since(before)

        player.goes_on = goes_on
        return player

    return make
