"""Moves a whole map in the text of its module, and what leads there in the text of others.

    "map": r'''                   + 0 1 2          "prototypes": {            {
    + 0 1                                               (0, 0): ...     ──►    (1, 0): ...
                          ──►     0   #-#           }                         }
    0 #-#                                           (0, 0, "town")     ──►    (1, 0, "town")
    '''

Only numbers and drawings are replaced, so comments and layout stay. What the module computes is not
seen here: whoever writes the text reads it again, and compares.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from xyzgrid_ext.core.coords import Coord, level_name, map_key, split_level
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.parts.editor.core.drawings import (
    all_rows,
    drawing_texts,
    put_drawing,
    with_rows,
)
from xyzgrid_ext.parts.editor.core.literals import literal
from xyzgrid_ext.parts.editor.core.source import Source, UnwritableError
from xyzgrid_ext.parts.editor.core.splices import Splices

_KINDS = ("map", "levels", "rooms", "matrix")
_EMPTY = 'r"""\n+\n\n\n+\n""", '  # a drawing without rooms
_BY_HAND = "move it by hand, and spawn with --moved"
_PAIR = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*(?:,\s*(\d+)\s*)?\)")


def shift_module(text: str, name: str, by: Coord, is_own: bool) -> str:
    """Return the text of a module in which the rooms of a map have moved.

    Args:
        text: the text of the module.
        name: the name of the map.
        by: the step (x, y, z) by which they move.
        is_own: whether the module defines the map; otherwise it only leads there.

    Raises:
        UnwritableError: if the map cannot move so far, or the module computes where its rooms are.
    """
    source = Source(text)
    shift = _Shift(source, map_key(name), by)
    if is_own:
        shift.data(source.map_dict(name, _BY_HAND))
    shift.references()
    return shift.splices.result()


def shift_drawing(text: str, by: Coord) -> str:
    """Return the text of a drawing whose rooms have moved by (x, y), with wider axes if need be.

    Raises:
        UnwritableError: if a part of it would be left of or below (0, 0).
    """
    rows = [""] * (2 * by.y) + all_rows(text)
    if by.y < 0:
        rows, lost = rows[-2 * by.y :], rows[: -2 * by.y]
        if any(lost):
            raise _beyond("y", by.y)
    if by.x < 0 and any(row[: -2 * by.x].strip() for row in rows):
        raise _beyond("x", by.x)
    rows = [row[-2 * by.x :] if by.x < 0 else ("  " * by.x + row).rstrip() for row in rows]
    return with_rows(text, rows, by.x)


def _beyond(axis: str, by: int) -> UnwritableError:
    where = "left of x = 0" if axis == "x" else f"below {axis} = 0"
    return UnwritableError(
        f"moved by {by} along {axis}, a part of the drawing would stand {where}",
        "drawings begin at (0,0): move it by less",
    )


class _Shift:
    """The changes that move a map in one module."""

    def __init__(self, source: Source, key: str, by: Coord) -> None:
        self.source, self.splices = source, Splices(source)
        self._key, self._by = key, by
        self._done = set[ast.expr]()

    # --- where the map is defined

    def data(self, data: ast.Dict) -> None:
        """Move all that the data of the map say by coordinates."""
        value = self.source.value
        kinds = [kind for kind in _KINDS if value(data, kind) is not None]
        if len(kinds) != 1 or isinstance(value(data, "matrix"), ast.Dict):
            raise UnwritableError(
                "what is made from a seed cannot be moved", "only maps that somebody has written"
            )
        if kinds[0] == "rooms":
            self._rooms(value(data, "rooms"))
        elif kinds[0] != "matrix":
            self._drawings(data)
        for name in ("prototypes", "transitions"):
            for entry in self.source.entries(value(data, name)).by_key.values():
                self._numbers(entry.key)
        options = self.source.entries(value(data, "options")).by_key
        if "dungeon" in options:
            ends = self.source.entries(options["dungeon"].value).by_key
            for name in ("start", "goal"):
                if name in ends:
                    self._numbers(ends[name].value)
        self._selectors(data)

    def _drawings(self, data: ast.Dict) -> None:
        texts = drawing_texts(self.source, data)
        is_empty = [not any(map(str.strip, all_rows(old.text))) for old in texts]
        if self._by.z:
            self._levels(self.source.resolve(self.source.value(data, "levels")), is_empty)
        for old, is_blank in zip(texts, is_empty, strict=True):
            if not is_blank:
                put_drawing(self.splices, old, shift_drawing(old.text, self._by))

    def _levels(self, node: ast.expr | None, is_empty: Sequence[bool]) -> None:
        """Put empty drawings below the others, or take some away."""
        if not isinstance(node, ast.List | ast.Tuple):
            raise UnwritableError("the map has one level", 'write its drawing as "levels": [...]')
        lost = max(0, -self._by.z)
        if not all(is_empty[:lost]) or lost >= len(is_empty):
            raise _beyond("z", self._by.z)
        self.splices.replace_between(node.elts[0], node.elts[lost], _EMPTY * self._by.z)

    def _rooms(self, node: ast.expr | None) -> None:
        for entry in self.source.entries(node).by_key.values():
            self._numbers(entry.key)
            exits = self.source.entries(entry.value).by_key.get("exits")
            for exit_ in self.source.entries(exits.value).by_key.values() if exits else ():
                target = self.source.resolve(exit_.value)
                if isinstance(target, ast.Dict):
                    target = self.source.value(target, "to")
                if self._is_place(target):
                    self._numbers(target)

    def _is_place(self, node: ast.expr | None) -> bool:
        """Whether an expression is a coordinate of the map itself: two or three numbers."""
        parts = node.elts if isinstance(node, ast.Tuple | ast.List) else []
        return len(parts) in (2, 3) and all(_number(part) is not None for part in parts)

    def _selectors(self, node: ast.expr | None) -> None:
        """Move the lists of places in areas and contents."""
        node = self.source.resolve(node)
        if isinstance(node, ast.List | ast.Tuple):
            for part in node.elts:
                self._selectors(part)
        for key, value in (
            zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
        ):
            name = self.source.constant(key) if key is not None else None
            chosen = self.source.resolve(value) if name in ("rooms", "route") else None
            if isinstance(chosen, ast.List | ast.Tuple):
                for selector in chosen.elts:
                    self._selector(selector)
            elif name != "attrs":
                self._selectors(value)

    def _selector(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = self.source.segment(node)
            new = _PAIR.sub(lambda pair: self._pair(pair.groups()), text)
            if new != text:
                self.splices.replace(node, new)
        elif self._is_place(node):
            self._numbers(node)

    def _pair(self, numbers: tuple[str | None, ...]) -> str:
        parts = zip(numbers, self._by, strict=True)
        return f"({','.join(str(int(part) + step) for part, step in parts if part is not None)})"

    # --- where anything leads to it

    def references(self) -> None:
        """Move all places on the map, such as `(2, 0, "town")` or `(2, 0, 3, "cube")`."""
        for node in _values(self.source.tree):
            parts = node.elts
            name = self.source.constant(parts[-1]) if len(parts) in (3, 4) else None
            if not isinstance(name, str) or node in self._done:
                continue
            level = split_level(map_key(name))
            if map_key(name) == self._key:
                self._numbers(node)
            elif level is not None and level[0] == self._key and len(parts) == 3:
                self._numbers(node)
                if self._by.z:
                    new = level_name(name.rpartition(":")[0], level[1] + self._by.z)
                    self.splices.replace(parts[-1], literal(new))

    def _numbers(self, node: ast.expr | None) -> None:
        """Move the numbers with which a tuple begins; a word or `*` stays."""
        if node is None or node in self._done or not isinstance(node, ast.Tuple | ast.List):
            return
        self._done.add(node)
        for part, step in zip(node.elts, self._by, strict=False):
            number = _number(part)
            if step and number is not None:
                is_text = isinstance(part, ast.Constant) and isinstance(part.value, str)
                self.splices.replace(
                    part, literal(str(number + step)) if is_text else str(number + step)
                )


def _number(node: ast.expr) -> int | None:
    try:
        return parse_whole_number(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError):
        return None


def _values(tree: ast.AST) -> Iterator[ast.Tuple | ast.List]:
    """Yield all tuples and lists, except those that are keys of dicts."""
    keys = {
        key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys if key
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List) and node.elts and node not in keys:
            yield node
