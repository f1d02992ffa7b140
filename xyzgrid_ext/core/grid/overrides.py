"""The prototype of each room and exit: the `prototypes` of a map module, with wildcards.

    {(2, 2, 0): {...}, ("*", "*", 0): {...}, ("*", "*", "*"): {...},        rooms of a 3D map
     (2, 2, 0, "forward"): {...}, ("*", "*", "*", "*"): {...}}              its exits

A flat map has keys without z. The key with the fewest wildcards wins; among equals, the one with
exact parts further to the left. Malformed entries match nothing; `findings` reports them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid.model import Ints, Prototype
from xyzgrid_ext.core.names import name_key

WILDCARD = "*"
"""Stands for any number, or any direction, in a coordinate that selects a prototype."""
UNUSED_KEY = "unused-prototype-key"
"""The code of findings about keys of `prototypes` that fit no room and no exit."""
_Key = tuple[Any, ...]
_NO_KEY = object()
# no coordinate is longer, and Python refuses to read and write numbers of thousands of digits
_DIGITS = 20
_BITS = 21  # of a coordinate of a room, counted from the least
_LEAST = -(1 << 20)
_FAR = 10**_DIGITS
_KEY_CURE = (
    "write (x, y) or (x, y, direction) on a flat map, (x, y, z) or "
    "(x, y, z, direction) in a 3D map; '*' stands for any"
)
_PROTOTYPE_CURE = 'write it as a dict, such as {"prototype_parent": "xyz_room", "key": "Hall"}'


class _WildcardTable:
    """The keys with wildcards in the same places; looked up for every room and exit of a map."""

    def __init__(self, mask: tuple[bool, ...], axes: int, keys: Mapping[_Key, object]) -> None:
        self.keys = keys
        self.any_word = any(mask[axes:])
        self._exact = [number for number, is_wild in enumerate(mask[:axes]) if not is_wild]
        self.at: dict[_Key, dict[_Key, object]] = {}  # by exact parts, then by words
        for key, value in keys.items():
            self.at.setdefault(self.place(key), {})[key[axes:]] = value

    def place(self, coord: _Key) -> _Key:
        """Return the parts of coordinates that are no wildcards."""
        return tuple([coord[number] for number in self._exact])

    def is_near(self, key: _Key) -> bool:
        """Whether the coordinates of a key are in the range of a room's."""
        return all(0 <= part - _LEAST < 1 << _BITS for part in self.place(key))

    def code(self, key: _Key) -> int:
        """Return the coordinates of a key as one number."""
        code = 0
        for part in self.place(key):
            code = code << _BITS | part - _LEAST
        return code

    def codes(self, coords: Ints) -> Ints:
        """Return the codes (n,) of the keys that mean these coordinates (n, axes)."""
        codes = np.zeros(len(coords), np.int64)
        for number in self._exact:
            codes = codes << _BITS | coords[:, number].astype(np.int64) - _LEAST
        return codes


