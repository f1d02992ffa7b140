"""The settings of a game that is tuned; it imports nothing of Django or Evennia.

SQLite gets a write-ahead journal, for every connection that Django opens: Evennia's own
SQLITE3_PRAGMAS reach only the first one, which its Server may close immediately.

    what ends               nothing is lost         the database
    a process, by any kill  ✓                       whole
    power, or the system    but the last commits    whole, as of some moment before

A connection does not survive a fork: it would lose its locks. The next process that closes the
database would think itself the last one and delete the journal, and everything written after that
would be lost. Evennia opens the database before twistd forks, so open connections are closed first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.tuning import inflect_import

ENGINE = "django.db.backends.sqlite3"
"""Django's path of the SQLite database engine."""
PRAGMAS = (
    "PRAGMA journal_mode=WAL",  # readers and one writer do not wait for each other
    "PRAGMA synchronous=NORMAL",  # the disk is waited for at checkpoints, not at commits
    "PRAGMA cache_size=-40000",  # kB; as much as Evennia's own 10,000 pages
    "PRAGMA temp_store=MEMORY",
)
"""What each new connection to SQLite sets."""


def tune_databases(databases: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, object]]:
    """Return the setting DATABASES with options for SQLite databases; others are unchanged.

    Existing options stay, and the game's own commands come after ours.
    """
    if any(database.get("ENGINE") == ENGINE for database in databases.values()):
        os.register_at_fork(before=_close_connections)
    return {name: _tune(dict(database)) for name, database in databases.items()}


def _close_connections() -> None:
    """Close the open connections that are not in a transaction; Django opens them on demand."""
    django = sys.modules.get("django.db")
    for connection in django.connections.all(initialized_only=True) if django is not None else ():
        if not connection.in_atomic_block:
            connection.close()


def _tune(database: dict[str, Any]) -> dict[str, object]:
    if database.get("ENGINE") != ENGINE:
        return database
    options = dict(database.get("OPTIONS", {}))
    options["init_command"] = ";".join(filter(None, (*PRAGMAS, options.get("init_command"))))
    # with this journal, a transaction that reads before it writes fails at once when another
    # process has written in between; one that says at its begin that it will write, waits
    options.setdefault("transaction_mode", "IMMEDIATE")
    return database | {"OPTIONS": options}


_HERE = "xyzgrid_ext.parts.tuning"
_LINK = "AMP_SERVER_PROTOCOL_CLASS"
_EVENNIAS_LINK = "evennia.server.portal.amp_server.AMPServerProtocol"


def hook_up(settings: Record) -> dict[str, Any]:
    """Return the settings that change, name -> value; a game's own class for the link stays."""
    inflect_import.load_inflect()
    is_own = settings[_LINK] != _EVENNIAS_LINK
    plugins = {
        name: [*dict.fromkeys([*settings[name], f"{_HERE}.{module}"])]
        for name, module in (
            ("PORTAL_SERVICES_PLUGIN_MODULES", "portal"),
            ("SERVER_SERVICES_PLUGIN_MODULES", "server"),
        )
    }
    return plugins | {
        _LINK: settings[_LINK] if is_own else f"{_HERE}.portal.PortalLink",
        "DATABASES": tune_databases(settings["DATABASES"]),
        "SQLITE3_PRAGMAS": PRAGMAS,
    }
