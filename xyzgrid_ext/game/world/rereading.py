"""Reads the world again, step by step, while the present one is in use.

    references ─► those of which a file has changed: read again, a map a step ─┐
              └─► the others: as they are ─────────────────────────────────────┴─► Live, not yet in
                                                                                   use
A map that no longer loads keeps its old version, and its faults are reported. But if the user named
it, nothing is read, and the world stays unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes.table import table_of
from xyzgrid_ext.game.base.elsewhere import FEW, begun_again, beside
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import LoadedMap, unchanged
from xyzgrid_ext.game.maps.loader import distinct, listed, load_data, readers
from xyzgrid_ext.game.maps.roster import HANDED_IN
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


def load_steps(
    records: Records,
    handed: Mapping[str, Any],
    kept: Mapping[str, LoadedMap],
    before: Mapping[str, LoadedMap] | None = None,
) -> Steps[list[LoadedMap]]:
    """Load all maps of the records and those added as data; maps in `kept` are reused.

    Of maps as they were `before`, what has not changed is reused.
    """
    found: list[LoadedMap] = []
    total = sum(len(record["maps"]) for record in records) + len(handed)
    for record in records:
        own = [kept.get(map_key(name)) for name in record["maps"]]
        same = [one for one in own if one is not None and one.reference == record["reference"]]
        if len(same) == len(own):
            found += same
            continue
        new: list[LoadedMap] = []
        # which runs a module, if it has changed
        reading = partial(_readers, record["reference"], before)
        for read in (yield from begun_again("maps read", reading)):
            yield Step("maps read", min(len(found) + len(new), total), total)
            new.append((yield from begun_again("maps read", read)))
        yield Step("maps read", min(len(found) + len(new), total), total)
        found += listed(record["reference"], record["maps"], new)
    for key, data in handed.items():
        if key in kept:
            found.append(kept[key])
        else:
            read = partial(load_data, HANDED_IN, data)
            found.append((yield from begun_again("maps read", read)))
    yield Step("maps read", total, total)
    return distinct(found)


def renewed_steps(
    records: Records,
    handed: Mapping[str, Any],
    old: Live,
    pace: Pace,
    meant: Collection[str] | None = None,
    read: Sequence[LoadedMap] = (),
) -> Steps[Renewed]:
    """Read the world from its present files; if nothing has changed, return `old` itself.

    Args:
        records: the maps of the game.
        handed: data of maps without a module, by their keys. These never change.
        old: the world as it is.
        pace: how long a step may take.
        meant: keys of the named maps, if any; faults of other maps are then not reported.
        read: maps that were read just now.

    Raises:
        RefusedError: if one of these loaded before, and does not now.

    """
    known = dict(old.loaded)

    def current() -> dict[str, LoadedMap]:
        handed_in = {key: one for key, one in known.items() if one.reference == HANDED_IN}
        return handed_in | unchanged(known)

    kept = yield from beside("maps read", FEW, current)  # large files take long to be read
    kept.update((map_key(one.name), one) for one in read)
    found = yield from load_steps(records, handed, kept, known)
    faults = tuple(f for one in found if one.grid is None and meant is None for f in one.findings)
    read_now = {id(one) for one in found}
    found = _without_new_faults(found, old, meant or ())
    stale = frozenset(map_key(one.name) for one in found if id(one) not in read_now)
    if {id(one) for one in found} == {id(one) for one in old.loaded.values()}:
        return Renewed(old, faults, stale)
    live = Live(found)
    yield from live.take_objects_steps(old, pace)
    yield from _tables_steps(live, old.routed)
    return Renewed(live, faults, stale)


def _tables_steps(live: Live, routed: Mapping[str, Grid]) -> Steps[None]:
    """Make the tables of routes of maps that differ: for 100,000 rooms it takes 50 ms."""
    for key, grid in live.grids.items():
        before, one = routed.get(key), live.loaded[key]
        if routed and one.table is None and not (before and grid.has_links_of(before)):
            table = yield from beside("routes", grid.rooms, partial(table_of, grid))
            live.loaded[key] = replace(one, table=table)


def _readers(
    reference: str, before: Mapping[str, LoadedMap] | None
) -> list[Callable[[], LoadedMap]]:
    return list(readers(reference, before))


def added_steps(
    records: Records,
    handed: Mapping[str, Any],
    old: Live,
    references: Sequence[str],
    pace: Pace,
) -> Steps[Added]:
    """Return the world with the maps of the given references added, all or none; safe to repeat.

    Args:
        records: the maps of the game.
        handed: data of maps without a module, by their keys.
        old: the world as it is.
        references: modules and files.
        pace: how long a step may take.

    Raises:
        MapError: if any of them does not load, or has the name of another map.

    """
    found: list[LoadedMap] = []
    for number, reference in enumerate(references, 1):
        for reader in (yield from begun_again("modules read", partial(_readers, reference, {}))):
            found.append((yield from begun_again("modules read", reader)))
        yield Step("modules read", number, len(references))
    roster.refuse(found, [r for r in records if r["reference"] not in references], handed)
    kept = roster.with_maps(records, references, found)
    renewed = yield from renewed_steps(kept, handed, old, pace, (), found)
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
