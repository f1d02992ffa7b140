"""From a reference to Grids: a python path of a map module, or a `.matrix` file.

The database keeps references, never classes. What does not load is reported by name, with place,
fault and cure, and leaves all others working.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid import Grid, from_matrix
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.game import conf
from xyzgrid_ext.game.import_faults import import_finding
from xyzgrid_ext.game.plane_map import PlaneMap
from xyzgrid_ext.game.planes import load_plane
from xyzgrid_ext.game.sheets import load_sheets

SUFFIX = ".matrix"
_KEYS = {
    "zcoord",
    "map",
    "matrix",
    "levels",
    "legend",
    "prototypes",
    "options",
    "transitions",
    "module_path",
}


@dataclass(frozen=True)
class Loaded:
    """What became of one map: its grid, or the findings that refused it.

    `name` is the map's, or the reference where not even the name could be read. `xymap` is the
    contrib's own object, for drawn maps, and `sheets` those of a 3D map that was drawn; `matrix`
    is what a definition file says, for matrices.
    """

    name: str
    reference: str
    grid: Grid | None = None
    findings: tuple[Finding, ...] = ()
    xymap: PlaneMap | None = None
    sheets: tuple[PlaneMap, ...] = ()
    matrix: Matrix | None = None


def load(reference: str) -> list[Loaded]:
    """All maps behind a reference. Never raises for what an author can get wrong."""
    if reference.endswith(SUFFIX):
        return [_load_file(reference)]
    try:
        datas = datas_of(reference)
    except RefusedError as err:
        return [Loaded(reference, reference, findings=err.findings)]
    return [load_data(reference, data) for data in datas]


def datas_of(reference: str) -> list[Any]:
    """What a module says of its maps: its XYMAP_DATA_LIST, or else its XYMAP_DATA.

    Raises:
        RefusedError: if there is no such module, it cannot be imported, or it has no maps.

    """
    try:
        module = importlib.import_module(reference)
    except (Exception, SystemExit) as err:
        raise RefusedError([import_finding(reference, err)]) from err
    datas = getattr(module, "XYMAP_DATA_LIST", None)
    if not datas:
        data = getattr(module, "XYMAP_DATA", None)
        datas = [data] if data else []
    if not isinstance(datas, list | tuple) or not datas:
        finding = _finding(
            reference,
            "no-map",
            "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST",
            "define XYMAP_DATA = {...}",
        )
        raise RefusedError([finding])
    return list(datas)


def load_listed(reference: str, names: Iterable[str]) -> list[Loaded]:
    """The maps of these names behind a reference, and what may be one of them but does not load.

    A name that is there no more is refused: its rooms are, and somebody has to see to them.
    """
    missing = {map_key(name): name for name in names}
    found = []
    for one in load(reference):
        if missing.pop(map_key(one.name), None) is not None or one.name == reference:
            found.append(one)
    if any(one.name == reference for one in found):  # not even the names could be read
        return found
    for name in missing.values():
        finding = _finding(
            name,
            "map-is-gone",
            f"{reference} does not define '{name}' any more",
            f"add {reference} again, and delete '{name}' if it is not to come back",
        )
        found.append(_refused(name, reference, finding))
    return found


def load_all(references: Iterable[str]) -> list[Loaded]:
    """All maps behind all references, with names of their own."""
    return distinct(one for reference in references for one in load(reference))


def distinct(maps: Iterable[Loaded]) -> list[Loaded]:
    """Maps of which no two have one name, so that a map that failed hides no other.

    A name that two of them claim is refused the second time.
    """
    seen: dict[str, str] = {}
    found = []
    for loaded in maps:
        key = map_key(loaded.name)
        if loaded.grid is not None and key in seen:
            finding = _finding(
                loaded.name,
                "map-name-taken",
                f"{loaded.reference} defines '{loaded.name}', which {seen[key]} defines as well",
                "give one of them another zcoord",
            )
            loaded = _refused(loaded.name, loaded.reference, finding)
        elif loaded.grid is not None:
            seen[key] = loaded.reference
        found.append(loaded)
    taken = set(seen)
    return [one if one.grid else replace(one, name=_free(one, taken)) for one in found]


def _free(failed: Loaded, taken: set[str]) -> str:
    """A name for a map that failed which no other has: its own, if it is free."""
    names = chain(
        [failed.name, f"{failed.name} of {failed.reference}"],
        (f"{failed.name} of {failed.reference}, {number}" for number in count(2)),
    )
    name = next(name for name in names if map_key(name) not in taken)
    taken.add(map_key(name))
    return name


def load_data(reference: str, data: Any) -> Loaded:
    """One map of an XYMAP_DATA; the file of a matrix is looked for beside the module."""
    if not isinstance(data, Mapping) or not _name(data.get("zcoord")):
        finding = _finding(
            reference,
            "no-zcoord",
            "a map of this module has no name",
            'add "zcoord": "the name of the map" to its XYMAP_DATA',
        )
        return _refused(reference, reference, finding)
    name = _name(data["zcoord"])
    findings = _bad_name(name)
    if unknown := sorted(str(key) for key in data.keys() - _KEYS):
        findings.append(
            _finding(
                name,
                "unknown-key",
                f"unknown entries {', '.join(unknown)}",
                f"known are {', '.join(sorted(_KEYS))}",
            )
        )
    kinds = [kind for kind in ("map", "levels", "matrix") if data.get(kind)]
    if len(kinds) > 1:
        findings.append(
            _finding(
                name,
                "two-maps",
                f"a map cannot be of {' and '.join(kinds)} at once",
                "keep one of map (a sheet), levels (several) and matrix (a file)",
            )
        )
    if not kinds:
        findings.append(
            _finding(
                name,
                "no-map",
                "there is nothing to make rooms of",
                "add map (a drawing), levels (a list of drawings) or matrix (a file)",
            )
        )
    if data.get("transitions") and kinds == ["levels"]:
        findings.append(
            _finding(
                name,
                "transitions-of-a-drawing",
                "transitions are for matrices",
                "draw a T on a level, with a class of its own that has target_map_xyz",
            )
        )
    if findings:
        return Loaded(name, reference, findings=tuple(findings))
    if data.get("matrix"):
        return _load_matrix(name, reference, _folder_of(reference) / str(data["matrix"]), data)
    try:
        if data.get("levels"):
            grid, found, sheets = load_sheets(data)
            return Loaded(name, reference, grid, tuple(found), sheets=sheets)
        grid, found, xymap = load_plane(data)
    except RefusedError as err:
        return Loaded(name, reference, findings=err.findings)
    return Loaded(name, reference, grid, tuple(found), xymap)


def _folder_of(reference: str) -> Path:
    """Where a module stands; the game dir if it is none."""
    file = getattr(sys.modules.get(reference), "__file__", None)
    return Path(file).parent if file else Path(conf.game_dir())


def _load_file(reference: str) -> Loaded:
    path = Path(conf.game_dir()) / reference
    name = path.stem.strip()
    if findings := _bad_name(name):
        return Loaded(name, reference, findings=tuple(findings))
    return _load_matrix(name, reference, path, {})


def _name(zcoord: object) -> str:
    """The name of a map, of text or a number; empty for anything else."""
    is_name = isinstance(zcoord, str | int) and not isinstance(zcoord, bool)
    return str(zcoord).strip() if is_name else ""


def _bad_name(name: str) -> list[Finding]:
    if split_level(name) is None:
        return []
    return [
        _finding(
            name,
            "bad-name",
            f"'{name}' reads like a level of another map",
            "do not end the name with a colon and a number",
        )
    ]


def _load_matrix(name: str, reference: str, path: Path, data: Mapping[str, Any]) -> Loaded:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return _refused(
            name,
            reference,
            _finding(str(path), "not-utf8", "is not UTF-8 text", "save it as UTF-8"),
        )
    except (OSError, ValueError) as err:  # a ValueError is what a name with a NUL gives
        return _refused(
            name,
            reference,
            _finding(
                str(path),
                "unreadable",
                f"cannot be read: {getattr(err, 'strerror', None) or err}",
                "correct the file's name",
            ),
        )
    parsed = parse(text, path.name)
    if parsed.matrix is None:
        return Loaded(name, reference, findings=parsed.findings)
    try:
        grid, found = from_matrix(
            parsed.matrix,
            name,
            prototypes=data.get("prototypes"),
            options=data.get("options"),
            transitions=data.get("transitions"),
        )
    except RefusedError as err:
        return Loaded(name, reference, findings=(*parsed.findings, *err.findings))
    return Loaded(name, reference, grid, (*parsed.findings, *found), matrix=parsed.matrix)


def _refused(name: str, reference: str, finding: Finding) -> Loaded:
    assert errors_of([finding])
    return Loaded(name, reference, findings=(finding,))


def _finding(file: str, code: str, message: str, cure: str) -> Finding:
    return Finding(Severity.ERROR, code, message, cure, file=file)
