"""Matrices from their files: bare ones, and those that a map module names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.maps.loaded import LoadedMap, fault, refused
from xyzgrid_ext.game.maps.sources import digest_of

SUFFIX = ".matrix"


def load_file(reference: str) -> LoadedMap:
    """A bare file, named from the game dir; the map is called by its stem."""
    path = Path(settings.game_dir()) / reference
    name = path.stem.strip()
    if findings := bad_name(name):
        return LoadedMap(name, reference, findings=tuple(findings))
    return load_matrix(name, reference, path, {})


def bad_name(name: str) -> list[Finding]:
    """What is wrong with the name of a map."""
    if split_level(name) is None:
        return []
    return [
        fault(
            name,
            "bad-name",
            f"'{name}' reads like a level of another map",
            "do not end the name with a colon and a number",
        )
    ]


def load_matrix(name: str, reference: str, path: Path, data: Mapping[str, Any]) -> LoadedMap:
    """A file as a map of this name; `data` may have prototypes, options and transitions."""
    digests = ((str(path), digest_of(path)),)
    return replace(_parse_matrix(name, reference, path, data), digests=digests)


def _parse_matrix(name: str, reference: str, path: Path, data: Mapping[str, Any]) -> LoadedMap:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return refused(
            name,
            reference,
            fault(str(path), "not-utf8", "is not UTF-8 text", "save it as UTF-8"),
        )
    except (OSError, ValueError) as err:  # a ValueError is what a name with a NUL gives
        return refused(
            name,
            reference,
            fault(
                str(path),
                "unreadable",
                f"cannot be read: {getattr(err, 'strerror', None) or err}",
                "correct the file's name",
            ),
        )
    parsed = parse(text, path.name)
    if parsed.matrix is None:
        return LoadedMap(name, reference, findings=parsed.findings)
    try:
        grid, found = from_matrix(
            parsed.matrix,
            name,
            prototypes=data.get("prototypes"),
            options=data.get("options"),
            transitions=data.get("transitions"),
        )
    except RefusedError as err:
        return LoadedMap(name, reference, findings=(*parsed.findings, *err.findings))
    return LoadedMap(name, reference, grid, (*parsed.findings, *found), matrix=parsed.matrix)
