"""Finds the objects at some places of the grid by their tags, a page of links at a time.

    links of the tags for X │ Y │ Z       the axis that has the fewest of them is gone through
          └─► page ─► those with tags for the other two axes ─► their tags ─► at the places?

A level may have a hundred thousand objects, and an index has one tag only. So the time depends on
the objects in the line, column or level of a place; a step depends on nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.base.task import Step, Steps, drain
from xyzgrid_ext.game.db import objects as query

_HERE = (query.X, query.Y, query.Z)
_NEAR = 400  # numbers of an axis in a statement; objects whose tags one statement reads
_PAGE = 500  # links that one statement goes through
_COUNTED = 20_000  # links of an axis: whether there are more does not matter

Tags = dict[int, dict[str, str]]
"""By object: the tags for its place, and for the level of its target; category -> key."""


def rooms_at_steps(places: Collection[XYZ]) -> Steps[dict[XYZ, int]]:
    """Return the ids of the rooms at the given coordinates of any maps; of two rooms the older."""
    return query.rooms_among((yield from tags_at_steps(places)))


def rooms_at(places: Collection[XYZ]) -> dict[XYZ, int]:
    """Return what `rooms_at_steps` returns, in one go."""
    return drain(rooms_at_steps(places))


def tags_at_steps(places: Collection[XYZ]) -> Steps[Tags]:
    """Return the tags of the rooms and exits at the given coordinates of any maps.

    Five queries, two for each page of links, one for every few hundred objects.
    """
    wanted, found = set(places), Tags()
    for part in _grouped(wanted) if wanted else ():
        near = yield from _near_steps(part)
        for ids in query.chunked(sorted(near.difference(found)), _NEAR):
            own = _tags_of(ids)
            found.update({pk: tags for pk, tags in own.items() if query.xyz_in(tags) in wanted})
            yield Step("objects", 0, 1)
    return found


def _grouped(places: set[XYZ]) -> Iterator[Collection[XYZ]]:
    """Yield the places in groups with few numbers on each axis, or all if they have few."""
    if all(len(set(axis)) <= _NEAR for axis in zip(*places, strict=True)):
        yield places
    else:
        yield from query.chunked(sorted(places, key=lambda xyz: (xyz.z, xyz.x, xyz.y)), _NEAR)


def _near_steps(places: Collection[XYZ]) -> Steps[set[int]]:
    """Return the ids of all objects that have an X, a Y and a Z of these places."""
    axes = _axes(places)
    yield Step("objects", 0, 1)
    if not all(axes.values()):
        return set()
    sizes = dict[str, int]()
    for category, tags in axes.items():
        sizes[category] = _links(tags)[:_COUNTED].count()
    yield Step("objects", 0, 1)
    line = min(axes, key=sizes.__getitem__)
    others = [tags for category, tags in axes.items() if category != line]
    found = set[int]()
    for tag in axes[line]:
        begin = 0
        while (end := _end_of_page(tag, begin)) is not None:
            page = _links([tag]).filter(pk__gt=begin, pk__lte=end)
            for tags in others:
                page = page.filter(Exists(_links(tags).filter(objectdb_id=OuterRef("objectdb_id"))))
            found.update(pk for (pk,) in query.rows(page.values_list("objectdb_id")))
            begin = end
            yield Step("objects", 0, 1)
    return found


def _end_of_page(tag: int, begin: int) -> int | None:
    """Return the last link of the page behind a link; None if there are no more.

    The database skips the links of the page in its index.
    """
    page = _links([tag]).filter(pk__gt=begin).order_by("pk")[:_PAGE]
    last: int | None = page.aggregate(last=Max("pk"))["last"]
    return last


def _axes(places: Collection[XYZ]) -> dict[str, list[int]]:
    """Return the ids of the tags for each coordinate of the places: category -> ids. One query."""
    xs, ys, zs = map(set, zip(*places, strict=True))
    own = Q(db_category=query.X, db_key__in=map(str, xs))
    own |= Q(db_category=query.Y, db_key__in=map(str, ys))
    meant = Tag.objects.filter(own | Q(db_category=query.Z), db_model="objectdb", db_tagtype=None)
    found: dict[str, list[int]] = {category: [] for category in _HERE}
    for pk, category, key in meant.values_list("pk", "db_category", "db_key"):
        if category != query.Z or map_key(key) in zs:
            found[category].append(pk)
    return found


def _links(tags: Collection[int]) -> Any:
    return query.TagLinks.objects.filter(tag_id__in=tags)


def _tags_of(ids: Collection[int]) -> Mapping[int, dict[str, str]]:
    """Return the tags of objects for their places, and for the levels of their targets."""
    links = query.TagLinks.objects.filter(
        objectdb_id__in=ids, tag__db_category__in=(*_HERE, query.Z_TO)
    )
    found: Tags = defaultdict(dict)
    told = links.values_list("objectdb_id", "tag__db_category", "tag__db_key")
    for pk, category, key in query.rows(told):
        found[pk][category] = key
    return found
