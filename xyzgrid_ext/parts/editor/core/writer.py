"""Writes the changes to a document into its map module, and changes nothing else.

    MapSource(text, "inn", document)      where the document stands in the file
        .fixed                            fields of rooms that cannot be written, by place
        .rewrite(new, origins)            the text of the file that says what `new` says

A map of rooms is written as a whole, since rooms can be added, removed and moved. For any other map
only the `prototypes` of its rooms and exits are written: names, texts and the like. A room without
an entry gets one, with all values that it inherited from a wildcard or its symbol, because only the
most specific entry counts. `module_text` writes the module of a new map.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from xyzgrid_ext.core.grid.overrides import WILDCARD, parse_whole_number
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.document import (
    Fixed,
    keys_and_options,
    module_rooms,
    prototype_data,
    room_data,
)
from xyzgrid_ext.parts.editor.core.drawings import drawing_texts
from xyzgrid_ext.parts.editor.core.exits import (
    ExitEntries,
    change_exits,
    exits_for_file,
    leads_elsewhere,
    omit_level,
)
from xyzgrid_ext.parts.editor.core.literals import dict_entry_lines, literal
from xyzgrid_ext.parts.editor.core.operations import Operation
from xyzgrid_ext.parts.editor.core.source import DictEntry, Source, UnwritableError
from xyzgrid_ext.parts.editor.core.splices import GONE, Splices, changed_values, find_text, restyle
from xyzgrid_ext.parts.editor.core.values import (
    ROOM_KEYS,
    Document,
    Exit,
    Room,
    check_exit,
    parse_place,
)

_COMPUTED = "write XYMAP_DATA = {...} with all that is to be edited here"
_BESIDE = (
    'write XYMAP_DATA = {{**made, "zcoord": {}, "prototypes": {{**own}}}}, for entries of single '
    "rooms: `own` are those it has"
)
_GENERATED = 'write XYMAP_DATA = {{"zcoord": {}, {}: {{...}}}}, to change here of what it is made'
_OWN_CODE = (
    "the module makes its prototypes by code of its own",
    'write "prototypes": {**made}, for entries of single rooms',
)
_IN_FILE = "change it in the file"
_KEYS = {"name": "key", "desc": "desc", "symbol": "symbol"}
DRAWN_KINDS = ("drawn", "levels")
"""The kinds of maps whose rooms and exits come from drawings, of one level and of several."""
FLAT_KINDS = ("drawn", "land")
"""The kinds of maps whose prototypes have keys (x, y), without a level."""
Origins = Mapping[str, str | None]
"""Place "x,y,z" of each room in the draft -> its place in the file, None if it is new."""


def is_generated(kind: str) -> bool:
    """Whether maps of a kind have generated rooms, as a dungeon has, and no drawing."""
    return kind not in ("rooms", "matrix", *DRAWN_KINDS, *FLAT_KINDS)


class MapSource:
    """The text of a map's module, in which an editor changes what is written as literals.

    Attributes:
        source: the module.
        data: the dict literal of the map's XYMAP_DATA.
        fixed: the fields of rooms that cannot be changed, by place.
        is_drawn: whether the drawings of the map can be changed.
    """

    def __init__(
        self,
        text: str,
        document: Document,
        kind: str,
        fixed: Fixed,
        exits: ExitEntries | None = None,
    ) -> None:
        """Look for all rooms of a document in the text of its module.

        Args:
            text: the text of the module.
            document: the document of the module.
            kind: "rooms", or one whose `prototypes` may be written.
            fixed: fields that the document does not hold in full; in a map of another kind than
                "rooms", the rooms whose prototype cannot be copied.
            exits: the entries of exits; None if these cannot be written, or for "rooms".

        Raises:
            UnwritableError: if nothing of the map can be written.
        """
        self.source = Source(text)
        self._document, self._exits = document, exits
        self._kind, self._is_whole = kind, kind == "rooms"
        cure = _COMPUTED if self._is_whole else _BESIDE.format(literal(document["map"]))
        if is_generated(kind):
            cure = _GENERATED.format(literal(document["map"]), literal(kind))
        self.data = self.source.map_dict(document["map"], cure)
        name = "rooms" if self._is_whole else "prototypes"
        entries = self.source.value(self.data, name)
        self._entries = self.source.entries(entries)
        self._filled = self.source.keys_added_in_loops(entries)
        is_plain = all(isinstance(key, ast.Constant) for key in self.data.keys)
        self._is_open = self._entries.last is not None or (entries is None and is_plain)
        self._is_open &= not is_generated(kind)
        if self._is_whole and (not self._entries.is_whole or self._entries.last is None):
            raise UnwritableError(
                "the module makes its rooms by code of its own",
                'write all of them as "rooms": {(x, y, z): {...}}',
            )
        self._by_place = {
            place: entry
            for key, entry in self._entries.by_key.items()
            if (place := _place_of_key(key)) is not None
        }
        known = self._entries.by_key
        self._is_short = all(isinstance(key, tuple) and len(key) == 2 for key in known)
        self._tolerated = fixed
        self.fixed: Fixed = {}
        for place, room in document["rooms"].items():
            if keys := tuple(self._fixed_of(place, room)):
                self.fixed[place] = keys
        self.is_drawn = kind in DRAWN_KINDS and self._has_drawings()

    def _has_drawings(self) -> bool:
        """Whether the drawings of the map are texts that can be written."""
        try:
            return bool(drawing_texts(self.source, self.data))
        except UnwritableError:
            return False

    def is_literal(self, key: str) -> bool:
        """Whether the map's value of `key` is a literal, or missing, so that it can be changed.

        "options" need only be a dict literal, since each of its entries is changed alone.
        """
        node = self.source.resolve(self.source.value(self.data, key))
        if node is None:
            return self.source.value(self.data, key) is None and None not in self.data.keys
        if key == "options":
            return isinstance(node, ast.Dict)
        try:
            ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return False
        return True

    def _fixed_of(self, place: str, room: Room) -> Iterator[str]:
        """Yield the fields of a room that cannot be written."""
        tolerated = self._tolerated.get(place, ())
        entry = self._by_place.get(place)
        if entry is None:
            may = self._is_open and not self._is_whole and not tolerated
            yield from ("symbol", "exits") if may else ROOM_KEYS
            return
        value = self.source.resolve(entry.value)
        is_dict = isinstance(value, ast.Dict) and None not in value.keys
        for key in ROOM_KEYS:
            if (key in tolerated) if self._is_whole else (key in ("symbol", "exits")):
                yield key
            elif key in ("name", "desc"):
                has_literal = find_text(self.source, value, _KEYS[key], room[key]) is not None
                is_there = isinstance(value, ast.Dict) and self.source.value(value, _KEYS[key])
                if not has_literal and (not is_dict or (is_there and isinstance(room[key], str))):
                    yield key
            elif not is_dict or (key == "exits" and not self._has_plain_exits(value)):
                yield key

    def _has_plain_exits(self, value: ast.expr | None) -> bool:
        assert isinstance(value, ast.Dict)
        exits = self.source.value(value, "exits")
        entries = self.source.entries(exits)
        return exits is None or (isinstance(exits, ast.Dict) and entries.is_whole)

    # --- writing

    def rewrite(self, new: Document, origins: Origins) -> str:
        """Return the text of the module with the changes of a new document.

        `origins` says which room of the file each room of the new document was.

        Raises:
            UnwritableError: if a part of the changes cannot be written.
        """
        splices = Splices(self.source)
        old = self._document["rooms"]
        change_keys(splices, self.data, keys_and_options(self._document), keys_and_options(new))
        entries: dict[tuple[int, ...], dict[str, Any]] = {}
        surviving = {origin for origin in origins.values() if origin is not None}
        for place in old.keys() - surviving:
            entry = self._entry(place)
            splices.remove(entry.dict, entry.number)
        for place, room in new["rooms"].items():
            origin = origins.get(place)
            if origin is None:
                self._add(splices, place, new)
                continue
            if origin != place:
                self._move(splices, origin, place)
            if old[origin] != room:
                try:
                    entries |= self._change(splices, origin, place, room)
                except UnwritableError as error:
                    raise UnwritableError(f"{place}: {error.message}", error.cure) from error
        self._put(splices, entries)
        text = splices.result()
        try:
            ast.parse(text)
        except SyntaxError as error:
            cure = "edit it by hand"
            raise UnwritableError(f"the file cannot be written so: {error}", cure) from error
        return text

    def refuse(self, op: Operation, origin: str) -> None:
        """Refuse what the file cannot say: a key of the map, a field or an exit of a room.

        Args:
            op: a "key", "set" or "exit", which is tried; other operations are not judged here.
            origin: the place of the room in the file; empty for a new one.

        Raises:
            UnwritableError: with the reason.
        """
        key, value, splices = str(op.get("key")), op.get("value"), Splices(self.source)
        if op["op"] == "key":
            made = keys_and_options(self._document)
            change_keys(splices, self.data, made, {**made, key: value or []})
        elif op["op"] in ("set", "exit") and (room := self._document["rooms"].get(origin)):
            if op["op"] == "exit":
                way = {op["direction"]: check_exit(value, origin)} if value else {}
                others = {k: v for k, v in room["exits"].items() if k != op["direction"]}
                key, value = "exits", others | way
            empty: object = {} if key in ("prototype", "exits") else ""
            self._change(splices, origin, origin, {**room, key: value or empty})

    def _change(
        self, splices: Splices, origin: str, place: str, room: Room
    ) -> dict[tuple[Any, ...], dict[str, Any]]:
        """Write a changed room; return the entries that it or its exits need."""
        entries, before = {}, self._document["rooms"][origin]
        if not self._is_whole and before["exits"] != room["exits"]:
            entries = self._exit_entries(splices, place, before["exits"], room["exits"])
            before = {**before, "exits": room["exits"]}
        if self._is_whole or origin in self._by_place:
            self._room(splices, origin, before, room)
        elif before != room:
            key = parse_place(place)
            entries[key[:2] if self._kind in FLAT_KINDS else key] = self._own(origin, before, room)
        return entries

    def _own(self, place: str, old: Room, new: Room) -> dict[str, object]:
        """Return a new entry for a room; in a land, it contains only the differences."""
        self._refuse_fixed(place, old, new)
        was, now = room_data(old), room_data(new)
        has_wildcards = any(
            isinstance(k, tuple) and WILDCARD in k[:2] for k in self._entries.by_key
        )
        if self._kind == "land" and self._entries.is_whole and not has_wildcards:
            return {
                k: "" if value is GONE else value for k, value in changed_values(was, now).items()
            }
        parent = {key: now[key] for key in ("prototype_parent",) if key in now}
        return {key: value for key, value in (parent | now).items() if key not in self._filled}

    def _exit_entries(
        self, splices: Splices, place: str, old: Mapping[str, Exit], new: Mapping[str, Exit]
    ) -> dict[tuple[Any, ...], dict[str, Any]]:
        """Write the changed exits of a room in a drawing; return those that need an entry."""
        assert self._exits is not None
        for word, way in changed_values(old, new).items():
            if word not in old or way is GONE or leads_elsewhere(old[word], way):
                raise UnwritableError("exits come and go in the drawing", _IN_FILE)
            if self._exits.key(place, word) is None:
                if not self._is_open:
                    raise UnwritableError(*_OWN_CODE)
                if not self._exits.is_whole(place, word):
                    raise UnwritableError(*_shared("exit"))
        return self._exits.rewrite(splices, self._entries.by_key, place, old, new)

    def _put(self, splices: Splices, entries: Mapping[tuple[Any, ...], dict[str, Any]]) -> None:
        """Add entries of rooms and exits after the existing ones."""
        node = self.source.resolve(self.source.value(self.data, "prototypes"))
        if isinstance(node, ast.Dict):
            beside = {
                len(key): entry.dict
                for key, entry in self._entries.by_key.items()
                if isinstance(key, tuple) and WILDCARD not in key and self._entries.is_whole
            }
            for key, entry in entries.items():
                splices.add(beside.get(len(key), node), literal(key), entry)
        elif entries:
            splices.add(self.data, '"prototypes"', dict(entries))

    def _refuse_fixed(self, place: str, old: Room, new: Room) -> None:
        for key in self.fixed.get(place, ()):
            if old.get(key) == new.get(key):
                continue
            if self._is_whole or place in self._by_place:
                raise UnwritableError(f"the file computes the {key} of this room", _IN_FILE)
            raise UnwritableError(*(_shared("room") if self._is_open else _OWN_CODE))

    def _entry(self, place: str) -> DictEntry:
        if not self._is_whole:
            raise UnwritableError(
                "rooms of a drawing come and go in the drawing", "edit the drawing in the file"
            )
        return self._by_place[place]

    def _add(self, splices: Splices, place: str, new: Document) -> None:
        if not self._is_whole or self._entries.last is None:
            raise UnwritableError(f"{place} is new", "edit the drawing in the file")
        room = new["rooms"][place]
        whole = room_data(room)
        if room["exits"]:
            whole["exits"] = exits_for_file(room["exits"], self._is_short)
        key = omit_level(parse_place(place), self._is_short)
        splices.add(self._entries.last, literal(key), whole)

    def _move(self, splices: Splices, origin: str, place: str) -> None:
        key = self._entry(origin).key
        is_short = isinstance(key, ast.Tuple) and len(key.elts) == 2
        splices.replace(key, literal(omit_level(parse_place(place), is_short)))

    def _room(self, splices: Splices, origin: str, old: Room, new: Room) -> None:
        entry = self._by_place.get(origin)
        value = self.source.resolve(entry.value) if entry is not None else None
        self._refuse_fixed(origin, old, new)
        for key in ROOM_KEYS:
            if old.get(key) == new.get(key):
                continue
            if key in ("name", "desc") and isinstance(new[key], str):
                text_place = find_text(self.source, value, _KEYS[key], old[key])
                if text_place is not None and new[key] and restyle(splices, text_place, new[key]):
                    continue
            if not isinstance(value, ast.Dict):
                raise UnwritableError(f"the {key} cannot be written so", "edit it in the file")
            if key == "exits":
                change_exits(splices, value, old["exits"], new["exits"], self._is_short)
            elif key == "prototype":
                splices.change(
                    value,
                    prototype_data(old.get("prototype", {})),
                    prototype_data(new.get("prototype", {})),
                )
            else:
                name = _KEYS[key]
                part = {name: old.get(key)} if old.get(key) else {}
                splices.change(value, part, {name: new[key]} if new.get(key) else {})


def change_keys(splices: Splices, data: ast.Dict, old: Record, new: Record) -> None:
    """Add to `splices` what changes the dict literal `data` of a map from `old` to `new`.

    Both are dicts {"areas": …, "options": {…}}, as of `keys_and_options`.
    """
    splices.change(data, prototype_data(old), prototype_data(new))


def replace_keys(text: str, name: str, old: Record, new: Record) -> str:
    """Return the text of a module with keys and options of its map `name` changed.

    `old` and `new` are dicts {"areas": …, "options": {…}}, as of `keys_and_options`.
    """
    source = Source(text)
    splices = Splices(source)
    change_keys(splices, source.map_dict(name, _IN_FILE), old, new)
    return splices.result()


def _shared(what: str) -> tuple[str, str]:
    return (
        f"the {what} has no prototype of its own, and the one it shares holds what only code says",
        "give it a prototype by its coordinates, in the file",
    )


def _place_of_key(key: object) -> str | None:
    if not isinstance(key, tuple) or len(key) not in (2, 3):
        return None
    parts = [parse_whole_number(part) for part in key]
    if None in parts:
        return None
    return ",".join(str(part) for part in (*parts, 0)[:3])


_HEAD = '"""{title}. Drawn in the map editor; edit it here or there."""\n\nXYMAP_DATA = {{\n'


def module_text(document: Document) -> str:
    """Return the Python source of a new module with the map of a document."""
    title = "".join(c for c in document["map"] if c.isprintable() and c not in '"\\')
    data = {"zcoord": document["map"], "rooms": module_rooms(document)}
    if document["options"]:
        data["options"] = document["options"]
    lines = (dict_entry_lines(literal(key), value, 4) for key, value in data.items())
    return _HEAD.format(title=title.strip() or "A map") + "\n".join(chain(*lines)) + "\n}\n"
