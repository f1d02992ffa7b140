"""What this part tells `evennia xyzgrid doctor`: settings, database, files, a running server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.cli.running import running_processes
from xyzgrid_ext.game.parts import DoctorRow, GamePart
from xyzgrid_ext.parts.tuning import database, file_permissions, health

_SEE = "see `python -m xyzgrid_ext docs howto/faster`"


def doctor() -> Iterator[tuple[str, DoctorRow]]:
    """Yield (title, line) for `evennia xyzgrid doctor`, from a running server's notes if any."""
    noted = health.read_health()
    if noted is not None and noted["pid"] != running_processes().get("server"):
        noted = None  # of a server that has just ended
    for title, rows in (
        ("Settings", _settings_rows()),
        ("Database", _database_rows(noted)),
        ("Files", _file_rows()),
        ("Server", server_rows(noted)),
    ):
        yield from ((title, row) for row in rows)


def _settings_rows() -> Iterator[DoctorRow]:
    """Yield which lines of settings a game has."""
    for name, on in health.settings_lines().items():
        yield name, "on" if on else "off", "" if on else _SEE


def _database_rows(noted: dict[str, Any] | None) -> Iterator[DoctorRow]:
    values = database.journal_settings()
    if values:
        yield from database.journal_rows(values | (noted or {}).get("database", {}))
    yield from database.database_rows()


def _file_rows() -> Iterator[DoctorRow]:
    """Yield private files that others can read."""
    paths = file_permissions.open_paths()
    names = ", ".join(path.name for path in paths[:5]) + (" ..." if len(paths) > 5 else "")
    advice = f"`chmod o= FILE` closes one; the plugins do at each start: {_SEE}"
    yield "open to everybody", names or "nothing", advice if paths else ""


def server_rows(noted: dict[str, Any] | None) -> Iterator[DoctorRow]:
    """Yield the lines about a running server from its notes; None is for no notes."""
    if noted is None:
        if "server" in running_processes():
            yield "server", "runs", f"it notes nothing without its plugin: {_SEE}"
        else:
            yield "server", "does not run", ""
        return
    at_once = noted["link sends at once"]
    yield "server", f"process {noted['pid']}, since {noted['since']}", ""
    yield "link to the Portal", "sends at once" if at_once else "waits", "" if at_once else _SEE
    for name, fault in noted.get("faults", {}).items():
        text = f"{fault['times']:,}, the last at {fault['at']}: {fault['text']}"
        yield f"faults: {name}", text, "it goes on; server/logs/server.log has the traceback"
    yield "steps since the start", f"{noted['steps']:,}", ""
    if noted["steps"]:
        yield "  line to text, p50, p99", f"{noted['step p50']:g} ms, {noted['step p99']:g} ms", ""
    late = noted["late p99"]
    yield (
        "  late by, p50, p99",
        f"{noted['late p50']:g} ms, {late:g} ms",
        "it has more to do than it can do: see server/logs/server.log" if late > 250 else "",
    )


def _note_faults() -> None:
    health.more_facts["faults"] = worker_faults.by_worker


GAME = GamePart("tuning", doctor=doctor, started=(_note_faults,))
