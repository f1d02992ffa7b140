"""Checks a document: findings at the rooms concerned, with operations that fix the errors.

A ──east──► B        "no way out of B"; mended by B ──west──► A
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, is_refused
from xyzgrid_ext.core.grid import check_world, locate
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.check import cut_off_rooms
from xyzgrid_ext.core.grid.from_matrix import exit_names_by_direction
from xyzgrid_ext.core.grid.from_rooms import LONG_DIRECTIONS, from_rooms, parse_direction
from xyzgrid_ext.core.grid.model import Grid
from xyzgrid_ext.core.mapdata.prototypes import PrototypeTable, tables_for
from xyzgrid_ext.core.mapdata.validate import findings_from, map_faults, part_findings
from xyzgrid_ext.core.markup import MARKUP
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.document import (
    module_rooms,
    plain_part,
    prototype_data,
    prototype_values,
    room_data,
)
from xyzgrid_ext.parts.editor.core.drawings import frame_of_drawing, new_drawing, replace_rows
from xyzgrid_ext.parts.editor.core.matrices import WORMHOLE, lone_nodes, matrix_from_document
from xyzgrid_ext.parts.editor.core.operations import apply
from xyzgrid_ext.parts.editor.core.policy import refuse_code
from xyzgrid_ext.parts.editor.core.values import (
    XYZ,
    Document,
    OperationError,
    Room,
    parse_far_target,
    parse_place,
    place_text,
)

DIRECTIONS: Mapping[str, tuple[int, int, int]] = {
    "north": (0, 1, 0),
    "northeast": (1, 1, 0),
    "east": (1, 0, 0),
    "southeast": (1, -1, 0),
    "south": (0, -1, 0),
    "southwest": (-1, -1, 0),
    "west": (-1, 0, 0),
    "northwest": (-1, 1, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
"""The step (x, y, z) in each direction: x to the east, y to the north, z up."""
_PLACE = re.compile(r"\((\d{1,3}), ?(\d{1,3})(?:, ?(\d{1,3}))?\)", re.ASCII)
_SEVERITY = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


class Remark(NamedTuple):
    """A finding for the editor's page.

    Attributes:
        room: the room that it is about, "x,y,z"; None for the whole map.
        severity: "error", "warning" or "note".
        text: what is wrong.
        cure: what to do.
        fix: operations that mend it; None if none are known.
        cell: in a drawing (level, column, row), else None.
        source: the line of the drawing with a caret below the symbol; else "".
    """

    room: str | None
    severity: str
    text: str
    cure: str
    fix: list[dict[str, object]] | None
    cell: tuple[int, int, int] | None = None
    source: str = ""


class Directions(NamedTuple):
    """The names that exits of a map can have, and what they mean.

    Attributes:
        directions: name -> the step (x, y, z) in that direction.
        long_words: abbreviation -> name, such as "n" -> "north".
        far: the name of an exit in no direction, such as "wormhole".
        is_near: whether an exit in a direction can only lead to the next room.
    """

    directions: dict[str, XYZ]
    long_words: dict[str, str]
    far: str
    is_near: bool


class CheckResult(NamedTuple):
    """The result of a check; rooms are written "x,y,z".

    Attributes:
        findings: the remarks.
        unreachable: the rooms that cannot be reached.
        traps: the rooms that have no way out.
        areas: the areas, each {"key": …, "title": …, "colour": …, "rooms": […]}; `rooms` leaves out
            those of smaller areas within it.
    """

    findings: list[Remark]
    unreachable: list[str]
    traps: list[str]
    areas: list[dict[str, Any]]


def grid_from_document(document: Document, rest: Record = MappingProxyType({})) -> Grid:
    """Return the Grid of a map that is written room by room.

    `rest` has the keys of its XYMAP_DATA that the document does not hold.

    Raises:
        RefusedError: if it has errors, as a map that does not load.
    """
    data = {**rest, **_data(document)}
    if is_refused(findings := findings_from(map_faults(data), document["map"])):
        raise RefusedError(findings)
    return with_areas(from_rooms(data["rooms"], document["map"], data["options"])[0], data)[0]


def with_texts(grid: Grid, base: Document, document: Document) -> Grid:
    """Return a drawn map's Grid with the names, texts, prototypes and `needs` of a draft.

    Args:
        grid: the Grid that the game reads from the file.
        base: the document of the file.
        document: the draft; only what differs from `base` is changed.
    """
    protos, room_proto = list(grid.protos), grid.room_proto.copy()
    link_proto, needs = grid.link_proto.copy(), dict(grid.needs)
    for number in range(grid.rooms):
        place = place_text(tuple(grid.coord(number)))
        room, old = document["rooms"].get(place), base["rooms"].get(place)
        if room is None or old is None or room == old:
            continue
        if any(room.get(key) != old.get(key) for key in ("name", "desc", "prototype")):
            proto = dict(protos[room_proto[number]]) if room_proto[number] >= 0 else {}
            for key in old.get("prototype", {}):
                proto.pop(key, None)
            proto |= {"key": room["name"], "desc": room["desc"], **room.get("prototype", {})}
            room_proto[number] = len(protos)
            protos.append(proto)
        for link in map(int, grid.links_of(number)):
            word = grid.way_of(link).key
            way, was = room["exits"].get(word), old["exits"].get(word)
            if way is None or was is None or way == was:
                continue
            proto = dict(protos[link_proto[link]]) if link_proto[link] >= 0 else {}
            for key in prototype_values(was):
                proto.pop(key, None)
            link_proto[link] = len(protos)
            protos.append(proto | prototype_values(way))
            needs[link] = tuple(way.get("needs") or ())
    return replace(
        grid,
        protos=tuple(protos),
        room_proto=room_proto,
        link_proto=link_proto,
        needs={link: words for link, words in needs.items() if words},
    )


def portable_grid(grid: Grid) -> Grid:
    """Return a Grid to send to another process: its prototypes keep only what JSON can hold."""
    protos = tuple(plain_part(proto) for proto in grid.protos)
    return replace(grid, protos=protos, options=plain_part(grid.options))


def check_document(
    document: Document,
    grid: Grid | None,
    grids: Mapping[str, Grid],
    missing: Set[str] = frozenset(),
    given: Set[str] = frozenset(),
) -> CheckResult:
    """Check a map as it is in the editor.

    Args:
        document: the map.
        grid: its Grid, if its rooms come from drawings; None makes one of the document.
        grids: the maps that lead here or where it leads, by their keys.
        missing: the keys of maps of the game that do not load.
        given: the words of `needs` that something on any map can make true: see `words_given`.
    """
    data = _data(document)
    findings = findings_from(map_faults(data), document["map"])
    if grid is not None:  # its rooms were read from the drawing: only texts and prototypes change
        findings = [finding for finding in findings if finding.severity is not Severity.ERROR]
    if grid is None and not is_refused(findings):
        try:
            grid = from_rooms(data["rooms"], document["map"], data["options"])[0]
            grid, of_areas = with_areas(grid, data)
            findings += (*of_areas, *part_findings(grid))
        except RefusedError as error:
            findings += error.findings
    if grid is None:
        return CheckResult([make_remark(finding, document) for finding in findings], [], [], [])
    key = map_key(document["map"])
    near = {**grids, key: grid}
    about_all = check_world(near, missing, given)
    findings += [finding for finding in about_all if map_key(finding.file) == key]
    lost, traps, _one_way = cut_off_rooms(grid, _entrances_of(key, near))
    return CheckResult(
        [make_remark(finding, document) for finding in findings] + [*_open_colours(document)],
        [place_text(tuple(grid.coord(int(room)))) for room in lost if not missing],
        [place_text(tuple(grid.coord(int(room)))) for room in traps] if grid.rooms > 1 else [],
        _areas(grid),
    )


def _areas(grid: Grid) -> list[dict[str, Any]]:
    if grid.room_area is None:
        return []
    rooms: list[list[str]] = [[] for _area in grid.areas]
    for room in np.flatnonzero(grid.room_area >= 0).tolist():
        rooms[grid.room_area[room]].append(place_text(tuple(grid.coord(room))))
    return [
        {
            "key": area.key,
            "title": area.title,
            "colour": area.options.get("colour"),
            "rooms": places,
        }
        for area, places in zip(grid.areas, rooms, strict=True)
    ]


def _entrances_of(key: str, grids: Mapping[str, Grid]) -> set[int]:
    """Return the rooms of a map to which exits of other maps lead; `grids` is by `map_key`."""
    others = (grid for other, grid in grids.items() if other != key)
    targets = (locate(place, grids) for grid in others for place in grid.outside.values())
    return {target[1] for target in targets if target is not None and target[0] == key}


def _open_colours(document: Document) -> Iterator[Remark]:
    """Return the names whose colour code also colours the text after them."""
    for place, room in document["rooms"].items():
        marks = [mark[0] for mark in MARKUP.finditer(room["name"])]
        marks = [mark for mark in marks if mark != "||" and not mark.startswith("|l")]
        if marks and marks[-1] != "|n":
            text = "the colour of the name goes on in the text behind it"
            ended = {"op": "set", "room": place, "key": "name", "value": f"{room['name']}|n"}
            yield Remark(place, "note", text, "end it with |n", [ended])


def _data(document: Document) -> dict[str, Any]:
    if "head" in document:
        prototypes: dict[tuple[object, ...], object] = {}
        for place, room in document["rooms"].items():
            prototypes[parse_place(place)] = room_data(room)
            for word, way in room["exits"].items():
                prototypes[(*parse_place(place), word)] = prototype_values(way)
        named = {"zcoord": document["map"], "matrix": f"{document['map']}.matrix"}
        return {**named, "prototypes": prototypes, "options": document["options"]}
    made = {} if "made" in document else prototype_data(document.get("keys", {}))
    named = {"zcoord": document["map"], "options": document["options"]}
    return {**named, "rooms": module_rooms(document), **made}


def make_remark(finding: Finding, document: Document) -> Remark:
    """Return a finding as a Remark about the room that its text names, with a fix if known."""
    room = next(
        (
            place
            for match in _PLACE.finditer(finding.message)
            if (place := ",".join(part or "0" for part in match.groups())) in document["rooms"]
        ),
        None,
    )
    mend = _FIXES.get(finding.code)
    fix = mend(room, document) if room is not None and mend is not None else None
    return Remark(room, _SEVERITY[finding.severity], finding.message, finding.cure, fix)


def make_drawing_remark(finding: Finding, document: Document, texts: Sequence[str]) -> Remark:
    """Return a finding about a drawing as a Remark; `texts` are the drawings from below."""
    level = split_level(finding.file)
    z = level[1] if level is not None and len(texts) > 1 else 0
    if not finding.column:
        return make_remark(finding, document)
    rows = document["drawings"][z]
    text = replace_rows(texts[z], rows) if z < len(texts) else new_drawing(rows)
    frame = frame_of_drawing(text.split("\n"))
    column, row = finding.column - 1 - frame.left, frame.lower - 1 - finding.line
    place = place_text((column // 2, row // 2, z))
    room = place if place in document["rooms"] and not (column % 2 or row % 2) else None
    source = f"{finding.source.rstrip()}\n{' ' * (finding.column - 1)}{'^' * max(1, finding.width)}"
    severity, cell = _SEVERITY[finding.severity], (z, column, row)
    return Remark(room, severity, finding.message, finding.cure, None, cell, source)


def exit_directions(document: Document) -> Directions:
    """Return the names that exits of a map can have, with their directions."""
    if "head" not in document:
        return Directions(dict(DIRECTIONS), dict(LONG_DIRECTIONS), "way", False)
    names = exit_names_by_direction(document["options"])
    short = {alias: name for name, aliases in names.values() for alias in aliases}
    return Directions({name: way.delta for way, (name, _) in names.items()}, short, WORMHOLE, True)


def matrix_remarks(document: Document, grid: Grid) -> tuple[list[Remark], str]:
    """Return (remarks about a matrix, a text on its difficulty or "" if that is unknown)."""
    remarks = [
        Remark(
            place,
            "error",
            f"no link touches ({place}), so the file cannot say that it is there",
            "link it, or remove it",
            [{"op": "remove", "room": place}],
        )
        for place in lone_nodes(document)
    ]
    matrix, lines = matrix_from_document(document), []
    for part in core_parts():
        for check in part.checks:
            for finding in check(grid, matrix, document["map"]):
                if finding.severity is Severity.INFO and not _PLACE.search(finding.message):
                    lines += [finding.message, *finding.cure.split("\n")]
                else:
                    remarks.append(make_remark(finding, document))
    return remarks, "\n".join(lines)


def _way_back(place: str, document: Document) -> list[dict[str, object]] | None:
    """Return operations that add an exit leading back to a room."""
    rooms = document["rooms"]
    backs = {parse_direction(word): back for word, back in _backs(document).items()}
    for other, room in rooms.items():
        for word, way in room["exits"].items():
            back = backs.get(parse_direction(word))
            if way["to"] == place and other != place and _is_free(back, rooms[place]):
                return [_exit(place, back, other)]
    return None


def _backs(document: Document) -> dict[str, str]:
    """Return the name of the way back in each direction."""
    steps = exit_directions(document).directions
    names = {tuple(step): word for word, step in steps.items()}
    return {word: names[(-x, -y, -z)] for word, (x, y, z) in steps.items()}


def _way_in(place: str, document: Document) -> list[dict[str, object]] | None:
    """Return operations that add exits between a room and a room beside it."""
    rooms = document["rooms"]
    here = parse_place(place)
    backs = _backs(document)
    for word, step in exit_directions(document).directions.items():
        there = [part + by for part, by in zip(here, step, strict=True)]
        other, back = place_text(tuple(there)), backs[word]
        if other in rooms and _is_free(word, rooms[place]) and _is_free(back, rooms[other]):
            return [_exit(place, word, other), _exit(other, back, place)]
    return None


def _cut_exits(place: str, document: Document) -> list[dict[str, object]] | None:
    """Return operations that remove a room's exit to another map; None unless there is just one."""
    exits = document["rooms"][place]["exits"]
    far = [word for word, way in exits.items() if parse_far_target(way["to"]) is not None]
    if len(far) != 1:
        return None
    return [{"op": "exit", "room": place, "direction": far[0], "value": None}]


