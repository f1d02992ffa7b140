"""Which of the settings for a faster Evennia a game uses."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from xyzgrid_ext.tuning import quickstart

_OURS = "xyzgrid_ext.tuning"


def lines() -> dict[str, bool]:
    """Return the effect of each line of settings, and whether the game has it."""
    options = settings.DATABASES["default"].get("OPTIONS", {})
    found = {
        "quick start": not quickstart.has_checks(),
        "Portal sends at once": _names("portal", settings.PORTAL_SERVICES_PLUGIN_MODULES),
        "Server sends at once": has_server_plugin(),
        "steady link": settings.AMP_SERVER_PROTOCOL_CLASS.startswith(_OURS),
    }
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found["SQLite, every connection"] = "WAL" in options.get("init_command", "")
    return found


def has_server_plugin() -> bool:
    """Whether the Server's end of the link to the Portal is the package's."""
    return _names("server", settings.SERVER_SERVICES_PLUGIN_MODULES)


def _names(module: str, modules: Iterable[str]) -> bool:
    return f"{_OURS}.{module}" in modules
