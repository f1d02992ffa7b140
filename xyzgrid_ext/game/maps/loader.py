"""Loads the Grids of a reference: the Python path of a map module, or a `.matrix` file.

The database stores references, never classes. A map that does not load is reported by name, with
place, fault and cure; all other maps work.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid import from_rooms
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.core.mapdata.rows import LEGEND_ATTRIBUTE_NAMES
from xyzgrid_ext.core.mapdata.validate import (
    absent_reader_findings,
    findings_from,
    map_faults,
    map_kind,
    map_name,
    part_findings,
    room_source_keys,
    with_lines_of_file,
)
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.spawn.record import digests_of_texts
from xyzgrid_ext.foreign.values import plain_class
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.guard import module_values, read_guarded
from xyzgrid_ext.game.maps.loaded import Digests, LoadedMap, refused_map
from xyzgrid_ext.game.maps.matrix_files import SUFFIX, load_file, load_matrix
from xyzgrid_ext.game.maps.planes import load_plane
from xyzgrid_ext.game.maps.sheets import load_sheets
from xyzgrid_ext.game.maps.sources import sources
from xyzgrid_ext.game.parts import game_parts


def load_maps(reference: str) -> list[LoadedMap]:
    """Return all maps of a module or file as it is on disk now, as a list: see `load_each`."""
    return list(load_each(reference))


def load_each(reference: str, before: Mapping[str, LoadedMap] | None = None) -> Iterator[LoadedMap]:
    """Yield the maps of a reference, a module or file; a faulty one has findings and no grid.

    `before`: key -> the map as it was read before; what has not changed is taken over.
    """
    if reference.endswith(SUFFIX):
        yield read_guarded(reference, reference, lambda: load_file(reference))
        return
    if (reader := reference_reader(reference)) is not None:
        yield read_guarded(reference, reference, lambda: load_data(reference, reader(reference)))
        return
    if findings := absent_reader_findings(reference):
        yield LoadedMap(findings[0].file, reference, findings=tuple(findings))
        return
    try:
        datas = load_map_data(reference)
    except RefusedError as err:
        yield LoadedMap(reference, reference, findings=err.findings)
        return
    digests = sources.digests(reference)
    for data in datas:
        former = (before or {}).get(map_key(map_name(data) or reference))
        yield _of_module(reference, data, digests, former)


def reference_reader(reference: str) -> Callable[[str], Any] | None:
    """Return the function that reads a reference of a part's own kind; None for modules, files."""
    word, blank, _rest = reference.partition(" ")
    readers = (part.references.get(word) for part in core_parts() if blank)
    return next((reader for reader in readers if reader is not None), None)


def _of_module(
    reference: str, data: object, digests: Digests, before: LoadedMap | None
) -> LoadedMap:
    loaded_map = load_data(reference, data, before)
    if any(finding.line for finding in loaded_map.findings):
        file = getattr(sys.modules.get(reference), "__file__", None) or ""
        linecache.checkcache(file)
        text = "".join(linecache.getlines(file))
        placed = with_lines_of_file(loaded_map.findings, data, text, Path(file).name)
        loaded_map = replace(loaded_map, findings=placed)
    if findings := sources.findings(reference):
        loaded_map = replace(loaded_map, findings=(*findings, *loaded_map.findings))
    return replace(loaded_map, digests=(*digests, *loaded_map.digests)) if digests else loaded_map


def load_map_data(reference: str) -> list[Any]:
    """Return the map data dicts of a module: its XYMAP_DATA_LIST, or else its XYMAP_DATA.

    Raises:
        RefusedError: if there is no such module, if it cannot be imported, or if it has no maps.
    """
    datas, single = module_values(reference, "XYMAP_DATA_LIST", "XYMAP_DATA")
    if not datas:
        datas = [single] if single else []
    if not isinstance(datas, list | tuple) or not datas:
        message = "the module has neither XYMAP_DATA nor XYMAP_DATA_LIST"
        if datas:
            message = f"XYMAP_DATA_LIST must be a list of maps, not {short_text(datas)}"
        finding = Finding.error("no-map", message, "define XYMAP_DATA = {...}", reference)
        raise RefusedError([finding])
    return list(datas)


