"""Settings of the database as text, and a connection that is opened again.

It only reads. SQLite's settings belong to a connection, so the Server reads its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from django.db import connection

Row = tuple[str, str, str]
"""A line of `doctor`: its name, its value, and advice or ""."""
_SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")
_TABLE = "objects_objectdb_db_tags"  # the largest one of a grid
_MANY = 2000  # rows from which on a bad plan is felt
_TUNE = "see `python -m xyzgrid_ext docs howto/faster`"


def journal_settings() -> dict[str, str]:
    """Return {"journal": …, "synchronous": …} of this process's SQLite; {} for other databases."""
    if connection.vendor != "sqlite":
        return {}
    return {
        "journal": str(_ask("PRAGMA journal_mode")[0]),
        "synchronous": _SYNCHRONOUS[int(_ask("PRAGMA synchronous")[0])],
    }


def database_rows() -> Iterator[Row]:
    """Yield the lines of `doctor` about the database."""
    yield from _sqlite_rows() if connection.vendor == "sqlite" else _postgres_rows()


def journal_rows(values: dict[str, str]) -> Iterator[Row]:
    """Yield the lines about what `journal_settings` has returned."""
    advice = "" if values["journal"] in ("wal", "memory") else f"readers and writers wait: {_TUNE}"
    yield "journal_mode", values["journal"], advice
    level = values["synchronous"]
    advice = {
        "OFF": "a power cut can leave a database that is broken",
        "FULL": f"each step waits for the disk: {_TUNE}",
        "EXTRA": f"each step waits for the disk: {_TUNE}",
    }.get(level, "")
    yield "synchronous", level, advice


def _sqlite_rows() -> Iterator[Row]:
    name = str(connection.settings_dict["NAME"])
    size = f", {os.path.getsize(name) / 1e6:,.1f} MB" if os.path.isfile(name) else ""
    yield "SQLite", f"{_ask('SELECT sqlite_version()')[0]}, {name}{size}", ""
    known = _ask("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'")[0]
    if known and _ask("SELECT count(*) FROM sqlite_stat1")[0]:
        yield "ANALYZE", "done", ""
    elif _ask(f"SELECT count(*) FROM (SELECT 1 FROM {_TABLE} LIMIT {_MANY})")[0] < _MANY:
        yield "ANALYZE", "not needed yet", ""
    else:
        advice = "look-ups by tags are slow; `evennia xyzgrid doctor --fix` does it"
        yield "ANALYZE", "never done", advice


def _postgres_rows() -> Iterator[Row]:
    yield "PostgreSQL", str(_ask("SHOW server_version")[0]), ""
    commits = str(_ask("SHOW synchronous_commit")[0])
    yield (
        "synchronous_commit",
        commits,
        "each step waits for the disk; with `off` a power cut costs the last moment, never more"
        if commits == "on"
        else "",
    )
    for name in ("shared_buffers", "effective_cache_size", "work_mem"):
        yield name, str(_ask(f"SHOW {name}")[0]), ""
    when = _ask(
        "SELECT greatest(last_analyze, last_autoanalyze) FROM pg_stat_user_tables "
        f"WHERE relname = '{_TABLE}'"
    )
    done = when is not None and when[0] is not None
    yield (
        "ANALYZE",
        f"{when[0]:%Y-%m-%d %H:%M}" if done else "never done",
        "" if done else "`evennia xyzgrid doctor --fix` does it",
    )


def _ask(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


# --- a lost connection
#
#     PostgreSQL restarts ──► the Server's connection is dead ──► closed here within a second
#                                                                  the next question opens another
#
# Django renews the connections of web requests. Evennia's main thread opens one connection and
# keeps it for ever, so that after a restart of the database every query would fail.


LOOK_EVERY = 1.0
"""The seconds between two looks at the database's connection."""


def drop_if_lost(database: Any = connection) -> None:
    """Close this thread's connection if its server is gone; SQLite has no server."""
    if database.vendor == "sqlite" or database.connection is None or database.in_atomic_block:
        return
    if not database.is_usable():
        database.close()