def _right_keys(place: str, document: Document) -> list[dict[str, Any]] | None:
    """Return operations that correct the misspelt keys of a room's prototype, and of its exits."""
    room = document["rooms"][place]
    ops, tables = [], tables_for(core_parts())
    if new := _corrected(room, tables.room):
        ops.append({"op": "set", "room": place, "key": "prototype", "value": new})
    for word, way in room["exits"].items():
        if new := _corrected(way, tables.exit):
            value = {**way, "prototype": new}
            ops.append({"op": "exit", "room": place, "direction": word, "value": value})
    try:
        for op in ops:
            refuse_code(document, op)
            apply(document, op)
    except OperationError:  # it may not be written here, or is there already
        return None
    return ops or None


def _corrected(owner: Record, table: PrototypeTable) -> dict[str, Any] | None:
    """Return a prototype with corrected keys; None if there is nothing to correct."""
    prototype = owner.get("prototype", {})
    new = {table.likely_key(key) or key: value for key, value in prototype.items()}
    return new if new.keys() != prototype.keys() and len(new) == len(prototype) else None


def _is_free(word: str | None, room: Room) -> bool:
    if word is None:
        return False
    taken: Iterable[str] = map(parse_direction, room["exits"])
    return parse_direction(word) not in taken


def _exit(place: str, word: str | None, to: str) -> dict[str, Any]:
    return {"op": "exit", "room": place, "direction": word, "value": {"to": to}}


_FIXES = {
    "trap": _way_back,
    "one-way-region": _way_back,
    "unreachable-room": _way_in,
    "no-such-target": _cut_exits,
    "misspelt-key": _right_keys,
}
