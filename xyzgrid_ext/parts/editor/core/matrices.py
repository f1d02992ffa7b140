"""Matrices as documents: their links are the exits of rooms, and `head` has the rest.

    {"map": "cube", "head": {"edge": 3, "start": "0,0,0", "end": "2,2,2", "current": "0,0,0"},
     "rooms": {"0,0,0": {…, "exits": {"right": {"to": "1,0,0"}, "wormhole": {"to": "2,2,2", …}}}}}

A node that no link touches is not in the file, so it has no texts: it waits for its first link.
Exits to other maps stand in the module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.from_matrix import exit_names_by_direction
from xyzgrid_ext.core.mapdata.faults import likely_word, short_text
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.model import MAX_EDGE
from xyzgrid_ext.core.matrix.rewrite import replace_matrix
from xyzgrid_ext.parts.editor.core.drawings import update_rooms
from xyzgrid_ext.parts.editor.core.operations import Operation, exits_between
from xyzgrid_ext.parts.editor.core.values import (
    Document,
    Exit,
    OperationError,
    parse_place,
    place_text,
)

TOPOLOGY = ("head", "add", "remove", "move", "exit")
"""The names (`op`) of operations that can change the links of a matrix."""
WORMHOLE = "wormhole"
"""The name of the first wormhole exit of a node; others are "wormhole 2" and so on."""
_WORMHOLE = re.compile(r"wormhole(?: ([1-9]\d{0,3}))?", re.ASCII)
_IN_MODULE = "change it in the map's module, in its transitions"


def matrix_head(grid: Grid) -> dict[str, Any]:
    """Return the "head" of a matrix document: {"edge": 3, "start": "0,0,0", "end": …}."""
    places = {"start": grid.start, "end": grid.end, "current": grid.current}
    texts = {key: place_text(tuple(place)) for key, place in places.items() if place is not None}
    return {"edge": grid.levels, **texts}


def directions_by_exit(document: Document) -> dict[str, Direction]:
    """Return name of an exit -> its direction; the options of a matrix can rename exits."""
    return {name: way for way, (name, _) in exit_names_by_direction(document["options"]).items()}


def matrix_from_document(document: Document) -> Matrix:
    """Return the matrix whose links and wormholes are the exits of a document's rooms."""
    ways, head = directions_by_exit(document), document["head"]
    links, holes = [], []
    for place, room in document["rooms"].items():
        here = Coord(*parse_place(place))
        for word, way in room["exits"].items():
            if word in ways:
                links.append((here, ways[word]))
            elif (number := _number(word)) and "@" not in way["to"]:
                holes.append((here, number, Coord(*parse_place(way["to"]))))
    start, end, current = (Coord(*parse_place(head[key])) for key in ("start", "end", "current"))
    jumps = [(mouth, far) for mouth, _, far in sorted(holes)]
    return Matrix.of(head["edge"], start, end, links, jumps, current)


def write_matrix(text: str, document: Document) -> str:
    """Return the text of a matrix file with the matrix of a document; "" if nothing changes."""
    new = replace_matrix(text, matrix_from_document(document))
    return new if new != text else ""


def lone_nodes(document: Document) -> list[str]:
    """Return the nodes, as "x,y,z", that no exit touches: no matrix file can hold them."""
    nodes = {place_text(tuple(row)) for row in matrix_from_document(document).rooms().tolist()}
    return [place for place in document["rooms"] if place not in nodes]


def update_nodes(draft: Document, old_reading: Document, new_reading: Document) -> Document:
    """Return the draft with its rooms brought up to date with its matrix; it keeps `lone_nodes`.

    `old_reading` is what the game read in the matrix before it changed, `new_reading` after.
    """
    lone = {place: draft["rooms"][place] for place in lone_nodes(draft)}
    new = update_rooms(draft, old_reading, new_reading)
    return {**new, "rooms": {**new["rooms"], **lone}}


