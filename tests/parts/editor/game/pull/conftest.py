"""An inn whose rooms are in a file, spawned, and a builder in it."""

import pytest


@pytest.fixture
def files(spawned):
    from worlds import DRAWN

    from tests.parts.editor.game.inn_map import INN

    return spawned(INN, DRAWN)


@pytest.fixture
def inn(files):
    return files[0]


@pytest.fixture
def builder(files, superuser):
    from worlds import room_named

    superuser.character.move_to(room_named("Hall"), quiet=True)
    return superuser
