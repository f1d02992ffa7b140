"""Labels of maps, which a running Server makes in the background."""

import evennia
import pytest
from twisted.internet.task import Clock

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix.generate import generate
from xyzgrid_ext.core.routes import Router, everybody, router, world_graph
from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.world import labelling
from xyzgrid_ext.workers.pool import Pool

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


@pytest.mark.parametrize("processes", [0, 1])
def test_labels_are_made_in_slices_or_by_another_process(asked, processes, monkeypatch):
    before, steps = costs(asked), []
    if processes:
        pool = Pool(1)
        monkeypatch.setattr(elsewhere._elsewhere, "_executor", pool)
    else:
        monkeypatch.setattr(labelling, "_SLICE", 0.0)
    try:
        drain(labelling.label_steps(asked.labelled), steps.append)
    finally:
        if processes:
            pool.shutdown()
    assert asked.labelled.of("cube") is not None
    assert asked.labelled.wanted() is None
    assert costs(asked) == before
    assert bool(steps) != bool(processes)


def test_a_map_that_cannot_be_labelled_keeps_no_other_from_it(monkeypatch):
    grids = {key: from_matrix(generate(3, 1, seed=3).matrix, key)[0] for key in ("bad", "good")}
    labelled = Router(world_graph(grids)).labelled
    for key in grids:
        labelled.of(key)
    make = labelling.labels_of
    monkeypatch.setattr(
        labelling, "labels_of", lambda grid, most: make(None if grid.name == "bad" else grid, most)
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
