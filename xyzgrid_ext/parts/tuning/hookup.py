"""The settings of a game that is tuned; it imports nothing of Django or Evennia."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.tuning import inflect_import, sqlite

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
        "DATABASES": sqlite.tune_databases(settings["DATABASES"]),
        "SQLITE3_PRAGMAS": sqlite.PRAGMAS,
    }
