"""Machines in limbo.

folder   the folder of a board of coins, where boards are looked for
timer    the clock of live boards
cabinet  a machine with the board of coins
firing   a machine with Firing Line, in turns or live
"""

import pytest


@pytest.fixture
def folder(tmp_path, settings):
    """Return a folder with one game, where the shelf looks."""
    from coin_board import COINS, EXTRAS

    (tmp_path / "coins.game").write_text(COINS)
    (tmp_path / "coins.toml").write_text(EXTRAS)
    settings.XYZGRID_BOARDS = [str(tmp_path)]
    return tmp_path


@pytest.fixture
def timer(clock, monkeypatch):
    """Return the clock of live boards, for clients that keep these in one place."""
    from xyzgrid_ext.parts.boards.game import session
    from xyzgrid_ext.parts.boards.game.machines import CmdPlay

    monkeypatch.setattr(CmdPlay, "sees_only_lines", lambda self: False)
    monkeypatch.setattr(session, "monotonic_time", clock.seconds)
    return clock


def machine(key, limbo):
    from evennia import create_object

    from xyzgrid_ext.parts.boards.machine import Machine

    return create_object(Machine, key=key, location=limbo, home=limbo)


@pytest.fixture
def cabinet(limbo, folder, timer):
    made = machine("a tin cabinet", limbo)
    made.db.board = "coins"
    return made


@pytest.fixture
def firing(limbo, timer):
    made = machine("a brass cabinet", limbo)
    made.db.board = "firing-line-turns"
    made.db.live = "firing-line"
    return made
