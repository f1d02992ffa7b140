"""A lane with a machine in its yard, and what is logged of workers."""

import pytest
from spawned import built_once, spawn


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid with the lane."""
    from worlds import room

    machine = {
        "typeclass": "xyzgrid_ext.parts.boards.machine.Machine",
        "key": "box",
        "board": "firing-line",
    }
    lane = {
        "zcoord": "lane",
        "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n",
        "prototypes": {
            (0, 0): room("Gate"),
            (1, 0): room("Yard", things=[machine]),
            (2, 0): room("Barn"),
        },
    }
    return spawn([lane], folder, monkeypatch)


@pytest.fixture(autouse=True)
def logged(monkeypatch):
    """Return what is logged of workers, and begin without any faults."""
    from xyzgrid_ext.game.base import surviving as surviving_module
    from xyzgrid_ext.game.base.surviving import worker_faults

    worker_faults.clear()
    found = []
    monkeypatch.setattr(surviving_module.logger, "log_err", found.append)
    yield found
    worker_faults.clear()


@pytest.fixture
def ann(grid, clock, make_player):
    from worlds import room_named

    return make_player("Ann", location=room_named("Gate"))
