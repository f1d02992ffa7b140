"""Finds dungeons of an earlier generator, which stay but can be made again by a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.dungeon_parameters import NEWEST
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.mapdata import name_of
from xyzgrid_ext.game.maps.dungeon_order import is_order, read
from xyzgrid_ext.game.maps.loader import datas_of
from xyzgrid_ext.game.maps.matrix_files import SUFFIX


def of_earlier_generators(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the name and generator of each dungeon from an earlier generator.

    A map without a generator has the first one. Unreadable orders are left to `check`.
    """
    for record in records:
        names = {map_key(name) for name in record["maps"]}
        for data in _datas(record["reference"]):
            order = data.get("dungeon") if isinstance(data, Mapping) else None
            parameters = order.get("parameters") if isinstance(order, Mapping) else None
            if isinstance(parameters, Mapping) and map_key(name_of(data) or "") in names:
                number = parameters.get("generator", 1)
                if isinstance(number, int) and number < NEWEST:
                    yield str(name_of(data)), number


def _datas(reference: str) -> list[Any]:
    if reference.endswith(SUFFIX):
        return []
    try:
        return [read(reference)] if is_order(reference) else datas_of(reference)
    except (RefusedError, TypeError, ValueError):
        return []
