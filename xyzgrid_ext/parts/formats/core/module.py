"""Maps as a module for the grid: every room, every exit, every name.

    XYMAP_DATA_LIST = [
        {
            "zcoord": "Isle",
            "rooms": {
                (0, 0, 0): {
                    "key": "Beach",
                    "tags": [("sand", "environment")],
                    "exits": {
                        "north": (0, 1, 0),
                        "gate": {"to": (2, 0, 0), "needs": ["smallkey"]},
                        "boat": (0, 0, "harbour"),
    ...

Coordinates begin at 0 on each axis. A map that is too wide loses its empty rows and columns. If two
rooms have one position, the second moves to the nearest free one. Findings report both, and
everything that a map of rooms cannot contain, such as stubs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from typing import Any
from unicodedata import normalize

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.view.snapshot import Door, ExitKind, MapView, RoomView
from xyzgrid_ext.parts.formats.core.exits import FileExit, FileMaps, unique_name
from xyzgrid_ext.parts.formats.core.reading import Report

_Point = tuple[int, int, int]
_HEAD = '''"""Maps, made of a map file."""

# {}

XYMAP_DATA_LIST = [
'''
_AS_PICTURE = "\N{VARIATION SELECTOR-16}"


def write(views: Sequence[MapView], source: str) -> tuple[str, list[Finding]]:
    """Return (Python source of a map module with these maps, findings about what is lost).

    Args:
        views: the maps that a `Reader` returned.
        source: the name of the file that was read, for the findings and the first line.

    Raises:
        RefusedError: if a map is too wide for a drawing, even without empty rows and columns.
    """
    report = Report(source)
    places = {
        room: (number, spot)
        for number, view in enumerate(views)
        for room, spot in _spots(view, report).items()
    }
    report.finish()
    names = _names(views)
    parts = [_HEAD.format(ascii(source))]
    file_maps = FileMaps([view.head for view in views])
    for number, view in enumerate(views):
        parts.append(f'    {{\n        "zcoord": {names[number]!r},\n        "rooms": {{\n')
        for room, exits in file_maps.rooms_with_exits(view):
            _tell(room, report)
            parts += _room(room, exits, number, places, names, views)
        parts.append("        },\n    },\n")
    parts.append("]\n")
    report.finish()
    return "".join(parts), report.findings


def _symbol(text: str) -> str:
    """Return the symbol of a room: one character of one column; "" if the text is no such.

    Without the sign that only asks for a picture: ⚔ is a character of one column.
    """
    symbol = normalize("NFC", text.strip().removesuffix(_AS_PICTURE))
    return symbol if len(symbol) == 1 == text_width(symbol) and symbol.isprintable() else ""


def _tell(room: RoomView, report: Report) -> None:
    """Report the parts of a room that a map of rooms cannot represent."""
    if room.symbol.strip() and not _symbol(room.symbol):
        message = f"the symbol of room {room.number} is {room.symbol!a}"
        report.warn("symbol", message, "it is left out: a symbol is one character of one column")
    for exit_ in room.exits:
        text = f"the exit '{exit_.name}' of room {room.number}"
        if exit_.target is None:
            report.warn("stub", f"{text} leads nowhere", "a stub is left out")


def _room(
    room: RoomView,
    exits: Sequence[FileExit],
    here: int,
    places: Mapping[int, tuple[int, _Point]],
    names: Sequence[str],
    views: Sequence[MapView],
) -> Iterator[str]:
    entries: dict[str, Any] = {"key": room.name} if room.name.strip() else {}
    if (symbol := _symbol(room.symbol)) not in ("", "#"):
        entries["symbol"] = symbol
    tags: list[Any] = [(room.environment, "environment")] if room.environment else []
    tags += [(word, "landmark") for word in room.details]
    if tags:
        entries["tags"] = tags
    yield f"            {places[room.number][1]!r}: {{\n"
    yield from (f"                {key!r}: {value!r},\n" for key, value in entries.items())
    leading = [exit_ for exit_ in exits if exit_.target is not None]
    if leading:
        yield '                "exits": {\n'
        taken: set[str] = set()
        for exit_ in leading:
            assert exit_.target is not None
            to = _target(places[exit_.target], here, names, views)
            word = _word(exit_.command, taken)
            yield f"                    {word!r}: {_exit(exit_, word, to)!r},\n"
        yield "                },\n"
    yield "            },\n"


def _word(command: str, taken: set[str]) -> str:
    """Return a unique name for an exit of its room; case and outer blanks make no difference."""
    plain = command.strip() or "exit"
    numbers = count(2)
    word = plain
    while name_key(word) in taken:
        word = f"{plain}-{next(numbers)}"
    taken.add(name_key(word))
    return word


_DOORS = {Door.OPEN: {"open": True}, Door.CLOSED: {}, Door.LOCKED: {"locked": True}}


def _exit(exit_: FileExit, word: str, to: tuple[object, ...]) -> Any:
    view = exit_.view
    more: dict[str, Any] = {
        "key": view.name if view.name != word and view.name.strip() else None,
        "weight": view.weight if view.weight != 1 else None,
        "needs": list(view.needs),
        "wormhole": view.kind is ExitKind.WORMHOLE,
        "door": None if view.needs else _DOORS.get(view.door),
    }
    more = {key: value for key, value in more.items() if value or value == _DOORS[Door.CLOSED]}
    return {"to": to, **more} if more else to


def _target(
    place: tuple[int, _Point], here: int, names: Sequence[str], views: Sequence[MapView]
) -> tuple[Any, ...]:
    number, (x, y, z) = place
    if number == here:
        return x, y, z
    flat = all(room.z == views[number].rooms[0].z for room in views[number].rooms)
    return x, y, names[number] if flat else f"{names[number]}:{z}"


def _names(views: Sequence[MapView]) -> list[str]:
    """Return the names of the maps; a name that looks like a level of another map is changed."""
    taken: set[str] = set()
    names = []
    for view in views:
        name = " ".join(view.head.name.split()) or view.head.key.strip() or "map"
        if split_level(name) is not None or not name.isprintable():
            name = (
                "".join(c if c.isprintable() and c != ":" else " " for c in name).strip() or "map"
            )
        names.append(unique_name(name, taken))
    return names


def _spots(view: MapView, report: Report) -> dict[int, _Point]:
    """Return the position of each room, counted from 0."""
    axes = [sorted({place[axis] for place in map(_place, view.rooms)}) for axis in range(3)]
    ranks: list[Mapping[int, int]] = []
    for letter, values in zip("xyz", axes, strict=True):
        if values[-1] - values[0] < MOST_ACROSS:
            ranks.append({value: value - values[0] for value in values})
            continue
        ranks.append({value: rank for rank, value in enumerate(values)})
        if len(values) > MOST_ACROSS:
            message = f"'{view.head.name}' has {len(values)} different {letter}"
            report.error("too-wide", message, f"{MOST_ACROSS} at most: split the area")
        else:
            message = f"'{view.head.name}' is {values[-1] - values[0] + 1} wide in {letter}"
            report.warn("squeezed", message, "what is empty is left out")
    taken: set[_Point] = set()
    spots = {}
    for room in view.rooms:
        x, y, z = (rank[part] for rank, part in zip(ranks, _place(room), strict=True))
        spot = _free((x, y, z), taken)
        if spot != (x, y, z):
            message = f"room {room.number} stands where another does, at {_place(room)}"
            report.warn("moved", message, f"it is at {spot} now")
        taken.add(spot)
        spots[room.number] = spot
    return spots


def _free(spot: _Point, taken: set[_Point]) -> _Point:
    """Return the given position, or the nearest free one on its level."""
    x, y, z = spot
    for far in count():
        ring = product(range(-far, far + 1), repeat=2)
        for dx, dy in (step for step in ring if max(map(abs, step)) == far):
            near = (x + dx, y + dy, z)
            if near not in taken and min(near) >= 0 and max(near) < MOST_ACROSS:
                return near
    raise AssertionError("a level has more places than a file has rooms")


def _place(room: RoomView) -> _Point:
    return room.x, room.y, room.z
