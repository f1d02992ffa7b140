"""The reader of Mudlet's JSON maps: files made by `mudlet` or by Mudlet's `saveJsonMap`.

    areas[2].rooms[14].exits[0]     a place in the file, as findings give it

Labels, drawn lines, colours and route locks are left out, since they do not say where exits lead.
Of `userData`, only the entries that `mudlet` writes are kept. Findings report the labels, the other
entries of `userData`, and environments, which this file has as numbers without names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view.snapshot import (
    Door,
    ExitKind,
    ExitView,
    MapView,
    RoomView,
    compass_direction,
)
from xyzgrid_ext.parts.formats.core.exits import LONG_DIRECTIONS
from xyzgrid_ext.parts.formats.core.mudlet import EXIT_PREFIX, FEATURE_PREFIX
from xyzgrid_ext.parts.formats.core.reading import (
    MAX_ROOM_NUMBER,
    ReadArea,
    Report,
    is_integer_within,
    make_views,
    report_bad_size,
)

_ENVIRONMENT = "environment"
_NAMED = 5  # losses of one kind that a finding names
_DOORS = {door.value: door for door in Door if door is not Door.NONE}
_KINDS = {kind.value: kind for kind in ExitKind}


def read(text: str, file: str = "") -> tuple[list[MapView], list[Finding]]:
    """Read a Mudlet map; return (a map for each of its areas, findings about what was left out).

    Raises:
        RefusedError: if it is another kind of file, or is damaged; it lists all faults.
    """
    report = Report(file, text)
    document = _document(text, report)
    reader = _MudletReader(report)
    areas = [] if document is None else list(reader.areas(document))
    if not report.has_errors:
        report_bad_size(areas, report)
    views = make_views(areas, {}, report)
    report.finish()
    return views, report.findings


def _document(text: str, report: Report) -> Record | None:
    cure = "write it again with Mudlet's saveJsonMap"
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        report.error("no-json", f"not JSON: {error.msg}", cure, error.lineno, error.colno)
    except RecursionError:
        report.error("no-json", "lists within lists without end", cure)
    except ValueError as error:  # a number with thousands of digits
        report.error("no-json", f"not JSON: {error}", cure)
    else:
        version = document.get("formatVersion") if isinstance(document, dict) else None
        if isinstance(document, dict) and version == 1 and isinstance(document.get("areas"), list):
            return document
        fault = "no Mudlet map" if version is None else f"a Mudlet map of version {version!r}"
        report.error("no-mudlet-map", f"{fault}, or one without areas", "this reads version 1.0")
    return None


class _MudletReader:
    def __init__(self, report: Report) -> None:
        self._report = report
        self._numbers: set[int] = set()
        self._data_left_out: Counter[str] = Counter()  # by the key in userData
        self._environments: Counter[int] = Counter()  # those without a name
        self._areas: set[int] = set()

    def _fault(self, place: str, message: str, cure: str) -> None:
        self._report.error("malformed", f"{place}: {message}", cure)

    def areas(self, document: Record) -> Iterator[ReadArea]:
        for number, area in enumerate(document["areas"]):
            place = f"areas[{number}]"
            if not isinstance(area, dict) or not isinstance(area.get("rooms", []), list):
                self._fault(place, "is not an area", "an area is {id, name, rooms: [...]}")
                continue
            area_id = area.get("id")
            if not is_integer_within(area_id, -1) or area_id in self._areas:
                self._fault(place, f"its id is {area_id!r}", "a number that no other area has")
                continue
            self._areas.add(area_id)
            key = _texts(area.get("userData")).get("key", "")
            read_area = ReadArea(area_id, str(area.get("name") or ""), key)
            for index, room in enumerate(area.get("rooms", ())):
                if (read_room := self._room(f"{place}.rooms[{index}]", room)) is not None:
                    read_area.rooms.append(read_room)
            if isinstance(labels := area.get("labels"), list) and labels:
                message = f"{place} has {len(labels)} labels"
                self._report.warn("labels", message, "they are left out")
            yield read_area
        if keys := self._data_left_out:
            message = f"userData of rooms: {_listed(keys)}"
            self._report.warn("user-data", message, "it is left out")
        numbers = self._environments
        if numbers and {*numbers.values()} != {len(self._numbers)}:  # else it tells rooms not apart
            message = f"environments without names: {_listed(numbers)}"
            self._report.warn("environment", message, "they are left out: give rooms tags instead")

    def _room(self, place: str, room: object) -> RoomView | None:
        if not isinstance(room, dict):
            self._fault(place, "is not a room", "a room is {id, coordinates, exits}")
            return None
        number = room.get("id")
        where: Any = room.get("coordinates")
        if not is_integer_within(number, 1):
            self._fault(place, f"its id is {number!r}", "a whole number above 0")
            return None
        if number in self._numbers:
            self._fault(place, f"there are two rooms {number}", "every room has an id of its own")
            return None
        is_place = isinstance(where, list) and len(where) == 3
        if not is_place or not all(
            is_integer_within(part, -MAX_ROOM_NUMBER) for part in where or ()
        ):
            cure = "three whole numbers: x, y, z"
            self._fault(f"{place} (room {number})", f"its coordinates are {where!r}", cure)
            return None
        self._numbers.add(number)
        data = _texts(room.get("userData"))
        self._note_losses(room, data)
        symbol = room.get("symbol")
        return RoomView(
            number,
            str(room.get("name") or ""),
            where[0],
            where[1],
            where[2],
            symbol=str(symbol.get("text") or "#") if isinstance(symbol, dict) else "#",
            exits=tuple(self._exits(place, room, data)),
            environment=data.get(_ENVIRONMENT, ""),
            details=tuple(
                key.removeprefix(FEATURE_PREFIX)
                for key, value in data.items()
                if key.startswith(FEATURE_PREFIX) and value == "true"
            ),
        )

    def _note_losses(self, room: Mapping[str, object], data: Mapping[str, str]) -> None:
        known = (_ENVIRONMENT, EXIT_PREFIX, FEATURE_PREFIX)
        self._data_left_out.update(key for key in data if not key.startswith(known))
        environment = room.get("environment")
        if is_integer_within(environment, 1) and _ENVIRONMENT not in data:
            self._environments[environment] += 1

    def _exits(
        self, place: str, room: Mapping[str, object], data: Mapping[str, str]
    ) -> Iterator[ExitView]:
        more = {
            key.removeprefix(EXIT_PREFIX): _object(value)
            for key, value in data.items()
            if key.startswith(EXIT_PREFIX)
        }
        for entry, is_stub in (("exits", False), ("stubExits", True)):
            rows = room.get(entry, [])
            for index, exit_ in enumerate(rows if isinstance(rows, list) else ()):
                name = exit_.get("name") if isinstance(exit_, dict) else None
                target = None if is_stub or name is None else exit_.get("exitId")
                if not isinstance(name, str) or not name:
                    self._fault(f"{place}.{entry}[{index}]", "has no name", "{name, exitId}")
                elif not is_stub and not is_integer_within(target, 1):
                    fault = f"its exitId is {target!r}"
                    self._fault(f"{place}.{entry}[{index}] ({name})", fault, "the id of a room")
                else:
                    if (door := exit_.get("door", "none")) not in ("none", *_DOORS):
                        message = f"{place}.{entry}[{index}] ({name}): its door is {door!r}"
                        self._report.warn("door", message, f"expected {', '.join(_DOORS)}")
                    yield _exit(name, target, exit_, more.get(name, {}))
        for name, extra in more.items():
            if extra.get("stub") is True and name:
                yield _exit(name, None, {}, extra)


def _exit(command: str, target: int | None, exit_: Record, more: Record) -> ExitView:
    name, needs = more.get("name"), more.get("needs")
    weight = more.get("weight", exit_.get("weight", 1))
    direction = compass_direction((command,))
    return ExitView(
        name if isinstance(name, str) and name else LONG_DIRECTIONS.get(direction, command),
        direction,
        target,
        kind=_KINDS.get(str(more.get("kind")), ExitKind.WAY),
        door=_DOORS.get(str(exit_.get("door")), Door.NONE),
        needs=tuple(map(str, needs)) if isinstance(needs, list) else (),
        weight=float(weight) if _is_weight(weight) else 1.0,
    )


def _listed(losses: Counter[Any]) -> str:
    """Return what is left out and how often, the most frequent first: `note (3), 272 (1)`."""
    texts = [f"{what} ({number})" for what, number in losses.most_common(_NAMED)]
    more = len(losses) - _NAMED
    return ", ".join(texts) + (f" and {more} more" if more > 0 else "")


def _is_weight(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 < value < MAX_ROOM_NUMBER  # type: ignore[operator]


def _texts(value: object) -> dict[str, str]:
    """Return the part of `userData` that Mudlet itself would read: its string values."""
    if not isinstance(value, dict):
        return {}
    return {key: text for key, text in value.items() if isinstance(text, str)}


def _object(text: str) -> Record:
    """Return the data that `mudlet` wrote about an exit; empty if it wrote none."""
    try:
        value: Sequence[Any] | Record = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
