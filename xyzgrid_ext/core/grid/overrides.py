"""Which prototype a room or an exit has: the `prototypes` of a map module, with wildcards.

    {(2, 2, 0): {...}, ("*", "*", 0): {...}, ("*", "*", "*"): {...},        rooms of a 3D map
     (2, 2, 0, "forward"): {...}, ("*", "*", "*", "*"): {...}}              its exits

A flat map has keys without z. The key with the fewest wildcards wins; among equals the one that
is exact further to the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from xyzgrid_ext.core.findings import Finding, Severity

WILDCARD = "*"
_Key = tuple[Any, ...]


class Overrides:
    """The prototypes of one map, by coordinate.

    `parts` is the length of a room's key: 2 on a flat map, 3 in a 3D one. Keys that are not of
    this form, or that no look-up has hit, are told by `findings`.
    """

    def __init__(self, prototypes: Mapping[Any, Mapping[str, Any]], parts: int) -> None:
        self._malformed: list[object] = []
        self._by_mask: dict[tuple[bool, ...], dict[_Key, object]] = {}
        self._prototypes = prototypes
        for key in prototypes:
            plain = _plain(key, parts)
            if plain is None:
                self._malformed.append(key)
                continue
            mask = tuple(part == WILDCARD for part in plain)
            self._by_mask.setdefault(mask, {})[plain] = key
        # fewest wildcards first, then exact parts further left first
        self._masks = sorted(self._by_mask, key=lambda mask: (sum(mask), mask))
        self._hit: set[object] = set()

    def match(self, coord: Iterable[int], names: Iterable[str] = ()) -> Any | None:
        """The key that fits best: of a room, or with `names` of its exit of one of these names.

        Returns the author's own key, to be looked up in `prototypes`; None if none fits.
        """
        where = tuple(coord)
        words = tuple(name.casefold() for name in names)
        for mask in self._masks:
            if len(mask) != len(where) + bool(words):
                continue
            place = tuple(
                WILDCARD if wild else part for wild, part in zip(mask, where, strict=False)
            )
            if not words:
                candidates = [place]
            elif mask[-1]:
                candidates = [(*place, WILDCARD)]
            else:
                candidates = [(*place, word) for word in words]
            for candidate in candidates:
                if candidate in self._by_mask[mask]:
                    key = self._by_mask[mask][candidate]
                    self._hit.add(key)
                    return key
        return None

    def prototype(self, key: Any) -> Mapping[str, Any]:
        """The prototype behind a key that `match` gave."""
        return self._prototypes[key]

    def findings(self, map_name: str) -> list[Finding]:
        """Keys that are malformed or fit no room or exit of the map. Ask after all look-ups."""
        found = [
            Finding(
                Severity.ERROR,
                "malformed-prototype-key",
                f"the prototype key {key!r} is not a coordinate",
                "write (x, y) or (x, y, direction) on a flat map, (x, y, z) or "
                "(x, y, z, direction) in a 3D map; '*' stands for any",
                file=map_name,
            )
            for key in self._malformed
        ]
        exact = (
            k
            for keys in self._by_mask.values()
            for plain, k in keys.items()
            if WILDCARD not in plain
        )
        found += [
            Finding(
                Severity.WARNING,
                "unused-prototype-key",
                f"the prototype key {key!r} fits no room or exit of the map",
                "correct the coordinate or the direction, or remove the entry",
                file=map_name,
            )
            for key in exact
            if key not in self._hit
        ]
        return found


def _plain(key: object, parts: int) -> _Key | None:
    """The key with numbers as int and words in lower case; None if it has another form."""
    if not isinstance(key, tuple) or len(key) not in (parts, parts + 1):
        return None
    plain: list[int | str] = []
    for part in key[:parts]:
        text = str(part).strip()
        if text != WILDCARD and not (text.isascii() and text.lstrip("-").isdigit()):
            return None
        plain.append(WILDCARD if text == WILDCARD else int(text))
    if len(key) > parts:
        plain.append(str(key[parts]).strip().casefold())
    return tuple(plain)
