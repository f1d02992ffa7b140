"""The tags of rooms and exits: which they get, their ids in the database, and what they mean.

    place, direction, aliases ─► TagKeys ─► TagIds
    (object, tag) pairs ─► sorted ─► (x, y, z, target x, y, z), other tags ─► labels
                                      └─► places ─► XYZ

Coordinates, the direction of an exit and its aliases are all tags; a tag is one row, however many
objects have it. So all tags of a plan are found or made once, before the objects, and each is read
once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from sys import intern

from django.db import transaction
from evennia.objects.objects import DefaultObject
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import TagKey

_MODEL = "objectdb"
_COLUMNS = ("id", "db_data", "db_model", "db_key", "db_category", "db_tagtype")
HERE, THERE = (objects.X, objects.Y, objects.Z), (objects.X_TO, objects.Y_TO, objects.Z_TO)


def place_tags(xyz: XYZ) -> list[TagKey]:
    """Return the tags for X, Y and Z of a room, which its exits have as well."""
    return _coordinate(xyz, HERE)


def target_tags(xyz: XYZ) -> list[TagKey]:
    """Return an exit's tags for X, Y and Z of its target."""
    return _coordinate(xyz, THERE)


def name_tags(direction: str, aliases: Iterable[str]) -> list[TagKey]:
    """Return the tags of an exit's direction and aliases."""
    return [
        (direction.lower(), objects.DIRECTION, None),
        *((alias.lower(), None, "alias") for alias in aliases),
    ]


def exit_tags(key: ExitKey, spec: ExitSpec) -> list[TagKey]:
    """Return an exit's tags for its target, direction and aliases."""
    return [*target_tags(spec.target), *name_tags(key.direction, spec.aliases)]


def _coordinate(xyz: XYZ, categories: tuple[str, str, str]) -> list[TagKey]:
    parts = zip(xyz, categories, strict=True)
    return [(str(part).lower(), category, None) for part, category in parts]


class TagIds:
    """The ids of tags in the database, looked up and made once for all."""

    def __init__(self) -> None:
        self._ids: dict[TagKey, int] = {}

    def of(self, tags: Iterable[TagKey]) -> tuple[int, ...]:
        """Return the ids of tags for which `look_up` was called before."""
        return tuple(self._ids[tag] for tag in tags)

    def look_up(self, tags: Mapping[TagKey, str | None], pace: Pace) -> Steps[None]:
        """Find the ids of tags; create the missing ones.

        Args:
            tags: tag -> its data; None leaves the data of an existing tag unchanged.
            pace: how long one step may take.
        """

        def work(part: Sequence[TagKey]) -> None:
            with transaction.atomic():
                self._look_up(part, tags)

        self._forget_deleted(tags)
        missing = tags.keys() - self._ids.keys()
        yield from pace.each("tags", sorted(missing, key=str), work)

    def _forget_deleted(self, tags: Iterable[TagKey]) -> None:
        """Forget tags that an earlier plan knew and that have been deleted in the meantime."""
        by_id = {self._ids[tag]: tag for tag in tags if tag in self._ids}
        present = {pk for (pk,) in objects.rows_where(Tag, ("id",), "id", by_id)}
        for pk in by_id.keys() - present:
            del self._ids[by_id[pk]]

    def _look_up(self, part: Collection[TagKey], tags: Mapping[TagKey, str | None]) -> None:
        rows = objects.rows_where(Tag, _COLUMNS, "db_key", sorted({name for name, _, _ in part}))
        part = set(part)
        for pk, data, model, *columns in reversed(rows):  # of two alike, the older one
            if model == _MODEL and (tag := tuple(columns)) in part:
                self._ids[tag] = pk
                if tags[tag] is not None and tags[tag] != data:
                    Tag.objects.filter(pk=pk).update(db_data=tags[tag])
        missing = sorted(part - self._ids.keys(), key=str)
        created = Tag.objects.bulk_create(
            Tag(
                db_key=name,
                db_category=category,
                db_tagtype=kind,
                db_data=tags[name, category, kind],
                db_model=_MODEL,
            )
            for name, category, kind in missing
        )
        self._ids.update(((tag.db_key, tag.db_category, tag.db_tagtype), tag.pk) for tag in created)


