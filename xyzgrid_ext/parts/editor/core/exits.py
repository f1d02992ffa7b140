"""Writes the exits of a room into its map module, in the style of the existing ones.

"exits": {                              "exits": {
    "east": (1, 0),                         "east": (2, 0),
    "up": {"to": (0, 0, 1)},     ──►        "up": {"to": (0, 0, 1), "twoway": True},
}                                       }

The exits of a drawing are entries of `prototypes` that end in a direction:

    (1, 0, "n"): {"prototype_parent": "xyz_exit", "desc": "A gate."}

An exit without an entry of its own shares one with a wildcard, or the prototype of its symbol. When
it changes, it gets an entry with all these values, because only the most specific one counts.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid.model import Grid, Prototype
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.parts.editor.core.document import (
    NotPlainError,
    exit_data,
    exit_from_prototype,
    prototype_values,
    prototype_without_empty,
    target_data,
    to_json_value,
)
from xyzgrid_ext.parts.editor.core.literals import Trim, literal
from xyzgrid_ext.parts.editor.core.source import DictEntry, Source, UnwritableError
from xyzgrid_ext.parts.editor.core.splices import GONE, Splices, changed_values, find_text, restyle
from xyzgrid_ext.parts.editor.core.values import Exit, parse_place


def exits_for_file(exits: Mapping[str, Exit], is_short: bool) -> dict[str, Any]:
    """Return exits as a map module has them: {"east": (1, 0, 0)}, or (1, 0) if `is_short`."""
    return {word: _written(way, is_short) for word, way in exits.items()}


def change_exits(
    splices: Splices,
    room: ast.Dict,
    old: Mapping[str, Exit],
    new: Mapping[str, Exit],
    is_short: bool,
) -> None:
    """Add to `splices` what changes a room's exits from `old` to `new`.

    Args:
        splices: the changes to the module.
        room: the dict literal of the room in the module.
        old: the exits that the file has, by their names.
        new: the exits that it shall have.
        is_short: whether the file writes places on level 0 as (x, y).
    """
    exits = splices.source.value(room, "exits")
    if not isinstance(exits, ast.Dict):
        splices.add(room, '"exits"', exits_for_file(new, is_short))
        return
    known = splices.source.entries(exits).by_key
    entries = {str(word).strip(): value for word, value in known.items()}
    for word, way in changed_values(old, new).items():
        entry = entries.get(word)
        if entry is None:
            splices.add(exits, literal(word), _written(way, is_short))
        elif way is GONE:
            splices.remove(entry.dict, entry.number)
        else:
            _change(splices, entry.value, old[word], way, is_short)


def omit_level(place: tuple[object, ...], is_short: bool) -> tuple[Any, ...]:
    """Return (x, y) for (x, y, 0) if `is_short`; any other place as it is."""
    return place[:2] if is_short and len(place) == 3 and place[2] == 0 else place


def _change(splices: Splices, node: ast.expr, old: Exit, new: Exit, is_short: bool) -> None:
    """Write an exit; if it is a dict, only what has changed."""
    if isinstance(node, ast.Dict) and None not in node.keys:
        was, now = (_told(exit_data(way)) for way in (old, new))
        target = splices.source.value(node, "to")
        if was.pop("to") != (to := now.pop("to")) and target is not None:
            splices.replace(target, _target(target, to))
        splices.change(node, was, now)
    elif new.keys() == {"to"}:
        splices.replace(node, _target(node, target_data(new["to"])))
    else:
        splices.replace(node, literal(_written(new, is_short)))


def _written(way: Exit, is_short: bool) -> Any:
    data = exit_data(way)
    if isinstance(data, dict):
        return {**data, "to": omit_level(data["to"], is_short)}
    return omit_level(data, is_short)


def _told(data: object) -> dict[str, Any]:
    return dict(data) if isinstance(data, dict) else {"to": data}


def _target(node: ast.expr, to: tuple[object, ...]) -> str:
    return literal(omit_level(to, isinstance(node, ast.Tuple) and len(node.elts) == 2))


DRAWN_OF_EXITS = ("to", "weight", "wormhole")
"""The fields of an exit that come from the drawing, not from a prototype."""
_PARENT = {"prototype_parent": "xyz_exit"}


class ExitEntries:
    """The entries of exits in a map's "prototypes", with keys such as (1, 0, "n")."""

    def __init__(self, grid: Grid, prototypes: Mapping[object, object], parts: int) -> None:
        self._grid, self._prototypes, self._parts = grid, prototypes, parts
        self._keys: defaultdict[tuple[int | None, ...], dict[str, object]] = defaultdict(dict)
        for key in prototypes:
            if isinstance(key, tuple) and len(key) == parts + 1:
                place = tuple(parse_whole_number(part) for part in key[:parts])
                self._keys[place].setdefault(name_key(key[parts]), key)

    def key(self, place: str, word: str) -> Any | None:
        """Return the key of an exit's own entry, such as (1, 0, "n"); None if it has none.

        `place` is the exit's room, "x,y,z"; `word` is its name.
        """
        keys, link = self._keys.get(parse_place(place)[: self._parts], {}), self._link(place, word)
        for name in self._names(link) if keys else ():
            if name in keys:
                return keys[name]
        # `(1, 0, "n")` can mean stairs that are drawn to the north
        others = keys.keys() - {name for other in self._beside(link) for name in self._names(other)}
        same = [keys[name] for name in others if self._prototypes[keys[name]] == self._own(link)]
        return same[0] if len(same) == 1 else None

    def is_whole(self, place: str, word: str) -> bool:
        """Whether JSON can hold all of a prototype of exit `word`, so that it can be copied."""
        link = self._link(place, word)
        prototype = prototype_without_empty(self._own(link))
        exit_ = {**exit_from_prototype(prototype), "needs": self._grid.needs.get(link)}
        try:
            return bool(to_json_value(prototype) == to_json_value(_entry(exit_)))
        except NotPlainError:
            return False

    def rewrite(
        self,
        splices: Splices,
        entries: Mapping[object, DictEntry],
        place: str,
        old: Mapping[str, Exit],
        new: Mapping[str, Exit],
    ) -> dict[tuple[Any, ...], dict[str, Any]]:
        """Write a room's changed exits into their entries; return new entries where none are.

        Args:
            splices: the changes to the module; those of entries are added here.
            entries: the entries of "prototypes" in the module, by their keys.
            place: the room, "x,y,z".
            old: its exits in the file, by their names.
            new: its exits as they shall be.
        """
        added = {}
        for word, way in changed_values(old, new).items():
            key = self.key(place, word)
            if key is None:
                direction = self._grid.way_of(self._link(place, word)).direction
                added[(*parse_place(place)[: self._parts], direction)] = _entry(way)
                continue
            entry = entries.get(key)  # None if code makes the entry
            node = None if entry is None else splices.source.resolve(entry.value)
            _change_entry(splices, node, old[word], way)
        return added

    def _link(self, place: str, word: str) -> int:
        room = self._grid.room_at(Coord(*parse_place(place)))
        assert room is not None
        links = self._grid.links_of(room)
        return next(int(link) for link in links if self._grid.way_of(link).key == word)

    def _beside(self, link: int) -> Iterator[int]:
        """Yield all exits of an exit's room."""
        yield from map(int, self._grid.links_of(int(self._grid.source[link])))

    def _names(self, link: int) -> list[str]:
        """Return the names by which a prototype can mean an exit: the direction comes first."""
        way = self._grid.way_of(link)
        others = {self._grid.way_of(near).direction for near in self._beside(link) if near != link}
        names = (way.direction, *(name for name in (way.key, *way.aliases) if name not in others))
        return [name_key(name) for name in names]

    def _own(self, link: int) -> Prototype:
        number = int(self._grid.link_proto[link])
        return self._grid.protos[number] if number >= 0 else {}


