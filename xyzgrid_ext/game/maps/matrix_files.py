"""Matrices: of bare files, of files that a map module names, and of a seed.

"matrix": "cube.matrix"                                   a file beside the module
"matrix": {"edge": 10, "difficulty": 5, "seed": 7}        made by core.matrix.generate
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import MOST_BYTES, Matrix, parse
from xyzgrid_ext.core.matrix.generate import generate
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
    """The faults of the name of a map."""
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


def _text_of(path: Path) -> str:
    """The text of a file; OSError if it is a device, which may never end, or too large."""
    if path.exists() and not path.is_file():
        raise OSError("it is no file")
    with path.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(f"it holds more than {MOST_BYTES >> 20} MB")
    return data.decode("utf-8-sig")


def _parse_matrix(name: str, reference: str, path: Path, data: Mapping[str, Any]) -> LoadedMap:
    try:
        text = _text_of(path)
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
    return _of(name, reference, parsed.matrix, parsed.findings, data)


def load_generated(name: str, reference: str, data: Mapping[str, Any]) -> LoadedMap:
    """A matrix of a seed; `data["matrix"]` says which."""
    try:
        made = generate(**data["matrix"])
    except MapError as err:
        return refused(name, reference, fault(name, "too-small", err.message, err.cure))
    return _of(name, reference, made.matrix, (), data)


def _of(
    name: str,
    reference: str,
    matrix: Matrix,
    findings: tuple[Finding, ...],
    data: Mapping[str, Any],
) -> LoadedMap:
    try:
        grid, found = from_matrix(
            matrix,
            name,
            prototypes=_placed(matrix, data.get("prototypes")),
            options=data.get("options"),
            transitions=_placed(matrix, data.get("transitions")),
        )
    except RefusedError as err:
        return LoadedMap(name, reference, findings=(*findings, *err.findings))
    return LoadedMap(name, reference, grid, (*findings, *found), matrix=matrix)


def _placed(matrix: Matrix, entries: Any) -> Any:
    """The entries of a module, with coordinates for `"start"` and `"end"`."""
    if not isinstance(entries, Mapping):
        return entries
    ends = {"start": tuple(matrix.start), "end": tuple(matrix.end)}

    def place(key: Any) -> Any:
        first, *rest = key if isinstance(key, tuple) and key else (key,)
        if not isinstance(first, str) or first not in ends:
            return key
        return (*ends[first], *rest)

    return {place(key): value for key, value in entries.items()}
