"""Map files: the visible part of maps, in our own format and those of other programs.

    MapView ─► mmp      Mudlet, MMapper and others      text, in pieces
               mudlet   Mudlet's JSON, 1.0
               json     our own: all that is in a MapView
               svg      a drawing
               dot      Graphviz
    MapView ◄─ read_mmp, read_mudlet ; module: a map module of what was read

A writer gets the heads of all maps in the file, and then the maps one by one, so that only one map
of a large world is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError, refuse_on_error
from xyzgrid_ext.core.view.snapshot import MapHead, MapView
from xyzgrid_ext.parts.formats.core import dot, mmp, module, mudlet, own, read_mmp, read_mudlet, svg

Writer = Callable[[Sequence[MapHead], Iterable[MapView]], Iterator[str]]
"""Writes maps to a file: takes the heads of all maps and the maps; yields pieces of text."""
Reader = Callable[[str, str], tuple[list[MapView], list[Finding]]]
"""Reads a file: takes its text and its name; returns its maps, and what it left out."""


class Format(NamedTuple):
    """A file format; one without `read` can only be written.

    `title` is shown to people, `suffix` is the ending of its file names, `content_type` the MIME
    type.
    """

    name: str
    title: str
    suffix: str
    content_type: str
    write: Writer
    read: Reader | None = None


FORMATS = (
    Format("mmp", "MMP map (Mudlet, MMapper)", ".xml", "application/xml", mmp.write, read_mmp.read),
    Format(
        "mudlet",
        "Mudlet map, JSON 1.0",
        ".mudlet.json",
        "application/json",
        mudlet.write,
        read_mudlet.read,
    ),
    Format("json", "map as JSON", ".json", "application/json", own.write),
    Format("svg", "drawing", ".svg", "image/svg+xml", svg.write),
    Format("dot", "graph for Graphviz", ".dot", "text/vnd.graphviz", dot.write),
)
"""All formats; the first whose file ending fits is taken. Texts are UTF-8."""


def convert_to_module(text: str, source: str) -> tuple[str, list[Finding]]:
    """Convert an MMP or Mudlet map to the Python source of a map module.

    Returns the source, and findings about everything that was left out or changed.

    Args:
        text: the contents of the file.
        source: the file's name, for the findings.

    Raises:
        RefusedError: if it is neither MMP nor Mudlet's JSON, or is damaged.
    """
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    read = {"<": read_mmp.read, "{": read_mudlet.read}.get(begin)
    if read is None:
        cure = "write it as MMP (XML), or with Mudlet's saveJsonMap"
        raise RefusedError(
            [Finding.error("no-map-file", "neither MMP nor a Mudlet map", cure, source)]
        )
    with refuse_on_error(source, "write the map again with the program that made it"):
        views, findings = read(text, source)
        written, more = module.write(views, source)
    return written, [*findings, *more]


__all__ = ["FORMATS", "Format", "Reader", "Writer", "convert_to_module"]