def load_by_name(reference: str, names: Iterable[str]) -> Iterator[LoadedMap]:
    """Yield the maps of a module or file that have these names: see `maps_by_name`."""
    return maps_by_name(reference, names, load_each(reference))


def maps_by_name(
    reference: str, names: Iterable[str], maps: Iterable[LoadedMap], *, is_whole: bool = False
) -> Iterator[LoadedMap]:
    """Yield those of a reference's maps that have one of the names; with `is_whole`, also others.

    For a name that no map has, it yields a refused map, since its rooms still exist and somebody
    must decide about them; with `is_whole`, only if it may have become the name of another map. If
    the module does not load, it yields a refused map for each name, with the module's faults.
    """
    missing = {map_key(name): name for name in names}
    nameless, new = list[LoadedMap](), list[LoadedMap]()
    for loaded in maps:
        if loaded.name == reference:  # not even its name could be read
            nameless.append(loaded)
        elif missing.pop(map_key(loaded.name), None) is not None:
            yield loaded
        else:
            new.append(loaded)
    if is_whole and not (missing and (new or nameless)):
        yield from (*new, *nameless)
    elif not nameless:
        for name in missing.values():
            names_of_new = [loaded.name for loaded in new]
            yield refused_map(
                name, reference, _gone_finding(name, reference, names_of_new, is_whole=is_whole)
            )
    elif missing:
        faults = tuple(finding for loaded in nameless for finding in loaded.findings)
        for name in missing.values():
            yield LoadedMap(name, reference, findings=faults)
    else:
        yield from nameless


def _gone_finding(name: str, reference: str, new: Sequence[str], *, is_whole: bool) -> Finding:
    """Return the finding for a missing map, which may have been renamed to one of the new maps."""
    message = f"{reference} does not define '{name}' any more"
    cure = f"add {reference} again, and delete '{name}' if it is not to come back"
    if is_whole:
        cure = f'`evennia xyzgrid delete "{name}"` removes it'
    if new:
        quoted = " and ".join(f"'{name}'" for name in new)
        message += f", but {quoted}"
        same = f'evennia xyzgrid rename "{name}" "{new[0]}"'
        cure = f"is this the same map? `{same}` keeps its rooms; else {cure}"
    return Finding.error("map-is-gone", message, cure, name)


def load_all(references: Iterable[str]) -> list[LoadedMap]:
    """Return all maps of all references; see `with_distinct_names`."""
    return with_distinct_names(chain.from_iterable(map(load_maps, references)))


def with_distinct_names(maps: Iterable[LoadedMap]) -> list[LoadedMap]:
    """Return the maps, with a refused map of another name for the second of two with one name."""
    seen: dict[str, str] = {}
    results = []
    for loaded in maps:
        key = map_key(loaded.name)
        if loaded.grid is not None and key in seen:
            finding = Finding.error(
                "map-name-taken",
                f"{loaded.reference} defines '{loaded.name}', which {seen[key]} defines as well",
                "give one of them another zcoord",
                loaded.name,
            )
            loaded = refused_map(loaded.name, loaded.reference, finding)
        elif loaded.grid is not None:
            seen[key] = loaded.reference
        results.append(loaded)
    taken = set(seen)
    return [loaded if loaded.grid else _freely_named(loaded, taken) for loaded in results]


def _freely_named(failed: LoadedMap, taken: set[str]) -> LoadedMap:
    """Return a failed map with a name that no other map has: its own name, if that is free."""
    names = chain(
        [failed.name, f"{failed.name} of {failed.reference}"],
        (f"{failed.name} of {failed.reference}, {number}" for number in count(2)),
    )
    name = next(name for name in names if map_key(name) not in taken)
    taken.add(map_key(name))
    return failed if name == failed.name else replace(failed, name=name)


