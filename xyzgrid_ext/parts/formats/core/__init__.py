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
from xyzgrid_ext.parts.formats.core import dot, mmp, module, mudlet, read_mmp, read_mudlet, svg
from xyzgrid_ext.parts.formats.core.own_json import write as write_json

Writer = Callable[[Sequence[MapHead], Iterable[MapView]], Iterator[str]]
"""Given the heads (name, size …) of all maps, and these maps, yields a file in pieces."""
Reader = Callable[[str, str], tuple[list[MapView], list[Finding]]]
"""A function that is given a file's text and name, and returns (its maps, what was left out)."""


class Format(NamedTuple):
    """A file format.

    Attributes:
        name: the name that users type, such as `mudlet`.
        title: the name that they read.
        suffix: the ending of its files' names, such as `.dot`.
        content_type: the MIME type.
        write: writes maps to a file.
        read: reads maps from a file; None if the format can only be written.
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
    Format("json", "map as JSON", ".json", "application/json", write_json),
    Format("svg", "drawing", ".svg", "image/svg+xml", svg.write),
    Format("dot", "graph for Graphviz", ".dot", "text/vnd.graphviz", dot.write),
)
"""All formats. A file is of the first one whose `suffix` ends its name. Texts are UTF-8."""


def convert_to_module(text: str, source: str) -> tuple[str, list[Finding]]:
    """Convert an MMP or Mudlet map to a map module.

    Returns (Python source of the module, findings about all that was left out or changed).

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