class Overrides:
    """The `prototypes` of a map's data, looked up by coordinate, with wildcards.

    Args:
        prototypes: an author's key, such as (x, y), (x, y, direction) or ("*", 2) -> prototype.
        axes: how many numbers a coordinate has: 2 on a flat map, 3 in a 3D one.
    """

    def __init__(self, prototypes: Mapping[object, Prototype], axes: int) -> None:
        self._faults: list[tuple[str, str, str]] = []  # code, message and cure
        self._by_mask: dict[tuple[bool, ...], dict[_Key, object]] = {}
        self._prototypes = prototypes
        for key, prototype in prototypes.items():
            plain = _plain(key, axes)
            if plain is None:
                message = f"the prototype key {key!r} is not a coordinate"
                self._faults.append(("malformed-prototype-key", message, _KEY_CURE))
                continue
            if not isinstance(prototype, Mapping):
                message = f"the prototype of {key!r} must be a dict, not {prototype!r}"
                self._faults.append(("malformed-prototype", message, _PROTOTYPE_CURE))
                continue
            mask = tuple(part == WILDCARD for part in plain)
            if (other := self._by_mask.setdefault(mask, {}).setdefault(plain, key)) is not key:
                message = f"the prototype keys {other!r} and {key!r} mean the same"
                self._faults.append(("doubled-prototype-key", message, "keep one of them"))
        # fewest wildcards first, then exact parts further left first
        masks = sorted(self._by_mask, key=lambda mask: (sum(mask), mask))
        tables = [(len(mask), _WildcardTable(mask, axes, self._by_mask[mask])) for mask in masks]
        self._of_rooms = [table for length, table in tables if length == axes]
        self._of_exits = [table for length, table in tables if length > axes]
        self._hit: set[object] = set()

    def __bool__(self) -> bool:
        """Whether anything could match."""
        return bool(self._by_mask)

    @property
    def may_match_exits(self) -> bool:
        """Whether any key could select an exit, and not only rooms."""
        return bool(self._of_exits)

    def match(self, coord: Iterable[int], names: Iterable[str] = ()) -> object:
        """Return the key that best fits a room or, with `names`, its exit of that name; or None.

        It is a key as the author wrote it: `prototype` returns its prototype.
        """
        plain_coord, any_names = tuple(coord), tuple(names)
        for table in self._of_exits if any_names else self._of_rooms:
            if (keys := table.at.get(table.place(plain_coord))) is None:
                continue
            last = [(WILDCARD,)] if table.any_word else [(name_key(name),) for name in any_names]
            for end in last if any_names else [()]:
                if (key := keys.get(end, _NO_KEY)) is not _NO_KEY:
                    self._hit.add(key)
                    return key
        return None

    def match_all(self, coords: Ints, names: Iterable[str] = ()) -> tuple[Ints, list[object]]:
        """Find the keys that best fit many rooms or, with `names`, their exits of these names.

        Args:
            coords: (n, 2) or (n, 3) coordinates of the rooms, -2**20 to 2**20 - 1.
            names: the names of the exits.

        Returns:
            (n,) indices into a list of keys, -1 where none fits; and that list.
        """
        words = [name_key(name) for name in names]
        numbers = np.full(len(coords), -1)
        keys: list[object] = []
        for table in reversed(self._of_exits if words else self._of_rooms):
            last = [(WILDCARD,)] if table.any_word else [(word,) for word in reversed(words)]
            for end in last if words else [()]:
                alike = (key for key in table.keys if key[len(key) - len(end) :] == end)
                plain = [key for key in alike if table.is_near(key)]
                if plain:
                    codes = np.array([table.code(key) for key in plain])
                    order = np.argsort(codes)
                    places = table.codes(coords)
                    at = np.searchsorted(codes, places, sorter=order).clip(max=len(plain) - 1)
                    fits = codes[order][at] == places
                    numbers[fits] = len(keys) + order[at[fits]]
                    keys += [table.keys[key] for key in plain]
        hits = np.bincount(numbers + 1, minlength=len(keys) + 1)[1:]
        self._hit.update(keys[number] for number in np.flatnonzero(hits).tolist())
        return numbers, keys

    def prototype(self, key: object) -> Prototype:
        """Return the prototype of a key that `match` returned."""
        return self._prototypes[key]

    def findings(self, map_name: str) -> list[Finding]:
        """Return findings about keys that are malformed, or that no look-up so far has matched."""
        # a default for all rooms or all exits may well be unused
        tables = (keys for mask, keys in self._by_mask.items() if not all(mask))
        unused = [key for keys in tables for key in keys.values() if key not in self._hit]
        findings = [Finding.error(*fault, map_name) for fault in self._faults]
        for key in unused:
            message = f"no room or exit of the map uses the prototype key {key!r}"
            cure = "correct the coordinate or the direction, or remove the entry"
            findings.append(Finding.warning(UNUSED_KEY, message, cure, map_name))
        return findings


def parse_whole_number(part: object) -> int | None:
    """Return a part of a coordinate, written `2` or `"2"`, as a number; None if it is no number."""
    if type(part) is int and abs(part) < _FAR:
        return part
    if not isinstance(part, str | Integral) or abs(0 if isinstance(part, str) else part) >= _FAR:
        return None
    text = str(part).strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < _DIGITS):
        return None
    return int(text)


def _plain(key: object, axes: int) -> _Key | None:
    """Return the key with numbers as int and words in lower case; None if it is malformed."""
    if not isinstance(key, tuple) or len(key) not in (axes, axes + 1):
        return None
    plain: list[int | str] = []
    for part in key[:axes]:
        if isinstance(part, str) and part.strip() == WILDCARD:
            plain.append(WILDCARD)
        elif (number := parse_whole_number(part)) is not None:
            plain.append(number)
        else:
            return None
    if len(key) > axes:
        plain.append(name_key(key[axes]))
    return tuple(plain)
