"""The reader of MMP: files made by `mmp`, by MMapper and by the servers of several games.

A document type is refused, because it can make XML grow without bounds, and no map needs one.
Findings give the line. Unknown elements are ignored, as clients do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from xml.parsers import expat

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.view.snapshot import Door, ExitView, MapView, RoomView, compass_direction
from xyzgrid_ext.parts.formats.core.exits import LONG_DIRECTIONS
from xyzgrid_ext.parts.formats.core.layout import layout_rooms
from xyzgrid_ext.parts.formats.core.mmp import DOOR_NUMBERS
from xyzgrid_ext.parts.formats.core.reading import (
    MAX_ROOM_NUMBER,
    ReadArea,
    Report,
    make_views,
    report_bad_size,
)

_DOORS = {str(number): door for door, number in DOOR_NUMBERS.items()}
_CURE = "write the map again with the program that made it"
_Attributes = dict[str, str]


def read(text: str, file: str = "") -> tuple[list[MapView], list[Finding]]:
    """Read an MMP file; return (a map for each of its areas, findings about what was left out).

    Raises:
        RefusedError: if it is another kind of file, or is damaged; it lists all faults.
    """
    report = Report(file, text)
    reader = _MmpReader(report)
    reader.feed(text.removeprefix("\ufeff"))
    areas = list(reader.areas.values())
    if not report.has_errors:
        report_bad_size(areas, report)
    views = make_views(areas, reader.lines, report)
    report.finish()
    return views, report.findings


def _at(room: RoomView, place: tuple[int, int, int]) -> RoomView:
    x, y, z = place
    return replace(room, x=x, y=y, z=z)


class _RefusedXMLError(Exception):
    """Raised to stop reading; the report says why."""


class _MmpReader:
    """Takes the elements in order; a room is complete at its end tag."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.areas: dict[int, ReadArea] = {}
        self.lines: dict[int, int] = {}
        self._environments: dict[str, str] = {}
        self._room: _Attributes | None = None
        self._where: _Attributes = {}
        self._exits: list[ExitView] = []
        self._details: list[str] = []
        self._rooms: list[tuple[int, RoomView]] = []
        self._without: set[int] = set()
        self._depth = 0
        # the text is decoded already, whatever its first line says of its encoding
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._takes: Mapping[str, Callable[[_Attributes], None]] = {
            "area": self._area,
            "room": self._begin,
            "coord": self._coord,
            "exit": self._exit,
            "feature": self._feature,
            "environment": self._environment,
        }

    def feed(self, text: str) -> None:
        self._parser.buffer_text = True
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), True)
        except _RefusedXMLError:
            return
        except expat.ExpatError as error:
            message = f"no XML: {expat.ErrorString(error.code)}"
            self._report.error("no-xml", message, _CURE, error.lineno, error.offset + 1)
            return
        for number, room in self._rooms:  # environments stand behind the rooms
            word = self._environments.get(room.environment, "")
            room_view = RoomView(
                *(room.number, room.name, room.x, room.y, room.z),
                exits=room.exits,
                environment=word,
                details=room.details,
            )
            self.areas.setdefault(number, ReadArea(number, "")).rooms.append(room_view)
        for area in self.areas.values():
            places = layout_rooms(area.rooms, self._without, self._report)
            area.rooms = [_at(room, places[room.number]) for room in area.rooms]

    def _fault(self, message: str, cure: str) -> None:
        self._report.error("malformed", message, cure, self._parser.CurrentLineNumber)

    def _doctype(self, *_: object) -> None:
        message = "a document type, which maps do not have"
        self._report.error("doctype", message, "remove it", self._parser.CurrentLineNumber)
        raise _RefusedXMLError

    def _start(self, name: str, attributes: _Attributes) -> None:
        if not self._depth and name != "map":
            self._fault(f"<{name}> is not a map", "an MMP file begins with <map>")
            raise _RefusedXMLError
        if not self._depth and attributes.get("type", "").startswith("mmapper"):
            cure = "export it in MMapper: File, Export, Export Mmp Map as"
            self._report.error("mmapper-map", "this is MMapper's own XML, and not MMP", cure)
            raise _RefusedXMLError
        self._depth += 1
        if take := self._takes.get(name):
            take(attributes)

    def _number(self, attributes: _Attributes, name: str, least: int) -> int | None:
        """Read a whole number; if it is missing or malformed, report that and return None."""
        text = attributes.get(name, "").strip()
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 12
        if is_number and least <= int(text) <= MAX_ROOM_NUMBER:
            return int(text)
        room = "" if self._room is None or name == "id" else self._room.get("id", "")
        place = f"room {room}: " if room else ""
        cure = f"a whole number from {least} to {MAX_ROOM_NUMBER}"
        self._fault(f"{place}{name} is {text!r}" if text else f"{place}there is no {name}", cure)
        return None

    def _area(self, attributes: _Attributes) -> None:
        number = self._number(attributes, "id", 0)
        if number is None:
            return
        if number in self.areas:
            self._fault(f"there are two areas {number}", "every area has an id of its own")
        name, key = attributes.get("name", ""), attributes.get("key", "")
        self.areas[number] = ReadArea(number, name, key)

    def _begin(self, attributes: _Attributes) -> None:
        self._room, self._where, self._exits, self._details = attributes, {}, [], []

    def _coord(self, attributes: _Attributes) -> None:
        self._where = attributes

    def _feature(self, attributes: _Attributes) -> None:
        if word := attributes.get("type"):
            self._details.append(word)

    def _environment(self, attributes: _Attributes) -> None:
        self._environments[attributes.get("id", "")] = attributes.get("name", "")

    def _exit(self, attributes: _Attributes) -> None:
        written = attributes.get("direction", "").strip().lower()
        direction = compass_direction((written,))
        command = LONG_DIRECTIONS.get(direction, written) or attributes.get("command", "")
        target = self._number(attributes, "target", 1)
        if not command:
            cure = 'write direction="north", or special="1" command="enter portal"'
            self._fault("an exit without a direction and without a command", cure)
        elif target is not None:
            hidden = attributes.get("hidden") == "1"  # a locked door, as Mudlet takes it
            number = attributes.get("door", "")
            if number not in ("", *_DOORS):
                message = f"the door of the exit '{command}' is {number!r}"
                line = self._parser.CurrentLineNumber
                self._report.warn("door", message, f"expected {', '.join(_DOORS)}", line)
            door = Door.LOCKED if hidden else _DOORS.get(number, Door.NONE)
            name = attributes.get("name") or command
            self._exits.append(ExitView(name, direction, target, door=door))

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name != "room" or self._room is None:
            return
        attributes = self._room
        number = self._number(attributes, "id", 1)
        area = self._number({"area": "0", **attributes}, "area", 0)
        if number is not None and not any(self._where.get(axis) for axis in "xyz"):
            self._where = dict.fromkeys("xyz", "0")
            self._without.add(number)
        where = [self._number(self._where, axis, -MAX_ROOM_NUMBER) for axis in "xyz"]
        self._room = None
        if number is None or area is None:
            return
        if number in self.lines:
            self._fault(f"there are two rooms {number}", "every room has an id of its own")
            return
        self.lines[number] = self._parser.CurrentLineNumber
        x, y, z = (part or 0 for part in where)
        room = RoomView(
            number,
            attributes.get("title", ""),
            x,
            y,
            z,
            exits=tuple(self._exits),
            environment=attributes.get("environment", ""),
            details=tuple(self._details),
        )
        self._rooms.append((area, room))
