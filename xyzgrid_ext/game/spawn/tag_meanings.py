"""What the tags of rooms and exits mean: places, targets, aliases and more.

    (object, tag) pairs ─► sorted ─► (x, y, z, target x, y, z), other tags ─► labels
                                      └─► places ─► XYZ

A tag is one row of the database, however many objects have it, so each is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from sys import intern

from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.db import objects as query

_HERE, _THERE = (query.X, query.Y, query.Z), (query.X_TO, query.Y_TO, query.Z_TO)
_SLOTS = {category: number for number, category in enumerate((*_HERE, *_THERE))}
_LEVELS = _SLOTS[query.Z], _SLOTS[query.Z_TO]
Sorted = tuple[list[int | None], list[int]]
"""The tags of an object for its place and its target, and its other tags."""
NO_TAGS: Sorted = [None] * 6, []


@dataclass(frozen=True)
class TagLabels:
    """The data in an object's tags, besides its coordinates."""

    aliases: frozenset[str]
    permissions: frozenset[str]
    tags: frozenset[tuple[str, str | None]]
    prototypes: frozenset[str]
    direction: str | None


class Places(dict[tuple[int | None, ...], XYZ | None]):
    """The coordinates that three tags give; None if one is missing or not numeric."""

    def __init__(self) -> None:
        self._numbers: dict[int | None, int] = {}
        self._levels: dict[int | None, str] = {}

    def learn(self, tag: int, key: str, *, is_level: bool) -> None:
        """Record the key of a tag."""
        if is_level:
            self._levels[tag] = intern(map_key(key))
        else:
            with suppress(ValueError):
                self._numbers[tag] = int(key)

    def __missing__(self, tags: tuple[int | None, ...]) -> XYZ | None:
        x, y, z = tags
        try:
            found = XYZ(self._numbers[x], self._numbers[y], self._levels[z])
        except KeyError:
            found = None
        self[tags] = found
        return found


class TagMeanings:
    """The meaning of each tag that was read so far.

    Attributes:
        places: the coordinates that three tags give.

    """

    def __init__(self) -> None:
        self.places = Places()
        self._tags: dict[int, tuple[str | None, str | None, str]] = {}
        self._slots: dict[int, int | None] = {}
        self._labels: dict[tuple[int, ...], TagLabels] = {}

    def learn(self) -> list[tuple[int, str]]:
        """Read the meaning of each tag; return the tags for Z. One query."""
        rows = Tag.objects.filter(db_model="objectdb")
        zs = []
        for pk, kind, category, key in rows.values_list(
            "pk", "db_tagtype", "db_category", "db_key"
        ):
            self._tags[pk] = kind, category, key
            slot = self._slots[pk] = _SLOTS.get(category) if kind is None else None
            if slot is not None:
                self.places.learn(pk, key, is_level=slot in _LEVELS)
            if slot == _SLOTS[query.Z]:
                zs.append((pk, key))
        return zs

    def sorted(self, links: Sequence[tuple[int, int]]) -> dict[int, Sorted]:
        """Return the tags for the place and the target of each object, and its other tags."""
        found: dict[int, Sorted] = {}
        parts: list[int | None] = []
        rest: list[int] = []
        slots, last = self._slots, None
        try:
            for pk, tag in links:
                if pk != last:
                    parts, rest = [None] * 6, []
                    found[pk], last = (parts, rest), pk
                if (slot := slots[tag]) is None:
                    rest.append(tag)
                else:
                    parts[slot] = tag
        except KeyError:  # the tag was made meanwhile
            self.learn()
            return self.sorted([link for link in links if link[1] in slots])
        return found

    def labels(self, rest: tuple[int, ...]) -> TagLabels:
        """Return what the other tags of an object say."""
        if rest not in self._labels:
            tags = [self._tags[tag] for tag in rest]
            plain = [(key, category) for kind, category, key in tags if kind is None]
            own = (query.DIRECTION, PROTOTYPE_TAG_CATEGORY)
            self._labels[rest] = TagLabels(
                aliases=frozenset(key for kind, _, key in tags if kind == "alias"),
                permissions=frozenset(key for kind, _, key in tags if kind == "permission"),
                tags=frozenset(tag for tag in plain if tag[1] not in own),
                prototypes=frozenset(k for k, category in plain if category == own[1]),
                direction=next((k for k, category in plain if category == own[0]), None),
            )
        return self._labels[rest]
