"""A porch with a hatch into a vault, people on it, and a caretaker with a clock of its own."""

import pytest


@pytest.fixture
def grid(spawn_maps, monkeypatch):
    """Return the grid: a porch, and a hatch in it that leads into the vault."""
    from dungeon_maps import run_now
    from evennia import create_object
    from vault_map import PORCH, VAULT

    from xyzgrid_ext.parts.dungeons.game import copies

    monkeypatch.setattr(copies, "run_in_slices", run_now)
    grid = spawn_maps(PORCH, VAULT)
    porch, hall = (grid.live.object(room) for room in (("porch", 0), ("vault", 1)))
    kind = "xyzgrid_ext.parts.dungeons.entrance.Entrance"
    create_object(kind, key="hatch", location=porch, destination=hall)
    return grid


@pytest.fixture
def visitors(grid, make_player):
    """Return a function: a name -> a player on the porch."""
    return lambda name, **more: make_player(name, location=grid.live.object(("porch", 0)), **more)


@pytest.fixture
def hours(grid):
    """Return a caretaker of which the clock is `hours.time`."""
    from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker

    class Hours:
        time = 1000.0

        def pass_by(self, minutes):
            self.time += minutes * 60
            self.caretaker.look()

    hours = Hours()
    hours.caretaker = Caretaker(now=lambda: hours.time)
    return hours
