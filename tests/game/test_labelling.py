"""Labels of maps, which a running Server makes in the background."""

import evennia
import pytest
from twisted.internet.task import Clock

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix.generate import generate
from xyzgrid_ext.core.routes import Router, everybody, router, world_graph
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.world import labelling

GOALS = range(0, 216, 5)


@pytest.fixture
def asked(monkeypatch):
    """A router of a maze of 216 rooms that is searched like a large one, and was asked once."""
    monkeypatch.setattr(router, "MOST_ROWS", 0)
    grid, _ = from_matrix(generate(6, 1, seed=3).matrix, "cube")
    found = Router(world_graph({"cube": grid}))
    assert found.labelled.wanted() is None
    found.route(("cube", 0), ("cube", 200), everybody)
    return found


def costs(router):
    routes = (router.route(("cube", 0), ("cube", goal), everybody) for goal in GOALS)
    return [None if route is None else route.cost for route in routes]


def test_labels_are_made_for_maps_that_want_them(asked):
    before = costs(asked)
    drain(labelling.label_steps(asked.labelled))
    assert asked.labelled.of("cube") is not None
    assert asked.labelled.wanted() is None
    assert costs(asked) == before


def test_a_map_that_cannot_be_labelled_keeps_no_other_from_it(monkeypatch):
    grids = {key: from_matrix(generate(3, 1, seed=3).matrix, key)[0] for key in ("bad", "good")}
    labelled = Router(world_graph(grids)).labelled
    for key in grids:
        labelled.of(key)
    make = labelling.make_labels
    monkeypatch.setattr(
        labelling,
        "make_labels",
        lambda grid, most: make(None if grid.name == "bad" else grid, most),
    )
    with pytest.raises(AttributeError):
        drain(labelling.label_steps(labelled))
    drain(labelling.label_steps(labelled))
    assert labelled.of("bad") is None
    assert labelled.of("good") is not None


def test_a_server_makes_wanted_labels_within_half_a_minute(asked, clock, monkeypatch):
    own, world = Clock(), type("World", (), {"router": asked})
    monkeypatch.setattr(labelling, "known", lambda: world)
    worker = labelling.Labelling(own)
    worker.start()
    own.advance(30)
    clock.advance(1)
    assert asked.labelled.of("cube") is None  # a test is not a Server
    service = type("Service", (), {"running": True})
    monkeypatch.setattr(evennia, "EVENNIA_SERVER_SERVICE", service)
    worker.start()
    own.advance(30)
    for _ in range(500):
        clock.advance(0.02)
    assert asked.labelled.of("cube") is not None
