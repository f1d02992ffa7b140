"""Turns the lines of a drawing into lines of the file that has it.

    town.py:31      "map": (raw text)
    town.py:32  + 0 1             town:4:4: the link '-' ...  ──►  town.py:34:4: town: the link ...
    town.py:33
    town.py:34  0 #-

This works for a drawing that the file contains as it is read: as raw text, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from xyzgrid_ext.core.coords import level_name
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.mapdata.validate import name_of


def with_lines_of_file(
    findings: Iterable[Finding], data: object, source: str, file: str
) -> tuple[Finding, ...]:
    """Return findings about a map, those of its drawings with their line in the file.

    Args:
        findings: the findings.
        data: the XYMAP_DATA of the map.
        source: the text of the module that has it.
        file: the file's name for the findings.

    """
    before = {  # lines of the file above a drawing
        name: source[: source.index(text)].count("\n")
        for name, text in _drawings(data)
        if source.count(text) == 1
    }
    return tuple(
        replace(
            finding,
            file=file,
            line=finding.line + before[finding.file],
            message=f"{finding.file}: {finding.message}",
        )
        if finding.line and finding.file in before
        else finding
        for finding in findings
    )


def _drawings(data: object) -> Iterator[tuple[str, str]]:
    """Yield the drawings of a map by the names that findings give them."""
    if not isinstance(data, Mapping):
        return
    name, levels = name_of(data), data.get("levels")
    texts = [(name, data.get("map"))]
    if isinstance(levels, list | tuple):
        texts += [(level_name(name, z), text) for z, text in enumerate(levels)]
    yield from ((name, text) for name, text in texts if isinstance(text, str) and "\n" in text)
