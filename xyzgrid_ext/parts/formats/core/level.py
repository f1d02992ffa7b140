r"""The drawing of one level: the positions of its rooms, and the lines of its exits.

#-----#     a line where nothing stands between       #<----#    one way
 \\   |      a bow where something does                #--=--#    a door
  #   #-.   a stub ends in a dot
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from xyzgrid_ext.core.view.snapshot import Door, ExitKind, RoomView
from xyzgrid_ext.parts.formats.core.exits import FileExit

PITCH, ROOM = 44, 22
SHEET_STEPS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""Compass direction -> the step (x, y) in a drawing, where y grows downwards."""
_LOCKED, _CLOSED, _OPEN = "locked", "closed", "open"
# the corner of a room where each mark stands
_UP = "M-9,-3h6l-3,-6z"
_DOWN = "M3,3h6l-3,6z"
_PORTAL = "M6,-10l4,4l-4,4l-4,-4z"
_MOUTH = '<circle class="mouth" cx="-6" cy="6" r="3"/>'
_UNTOLD = '<circle class="end" cx="0" cy="8" r="2"/>'


class LevelDrawing:
    """One level of a map as SVG: in pixels from the upper left corner, y down."""

    def __init__(
        self,
        rooms: Sequence[RoomView],
        exits: Mapping[int, Sequence[FileExit]],
        heights: Mapping[int, int],
        left: int,
    ) -> None:
        """Take the rooms of a level.

        Args:
            rooms: the rooms.
            exits: their exits, by the number of the room.
            heights: the level of every room of the map, by its number.
            left: the smallest x of the map, so that rooms line up with those of other levels.
        """
        self._exits, self._heights, self._left = exits, heights, left
        self._upper = max(room.y for room in rooms)
        self._rooms = {room.number: room for room in rooms}
        self._taken = {(room.x, room.y) for room in rooms}
        self.width = (max(room.x for room in rooms) - self._left + 1) * PITCH
        self.height = (self._upper - min(room.y for room in rooms) + 1) * PITCH + PITCH // 2

    def centre(self, room: RoomView) -> tuple[int, int]:
        """Return x and y of the centre of a room in the drawing."""
        return (
            (room.x - self._left) * PITCH + PITCH // 2,
            (self._upper - room.y) * PITCH + PITCH // 2,
        )

    def exit_lines(self) -> Iterator[str]:
        """Yield the SVG elements of exits on this level; a two-way exit is drawn once."""
        for room in self._rooms.values():
            for exit_ in self._exits[room.number]:
                there = self._rooms.get(exit_.target or 0)
                if exit_.target is exit_.view.target is None and exit_.direction in SHEET_STEPS:
                    yield self._stub(room, exit_)
                elif there is not None and there is not room:
                    back = self._back(room, there, exit_)
                    if back is None or room.number < there.number:
                        yield self._line(room, there, exit_, back)

    def exit_icons(self, room: RoomView) -> str:
        """Return the SVG elements on a room, as one text, for its exits that leave the level."""
        signs: dict[str, None] = {}
        for exit_ in self._exits[room.number]:
            if exit_.target in self._rooms and exit_.target != room.number:
                continue
            signs[self._sign(room, exit_)] = None
        return "".join(sorted(signs))

    def _sign(self, room: RoomView, exit_: FileExit) -> str:
        kind, direction = exit_.view.kind, exit_.direction
        if kind is ExitKind.WORMHOLE:
            return _MOUTH
        if kind is ExitKind.PORTAL:
            return f'<path class="portal" d="{_PORTAL}"/>'
        rise = self._heights.get(exit_.target or 0, room.z) - room.z
        if rise or direction in ("u", "d"):
            up = rise > 0 or (not rise and direction == "u")
            return f'<path class="stairs" d="{_UP if up else _DOWN}"/>'
        if direction in SHEET_STEPS and exit_.view.target is None:
            return ""  # a stub, drawn as a line
        return _UNTOLD

    def _back(self, room: RoomView, there: RoomView, exit_: FileExit) -> FileExit | None:
        """Return the exit of the same kind that leads back; None if there is none."""
        for back in self._exits[there.number]:
            if back.target == room.number and back.view.kind is exit_.view.kind:
                return back
        return None

    def _line(self, room: RoomView, there: RoomView, exit_: FileExit, back: FileExit | None) -> str:
        (x, y), (to_x, to_y) = self.centre(room), self.centre(there)
        look = "way wormhole" if exit_.view.kind is ExitKind.WORMHOLE else "way"
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        if self._is_clear(room, there) and exit_.view.kind is not ExitKind.WORMHOLE:
            line = f"M{x},{y}L{to_x},{to_y}"
        else:
            # a bow to the left of the way, as far out as it is long, up to two rooms
            far = hypot(to_x - x, to_y - y)
            out = min(far / 2, 2 * PITCH) / far
            bend = (middle[0] + (to_y - y) * out, middle[1] - (to_x - x) * out)
            middle = ((middle[0] + bend[0]) / 2, (middle[1] + bend[1]) / 2)
            line = f"M{x},{y}Q{_n(bend[0])},{_n(bend[1])} {to_x},{to_y}"
        text = (
            f'<path class="{look}" data-from="{room.number}" data-to="{there.number}" d="{line}"/>'
        )
        if back is None:
            text += _arrow(middle, (to_x - x, to_y - y))
        return text + _door(middle, exit_, back)

    def _is_clear(self, room: RoomView, there: RoomView) -> bool:
        """Whether a straight line (row, column or diagonal) passes no room between two rooms."""
        dx, dy = there.x - room.x, there.y - room.y
        steps = max(abs(dx), abs(dy))
        if not steps or (dx and dy and abs(dx) != abs(dy)):
            return False
        dx, dy = dx // steps, dy // steps
        return all(
            (room.x + dx * step, room.y + dy * step) not in self._taken for step in range(1, steps)
        )

    def _stub(self, room: RoomView, exit_: FileExit) -> str:
        x, y = self.centre(room)
        dx, dy = SHEET_STEPS[exit_.direction]
        end = x + dx * (ROOM // 2 + 7), y + dy * (ROOM // 2 + 7)
        text = (
            f'<path class="way stub" data-from="{room.number}" d="M{x},{y}L{end[0]},{end[1]}"/>'
            f'<circle class="end" cx="{end[0]}" cy="{end[1]}" r="2.5"/>'
        )
        return text + _door((x + dx * 14, y + dy * 14), exit_, None)


def _arrow(middle: tuple[float, float], ahead: tuple[float, float]) -> str:
    far = hypot(*ahead)
    dx, dy = ahead[0] / far * 5, ahead[1] / far * 5
    x, y = middle
    corners = ((x + dx, y + dy), (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx))
    return f'<path class="arrow" d="M{"L".join(f"{_n(a)},{_n(b)}" for a, b in corners)}z"/>'


def _door(middle: tuple[float, float], exit_: FileExit, back: FileExit | None) -> str:
    """Return the icon of the door between two rooms, according to its more closed side."""
    doors = {exit_.view.door, back.view.door if back else Door.NONE}
    needs = bool(exit_.view.needs or (back and back.view.needs))
    if Door.LOCKED in doors or needs:
        look = _LOCKED
    elif Door.CLOSED in doors:
        look = _CLOSED
    elif Door.OPEN in doors:
        look = _OPEN
    else:
        return ""
    x, y = _n(middle[0] - 4), _n(middle[1] - 4)
    return f'<rect class="door {look}" x="{x}" y="{y}" width="8" height="8"/>'


def _n(number: float) -> str:
    """Return a number with at most one decimal place."""
    return f"{number:.1f}".removesuffix(".0")
