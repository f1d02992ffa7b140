"""A player whose client has a session of the game dir."""

import pytest


@pytest.fixture
def fitted(monkeypatch):
    """Let the players of a test have the sessions of the game dir."""
    from xyzgrid_ext.game.protocols.sessions import FittingSession

    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)


@pytest.fixture
def client(fitted, make_player):
    """Return an ordinary player whose client told nothing yet."""
    return make_player("Ann")