def _entry(way: Exit) -> dict[str, Any]:
    """Return a new entry for an exit."""
    return {**_PARENT, **prototype_values(way)}


def leads_elsewhere(old: Exit, new: Exit) -> bool:
    """Whether two forms of an exit differ in target, weight or wormhole, which are drawn."""
    return any((old.get(key) or None) != (new.get(key) or None) for key in DRAWN_OF_EXITS)


def _change_entry(splices: Splices, entry: ast.expr | None, old: Exit, new: Exit) -> None:
    """Write the values of an exit that have changed, texts in the style of the old ones."""
    was, now = prototype_values(old), prototype_values(new)
    for key in changed_values(was, now):
        text_place = _literal(splices.source, entry, key, was, now)
        if text_place is not None and restyle(splices, text_place, now[key]):
            was[key] = now[key]
    if isinstance(entry, ast.Dict):
        splices.change(entry, was, now)
    elif was != now:
        message = "code in the file computes this value of the exit"
        raise UnwritableError(message, "change it in the file")


def _literal(
    source: Source,
    entry: ast.expr | None,
    key: str,
    was: Mapping[str, object],
    now: Mapping[str, object],
) -> tuple[ast.Constant, Trim] | None:
    """Return the literal of a changed name or text, and its cleaning; None if there is none."""
    is_text = key in ("key", "desc") and isinstance(now.get(key), str) and now[key]
    return find_text(source, entry, key, was.get(key)) if is_text else None
