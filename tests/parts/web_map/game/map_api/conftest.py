"""Four maps, spawned once a file, and browsers that ask for them.

player   one whose account has the character among its own, as after a real login
"""

import pytest
from spawned import spawned_once

from tests.parts.web_map.game.map_asking import CAVE, CUBE, HALLS, TOWN

shared_maps = spawned_once(TOWN, CAVE, HALLS, CUBE)


@pytest.fixture
def player(player):
    """Return one whose account has the character among its own, as after a real login."""
    player.account.characters.add(player.character)
    return player
