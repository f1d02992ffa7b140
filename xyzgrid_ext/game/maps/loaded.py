"""The result of reading a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes import Table
from xyzgrid_ext.core.view.snapshot import GroundKind

if TYPE_CHECKING:  # most maps are none of the contrib's
    from xyzgrid_ext.game.maps.plane_map import PlaneMap

Digests = tuple[tuple[str, str], ...]
"""Pairs (path of a file, digest of its contents); the digest is "" for an unreadable file."""


class MapGround(NamedTuple):
    """The kinds of ground of a land, and `symbols`: symbol of its drawing -> name of a kind."""

    kinds: tuple[GroundKind, ...]
    symbols: Mapping[str, str]


@dataclass(frozen=True)
class LoadedMap:
    """The result of reading one map: its grid, or the findings that refused it.

    `name` is the map's name, or the reference if the name is unreadable. `xymap` is the contrib's
    object of a map of one sheet, `sheets` are those of a drawn 3D map, and `matrix` is the parsed
    `.matrix` file. `digests` are those of the files that it was read from, and `texts` those of
    the keys of its data: see `digests_of_texts`. `ground` is set for a land or a part of one,
    `land` is the data of an endless land, and `table` has its routes until the world takes them.
    `layout_digest` identifies what the rooms and links of a matrix were made from.
    """

    name: str
    reference: str
    grid: Grid | None = None
    findings: tuple[Finding, ...] = ()
    xymap: PlaneMap | None = None
    sheets: tuple[PlaneMap, ...] = ()
    matrix: Matrix | None = None
    digests: Digests = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    ground: MapGround | None = None
    land: Record | None = None
    table: Table | None = None
    layout_digest: str = ""


def refused_map(name: str, reference: str, *findings: Finding) -> LoadedMap:
    """Return a LoadedMap without a grid, for a map that does not load."""
    return LoadedMap(name, reference, findings=findings)
