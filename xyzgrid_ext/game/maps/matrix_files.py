"""Loads matrices: from bare files, and from files that a map module names.

"matrix": "cube.matrix"     a file beside the module
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.areas import UNUSED_AREA
from xyzgrid_ext.core.grid.from_matrix import map_from_matrix, with_prototypes
from xyzgrid_ext.core.grid.overrides import UNUSED_KEY
from xyzgrid_ext.core.matrix.parse import MAX_BYTES, parse
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.maps.loaded import LoadedMap, refused_map
from xyzgrid_ext.game.maps.sources import file_digest

SUFFIX = ".matrix"


def load_file(reference: str) -> LoadedMap:
    """Return the map of a `.matrix` file, a path relative to the game dir; its stem is the name."""
    path = Path(settings.django_settings.GAME_DIR) / reference
    name = path.stem.strip()
    if findings := name_findings(name):
        return LoadedMap(name, reference, findings=tuple(findings))
    return load_matrix(name, reference, path, {})


def name_findings(name: str) -> list[Finding]:
    """Return the fault of a map's name that is like that of a level, `cube:3`; else nothing."""
    if split_level(name) is None:
        return []
    return [
        Finding.error(
            "bad-name",
            f"'{name}' looks like a level of another map",
            "do not end the name with a colon and a number",
            name,
        )
    ]


def load_matrix(
    name: str,
    reference: str,
    path: Path,
    data: Mapping[str, object],
    before: LoadedMap | None = None,
) -> LoadedMap:
    """Return the map of a `.matrix` file; `data` may have prototypes, options and transitions.

    `before` is the map as it was read before: if only prototypes differ, its rooms and links stay.
    """
    digest = file_digest(path)
    layout_digest = repr((name, str(path), digest, data.get("options"), data.get("transitions")))
    if before is not None and before.grid is not None and before.layout_digest == layout_digest:
        loaded_map = _with_new_prototypes(before, before.grid, data.get("prototypes"))
    else:
        loaded_map = _parse_matrix(name, reference, path, data)
    layout_digest = layout_digest if digest and loaded_map.grid is not None else ""
    files, texts = ((str(path), digest),), {"matrix": digest}
    return replace(loaded_map, digests=files, texts=texts, layout_digest=layout_digest)


def _with_new_prototypes(before: LoadedMap, bare: Grid, prototypes: Any) -> LoadedMap:
    findings = [
        finding for finding in before.findings if finding.code not in (UNUSED_KEY, UNUSED_AREA)
    ]
    try:
        grid, faults = with_prototypes(bare, prototypes)
    except RefusedError as err:
        return refused_map(before.name, before.reference, *findings, *err.findings)
    return replace(before, grid=grid, findings=(*findings, *faults))


def _text_of(path: Path) -> str:
    """Return the text of a file; raise OSError if it is a device or too large.

    A device is refused because reading it may never end.
    """
    if path.exists() and not path.is_file():
        raise OSError("it is no file")
    with path.open("rb") as opened:
        data = opened.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(f"it holds more than {MAX_BYTES >> 20} MB")
    return data.decode("utf-8-sig")


def _parse_matrix(name: str, reference: str, path: Path, data: Mapping[str, object]) -> LoadedMap:
    try:
        text = _text_of(path)
    except UnicodeDecodeError:
        return refused_map(
            name,
            reference,
            Finding.error("not-utf-8", "is not UTF-8 text", "save it as UTF-8", str(path)),
        )
    except (OSError, ValueError) as err:  # a ValueError is what a name with a NUL gives
        return refused_map(
            name,
            reference,
            Finding.error(
                "unreadable",
                f"cannot be read: {getattr(err, 'strerror', None) or err}",
                "correct the file's name",
                str(path),
            ),
        )
    parsed = run_in_process(parse, text, path.name)
    if parsed.matrix is None:
        return LoadedMap(name, reference, findings=parsed.findings)
    map_ = map_from_matrix(parsed.matrix, parsed.findings, name, data)
    return LoadedMap(name, reference, map_.grid, map_.findings, matrix=map_.matrix)
