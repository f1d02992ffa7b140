"""The meaning of names on a command line: maps, levels, and parts of them.

town  "the large tree"  cube:3        a map, or a level
"(2,0,town)"  "(*,0,cube:3)"          one room; a row; also "(2,0,3,cube)"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, level_name, map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, MapError
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.core.spawn import XYZ, SpawnPlan
from xyzgrid_ext.core.spawn.plan import filter_plan
from xyzgrid_ext.core.target import Coordinates, parse_target
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import grid as grid_rows
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.reconcile import map_of_level
from xyzgrid_ext.game.spawn.spawning import RoomFilter
from xyzgrid_ext.game.visibility.names import RoomNames, place_text, rooms_by_name
from xyzgrid_ext.game.visibility.resolve import place_at
from xyzgrid_ext.game.visibility.viewer import FullViewer
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

MOVED = "--moved"
"""The option of `plan` and `spawn` that keeps rooms which have moved in their file."""
_SHOWN = 8  # rooms of one name
_THEIRS, _ADOPT = "This game has a grid of the contrib", "evennia xyzgrid adopt"
_NUMBER = r"(-?\d{1,9}|\*)"
_PART = re.compile(rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*,\s*(.+?)\s*\)", re.DOTALL)
_OF_LEVEL = re.compile(r"(\d{1,9})\s*,\s*(.+)", re.DOTALL)


def find_level(live: Live, name: str) -> tuple[str, int | None]:
    """Return the key of the map named `town` or `cube:3`, and the number of the level or None.

    Raises:
        MapError: if there is no such map, or if it does not load.
    """
    level = live.level(name)
    if level is None:
        failed = live.loaded.get(map_key(name))
        if failed is not None:
            raise MapError("\n".join(str(f) for f in failed.findings))
        refused = (failed_map.name for failed_map in live.unloaded_maps)
        raise unknown_map_error(name, (grid.name for grid in live.grids.values()), refused)
    return level[0], None if map_key(name) == level[0] else level[1]


def find_room(live: Live, text: str, find_caller_room: Callable[[], Room] | None = None) -> Room:
    """Return the room at coordinates, `(4,4,town)`, or with a name, `the mill`.

    Coordinates without a map are on the level of the caller, whose room `find_caller_room` returns.

    Raises:
        UsageError: if there is none, or several.
    """
    if isinstance(target := parse_target(text), Coordinates):
        if target.xy is not None and target.name is None and find_caller_room is not None:
            key, number = find_caller_room()
            grid = live.grids[key]
            place = Place(grid.name, Coord(*target.xy, grid.coord(number).z))
        else:
            place = place_at(target, live, FullViewer())[1]
        if (room := live.locate(place)) is not None:
            return room
        raise _undrawn_error(text) if live.is_undrawn(place) else no_room_error(text)
    matches = next((rooms for rooms in rooms_by_name(live, target) if len(rooms)), RoomNames())
    shown_rooms = [room for room, _name in islice(matches, _SHOWN)]
    if len(matches) == 1:
        return shown_rooms[0]
    if not shown_rooms:
        raise UsageError(
            f"no room is called '{text}'", "give coordinates: (x,y,map) or (x,y,z,map)"
        )
    places = ", ".join(place_text(live, live.router.place(room)) for room in shown_rooms)
    raise UsageError(f"{len(matches)} rooms are called '{text}'", f"give coordinates: {places}")


def no_room_error(text: str) -> UsageError:
    """Return the error that there is no room at the coordinates `text`."""
    return UsageError(f"there is no room at {text}", "`evennia xyzgrid show MAP` draws the map")


def _undrawn_error(text: str) -> UsageError:
    """Return the error that an endless land is not drawn at these coordinates."""
    return UsageError(
        f"the land at {text} is not drawn now",
        f"in the game, type `tel {text}`, and then the command again",
    )


def unknown_map_error(name: str, known: Iterable[str], failed: Iterable[str] = ()) -> UsageError:
    """Return the error for a name of no map; `known` maps load, and `failed` do not."""
    names = sorted(known, key=map_key)
    if name.startswith("("):
        return UsageError(f"'{name}' is not a coordinate", "write (x,y,map), with * for any x or y")
    near = likely_word(map_key(name), map(map_key, names))
    cure = f"did you mean '{near}'?" if near else "known: " + (", ".join(names) or "none")
    if refused := ", ".join(sorted(failed)):
        cure += f"; {refused} does not load: `evennia xyzgrid check` tells why"
    return UsageError(f"there is no map '{name}'", cure)


def map_keys_in(names: Sequence[str]) -> set[str] | None:
    """Return the keys of the maps that names such as `cube:3` may mean, existing or not.

    Without names it is None, which stands for all maps.
    """
    if not names:
        return None
    zs = []
    for name in names:
        coordinate = _PART.fullmatch(name)
        z = coordinate[3] if coordinate else name
        of_level = _OF_LEVEL.fullmatch(z) if coordinate else None
        zs += [z, of_level[2]] if of_level else [z]
    return {key for z in zs for key in (map_key(z), map_of_level(map_key(z)))}


def _test_of(parts: Sequence[tuple[str, RoomFilter]]) -> Callable[[XYZ], bool]:
    """Whether a room is in any of the given parts of maps."""

    def is_meant(xyz: XYZ) -> bool:
        return any(
            key in (xyz.z, map_of_level(xyz.z)) and part.includes(xyz) for key, part in parts
        )

    return is_meant


class ResolvedNames(NamedTuple):
    """What names such as `town` and `(*,0,cube:3)` mean.

    `keys` are those of their maps, `is_meant` says whether a room is in one of the named parts, and
    `empty` has (name, test of a coordinate) for each part where the map has no room.
    """

    keys: list[str]
    is_meant: Callable[[XYZ], bool]
    empty: Sequence[tuple[str, Callable[[XYZ], bool]]]


def resolve_names(live: Live, names: Sequence[str]) -> ResolvedNames:
    """Return what the names mean; without names, all maps.

    Raises:
        MapError: if there is no such map.
    """
    parts = [_parse_part(live, name) for name in names]
    empty = [
        (name, part.includes)
        for name, (key, part) in zip(names, parts, strict=True)
        if not _is_drawn(live, key, part)
    ]
    if not parts:
        return ResolvedNames(sorted(live.grids), lambda _xyz: True, [])
    return ResolvedNames(list(dict.fromkeys(key for key, _ in parts)), _test_of(parts), empty)


def without_options(names: Iterable[str]) -> list[str]:
    """Return the names without the options, `--yes`, among them."""
    return [name for name in names if not name.startswith("--")]


def plan_steps(
    live: Live,
    names: Sequence[str],
    pace: Pace,
    refused: list[Finding],
    stale: Collection[str] = (),
) -> Steps[SpawnPlan]:
    """Return the plan for maps and parts of maps by `names`; without names, for all maps.

    In a plan for all, the maps whose keys are `stale` are left out, as are those with faulty
    prototypes, whose findings are added to `refused`.

    Raises:
        RefusedError: if a prototype of a named map cannot be resolved.
        UsageError: if there is no such map, or if nothing is drawn or spawned at a coordinate.
    """
    parts = {name: _parse_part(live, name) for name in without_options(names)}
    is_moving = MOVED in names
    if is_moving and any(part != RoomFilter() for _, part in parts.values()):
        raise UsageError(f"{MOVED} is about whole maps", "name the maps, and no part of them")
    keys_named = list(dict.fromkeys(key for key, _ in parts.values()))
    keys = keys_named or sorted(live.grids.keys() - set(stale))
    places = {xyz for key, part in parts.values() if (xyz := part.place(live, [key])) is not None}
    only = places if parts and len(places) == len(set(parts.values())) else None
    whole = yield from spawning.plan_steps(
        live,
        keys,
        pace=pace,
        refused=None if parts else refused,
        only=only,
        is_moving=is_moving,
    )
    for name, (key, part) in parts.items():
        if not _is_drawn(live, key, part) and not any(map(part.includes, whole.gone_rooms)):
            is_undrawn = _is_undrawn(live, key, part)
            raise _undrawn_error(name) if is_undrawn else no_room_error(name)
    if all(part == RoomFilter() for _, part in parts.values()):
        return whole
    is_meant = _test_of(list(parts.values()))
    return (
        yield from run_in_thread("compared", whole.size, lambda: filter_plan(whole, is_meant, None))
    )


def _is_drawn(live: Live, key: str, part: RoomFilter) -> bool:
    """Whether a part of a map contains any room; a whole map or level always does."""
    coords = live.grids[key].coords
    is_inside = np.ones(len(coords), dtype=bool)
    for axis, wanted in enumerate((part.x, part.y)):
        if wanted != "*":
            is_inside &= coords[:, axis] == int(wanted)
    if (level := live.level(part.z)) is not None:
        is_inside &= coords[:, 2] == level[1]
    return part.x == part.y == "*" or bool(is_inside.any())


def _is_undrawn(live: Live, key: str, part: RoomFilter) -> bool:
    """Whether a part is one cell of an endless land that is not drawn there."""
    return "*" not in (part.x, part.y) and live.is_undrawn(
        Place(live.grids[key].name, Coord(int(part.x), int(part.y)))
    )


def _parse_part(live: Live, name: str) -> tuple[str, RoomFilter]:
    """Return the map and the part of it that a name means."""
    if (coordinate := _PART.fullmatch(name)) is None:
        key, z = find_level(live, name)
        return key, RoomFilter() if z is None else RoomFilter(z=map_key(name))
    x, y = (part if part == "*" else str(int(part)) for part in coordinate.groups()[:2])
    z_name = coordinate[3]
    if live.level(z_name) is None and (of_level := _OF_LEVEL.fullmatch(z_name)):
        z_name = level_name(of_level[2], int(of_level[1]))
    key, _ = find_level(live, z_name)
    return key, RoomFilter.of(live, (x, y, z_name))


def mention_contrib_grid() -> bool:
    """Print a hint if the game has a grid of the contrib with maps; return whether it has one."""
    if has_maps := grid_rows.contrib_has_maps():
        print(f"{_THEIRS}. Take it over: {_ADOPT}")
    return has_maps


def require_maps() -> None:
    """Raise a UsageError if the game has no maps; it says so if it has a grid of the contrib."""
    if current().loaded:
        return
    if grid_rows.contrib_has_maps():
        raise UsageError(_THEIRS, f"take it over: {_ADOPT}")
    raise UsageError("There are no maps yet", "`evennia xyzgrid add` adds some")
