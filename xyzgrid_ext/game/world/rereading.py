"""Reads the world again, step by step, while the present one is in use.

    references ─► those of which a file has changed: read again, a map a step ─┐
              └─► the others: as they are ─────────────────────────────────────┴─► Live, not yet in
                                                                                   use
A map that no longer loads keeps its old version, and its faults are reported. But if the user named
it, nothing is read, and the world stays unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes.columns import build_table
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import (
    load_data,
    load_each,
    load_maps,
    maps_by_name,
    with_distinct_names,
)
from xyzgrid_ext.game.maps.roster import NO_MODULE
from xyzgrid_ext.game.maps.sources import unchanged_maps
from xyzgrid_ext.game.world.world import Live

STAYS = "A map that does not load stays as it is: mend it, and spawn again."
"""A note for builders about faults of maps."""
Records = Sequence[Record]
"""References to modules and files, each with its maps: {"reference": ..., "maps": [...]}."""


class AddedMaps(NamedTuple):
    """Maps that are to be added, the records of all maps, and the world with all maps."""

    maps: list[LoadedMap]
    records: list[Record]
    live: Live


class RereadWorld(NamedTuple):
    """The world read from its present files.

    Attributes:
        live: the world.
        faults: what is wrong with maps that do not load.
        stale: the keys of maps in `live` that no longer load and are as they were.
    """

    live: Live
    faults: tuple[Finding, ...]
    stale: frozenset[str]


def read_maps(
    records: Records,
    handed: Mapping[str, object],
    same: Mapping[str, LoadedMap],
    before: Mapping[str, LoadedMap] | None = None,
) -> list[LoadedMap]:
    """Read all maps of the `records` and of the data `handed`, by key; `same` are not read.

    Of maps as they were `before`, what has not changed is taken over. This runs in any thread, but
    code of authors in the game's.
    """
    maps: list[LoadedMap] = []
    for record in records:
        unread = [same.get(map_key(name)) for name in record["maps"]]
        loaded = [m for m in unread if m is not None and m.reference == record["reference"]]
        if unread and len(loaded) == len(unread):
            maps += loaded
        else:
            reference, is_whole = record["reference"], record.get("whole", False)
            new = load_each(reference, before)
            maps += maps_by_name(reference, record["maps"], new, is_whole=is_whole)
    for key, data in handed.items():
        maps.append(same[key] if key in same else load_data(NO_MODULE, data))
    return with_distinct_names(maps)


def renewed_steps(
    records: Records,
    handed: Mapping[str, object],
    old: Live,
    meant: Collection[str] | None = None,
    read: Sequence[LoadedMap] = (),
) -> Steps[RereadWorld]:
    """Read the world from its present files; if nothing has changed, return `old` itself.

    Args:
        records: the maps of the game.
        handed: data of maps without a module, by their keys. These never change.
        old: the world as it is.
        meant: keys of the named maps, if any; faults of other maps are then not reported.
        read: maps that were read just now.

    Raises:
        RefusedError: if one of these loaded before, and does not now.
    """
    before, routed = dict(old.loaded), old.maps_with_routes

    def read_now() -> list[LoadedMap]:
        same = {key: m for key, m in before.items() if m.reference == NO_MODULE}
        same |= unchanged_maps(before) | {map_key(m.name): m for m in read}
        return [_with_table(m, routed) for m in read_maps(records, handed, same, before)]

    maps = yield from run_in_thread("maps read", FEWEST_FOR_THREAD, read_now)
    faults = tuple(f for m in maps if m.grid is None and meant is None for f in m.findings)
    new = set(map(id, maps))
    maps = _without_new_faults(maps, old, meant or ())
    stale = frozenset(map_key(m.name) for m in maps if id(m) not in new)
    if set(map(id, maps)) == set(map(id, old.loaded.values())):
        return RereadWorld(old, faults, stale)
    live = Live(maps)
    yield from live.take_objects_steps(old)
    return RereadWorld(live, faults, stale)


def _with_table(map_: LoadedMap, routed: Mapping[str, Grid]) -> LoadedMap:
    """Return a map with its table of routes, if these differ: for 100,000 rooms it takes 50 ms."""
    if not routed or map_.grid is None or map_.table is not None:
        return map_
    before = routed.get(map_key(map_.name))
    is_same = before is not None and map_.grid.shares_links_with(before)
    return map_ if is_same else replace(map_, table=build_table(map_.grid))


def added_steps(
    records: Records, handed: Mapping[str, object], old: Live, references: Sequence[str]
) -> Steps[AddedMaps]:
    """Return the world with the maps of the given references added, all or none; safe to repeat.

    The arguments are those of `renewed_steps`; `references` are modules and files.

    Raises:
        MapError: if any of them does not load, or has the name of another map.
    """
    loaded_maps: list[LoadedMap] = []
    for number, reference in enumerate(references, 1):
        loaded_maps += yield from run_in_thread(
            "modules read", FEWEST_FOR_THREAD, partial(load_maps, reference)
        )
        yield Step("modules read", number, len(references))
    roster.refuse_bad_maps(
        loaded_maps, [r for r in records if r["reference"] not in references], handed
    )
    records = roster.with_maps(records, references, loaded_maps)
    renewed = yield from renewed_steps(records, handed, old, (), loaded_maps)
    return AddedMaps(loaded_maps, records, renewed.live)


def _without_new_faults(
    maps: list[LoadedMap], old: Live, meant: Collection[str]
) -> list[LoadedMap]:
    loaded = {map_key(m.name) for m in maps if m.grid is not None}
    faulty = [m for m in maps if m.grid is None]
    references = {m.reference for m in faulty}
    lost = {
        key: m
        for key, m in old.loaded.items()
        if m.grid is not None and key not in loaded and m.reference in references
    }
    if not lost:
        return maps
    if refused := {m.reference for key, m in lost.items() if key in meant}:
        raise RefusedError((f for m in faulty if m.reference in refused for f in m.findings), STAYS)
    stay = {m.reference for m in lost.values()}
    return [*(m for m in maps if m.grid or m.reference not in stay), *lost.values()]
