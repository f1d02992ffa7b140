"""From a reference to Grids: a python path of a map module, or a `.matrix` file.

The database keeps references, never classes. What does not load is reported by name, with place,
fault and cure, and leaves all others working.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError, Severity
from xyzgrid_ext.core.grid import OF_ALL, check_options, from_rooms, slips
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.dungeon_site import site_of
from xyzgrid_ext.game.maps.dungeons import load_dungeon, load_order
from xyzgrid_ext.game.maps.import_faults import import_finding
from xyzgrid_ext.game.maps.loaded import LoadedMap, fault, refused
from xyzgrid_ext.game.maps.matrix_files import SUFFIX, bad_name, load_file, load_matrix
from xyzgrid_ext.game.maps.planes import load_plane
from xyzgrid_ext.game.maps.sheets import load_sheets
from xyzgrid_ext.game.maps.sources import sources

_KEYS = {
    "zcoord",
    "map",
    "matrix",
    "levels",
    "dungeon",
    "rooms",
    "legend",
    "prototypes",
    "options",
    "transitions",
    "module_path",
}
_DRAWN = {"legend", "prototypes", "transitions"}


def load(reference: str) -> list[LoadedMap]:
    """All maps behind a reference, as the files are now. See `load_each`."""
    return list(load_each(reference))


def load_each(reference: str) -> Iterator[LoadedMap]:
    """All maps behind a reference, one by one. Never raises for what an author can get wrong."""
    if reference.endswith(SUFFIX):
        yield load_file(reference)
        return
    if is_order(reference):
        yield load_order(reference)
        return
    try:
        datas = datas_of(reference)
    except RefusedError as err:
        yield LoadedMap(reference, reference, findings=err.findings)
        return
    digests = sources.digests(reference)
    for data in datas:
        one = load_data(reference, data)
        yield replace(one, digests=(*digests, *one.digests)) if digests else one


def datas_of(reference: str) -> list[Any]:
    """What a module says of its maps: its XYMAP_DATA_LIST, or else its XYMAP_DATA.

    Raises:
        RefusedError: if there is no such module, it cannot be imported, or it has no maps.

    """
    try:
        module = sources.module(reference)
    except (Exception, SystemExit) as err:
        raise RefusedError([import_finding(reference, err)]) from err
    datas = getattr(module, "XYMAP_DATA_LIST", None)
    if not datas:
        data = getattr(module, "XYMAP_DATA", None)
        datas = [data] if data else []
    if not isinstance(datas, list | tuple) or not datas:
        finding = fault(
            reference,
            "no-map",
            "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST",
            "define XYMAP_DATA = {...}",
        )
        raise RefusedError([finding])
    return list(datas)


def load_listed(reference: str, names: Iterable[str]) -> Iterator[LoadedMap]:
    """The maps of these names behind a reference, and what may be one of them but does not load.

    A name that is there no more is refused: its rooms are, and somebody has to see to them.
    """
    missing = {map_key(name): name for name in names}
    nameless = False
    for one in load_each(reference):
        nameless |= one.name == reference  # not even its name could be read
        if missing.pop(map_key(one.name), None) is not None or one.name == reference:
            yield one
    for name in missing.values() if not nameless else ():
        finding = fault(
            name,
            "map-is-gone",
            f"{reference} does not define '{name}' any more",
            f"add {reference} again, and delete '{name}' if it is not to come back",
        )
        yield refused(name, reference, finding)


def load_all(references: Iterable[str]) -> list[LoadedMap]:
    """All maps behind all references, with names of their own."""
    return distinct(one for reference in references for one in load(reference))


def distinct(maps: Iterable[LoadedMap]) -> list[LoadedMap]:
    """Maps of which no two have one name, so that a map that failed hides no other.

    A name that two of them claim is refused the second time.
    """
    seen: dict[str, str] = {}
    found = []
    for loaded in maps:
        key = map_key(loaded.name)
        if loaded.grid is not None and key in seen:
            finding = fault(
                loaded.name,
                "map-name-taken",
                f"{loaded.reference} defines '{loaded.name}', which {seen[key]} defines as well",
                "give one of them another zcoord",
            )
            loaded = refused(loaded.name, loaded.reference, finding)
        elif loaded.grid is not None:
            seen[key] = loaded.reference
        found.append(loaded)
    taken = set(seen)
    return [one if one.grid else _freely_named(one, taken) for one in found]


def _freely_named(failed: LoadedMap, taken: set[str]) -> LoadedMap:
    """A map that failed, with a name which no other has: its own, if it is free."""
    names = chain(
        [failed.name, f"{failed.name} of {failed.reference}"],
        (f"{failed.name} of {failed.reference}, {number}" for number in count(2)),
    )
    name = next(name for name in names if map_key(name) not in taken)
    taken.add(map_key(name))
    return failed if name == failed.name else replace(failed, name=name)


def load_data(reference: str, data: Any) -> LoadedMap:
    """One map of an XYMAP_DATA; the file of a matrix is looked for beside the module."""
    one = _load_data(reference, data)
    try:
        if one.grid is not None:
            if bad := check_options(one.name, one.grid.options, OF_ALL):
                raise RefusedError(bad)
            site_of(one.grid)
            return replace(one, findings=(*one.findings, *slips(one.grid)))
    except RefusedError as err:
        return replace(one, grid=None, findings=(*one.findings, *err.findings))
    except (MapError, UsageError) as err:
        finding = fault(one.name, "no-dungeon", err.message, err.cure)
        return replace(one, grid=None, findings=(*one.findings, finding))
    return one


def _load_data(reference: str, data: Any) -> LoadedMap:
    if not isinstance(data, Mapping) or not _name(data.get("zcoord")):
        finding = fault(
            reference,
            "no-zcoord",
            "a map of this module has no name",
            'add "zcoord": "the name of the map" to its XYMAP_DATA',
        )
        return refused(reference, reference, finding)
    name = _name(data["zcoord"])
    findings = bad_name(name)
    if unknown := sorted(str(key) for key in data.keys() - _KEYS):
        findings.append(
            fault(
                name,
                "unknown-key",
                f"unknown entries {', '.join(unknown)}",
                f"known are {', '.join(sorted(_KEYS))}",
            )
        )
    kinds = [kind for kind in ("map", "levels", "matrix", "dungeon", "rooms") if data.get(kind)]
    if len(kinds) > 1:
        findings.append(
            fault(
                name,
                "two-maps",
                f"a map cannot be of {' and '.join(kinds)} at once",
                "keep one of map (a sheet), levels (several), matrix (a file), rooms and dungeon",
            )
        )
    if not kinds:
        findings.append(
            fault(
                name,
                "no-map",
                "there is nothing to make rooms of",
                "add map (a drawing), levels (a list), matrix (a file), rooms (a dict) or take "
                "dungeon(...)",
            )
        )
    if kinds == ["rooms"] and (wrong := sorted(_DRAWN & data.keys())):
        findings.append(
            fault(
                name,
                "unknown-key",
                f"{', '.join(wrong)} are not for a map of rooms",
                "write it into the rooms and their exits",
            )
        )
    if data.get("transitions") and kinds in (["levels"], ["dungeon"]):
        findings.append(
            fault(
                name,
                "transitions-of-a-drawing",
                "transitions are for matrices",
                "draw a T with a class of its own; a dungeon leads outside by itself",
            )
        )
    if findings:
        return LoadedMap(name, reference, findings=tuple(findings))
    if data.get("matrix"):
        return load_matrix(name, reference, _folder_of(reference) / str(data["matrix"]), data)
    if data.get("dungeon"):
        return load_dungeon(name, reference, data)
    try:
        if data.get("rooms"):
            grid, found = from_rooms(data["rooms"], name, data.get("options"))
            return LoadedMap(name, reference, grid, tuple(found))
        if data.get("levels"):
            grid, found, sheets = load_sheets(data)
            return LoadedMap(name, reference, grid, tuple(found), sheets=sheets)
        grid, found, xymap = load_plane(data)
        found = [*found, *_no_transitions(name, data)]
    except RefusedError as err:
        return LoadedMap(name, reference, findings=err.findings)
    return LoadedMap(name, reference, grid, tuple(found), xymap)


def _no_transitions(name: str, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Tell of transitions of a sheet; it loads without them, as games have such maps."""
    if data.get("transitions"):
        yield Finding(
            Severity.WARNING,
            "transitions-of-a-drawing",
            "transitions are for matrices, and are left out",
            "draw a T whose class is a TransitionMapNode with target_map_xyz, in the legend",
            file=name,
        )


def _folder_of(reference: str) -> Path:
    """Where a module stands; the game dir if it is none."""
    file = getattr(sys.modules.get(reference), "__file__", None)
    return Path(file).parent if file else Path(settings.game_dir())


def _name(zcoord: object) -> str:
    """The name of a map, of text or a number; empty for anything else."""
    is_name = isinstance(zcoord, str | int) and not isinstance(zcoord, bool)
    return str(zcoord).strip() if is_name else ""
