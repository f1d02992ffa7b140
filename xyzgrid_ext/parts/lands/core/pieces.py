"""Makes maps and pictures of lands, and ways over them, from plain values: any process can."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes import Table
from xyzgrid_ext.core.routes.columns import build_table
from xyzgrid_ext.parts.lands.core.paths import LandPath, NoPath, find_land_path
from xyzgrid_ext.parts.lands.core.picture import picture_lines, place_labels
from xyzgrid_ext.parts.lands.core.roads import Spot
from xyzgrid_ext.parts.lands.core.tiles import Tile
from xyzgrid_ext.parts.lands.core.to_grid import is_endless, land_grid, make_content, make_land
from xyzgrid_ext.parts.lands.core.zoomed import picture_part


class LandMap(NamedTuple):
    """A land as a map.

    Attributes:
        grid: its Grid; None if the land is faulty.
        findings: what is wrong.
        table: the table for routes of an endless land; else None.
    """

    grid: Grid | None
    findings: tuple[Finding, ...]
    table: Table | None


def land_map(data: Record, content: Record, name: str, tiles: Collection[Tile] = ()) -> LandMap:
    """Make the map of a land from the XYMAP_DATA of its module.

    `content` has the arguments of `make_content`; `tiles` are the squares of an endless land that
    are drawn, beside those of its places.
    """
    try:
        grid, findings = land_grid(
            data["land"],
            name,
            make_content(**content),
            prototypes=data.get("prototypes"),
            options=data.get("options"),
            tiles=tiles,
        )
    except RefusedError as refused:
        return LandMap(None, refused.findings, None)
    return LandMap(grid, tuple(findings), build_table(grid) if is_endless(data["land"]) else None)


def land_picture(settings: Record, content: Record, here: Spot, size: Spot, zoom: int) -> list[str]:
    """Return the lines of a picture of a land, with the names of places.

    Args:
        settings: the `land` of its map module.
        content: the arguments of `make_content`: biomes and texts.
        here: the cell in the middle.
        size: the number of symbols across and up.
        zoom: each symbol stands for `zoom` by `zoom` cells.
    """
    land = make_land(settings, make_content(**content))
    columns, rows = size
    x, y = ((at // zoom - half // 2) * zoom for at, half in zip(here, size, strict=True))
    window = land.window(x, y, columns, rows, zoom)
    places = {}
    for name, (to_x, to_y) in land.places.items():
        column, row = (to_x - x) // zoom, (to_y - y) // zoom
        if 0 <= column < columns and 0 <= row < rows:
            places[row, column] = name
    here = (here[1] - y) // zoom, (here[0] - x) // zoom
    return picture_lines(
        window, land.biomes, coloured=True, labels=place_labels(places, here, columns)
    )


def picture_part_json(settings: Record, content: Record, step: int, column: int, row: int) -> bytes:
    """Return part (column, row) of a land's picture, at scale `step`, as JSON: see `picture_part`.

    `settings` is the `land` of its map module; `content` has the arguments of `make_content`.
    """
    part = picture_part(make_land(settings, make_content(**content)), step, column, row)
    return json.dumps({"step": step, "x": column, "y": row, **part._asdict()}).encode()


def land_path(settings: Record, content: Record, start: Spot, goal: Spot) -> LandPath | NoPath:
    """Return the cheapest route between two cells of a land.

    `settings` is the `land` of its map module; `content` has the arguments of `make_content`.
    """
    return find_land_path(make_land(settings, make_content(**content)), start, goal)
