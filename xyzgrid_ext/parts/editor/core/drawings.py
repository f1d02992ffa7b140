r"""Drawings as rows of symbols: in the text of a module, and in a document.

    + 0 1
                 rows, the lowest first     cells by their column and row, from the lower left
    1   #        ["#-#", " /", "#"]         {"0,0": "#", "1,0": "-", "2,0": "#", "1,1": "/", …}
       /
    0 #-#        the room (x, y) stands in the cell (2x, 2y)

    + 0 1

Only the rows that differ are written, with the numbers of rows and columns that are new; comments
and layout stay. A document has `drawings`, the rows of each level, and `read`, those that its rooms
come from: a drawing that no parser takes, as while somebody draws it, keeps the rooms before it. So
has it `made`, the keys of its map, such as areas, and the options that its rooms come from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS, parse_direction
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet.legend import LEGEND, SymbolKind
from xyzgrid_ext.core.sheet.margins import Frame, find_frame
from xyzgrid_ext.parts.editor.core.document import keys_and_options
from xyzgrid_ext.parts.editor.core.literals import Raw
from xyzgrid_ext.parts.editor.core.source import Source, UnwritableError
from xyzgrid_ext.parts.editor.core.splices import Splices, wrapped_argument
from xyzgrid_ext.parts.editor.core.values import Document, OperationError, Room, parse_place

Rows = list[str]
"""The rows of one level's drawing, the lowest first; a row has a symbol for each column."""
Cells = Mapping[str, str]
"""Column and row of a cell in a drawing -> its symbol: {"2,0": "#"}."""
_BY_HAND = "draw it in the file"
_LABEL = re.compile(r"\s*\d+\s*")
_CELL = re.compile(r"(0|[1-9]\d{0,3}),(0|[1-9]\d{0,3})", re.ASCII)
MOST_LEVELS = 100
"""The most levels that a drawn map may have in the editor."""
_MOST_CELLS = 20_000  # of one operation
SIDES = {
    **{"n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1)},
    **{"s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1)},
}
"""Compass direction -> the step (x, y) from a cell to the next one there."""
_TEXTS = ("name", "desc", "prototype")
_BARE: Room = {"name": "", "desc": ""}  # what a new room is, of which only the file speaks
_DRAWN = {"to", "wormhole"}  # what a new exit is


# --- in the text of a module


def frame_of_drawing(lines: Sequence[str]) -> Frame:
    """Return where the two corner marks `+` of a drawing's `lines` are.

    Raises:
        UnwritableError: if it has none.
    """
    if (frame := find_frame(lines)) is None:
        raise UnwritableError("the drawing has no two corner marks", "draw them")
    return frame


def all_rows(text: str) -> Rows:
    """Return all rows of a drawing, the lowest first, without blanks at their ends."""
    lines = text.split("\n")
    frame = frame_of_drawing(lines)
    return [
        line[frame.left :].rstrip() for line in reversed(lines[frame.upper + 2 : frame.lower - 1])
    ]


def drawing_rows(text: str) -> Rows:
    """Return the rows of a drawing, the lowest first, up to the highest that is not empty."""
    rows = all_rows(text)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def replace_rows(text: str, rows: Rows) -> str:
    """Return the text of a drawing with `rows` in place of its own, at least as many as before."""
    lower = len(all_rows(text)) - len(rows)
    return with_rows(text, rows + [""] * lower)


def with_rows(text: str, rows: Rows, wider: int = 0) -> str:
    """Return the text of a drawing with just these rows, its axes longer by `wider` rooms."""
    lines = text.split("\n")
    frame = frame_of_drawing(lines)
    left, first, after = frame.left, frame.upper + 2, frame.lower - 1
    before = list(reversed(lines[first:after]))
    margins = [line[:left] for line in before]
    numbers = [margin for margin in margins if _LABEL.fullmatch(margin)]
    end = max((len(margin.rstrip()) for margin in numbers), default=0)
    body = []
    for number, row in enumerate(rows):
        if number < len(before):
            is_same = before[number][left:].rstrip() == row
            margin = margins[number]
        else:
            y, between = divmod(number, 2)
            is_same, margin = False, "" if between or not numbers else str(y)[-end:].rjust(end)
        body.append(before[number] if is_same else f"{margin.ljust(left)}{row}".rstrip())
    columns, had = (max((len(row) + 1) // 2 for row in [*some, ""]) for some in (
        rows, [line[left:].rstrip() for line in before]
    ))  # fmt: skip
    for at in (frame.upper, frame.lower):
        lines[at] = _axis(lines[at], left, wider, columns if columns > had else 0)
    return "\n".join([*lines[:first], *reversed(body), *lines[after:]])


def _axis(line: str, left: int, wider: int, least: int) -> str:
    """Return a line of numbers for more rooms; a line with anything else stays."""
    numbers = line[left:].rstrip()
    if not numbers or set(numbers) - set(" 0123456789"):
        return line
    have = (len(numbers) + 1) // 2
    rooms = max(1, have + wider, least)
    if rooms <= have:
        return line if rooms == have else line[: left + 2 * rooms - 1]
    return line[:left] + numbers.ljust(2 * have) + " ".join(str(x % 10) for x in range(have, rooms))


class Literal(NamedTuple):
    """A string literal in the source of a module: `node` is the expression, `text` its value."""

    node: ast.Constant
    text: str


_EMPTY = "\n+ 0\n\n0\n\n+ 0\n"
_SYMBOLS = {
    frozenset(row.joins.items()): symbol
    for symbol, row in LEGEND.items()
    if row.kind is SymbolKind.LINK
}
_STAIRS = {(1,): "U", (-1,): "D", (-1, 1): "B"}


def sketch_rooms(rooms: Mapping[str, Room]) -> list[str]:
    """Return rooms, by "x,y,z", as drawings with stock symbols, one for each level from below.

    Raises:
        UnwritableError: if no stock symbol draws a room or an exit.
    """
    levels: list[dict[tuple[int, int], Any]] = []
    for place, room in rooms.items():
        x, y, z = parse_place(place)
        if min(x, y) < 0:
            raise _not_drawn(place, "is west or south of (0,0)")
        levels += ({} for _level in range(z + 1 - len(levels)))
        if room.get("symbol"):
            raise _not_drawn(place, "has a symbol of its own")
        stairs = {
            step for word, way in room["exits"].items() if (step := _stairs(place, word, way))
        }
        levels[z][2 * x, 2 * y] = _STAIRS.get(tuple(sorted(stairs)), "#")
    for place, room in rooms.items():
        x, y, z = parse_place(place)
        for word, way in room["exits"].items():
            if _stairs(place, word, way):
                continue
            for cell, joins in _line(place, word, way):
                there = levels[z].setdefault(cell, {})
                if isinstance(there, str):
                    raise _not_drawn(f"{place} {word}", "passes a room")
                there.update([joins])
    return [new_drawing(_rows(level)) for level in levels]


def new_drawing(rows: Rows) -> str:
    """Return the text of a new drawing: these rows, and axes around them."""
    return with_rows(_EMPTY, rows)


def _stairs(place: str, word: str, way: Record) -> int:
    """Return 1 for an exit that is stairs up, -1 for one down, 0 for others."""
    step = {"up": 1, "down": -1}.get(word, 0)
    x, y, z = parse_place(place)
    return step if way["to"] == f"{x},{y},{z + step}" and way.get("weight", 1) == 1 else 0


def _line(place: str, word: str, way: Record) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """Yield the cells that an exit passes, and the sides where it enters and leaves them."""
    side = parse_direction(word)
    if "@" in way["to"]:
        raise _not_drawn(f"{place} {word}", "leads to another map")
    if way.get("wormhole") or side not in SIDES:
        raise _not_drawn(f"{place} {word}", "is none of the eight directions on a level")
    (x, y, z), (to_x, to_y, to_z) = parse_place(place), parse_place(way["to"])
    step_x, step_y = SIDES[side]
    far = max(abs(to_x - x), abs(to_y - y))
    if (x + far * step_x, y + far * step_y, z) != (to_x, to_y, to_z) or not far:
        raise _not_drawn(f"{place} {word}", "is not straight")
    if way.get("weight", 1) != 1:
        raise _not_drawn(f"{place} {word}", "has a cost of its own")
    back = next(name for name, step in SIDES.items() if step == (-step_x, -step_y))
    for step in range(1, 2 * far):
        yield (2 * x + step * step_x, 2 * y + step * step_y), (back, side)


def _rows(level: Mapping[tuple[int, int], Any]) -> Rows:
    rows = [""] * (1 + max((y for _x, y in level), default=0))
    for (x, y), there in sorted(level.items()):
        symbol = there if isinstance(there, str) else _SYMBOLS.get(frozenset(there.items()))
        if symbol is None:
            raise _not_drawn(f"the crossing at column {x}, row {y}", "has no symbol")
        rows[y] = rows[y].ljust(x) + symbol
    return rows


def _not_drawn(what: str, why: str) -> UnwritableError:
    return UnwritableError(f"{what} {why}, so it cannot be drawn", "change it, or keep the rooms")


def drawing_texts(source: Source, data: ast.Dict) -> list[Literal]:
    """Return the literals of a map's drawings, the lowest level first; `data` is its XYMAP_DATA.

    Raises:
        UnwritableError: if the module computes one of them.
    """
    drawn = source.resolve(source.value(data, "map") or source.value(data, "levels"))
    several = drawn.elts if isinstance(drawn, ast.List | ast.Tuple) else [drawn]
    texts = []
    for each in several:
        text = source.resolve(each)
        text = wrapped_argument(text) if text is not None else None
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            raise UnwritableError("the module computes its drawing", _BY_HAND)
        texts.append(Literal(text, text.value))
    return texts


def put_drawing(splices: Splices, old: Literal, new: str) -> None:
    """Replace the literal `old` of a drawing by one in the same style with the text `new`.

    Raises:
        UnwritableError: if the literal has escapes, so that its style cannot be kept.
    """
    source = splices.source
    segment = source.segment(old.node)
    value = old.text.replace("\n", source.newline)
    literal = segment.replace(value, new.replace("\n", source.newline))
    if segment.count(value) != 1 or not _says(literal, new):
        raise UnwritableError(
            f"line {old.node.lineno}: the drawing is not written as it is",
            'write it in a raw string, r"""..."""',
        )
    splices.replace(old.node, literal)


def _says(literal: str, text: str) -> bool:
    try:
        return bool(ast.literal_eval(literal.replace("\r\n", "\n")) == text)
    except (SyntaxError, ValueError):
        return False


def replace_drawings(text: str, name: str, drawings: Sequence[Rows]) -> str:
    """Return the text of a module with other drawings for its map `name`.

    `drawings` are the rows of each level's drawing, the lowest level first.

    Raises:
        UnwritableError: if the module computes a drawing, or has no such map.
    """
    if not drawings:
        return text
    source = Source(text)
    splices = Splices(source)
    data = source.map_dict(name, _BY_HAND)
    texts = drawing_texts(source, data)
    for old, rows in zip(texts, drawings, strict=False):
        if drawing_rows(old.text) != rows:
            put_drawing(splices, old, replace_rows(old.text, rows))
    if new := drawings[len(texts) :]:
        levels = source.resolve(source.value(data, "levels"))
        assert isinstance(levels, ast.List | ast.Tuple)
        splices.append(levels, [Raw(new_drawing(rows)) for rows in new])
    return splices.result()


# --- in a document


def replace_symbols(rows: Rows, cells: Cells) -> tuple[Rows, dict[str, str]]:
    """Return (the rows with other symbols in some `cells`, {cell: the symbol that was there}).

    Raises:
        OperationError: if the cells are malformed.
    """
    if not isinstance(cells, Mapping) or not 0 < len(cells) <= _MOST_CELLS:
        raise _bad(f"there are no cells, or more than {_MOST_CELLS:,}", 'write {"0,0": "#"}')
    new, before = [list(row) for row in rows], dict[str, str]()
    for place, symbol in cells.items():
        match = _CELL.fullmatch(place) if isinstance(place, str) else None
        x, y = (int(match[1]), int(match[2])) if match is not None else (2 * MOST_ACROSS, 0)
        if max(x, y) >= 2 * MOST_ACROSS:
            raise _bad(f"{place!r} is no cell", f'write "x,y", from 0 to {2 * MOST_ACROSS - 1}')
        if not isinstance(symbol, str) or len(symbol) != 1 or not symbol.isprintable():
            raise _bad(f"{symbol!r} is no symbol", "write one character")
        new += [[] for _row in range(y + 1 - len(new))]
        new[y] += " " * (x + 1 - len(new[y]))
        before[place], new[y][x] = new[y][x], symbol
    texts = ["".join(row).rstrip(" ") for row in new]
    while texts and not texts[-1]:
        texts.pop()
    return texts, before


def _bad(message: str, cure: str) -> OperationError:
    return OperationError("bad-value", message, cure)


def update_rooms(draft: Document, old_reading: Document, new_reading: Document) -> Document:
    """Return the draft with its rooms brought up to date with its changed drawings.

    Its names, texts and prototypes stay. Those of a room or an exit that is gone are kept under
    "aside", and come back with it.

    Args:
        draft: the document that a user edits.
        old_reading: what the game read in the drawings before they changed.
        new_reading: what the game reads in them now.
    """
    aside = dict(draft.get("aside", {}))
    for place, room in draft["rooms"].items():
        if changed := _changed(old_reading["rooms"].get(place, _BARE), room):
            known = aside.get(place, {})
            exits = {**known.get("exits", {}), **changed.get("exits", {})}
            aside[place] = {**known, **changed, "exits": exits}
    rooms = {}
    for place, room in new_reading["rooms"].items():
        changed = aside.pop(place, {})
        rooms[place], left = _with(room, changed)
        if left:
            aside[place] = {"exits": left}
    read = {"read": draft["drawings"]} if "drawings" in draft else {}
    made = {"made": keys_and_options(draft)} if "made" in draft else {}
    return {**draft, "rooms": rooms, "aside": aside, **read, **made}


def _changed(old: Record, new: Room) -> dict[str, Any]:
    """Return what a draft says of a room that its file does not."""
    changed = {key: new.get(key) for key in _TEXTS if new.get(key) != old.get(key)}
    known = old.get("exits", {})
    exits = {
        word: way
        for word, way in new["exits"].items()
        if way != known.get(word) and (word in known or way.keys() - _DRAWN)
    }
    return {**changed, "exits": exits} if exits else changed


def _with(room: Room, changed: Record) -> tuple[Room, dict[str, Any]]:
    """Return a room with what a draft says of it, and the exits that it does not have."""
    left = dict(changed.get("exits", {}))
    exits = {
        word: left.pop(word) if left.get(word, {}).get("to") == way["to"] else way
        for word, way in room["exits"].items()
    }
    new = {**room, **{key: value for key, value in changed.items() if key in _TEXTS}}
    return {key: value for key, value in new.items() if value is not None} | {"exits": exits}, left
