"""Reconnects to a database server after the connection has been lost.

    PostgreSQL restarts ──► the Server's connection is dead ──► closed here within a second
                                                                 the next question opens another

Django renews the connections of web requests. Evennia's main thread opens one connection and keeps
it for ever, so that after a restart of the database every query would fail.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

EVERY = 1.0  # seconds between two looks: a question without an answer


def drop_if_lost(database: Any = connection) -> None:
    """Close this thread's connection if its server is gone; SQLite has no server."""
    if database.vendor == "sqlite" or database.connection is None or database.in_atomic_block:
        return
    if not database.is_usable():
        database.close()
