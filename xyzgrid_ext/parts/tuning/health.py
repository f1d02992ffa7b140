"""Figures that a running server publishes, and that `evennia xyzgrid doctor` reads.

    server/xyzgrid.health     JSON, written again every few seconds

An old file means that the server has stopped.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings

from xyzgrid_ext.parts.tuning import database, inflect_import, times

ALIVE_SECONDS = 20.0
"""Figures older than so many seconds mean that the server has stopped."""
_SINCE = time.strftime("%Y-%m-%d %H:%M:%S")

more_facts: dict[str, Callable[[], object]] = {}
"""Name of a figure -> function that returns it, for more figures of parts or games."""


def health_file() -> Path:
    """Return the path of the file with the figures."""
    return Path(settings.GAME_DIR) / "server" / "xyzgrid.health"


def write_health(server: object) -> None:
    """Write the figures of this process, if the file can be written."""
    fresh = health_file().with_suffix(".new")
    # an exception would end the timer that calls this, and a full disk may be emptied
    with suppress(OSError):
        fresh.write_text(
            json.dumps({"pid": os.getpid(), "at": time.time(), **health_facts(server)})
        )
        fresh.replace(health_file())  # so that nobody reads half of it


def health_facts(server: Any) -> dict[str, object]:
    """Return name -> figure of a server: its link, step times since the start in ms, delays."""
    return {
        "since": _SINCE,
        "database": database.journal_settings(),
        "link sends at once": _sends_at_once(server.amp_protocol),
        **{name: fact() for name, fact in more_facts.items()},
        "steps": times.step_times.count,
        **{f"step p{n}": _ms(times.step_times, n) for n in (50, 99)},
        **{f"late p{n}": _ms(times.line_delays, n) for n in (50, 99)},
    }


def read_health() -> dict[str, Any] | None:
    """Return the last figures of the running server by name; None if no server runs."""
    try:
        noted = json.loads(health_file().read_text())
    except (OSError, ValueError):
        return None
    return noted if time.time() - noted["at"] < ALIVE_SECONDS else None


def _ms(noted: times.Times, percent: int) -> float:
    return round(1000 * noted.percentile(percent / 100), 2)


def _sends_at_once(link: Any) -> bool:
    """Whether the link to the Portal sends immediately, without waiting for acknowledgements."""
    if link is None or link.transport is None or not link.transport.connected:
        return False  # a link that was cut, as while the game stops, has no socket any more
    handle = link.transport.getHandle()
    return bool(handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


# --- which lines of settings a game has


_OURS = "xyzgrid_ext.parts.tuning"


def settings_lines() -> dict[str, bool]:
    """Return what each line of settings brings -> whether the game has the line."""
    options = settings.DATABASES["default"].get("OPTIONS", {})
    lines = {
        "quick start": not inflect_import.has_checks(),
        "Portal sends at once": _has_plugin("portal", settings.PORTAL_SERVICES_PLUGIN_MODULES),
        "Server sends at once": has_server_plugin(),
        "steady link": settings.AMP_SERVER_PROTOCOL_CLASS.startswith(_OURS),
    }
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        lines["SQLite, every connection"] = "WAL" in options.get("init_command", "")
    return lines


def has_server_plugin() -> bool:
    """Whether the Server's end of the link to the Portal is the package's."""
    return _has_plugin("server", settings.SERVER_SERVICES_PLUGIN_MODULES)


def _has_plugin(module: str, modules: Iterable[str]) -> bool:
    return f"{_OURS}.{module}" in modules
