import pytest


@pytest.fixture
def visited_at(monkeypatch):
    """Return the time of visits to endless lands, a list of one number; it passes when told so."""
    from xyzgrid_ext.parts.lands.game import drawing as squares

    now = [1000.0]
    monkeypatch.setattr(squares.time, "monotonic", lambda: now[0])
    return now
