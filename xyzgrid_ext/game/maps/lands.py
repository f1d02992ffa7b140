"""Maps that are a part of a land from noise."""

from __future__ import annotations

from collections.abc import Mapping
from operator import call
from typing import Any

from xyzgrid_ext.content.land import LAND
from xyzgrid_ext.game.base.elsewhere import heavy, is_plain
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.workers.lands import land_map

_OF_LAND = ("land", "prototypes", "options")


def load_land(name: str, reference: str, data: Mapping[Any, Any]) -> LoadedMap:
    """The map of a land; one with functions of an author's own is made in this process."""
    own = {key: data[key] for key in _OF_LAND if key in data}
    made = (heavy if is_plain(own) else call)(land_map, own, name, LAND)
    return LoadedMap(name, reference, made.grid, made.findings)
