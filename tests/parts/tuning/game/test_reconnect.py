"""A lost connection to a database server is closed, so that the next question opens another."""

from types import SimpleNamespace

import pytest

from xyzgrid_ext.parts.tuning import database


@pytest.mark.parametrize(
    ("what", "closed"),
    [
        ({"is_usable": lambda: False}, True),
        ({}, False),
        ({"is_usable": lambda: False, "vendor": "sqlite"}, False),
        ({"is_usable": lambda: False, "in_atomic_block": True}, False),
        ({"is_usable": lambda: 1 / 0, "connection": None}, False),
    ],
    ids=["lost", "well", "without a server", "within a transaction", "not yet opened"],
)
def test_only_a_lost_connection_is_closed(what, closed):
    found = []
    usual = {"vendor": "postgresql", "connection": object(), "in_atomic_block": False}
    usual |= {"is_usable": lambda: True, "close": lambda: found.append("closed")}
    database.drop_if_lost(SimpleNamespace(**usual | what))
    assert bool(found) == closed
