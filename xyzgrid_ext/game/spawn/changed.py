"""Finds the rooms that have changed in the map files since the last spawn of whole maps.

    spawn of whole maps ─► remember ─► fingerprints in a file, its number in the database
    spawn --changed ─► changed_rooms ─► the rooms that differ; None if nothing is known

The file is in the cache folder and may be deleted: then the whole map is compared, as without
`--changed`. The same happens with another database, such as a back-up, or after a change of any
base prototype.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from secrets import token_hex
from zipfile import BadZipFile

import numpy as np
from evennia.prototypes import prototypes as protlib
from evennia.server.models import ServerConfig

from xyzgrid_ext.content.land import LAND
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn import (
    XYZ,
    Differences,
    Fingerprints,
    SpawnPlan,
    fingerprints,
    hash_of,
    stable_text,
)
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.elsewhere import FEW, beside
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.world.world import Live

_ROW = "xyzgrid_spawned:"
_FORM = 2  # version of the fingerprints: after a change, all rooms differ
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DAMAGES = (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile)


def fingerprints_steps(
    live: Live, keys: Iterable[str], pace: Pace
) -> Steps[dict[str, Fingerprints]]:
    """Compute the fingerprints of maps from their present files, by key.

    An endless land has only one, that of its file: what is drawn of it differs from day to day.
    """
    # Evennia makes a list of a set of these tags, by which prototypes are only found
    bases = [{**base, "prototype_tags": ()} for base in protlib.search_prototype()]
    base = hash_of(_told([_FORM, *sorted(map(_told, bases))]))
    found = {}
    for key in keys:
        grid, hashes = live.grids[key], list[int]()
        if grid.tiles is not None:
            found[key] = _of_land(grid, hash_of(_told((live.loaded[key].land, LAND))) ^ base)
            continue

        def add(protos: Collection[object], hashes: list[int] = hashes) -> None:
            hashes += [hash_of(_told(proto)) ^ base for proto in protos]

        yield from pace.each("prototypes", grid.protos, add)
        found[key] = yield from beside("compared", grid.rooms, partial(_of, live, grid, hashes))
    return found


def _of(live: Live, grid: Grid, hashes: list[int]) -> Fingerprints:
    return fingerprints(grid, hashes, lambda place: locate(place, live.grids) is not None)


def _of_land(grid: Grid, value: int) -> Fingerprints:
    return Fingerprints(grid.zkeys, np.zeros((1, 3), np.int32), np.array([value], np.uint64))


class LastSpawn:
    """What the files of maps said at their last whole spawn, beside what they say now."""

    def __init__(
        self,
        live: Live,
        before: Mapping[str, Fingerprints],
        now: Mapping[str, Fingerprints],
    ) -> None:
        lands = {key for key in before if live.grids[key].tiles is not None}
        self._lands = {key: _is_same(before[key], now[key]) for key in lands}
        found = {key: Differences(before[key], now[key]) for key in before.keys() - lands}
        # of a map of which all rooms differ, nothing is known: its prototypes have changed
        self._maps = {key: one for key, one in found.items() if len(one) < live.grids[key].rooms}

    def knows(self, xyz: XYZ) -> bool:
        """Whether it is known what the file said of a room."""
        key = stem(xyz.z)
        return self._lands.get(key, False) or (key in self._maps and self._maps[key].had(xyz))

    def says_same(self, xyz: XYZ) -> bool:
        """Whether the file says the same of a room now."""
        key = stem(xyz.z)
        return self.knows(xyz) and (key in self._lands or xyz not in self._maps[key])


def last_spawn_steps(
    live: Live, keys: Iterable[str], pace: Pace, now: Mapping[str, Fingerprints]
) -> Steps[LastSpawn]:
    """Return what the files of maps said at the last whole spawn.

    `now` has the fingerprints that are already known.
    """
    known = yield from stored_steps(keys)
    missing = yield from fingerprints_steps(live, known.keys() - now.keys(), pace)
    return LastSpawn(live, known, {**now, **missing})


def changed_rooms(
    live: Live, now: Mapping[str, Fingerprints], before: Mapping[str, Fingerprints]
) -> list[Differences] | None:
    """Return the rooms that differ from the last whole spawn; None if that is unknown for a map."""
    if now.keys() - before.keys():
        return None
    lands = {key for key in now if live.grids[key].tiles is not None}
    if not all(_is_same(before[key], now[key]) for key in lands):
        return None
    return [Differences(before[key], found) for key, found in now.items() if key not in lands]


def _is_same(land: Fingerprints, other: Fingerprints) -> bool:
    return bool(np.array_equal(land.values, other.values))


def stored_steps(keys: Iterable[str]) -> Steps[dict[str, Fingerprints]]:
    """Return the stored fingerprints of maps, by key."""
    rows = ServerConfig.objects.filter(db_key__in=[f"{_ROW}{key}" for key in keys])
    # another process may have written them
    tokens = {
        name.removeprefix(_ROW): token for name, token in rows.values_list("db_key", "db_value")
    }
    found = {}
    for key, token in sorted(tokens.items()):
        one = yield from beside("compared", FEW, partial(_read, key, token))
        if one is not None:
            found[key] = one
    return found


def remember_steps(now: Mapping[str, Fingerprints]) -> Steps[None]:
    """Store the fingerprints of maps that were just spawned."""
    for key, found in now.items():
        forget([key])
        token = token_hex(8)
        work = partial(_write, _path(key), token, found)
        if (yield from beside("compared", len(found.values), work)):
            row = ServerConfig(db_key=f"{_ROW}{key}")
            row.value = token


def of_the_rest(known: Mapping[str, Fingerprints], todo: SpawnPlan) -> dict[str, Fingerprints]:
    """Return the fingerprints of the rooms that a plan leaves as they are."""
    rooms = chain(todo.new_rooms, todo.changed_rooms, todo.gone_rooms)
    exits = chain(todo.new_exits, todo.changed_exits, todo.gone_exits)
    things = chain(todo.new_things, todo.gone_things)
    touched = {*rooms, *(key.room for key in exits), *(key.room for key in things)}
    return {key: found.without(touched) for key, found in known.items()}


def forget(keys: Iterable[str]) -> None:
    """Make the next spawn of maps compare all their rooms."""
    ServerConfig.objects.filter(db_key__in=[f"{_ROW}{key}" for key in keys]).delete()


def _told(value: object) -> str:
    return _ADDRESS.sub("", stable_text(value))


def _path(key: str) -> Path:
    return settings.kept_folder() / f"spawned-{hash_of(key):016x}.npz"


def _read(key: str, token: str) -> Fingerprints | None:
    with suppress(*_DAMAGES), np.load(_path(key), allow_pickle=False) as kept:
        if str(kept["token"]) == token:
            return Fingerprints(tuple(kept["levels"].tolist()), kept["places"], kept["values"])
    return None


def _write(path: Path, token: str, found: Fingerprints) -> bool:
    """Store the fingerprints; return False if the file cannot be written."""
    whole = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole.open("wb") as opened:
            np.savez(
                opened,
                token=np.array(token),
                levels=np.array(found.levels),
                places=found.places,
                values=found.values,
            )
        whole.replace(path)
    except OSError:
        with suppress(OSError):
            whole.unlink()
        return False
    return True
