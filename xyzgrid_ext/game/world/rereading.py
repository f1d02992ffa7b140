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
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes.columns import table_of
from xyzgrid_ext.game.base.elsewhere import FEW, beside
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import distinct, listed, load, load_data, load_each
from xyzgrid_ext.game.maps.roster import HANDED_IN
from xyzgrid_ext.game.maps.sources import unchanged
from xyzgrid_ext.game.world.world import Live

Records = Sequence[dict[str, Any]]
STAYS = "A map that does not load stays as it is: mend it, and spawn again."
"""References with the names of their maps: {"reference": ..., "maps": [...]}."""


class Added(NamedTuple):
    """Added maps, the new list of records, and the world with them."""

    found: list[LoadedMap]
    records: list[dict[str, Any]]
    live: Live


class Renewed(NamedTuple):
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
    handed: Mapping[str, Any],
    same: Mapping[str, LoadedMap],
    before: Mapping[str, LoadedMap] | None = None,
) -> list[LoadedMap]:
    """Read all maps of the records and those added as data, but for the `same` ones.

    Of maps as they were `before`, what has not changed is taken over. This runs in any thread: the
    game's thread runs what authors wrote.
    """
    maps: list[LoadedMap] = []
    for record in records:
        own = [same.get(map_key(name)) for name in record["maps"]]
        loaded = [one for one in own if one is not None and one.reference == record["reference"]]
        if len(loaded) == len(own):
            maps += loaded
        else:
            new = load_each(record["reference"], before)
            maps += listed(record["reference"], record["maps"], new)
    for key, data in handed.items():
        maps.append(same[key] if key in same else load_data(HANDED_IN, data))
    return distinct(maps)


def renewed_steps(
    records: Records,
    handed: Mapping[str, Any],
    old: Live,
    meant: Collection[str] | None = None,
    read: Sequence[LoadedMap] = (),
) -> Steps[Renewed]:
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
    known, routed = dict(old.loaded), old.routed

    def read_now() -> list[LoadedMap]:
        same = {key: one for key, one in known.items() if one.reference == HANDED_IN}
        same |= unchanged(known) | {map_key(one.name): one for one in read}
        return [_with_table(one, routed) for one in read_maps(records, handed, same, known)]

    found = yield from beside("maps read", FEW, read_now)
    faults = tuple(f for one in found if one.grid is None and meant is None for f in one.findings)
    new = {id(one) for one in found}
    found = _without_new_faults(found, old, meant or ())
    stale = frozenset(map_key(one.name) for one in found if id(one) not in new)
    if {id(one) for one in found} == {id(one) for one in old.loaded.values()}:
        return Renewed(old, faults, stale)
    live = Live(found)
    yield from live.take_objects_steps(old)
    return Renewed(live, faults, stale)


def _with_table(one: LoadedMap, routed: Mapping[str, Grid]) -> LoadedMap:
    """Return a map with its table of routes, if these differ: for 100,000 rooms it takes 50 ms."""
    if not routed or one.grid is None or one.table is not None:
        return one
    before = routed.get(map_key(one.name))
    is_same = before is not None and one.grid.has_links_of(before)
    return one if is_same else replace(one, table=table_of(one.grid))


def added_steps(
    records: Records,
    handed: Mapping[str, Any],
    old: Live,
    references: Sequence[str],
) -> Steps[Added]:
    """Return the world with the maps of the given references added, all or none; safe to repeat.

    Args:
        records: the maps of the game.
        handed: data of maps without a module, by their keys.
        old: the world as it is.
        references: modules and files.

    Raises:
        MapError: if any of them does not load, or has the name of another map.

    """
    found: list[LoadedMap] = []
    for number, reference in enumerate(references, 1):
        found += yield from beside("modules read", FEW, partial(load, reference))
        yield Step("modules read", number, len(references))
    roster.refuse(found, [r for r in records if r["reference"] not in references], handed)
    kept = roster.with_maps(records, references, found)
    renewed = yield from renewed_steps(kept, handed, old, (), found)
    return Added(found, kept, renewed.live)


def _without_new_faults(
    found: list[LoadedMap], old: Live, meant: Collection[str]
) -> list[LoadedMap]:
    loaded = {map_key(one.name) for one in found if one.grid is not None}
    faulty = [one for one in found if one.grid is None]
    references = {one.reference for one in faulty}
    lost = {
        key: one
        for key, one in old.loaded.items()
        if one.grid is not None and key not in loaded and one.reference in references
    }
    if not lost:
        return found
    if refused := {one.reference for key, one in lost.items() if key in meant}:
        mine = (one for one in faulty if one.reference in refused)
        raise RefusedError((finding for one in mine for finding in one.findings), STAYS)
    kept = {one.reference for one in lost.values()}
    return [*(one for one in found if one.grid or one.reference not in kept), *lost.values()]