def load_data(reference: str, data: object, before: LoadedMap | None = None) -> LoadedMap:
    """Return the map of an XYMAP_DATA; for faulty data, with findings and without a grid.

    A `.matrix` file is beside the module. `before` is the map as it was read before: what has not
    changed is taken over.
    """
    name = map_name(data) or reference
    return read_guarded(name, reference, lambda: _load_checked(name, reference, data, before))


def _load_checked(name: str, reference: str, data: Any, before: LoadedMap | None) -> LoadedMap:
    data = call_in_game_thread(_with_plain_classes, data)
    faults = map_faults(data)
    findings = findings_from(faults, name)
    if errors_of(findings):
        rest = _sound_data(data, {fault.path[0] for fault in faults if fault.path})
        others = (
            read_guarded(name, reference, lambda: _build(name, reference, rest)) if rest else None
        )
        return refused_map(name, reference, *findings, *(others.findings if others else ()))
    loaded = _build(name, reference, data, before)
    if loaded.grid is not None:
        texts = {**digests_of_texts(data, loaded.grid), **loaded.texts}
        grid, of_areas = with_areas(loaded.grid, data)
        loaded = replace(loaded, grid=grid, findings=(*loaded.findings, *of_areas), texts=texts)
    if loaded.grid is not None and (faults_of_map := part_findings(loaded.grid)):
        findings += faults_of_map
        if errors_of(faults_of_map):
            return refused_map(name, reference, *findings)
    return replace(loaded, findings=(*findings, *loaded.findings))


def _with_plain_classes(data: Any) -> object:
    """Return the data of a map with a legend whose classes have plain values."""
    legend = data.get("legend") if isinstance(data, dict) else None
    if not isinstance(legend, dict):
        return data
    classes = {
        symbol: plain_class(cls, LEGEND_ATTRIBUTE_NAMES) if isinstance(cls, type) else cls
        for symbol, cls in legend.items()
    }
    same = all(classes[symbol] is cls for symbol, cls in legend.items())
    return data if same else {**data, "legend": classes}


def _sound_data(data: Any, faulty: Collection[object]) -> dict[object, object]:
    """Return map data without faulty keys, to find more faults; empty if too much is faulty."""
    if not faulty or {"zcoord", "legend"}.intersection(faulty):
        return {}
    left = {key: value for key, value in data.items() if key not in faulty}
    return (
        left
        if room_source_keys(left) == room_source_keys(data) and len(room_source_keys(data)) == 1
        else {}
    )


def _build(
    name: str, reference: str, data: Mapping[Any, Any], before: LoadedMap | None = None
) -> LoadedMap:
    """Build the map from data in which no faults were found."""
    (kind,) = room_source_keys(data)
    for part in game_parts():
        if kind in part.map_kinds:
            return part.map_kinds[kind](name, reference, data)
    if (row := map_kind(data)) is not None and row.make is not None:
        made = run_in_process(row.make, data, name)
        return LoadedMap(name, reference, made.grid, made.findings, matrix=made.matrix)
    if kind == "matrix":
        path = _folder_of(reference) / data["matrix"]
        return load_matrix(name, reference, path, data, before)
    if kind == "rooms":
        grid, findings = from_rooms(data["rooms"], name, data.get("options"))
        return LoadedMap(name, reference, grid, tuple(findings))
    if kind == "levels":
        grid, findings, sheets = load_sheets(data)
        return LoadedMap(name, reference, grid, tuple(findings), sheets=sheets)
    grid, findings, xymap = load_plane(data)
    return LoadedMap(name, reference, grid, tuple(findings), xymap)


def _folder_of(reference: str) -> Path:
    """Return the folder of a module; the game dir if the reference is no module."""
    file = getattr(sys.modules.get(reference), "__file__", None)
    return Path(file).parent if file else Path(settings.django_settings.GAME_DIR)
