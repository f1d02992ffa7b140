"""Removes a map by means of the editor: what this affects, and the job that does it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import locate
from xyzgrid_ext.core.spawn import Leaving
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps, perform
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.web.edit import applying
from xyzgrid_ext.web.edit.refusals import RefusedRequestError, works
from xyzgrid_ext.web.edit.views import api


@api("POST", "owner", works)
def removal(request: HttpRequest, key: str, role: str, body: dict[str, Any]) -> Any:
    """Return what removing a map affects: its rooms, who is in them, exits of other maps."""
    return perform(_removal(map_key(key)))


@api("POST", "owner", works)
def remove(request: HttpRequest, key: str, role: str, body: dict[str, Any]) -> Any:
    """Submit the removal of a map, confirmed by its name."""
    if map_key(str(body.get("name", ""))) != map_key(key):
        raise RefusedRequestError(400, _("This is not the name of the map."))
    return {"job": applying.remove(map_key(key))}


def _removal(key: str) -> Steps[dict[str, Any]]:
    live = current()
    if key not in live.loaded:
        raise UsageError(f"there is no map '{key}'", "`evennia xyzgrid list` shows the maps")
    todo = yield from spawning.removal_steps(live, [key], SERVER)
    grids = live.grids
    ways = [
        grid.name
        for other, grid in grids.items()
        if other != key
        and any(
            (there := locate(place, grids)) is not None and there[0] == key
            for place in grid.outside.values()
        )
    ]
    return {
        "rooms": len(todo.gone_rooms),
        "people": [
            f"{one.name} → {one.to}" for one in todo.departures if one.kind is Leaving.PERSON
        ],
        "things": [one.name for one in todo.departures if one.kind is Leaving.THING],
        "maps": sorted(ways),
    }
