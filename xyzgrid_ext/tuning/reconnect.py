"""Reconnects to a database server after the connection was lost.

    PostgreSQL restarts ──► the Server's connection is dead ──► closed here within a second
                                                                 the next question opens another

Django looks after the connections of web requests; that of Evennia's main thread is opened once and
kept for ever, so that after a restart of the database nobody would be answered any more.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

EVERY = 1.0  # seconds between two looks: a question without an answer


def drop_if_lost(database: Any = connection) -> None:
    """Close the connection of this thread if its server is gone; SQLite has no server."""
    if database.vendor == "sqlite" or database.connection is None or database.in_atomic_block:
        return
    if not database.is_usable():
        database.close()
