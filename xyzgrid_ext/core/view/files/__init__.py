"""Map files: what one may see of maps, in the formats of others and our own.

    MapView ─► mmp      Mudlet, MMapper and others      text, in pieces
               mudlet   Mudlet's JSON, 1.0
               json     our own: all that is in a MapView
               svg      a drawing
               dot      Graphviz

A writer is handed the heads of all maps that will be in the file, and the maps one by one: of a
large world only one is in memory. It writes nothing that is not in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from xyzgrid_ext.core.view.files import dot, mmp, mudlet, own, svg
from xyzgrid_ext.core.view.snapshot import MapHead, MapView

Writer = Callable[[Sequence[MapHead], Iterable[MapView]], Iterator[str]]


class Format(NamedTuple):
    """A kind of file: what it is called, how a file of it ends, and who writes it."""

    name: str
    title: str
    suffix: str
    content_type: str
    write: Writer


FORMATS = (
    Format("mmp", "MMP map (Mudlet, MMapper)", ".xml", "application/xml", mmp.write),
    Format("mudlet", "Mudlet map, JSON 1.0", ".json", "application/json", mudlet.write),
    Format("json", "map as JSON", ".json", "application/json", own.write),
    Format("svg", "drawing", ".svg", "image/svg+xml", svg.write),
    Format("dot", "graph for Graphviz", ".dot", "text/vnd.graphviz", dot.write),
)
"""All formats. Texts are UTF-8."""

__all__ = ["FORMATS", "Format", "Writer"]