def link_operations(before: Document, after: Document) -> Iterator[dict[str, Any]]:
    """Yield the operations that give the matrix `before` the nodes, links and head of `after`."""
    old, new, was, head = before["rooms"], after["rooms"], before["head"], after["head"]
    edge = {"op": "head", "key": "edge", "value": head["edge"]}
    if head["edge"] > was["edge"]:
        yield edge
    yield from ({"op": "add", "room": place, "values": {}} for place in new if place not in old)
    for key in ("start", "end", "current"):
        if head[key] != was[key]:
            yield {"op": "head", "key": key, "value": head[key]}
    yield from ({"op": "remove", "room": place} for place in old if place not in new)
    yield from exits_between(old, new)
    if head["edge"] < was["edge"]:
        yield edge


def changes_module_only(op: Operation, before: Document) -> bool:
    """Whether an operation on the document `before` leaves the matrix file as it is.

    It then changes names, texts or prototypes, which are in the map's Python module.
    """
    if op["op"] != "exit":
        return op["op"] not in TOPOLOGY
    exits = before["rooms"].get(op["room"], {"exits": {}})["exits"]
    old, new = exits.get(op.get("direction")), op.get("value")
    return bool(old and new and old["to"] == new["to"])


def refuse_non_matrix(before: Document, after: Document, op: Operation) -> None:
    """Refuse an operation that a matrix cannot have, such as an exit to no neighbour.

    `before` and `after` are the document before and after the operation.

    Raises:
        OperationError: if `after` would be no matrix.
    """
    word, place = op["op"], str(op.get("room", ""))
    if word == "move":
        message = "links of a matrix join neighbours: its nodes do not move"
        raise OperationError("no-move", message, "copy them, and remove the old ones")
    if word == "head":
        _check_head(after, str(op["key"]))
    elif word == "remove":
        for key, named in before["head"].items():
            if named == place:
                message = f"{place} is the {key} node"
                raise OperationError("named-node", message, "choose another one first", place)
        for way in before["rooms"][place]["exits"].values():
            _refuse_far(way, place)
    elif word == "add":
        _check_inside(after, place)
        for direction, way in after["rooms"][place]["exits"].items():
            _check_link(after, place, direction, way)
    elif word == "exit" and op.get("value") is None:
        _refuse_far(before["rooms"][place]["exits"][op["direction"]], place)
    elif word == "exit":
        way = after["rooms"][place]["exits"][op["direction"]]
        _check_link(after, place, op["direction"], way)


def _number(word: str) -> float:
    """Return the number of a wormhole by its name; 0 for anything else.

    A plain one is 1, but behind a first one that has come back.
    """
    match = _WORMHOLE.fullmatch(word)
    return 0 if match is None else float(match[1] or 1.5)


def _check_head(after: Document, key: str) -> None:
    value = after["head"][key]
    if key != "edge":
        return
    least = 1 + max(max(parse_place(place)) for place in after["rooms"])
    if type(value) is not int or not least <= value <= MAX_EDGE:
        message = f"{short_text(value)} is not an edge of this matrix"
        raise OperationError("bad-value", message, f"write a number from {least} to {MAX_EDGE}")


def _check_inside(document: Document, place: str) -> None:
    edge = document["head"]["edge"]
    if max(parse_place(place)) >= edge:
        message = f"{place} lies outside the cube, whose edge is {edge}"
        raise OperationError("bad-coordinate", message, "make the edge longer first", place)


def _check_link(document: Document, place: str, word: str, way: Exit) -> None:
    _refuse_far(way, place)
    ways: Mapping[str, Direction] = directions_by_exit(document)
    if word in ways:
        to = place_text(tuple(ways[word].step_from(Coord(*parse_place(place)))))
        if way["to"] == to:
            return
        message = f"{word} from {place} leads to {to}, not to {way['to']}"
        raise OperationError("bad-link", message, "use a wormhole", place)
    if not _number(word):
        near = likely_word(word, (*ways, WORMHOLE))
        cure = f"did you mean {near!r}?" if near else f"known: {', '.join(ways)}, {WORMHOLE}"
        raise OperationError(
            "bad-direction", f"{short_text(word)} is no way in a matrix", cure, place
        )


def _refuse_far(way: Exit, place: str) -> None:
    if "@" in way["to"]:
        message = "exits to other maps do not stand in the matrix file"
        raise OperationError("read-only", message, _IN_MODULE, place)
