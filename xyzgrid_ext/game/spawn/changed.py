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
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from zipfile import BadZipFile

import numpy as np
from evennia.prototypes import prototypes as protlib
from evennia.server.models import ServerConfig

from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn import (
    XYZ,
    Differences,
    Fingerprints,
    fingerprints,
    hash_of,
    stable_text,
)
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.elsewhere import beside
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
    """Compute the fingerprints of maps from their present files, by key."""
    # Evennia makes a list of a set of these tags, by which prototypes are only found
    bases = [{**base, "prototype_tags": ()} for base in protlib.search_prototype()]
    base = hash_of(_told([_FORM, *sorted(map(_told, bases))]))
    found = {}
    for key in keys:
        grid, hashes = live.grids[key], list[int]()

        def add(protos: Collection[object], hashes: list[int] = hashes) -> None:
            hashes += [hash_of(_told(proto)) ^ base for proto in protos]

        yield from pace.each("prototypes", grid.protos, add)
        found[key] = yield from beside("compared", grid.rooms, partial(_of, live, grid, hashes))
    return found


def _of(live: Live, grid: Grid, hashes: list[int]) -> Fingerprints:
    return fingerprints(grid, hashes, lambda place: locate(place, live.grids) is not None)


def unchanged_steps(
    live: Live, keys: Iterable[str], pace: Pace, now: Mapping[str, Fingerprints]
) -> Steps[tuple[Callable[[XYZ], bool], frozenset[str]]]:
    """Return a function that says whether the files describe a room as at the last whole spawn.

    It returns False for rooms of maps for which this is unknown. Their keys are returned too:
    nothing is stored, or all of their rooms differ. `now` has the fingerprints that are already
    known.
    """
    keys = list(keys)
    known = {key: before for key in keys if (before := _read(key)) is not None}
    missing = yield from fingerprints_steps(live, known.keys() - now.keys(), pace)
    found = {**now, **missing}
    different = {key: Differences(before, found[key]) for key, before in known.items()}

    def is_unchanged(xyz: XYZ) -> bool:
        key = stem(xyz.z)
        return key in different and xyz not in different[key]

    compared = {key for key, places in different.items() if len(places) < live.grids[key].rooms}
    return is_unchanged, frozenset(keys) - compared


def changed_rooms(now: Mapping[str, Fingerprints]) -> list[Differences] | None:
    """Return the rooms that differ from the last whole spawn; None if that is unknown for a map."""
    places = []
    for key, found in now.items():
        if (before := _read(key)) is None:
            return None
        places.append(Differences(before, found))
    return places


def remember(now: dict[str, Fingerprints]) -> None:
    """Store the fingerprints of maps that were just spawned."""
    for key, found in now.items():
        forget([key])
        token = token_hex(8)
        if _write(_path(key), token, found):
            row = ServerConfig(db_key=f"{_ROW}{key}")
            row.value = token


def forget(keys: Iterable[str]) -> None:
    """Make the next spawn of maps compare all their rooms."""
    ServerConfig.objects.filter(db_key__in=[f"{_ROW}{key}" for key in keys]).delete()


def _told(value: object) -> str:
    return _ADDRESS.sub("", stable_text(value))


def _path(key: str) -> Path:
    return settings.kept_folder() / f"spawned-{hash_of(key):016x}.npz"


def _read(key: str) -> Fingerprints | None:
    rows = ServerConfig.objects.filter(db_key=f"{_ROW}{key}")  # another process may have written it
    token = rows.values_list("db_value", flat=True).first()
    if token is None:
        return None
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