_PLURAL = DefaultObject.plural_category  # of the aliases that Evennia gives for several of a kind
_SLOTS = {category: number for number, category in enumerate((*HERE, *THERE))}
_LEVELS = _SLOTS[objects.Z], _SLOTS[objects.Z_TO]
SortedTags = tuple[list[int | None], list[int]]
"""The tag ids of an object: x, y, z of its place and its target (None if missing); all others."""
NO_TAGS: SortedTags = [None] * 6, []


@dataclass(frozen=True)
class TagLabels:
    """What an object's tags say, apart from coordinates: its aliases, permissions and so on."""

    aliases: frozenset[str]
    permissions: frozenset[str]
    tags: frozenset[tuple[str, str | None]]
    prototypes: frozenset[str]
    direction: str | None


class Places(dict[tuple[int | None, ...], XYZ | None]):
    """Tag ids (x, y, z) -> coordinate; None if one is missing or not numeric."""

    def __init__(self) -> None:
        self._numbers: dict[int | None, int] = {}
        self._levels: dict[int | None, str] = {}

    def learn(self, tag: int, key: str, *, is_level: bool) -> None:
        """Add the tag with this id, whose key is a number, or the name of a level if `is_level`."""
        if is_level:
            self._levels[tag] = intern(map_key(key))
        else:
            with suppress(ValueError):
                self._numbers[tag] = int(key)

    def __missing__(self, tags: tuple[int | None, ...]) -> XYZ | None:
        x, y, z = tags
        try:
            xyz = XYZ(self._numbers[x], self._numbers[y], self._levels[z])
        except KeyError:
            xyz = None
        self[tags] = xyz
        return xyz


class TagMeanings:
    """What each tag means, by its id: a part of a coordinate (see `places`), or a label."""

    def __init__(self) -> None:
        self.places = Places()
        self._tags: dict[int, tuple[str | None, str | None, str]] = {}
        self._slots: dict[int, int | None] = {}
        self._labels: dict[tuple[int, ...], TagLabels] = {}

    def learn(self) -> list[tuple[int, str]]:
        """Read all tags of objects; return (id, key) of those for Z. One query."""
        rows = Tag.objects.filter(db_model="objectdb")
        zs = []
        for pk, kind, category, key in rows.values_list(
            "pk", "db_tagtype", "db_category", "db_key"
        ):
            self._tags[pk] = kind, category, key
            slot = self._slots[pk] = _SLOTS.get(category) if kind is None else None
            if slot is not None:
                self.places.learn(pk, key, is_level=slot in _LEVELS)
            if slot == _SLOTS[objects.Z]:
                zs.append((pk, key))
        return zs

    def sorted(self, links: Sequence[tuple[int, int]]) -> dict[int, SortedTags]:
        """Return object id -> its tags, given (object id, tag id) pairs in the order of objects."""
        result: dict[int, SortedTags] = {}
        parts: list[int | None] = []
        labels: list[int] = []
        slots, last = self._slots, None
        try:
            for pk, tag in links:
                if pk != last:
                    parts, labels = [None] * 6, []
                    result[pk], last = (parts, labels), pk
                if (slot := slots[tag]) is None:
                    labels.append(tag)
                else:
                    parts[slot] = tag
        except KeyError:  # the tag was made meanwhile
            self.learn()
            return self.sorted([link for link in links if link[1] in slots])
        return result

    def labels(self, rest: tuple[int, ...]) -> TagLabels:
        """Return the texts of the tags with these ids, which are none of coordinates."""
        if rest not in self._labels:
            tags = [self._tags[tag] for tag in rest]
            plain = [(key, category) for kind, category, key in tags if kind is None]
            special = (objects.DIRECTION, PROTOTYPE_TAG_CATEGORY)
            self._labels[rest] = TagLabels(
                aliases=frozenset(
                    key for kind, category, key in tags if kind == "alias" and category != _PLURAL
                ),
                permissions=frozenset(key for kind, _, key in tags if kind == "permission"),
                tags=frozenset(tag for tag in plain if tag[1] not in special),
                prototypes=frozenset(k for k, category in plain if category == special[1]),
                direction=next((k for k, category in plain if category == special[0]), None),
            )
        return self._labels[rest]
