"""The tags of rooms and exits, and their ids in the database.

Coordinates, the direction of an exit and its aliases are all tags; a tag is one row, however many
objects have it. So all tags of a plan are found or made once, before the objects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import by_value, objects
from xyzgrid_ext.game.db.objects import TagKey

_MODEL = "objectdb"
_COLUMNS = ("id", "db_data", "db_model", "db_key", "db_category", "db_tagtype")
_HERE, _THERE = (objects.X, objects.Y, objects.Z), (objects.X_TO, objects.Y_TO, objects.Z_TO)


def place_tags(xyz: XYZ) -> list[TagKey]:
    """Return the tags of a room's coordinate, which its exits have as well."""
    return _coordinate(xyz, _HERE)


def target_tags(xyz: XYZ) -> list[TagKey]:
    """Return the tags of an exit's target."""
    return _coordinate(xyz, _THERE)


def name_tags(direction: str, aliases: Iterable[str]) -> list[TagKey]:
    """Return the tags of an exit's direction and aliases."""
    return [
        (direction.lower(), objects.DIRECTION, None),
        *((alias.lower(), None, "alias") for alias in aliases),
    ]


def way_tags(key: ExitKey, spec: ExitSpec) -> list[TagKey]:
    """Return all tags of an exit except the coordinate of its room."""
    return [*target_tags(spec.target), *name_tags(key.direction, spec.aliases)]


def _coordinate(xyz: XYZ, categories: tuple[str, str, str]) -> list[TagKey]:
    parts = zip(xyz, categories, strict=True)
    return [(str(part).lower(), category, None) for part, category in parts]


class TagIds:
    """Ids of tags by key, category and type, for one plan or many."""

    def __init__(self) -> None:
        self._ids: dict[TagKey, int] = {}
        # by what many exits share: their rooms, targets and names
        self._shared: dict[Any, tuple[int, ...]] = {}

    def of(self, tags: Iterable[TagKey]) -> tuple[int, ...]:
        """Return the ids of the given tags, which were looked up before."""
        return tuple(self._ids[tag] for tag in tags)

    def of_place(self, xyz: XYZ) -> tuple[int, ...]:
        """Return the ids of `place_tags`."""
        if (found := self._shared.get(xyz)) is None:
            found = self._shared[xyz] = self.of(place_tags(xyz))
        return found

    def of_exit(self, key: ExitKey, spec: ExitSpec) -> tuple[int, ...]:
        """Return the ids of `place_tags`, `target_tags` and `name_tags`."""
        there, names = ("to", spec.target), (key.direction, spec.aliases)
        if there not in self._shared:
            self._shared[there] = self.of(target_tags(spec.target))
        if names not in self._shared:
            self._shared[names] = self.of(name_tags(*names))
        return self.of_place(key.room) + self._shared[there] + self._shared[names]

    def look_up(self, tags: Mapping[TagKey, str | None], pace: Pace) -> Steps[None]:
        """Find the ids of tags; create the missing ones.

        Args:
            tags: with their data; None leaves the data of an existing tag unchanged.
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
        known = {self._ids[tag]: tag for tag in tags if tag in self._ids}
        there = {pk for (pk,) in by_value.rows(Tag, ("id",), "id", known)}
        for pk in known.keys() - there:
            del self._ids[known[pk]]
        self._shared.clear()

    def _look_up(self, part: Collection[TagKey], tags: Mapping[TagKey, str | None]) -> None:
        found = by_value.rows(Tag, _COLUMNS, "db_key", sorted({name for name, _, _ in part}))
        part = set(part)
        for pk, data, model, *named in reversed(found):  # of two alike, the older one
            if model == _MODEL and (tag := tuple(named)) in part:
                self._ids[tag] = pk
                if tags[tag] is not None and tags[tag] != data:
                    Tag.objects.filter(pk=pk).update(db_data=tags[tag])
        missing = sorted(part - self._ids.keys(), key=str)
        made = Tag.objects.bulk_create(
            Tag(
                db_key=name,
                db_category=category,
                db_tagtype=kind,
                db_data=tags[name, category, kind],
                db_model=_MODEL,
            )
            for name, category, kind in missing
        )
        self._ids.update(((tag.db_key, tag.db_category, tag.db_tagtype), tag.pk) for tag in made)
