"""What contents add to core: the keys, and their check on a finished map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.areas import parse_range, rooms_selected
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.grid.places import coord_text, exit_text
from xyzgrid_ext.core.mapdata.kinds import KeyRow
from xyzgrid_ext.core.mapdata.validate import findings_from
from xyzgrid_ext.core.names import item_names, name_key
from xyzgrid_ext.core.parts import CorePart
from xyzgrid_ext.core.reach import reachable
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.contents import talk_rows
from xyzgrid_ext.parts.contents.keys import KEY, MAP_KEYS, OF_MAP, OF_ROOM
from xyzgrid_ext.parts.contents.rows import ContentsRow, parse_contents, prototype_dict, row_name


def things_made(grid: Grid) -> Iterator[tuple[Sequence[int], str, Record]]:
    """Yield (numbers of its rooms, place in the file, prototype) for each thing that rows make."""
    with_rows = [number for number, proto in enumerate(grid.protos) if proto.get(KEY)]
    for number in with_rows:
        if len(rooms := np.flatnonzero(grid.room_proto == number).tolist()):
            for row in parse_contents(grid.protos[number][KEY]):
                for room in rooms:  # one in each
                    yield from _things_of_row([room], f"{coord_text(grid, room)} {KEY}", row)
    for row in parse_contents(grid.options.get(KEY), MAP_KEYS):
        inside, _unused_findings = rooms_selected(grid, row.rooms)
        yield from _things_of_row(np.flatnonzero(inside).tolist(), KEY, row)


def _things_of_row(
    rooms: Sequence[int], place: str, row: ContentsRow
) -> Iterator[tuple[Sequence[int], str, Record]]:
    for prototype in row.prototypes:
        yield rooms, f"{place}: '{row.name}'", prototype_dict(prototype)
    for inner in row.inside:
        yield from _things_of_row(rooms, f"{place}: '{row.name}' {KEY}", inner)


def _keys_behind_locks(grid: Grid) -> Iterator[Finding]:
    """Find exits that need an item which is only behind exits that need it."""
    places: dict[str, set[int]] = {}
    for rooms, _place, prototype in things_made(grid):
        for name in item_names(prototype):
            places.setdefault(name, set()).update(rooms)
    by_item: dict[str, list[int]] = {}
    for link, words in grid.needs.items():
        for word in words:
            kind, _sign, name = word.partition(":")
            if kind.strip() == "item" and name_key(name) in places:
                by_item.setdefault(name_key(name), []).append(link)
    for name, links in by_item.items():
        free = grid.target >= 0
        free[links] = False
        near = reachable(grid.rooms, grid.target[free], grid.source[free], places[name])
        if near[grid.source[grid.target < 0]].any():
            continue  # it may be fetched through another map
        for link in links:
            if not near[grid.source[link]]:
                place = coord_text(grid, min(places[name]))
                message = f"{exit_text(grid, link)} needs 'item:{name}', which is only behind it"
                cure = f"put it elsewhere than {place}, or leave another way open"
                yield Finding.warning("key-behind-its-lock", message, cure, grid.name)


def _faults(grid: Grid) -> Iterator[Finding]:
    """Find contents that nobody would ever see, and rows that cannot be told apart."""
    with_contents = [number for number, proto in enumerate(grid.protos) if KEY in proto]
    for number in with_contents:
        for link in np.flatnonzero(grid.link_proto == number)[:1].tolist():
            message = f"{exit_text(grid, link)} has contents, but only rooms can have contents"
            yield Finding.error("contents-of-an-exit", message, "move them to a room", grid.name)
        for room in np.flatnonzero(grid.room_proto == number)[:1].tolist():
            rows, place = grid.protos[number][KEY], f"{coord_text(grid, room)} {KEY}"
            # those of an area's prototype, which allows all
            if faults := [fault.below(KEY).below("areas") for fault in OF_ROOM.faults(rows)]:
                yield from findings_from(faults, grid.name)
            else:
                yield from _row_findings(grid, place, rows, [room])
    yield from _row_findings(grid, KEY, grid.options.get(KEY) or (), [])
    yield from _keys_behind_locks(grid)


def _row_findings(
    grid: Grid, place: str, rows: Sequence[Record], homes: Sequence[int]
) -> Iterator[Finding]:
    """Find what is wrong with rows; `homes` are their rooms, unless they name some."""
    names = Counter(map(row_name, rows))
    for name, count in names.items():
        if count > 1:
            message = f"{place}: {count} rows are called '{name}', so that only the first counts"
            cure = 'write "count" in one of them, or give them different names: "name": …'
            yield Finding.error("same-contents", message, cure, grid.name)
    for row in rows:
        where = f"{place}: '{row_name(row)}'"
        if "rooms" in row:
            inside, unused = rooms_selected(grid, row["rooms"])
            yield from _unused_findings(grid, where, unused)
            homes = np.flatnonzero(inside).tolist()
        wanders = row.get("wanders") or {}
        if "rooms" in wanders:
            inside, unused = rooms_selected(grid, wanders["rooms"])
            yield from _unused_findings(grid, f"{where} wanders", unused)
            if homes and inside.any() and not inside[_with_neighbours(grid, homes)].any():
                message = f"{where} wanders in rooms that do not begin beside its own"
                cure = "add rooms between them, or let it begin in one of them"
                yield Finding.warning("no-way-to-wander", message, cure, grid.name)
        yield from _route_findings(grid, where, wanders.get("route") or (), homes)
        yield from _row_findings(grid, f"{where} {KEY}", row.get(KEY) or (), homes)


def _unused_findings(grid: Grid, where: str, unused: Sequence[object]) -> Iterator[Finding]:
    for selector in unused:
        message = f"{where}: {selector!r} selects no room"
        yield Finding.warning("unused-contents", message, "correct or remove it", grid.name)


def _with_neighbours(grid: Grid, rooms: Sequence[int]) -> list[int]:
    """Return rooms, and those to which their exits lead."""
    links = [link for room in rooms for link in grid.links_of(room)]
    return [*rooms, *(end for end in grid.target[links].tolist() if end >= 0)]


def rooms_of_route(grid: Grid, route: Sequence[object]) -> list[int | None]:
    """Return the number of the room at each place of a route; None where there is no room."""
    spans = [parse_range(place) for place in route]
    places = [(*span.low, 0)[:3] if span is not None else () for span in spans]
    coords = np.array(places, dtype=np.int64).reshape(-1, 3)
    return [None if room < 0 else room for room in grid.rooms_at(coords).tolist()]


def _route_findings(
    grid: Grid, where: str, route: Sequence[object], homes: Sequence[int]
) -> Iterator[Finding]:
    """Find places of a route that are no rooms, or that cannot be reached from one before."""
    here = homes[0] if homes else None
    for place, room in zip(route, rooms_of_route(grid, route), strict=True):
        if room is None:
            message = f"{where}: its route leads to {place!r}, where there is no room"
            yield Finding.error("no-such-station", message, "correct or remove it", grid.name)
        elif here is not None and not _reachable_rooms(grid, here)[room]:
            message = f"{where}: no way leads from {coord_text(grid, here)} to {place!r}"
            cure = "add a way on this map, or give it another route"
            yield Finding.warning("no-way-to-wander", message, cure, grid.name)
        here = room if room is not None else here


def _reachable_rooms(grid: Grid, start: int) -> Bools:
    inner = grid.target >= 0
    return reachable(grid.rooms, grid.source[inner], grid.target[inner], [start])


_TALK = KeyRow(
    talk_rows.ATTRIBUTE, talk_rows.TALK, "of a person: what it says", None, "malformed-talk"
)
CORE = CorePart(
    "contents",
    map_keys=(OF_MAP,),
    room_keys=(OF_ROOM,),
    thing_keys=(_TALK,),
    given={"puzzle": talk_rows.words_given_by_people},
    things=things_made,
    faults=(_faults,),
)
