"""The common parts of readers of map files: their result, and how they report faults.

A reader makes the same values that writers take: one MapView for each area. Findings report
everything that a map cannot contain or that makes no sense. A file with errors is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.view.snapshot import ExitView, MapHead, MapView, RoomView
from xyzgrid_ext.parts.formats.core.exits import unique_name

MAX_ROOMS = 250_000
"""A file with more rooms is refused."""
MAX_ROOM_NUMBER = 2**31 - 1
"""The largest number that a room or an area of a file may have."""
_SHOWN = 20
_LONGEST = 120  # characters of a line that a finding shows


@dataclass
class Report:
    """Collects findings about a file while it is read.

    `file` is the file's name, which they give; `text` is its contents.
    """

    file: str
    text: str = ""
    findings: list[Finding] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def error(self, code: str, message: str, cure: str, line: int = 0, column: int = 0) -> None:
        """Report an error, at a line and column or at 0, 0; the reader then refuses the file."""
        lines = self.text.split("\n", line) if column else []
        source = lines[line - 1] if 0 < line <= len(lines) else ""
        if column and (len(source) > _LONGEST or not source.isprintable()):
            message, column = f"{message}, at character {column}", 0
        self._note(Finding(Severity.ERROR, code, message, cure, self.file, line, column, source))

    def warn(self, code: str, message: str, cure: str, line: int = 0) -> None:
        """Report what the reader leaves out or changes, at a line, 0 if that is unknown."""
        self._note(Finding.warning(code, message, cure, self.file, line))

    @property
    def has_errors(self) -> bool:
        """Whether any error was reported, so that the file is refused."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def _note(self, finding: Finding) -> None:
        self._counts[finding.code] += 1
        if self._counts[finding.code] <= _SHOWN:
            self.findings.append(finding)

    def finish(self) -> None:
        """End the report: of each code with more than 20 findings, add one that counts the rest.

        Raises:
            RefusedError: with all findings, if any of them is an error.
        """
        for code, number in self._counts.items():
            if number > _SHOWN:
                first = next(f for f in self.findings if f.code == code)
                message = f"the same {number - _SHOWN} times more"
                self.findings.append(replace(first, message=message, cure="", line=0, column=0))
        if self.has_errors:
            raise RefusedError(self.findings)


@dataclass
class ReadArea:
    """An area of a file, which becomes a map, while it is being read; `key` is that of the map."""

    number: int
    name: str
    key: str = ""
    rooms: list[RoomView] = field(default_factory=list)


def make_views(
    areas: Sequence[ReadArea], lines: Mapping[int, int], report: Report
) -> list[MapView]:
    """Return a MapView for each area that has rooms; exits to rooms outside the file are left out.

    Args:
        areas: the areas of the file.
        lines: number of a room -> its line in the file; empty for a format without lines.
        report: gets the findings.
    """
    home = {room.number: area for area in areas for room in area.rooms}
    taken: set[str] = set()
    keys: set[str] = set()
    views = []
    for area in areas:
        if not area.rooms:
            continue
        name = unique_name(area.name.strip() or f"area {area.number}", taken)
        area.key = unique_name(area.key or map_key(name), keys)
        rooms = sorted(area.rooms, key=lambda room: (room.z, room.y, room.x, room.number))
        levels = len({room.z for room in rooms})
        head = MapHead(area.key, area.number, name, levels if levels > 1 else None, len(rooms))
        views.append(MapView(head, tuple(rooms)))
    return [_joined(view, home, lines, report) for view in views]


def _joined(
    view: MapView, home: Mapping[int, ReadArea], lines: Mapping[int, int], report: Report
) -> MapView:
    rooms = []
    for room in view.rooms:
        exits: list[ExitView] = []
        for exit_ in room.exits:
            if exit_.target is not None and exit_.target not in home:
                report.warn(
                    "no-such-target",
                    f"the exit '{exit_.name}' of room {room.number} leads to room {exit_.target}, "
                    "which is not in the file",
                    "it is left out",
                    lines.get(room.number, 0),
                )
                continue
            area = "" if exit_.target is None else home[exit_.target].key
            exits.append(replace(exit_, area=area))
        rooms.append(replace(room, exits=tuple(exits)))
    return replace(view, rooms=tuple(rooms))


def is_integer_within(value: object, least: int, most: int = MAX_ROOM_NUMBER) -> TypeGuard[int]:
    """Whether a value is a whole number from `least` to `most`."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def report_bad_size(areas: Iterable[ReadArea], report: Report) -> None:
    """Report an error if the areas have too many rooms for a hand-drawn map, or none."""
    rooms = sum(len(area.rooms) for area in areas)
    if rooms > MAX_ROOMS:
        report.error("too-many-rooms", f"{rooms:,} rooms", f"split it: {MAX_ROOMS:,} at most")
    if not rooms:
        report.error("no-rooms", "it has no rooms", "export it again, with its rooms")
