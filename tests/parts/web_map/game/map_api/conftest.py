"""Three maps, spawned once a file, and browsers that ask for them.

browser  browser(account) -> a browser that is logged in as an account, or as nobody
player   one whose account has the character among its own, as after a real login
"""

import pytest
from spawned import spawned_once

from tests.parts.web_map.game.map_asking import CAVE, CUBE, TOWN

shared_maps = spawned_once(TOWN, CAVE, CUBE)


@pytest.fixture
def player(player):
    """Return one whose account has the character among its own, as after a real login."""
    player.account.characters.add(player.character)
    return player


@pytest.fixture
def browser(limbo):
    """Return a function: an account, or nobody -> a browser that is logged in as that."""
    from django.test import Client

    def logged_in_as(account=None):
        client = Client()
        if account is not None:
            client.force_login(account)
        return client

    return logged_in_as
