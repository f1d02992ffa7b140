"""Reads rooms and exits for a plan: all of some maps in a few large queries, or those at places.

    tags (X, Y, Z, alias …) ─► which objects ─► their rows, tags, attributes, piece by piece

Most objects of a map are alike, so their common part is made once and shared (`Traits`), and a
stored value is unpickled once, however many objects have it. No object of Evennia is loaded.

Single places are found by their tags:

    links of the tags for X │ Y │ Z       the axis that has the fewest of them is gone through
          └─► those with tags for the other two axes ─► their tags ─► at the places?

A level may have a hundred thousand objects, and an index has one tag only. So the time depends on
the objects in the line, column or level of a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, TextField, Value
from django.db.models.functions import Cast, Concat
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn import XYZ, Existing, ExitKey, Row
from xyzgrid_ext.core.spawn.model import Traits
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn.tags import NO_TAGS, TagMeanings

_VALUE = Attribute._meta.get_field("db_value")
_SPARSE = 10  # a span of ids that is wider than their number by this factor is not read whole
_FEW = 500  # names in a statement
_MANY = 4_000  # objects that are not looked up in one query
_Rows = Sequence[tuple[Any, ...]]
_Stored = tuple[Any, ...]  # of an attribute: name, category, stored value, lockstring


def existing_steps(
    zkeys: Container[str],
    pace: Pace,
    attr_names: Collection[str] = (),
    values: Mapping[str | None, object] | None = None,
    others: Collection[XYZ] = (),
    only: Collection[XYZ] | None = None,
) -> Steps[Existing]:
    """Return the rooms and exits of maps that are in the database.

    Some queries for tags, and three for each slice of rooms and exits.

    Args:
        zkeys: keys of the levels of these maps.
        pace: how long one step may take.
        attr_names: names of the Attributes to read.
        values: stored text -> value of those that are known and need not be unpickled.
        others: rooms of other maps whose ids are wanted.
        only: places whose rooms and exits are read; None for the whole maps.
    """
    reader = _RowReader(attr_names, values or {})
    if only is None:
        ids = yield from reader.ids_steps(zkeys, pace)
    else:
        ids = sorted((yield from tags_at_steps(only)))
    yield from pace.each("read", ids, reader.read)
    result = reader.result()
    ids_at = (yield from rooms_at_steps(others)) if others else {}
    yield Step("read", len(ids), len(ids))
    if only is not None:  # the rooms to which builders have redirected exits
        ids_at |= yield from _ends_steps(result, ids_at, pace)
    return Existing(result.rooms, result.exits, others=ids_at, extra=result.extra)


def _ends_steps(existing: Existing, known: Mapping[XYZ, int], pace: Pace) -> Steps[dict[XYZ, int]]:
    """Return the rooms at the ends of exits that are neither found nor known."""
    rooms = {row.id for row in existing.rooms.values()}.union(known.values())
    ends, places = set[int](), dict[XYZ, int]()

    def look_at(part: Sequence[Row]) -> None:
        both = (end for row in part for end in (row.location, row.destination))
        ends.update(end for end in both if end is not None and end not in rooms)

    def place(part: Sequence[int]) -> None:
        for pk, xyz in objects.places_of(part).items():
            if xyz not in existing.rooms and xyz not in known:
                places.setdefault(xyz, pk)

    yield from pace.each("read", existing.exits.values(), look_at)
    yield from pace.each("read", sorted(ends), place)
    return places


def load_rows(ids: Iterable[int], attr_names: Collection[str]) -> list[Row]:
    """Return objects, on the grid or not, as rows in order of ids. Four queries for 900."""
    reader = _RowReader(attr_names, {})
    parts = map(reader.load, objects.chunked(sorted(ids)))
    return [row for part in parts for _place, row in part]


def _rows_among(ids: Sequence[int], query: Any, column: str) -> _Rows:
    return list(query.filter(**{f"{column}__in": ids}))


def _stored(names: Collection[str]) -> object:
    """Return a query for the attributes with these names."""
    links = objects.AttributeLinks.objects.order_by("objectdb_id", "attribute_id")
    if len(names) < _FEW:
        # an expression, not the column: SQLite would go by its index, and take every `desc` of the
        # game for each object; for the same reason the type is looked at later
        name = Concat("attribute__db_key", Value(""))
        links = links.annotate(name=name).filter(name__in=sorted(names))
    return links.values_list(
        "objectdb_id",
        "attribute__db_attrtype",
        "attribute__db_key",
        "attribute__db_category",
        Cast("attribute__db_value", TextField()),  # as text: to unpickle it takes long
        "attribute__db_lock_storage",
    )


class _RowReader:
    """The rows read so far, and the data that they share."""

    def __init__(self, attr_names: Collection[str], values: Mapping[str | None, object]) -> None:
        self._names = set(attr_names)
        self._values = dict(values)
        self._meanings = TagMeanings()
        self._shared: dict[tuple[object, ...], tuple[Traits, str | None]] = {}
        self._rooms: dict[XYZ, Row] = {}
        self._exits: dict[ExitKey, Row] = {}
        self._extra: list[int] = []
        links = objects.TagLinks.objects.order_by("objectdb_id", "tag_id")
        self._links = links.values_list("objectdb_id", "tag_id")
        self._stored = _stored(self._names)
        self._objects = ObjectDB.objects.order_by("pk").values_list(
            "pk", "db_key", "db_typeclass_path", "db_lock_storage", "db_home_id", "db_location_id",
            "db_destination_id",
        )  # fmt: skip

    def ids_steps(self, zkeys: Container[str], pace: Pace) -> Steps[list[int]]:
        """Return the ids of all objects of the given levels.

        Two queries for a few thousand objects. For more, all ids of the game are looked through in
        pieces, since one query for them would take a third of a second for half a million.
        """
        zs = [pk for pk, key in self._meanings.learn() if map_key(key) in zkeys]
        yield Step("objects", 0, 1)
        ids: list[int] = []
        for part in objects.chunked(zs):
            links = objects.TagLinks.objects.filter(tag_id__in=part)
            ids += [pk for (pk,) in links.values_list("objectdb_id")[:_MANY]]
            if len(ids) >= _MANY:
                yield Step("objects", 0, 1)
                return (yield from self._many_ids_steps(zs, pace))
        return sorted(set(ids))

    def _many_ids_steps(self, zs: Collection[int], pace: Pace) -> Steps[list[int]]:
        ids: list[int] = []
        levels = set(zs)

        links = objects.TagLinks.objects.order_by("objectdb_id", "tag_id")
        if len(levels) < _FEW:
            # an expression, not the column: SQLite would go by its index, and take all objects
            # of the levels for each piece
            links = links.annotate(level=F("tag_id") + 0).filter(level__in=sorted(levels))
        pairs = links.values_list("objectdb_id", "tag_id")

        def look_through(part: Sequence[int]) -> None:
            rows = objects.rows_between(pairs, "objectdb_id", part[0], part[-1])
            of_levels = (pk for pk, tag in rows if tag in levels)
            ids.extend(dict.fromkeys(of_levels))

        yield from pace.each("objects", objects.all_ids(), look_through)
        return ids

    def read(self, ids: Sequence[int]) -> None:
        """Read the given objects of the grid, in ascending order. Three queries."""
        if ids[-1] - ids[0] < _SPARSE * len(ids):
            rows = partial(objects.rows_between, first=ids[0], last=ids[-1])
            self._add_rows(self._rows(ids, rows))
        else:
            for part in objects.chunked(ids):
                self._add_rows(self.load(part))

    def load(self, ids: Sequence[int]) -> Iterator[tuple[XYZ | None, Row]]:
        """Yield the rows of a few objects, each with its place on the grid. Three queries."""
        return self._rows(ids, partial(_rows_among, ids))

    def _rows(
        self, ids: Sequence[int], rows_of: Callable[[object, str], _Rows]
    ) -> Iterator[tuple[XYZ | None, Row]]:
        wanted = set(ids)
        tags = self._meanings.sorted(rows_of(self._links, "objectdb_id"))
        attrs = self._attributes(rows_of(self._stored, "objectdb_id")) if self._names else {}
        shared, places = self._shared, self._meanings.places
        for pk, key, typeclass, locks, home, location, destination in rows_of(self._objects, "pk"):
            if pk not in wanted:
                continue
            (x, y, z, *end), labels = tags.get(pk, NO_TAGS)
            signature = (typeclass, locks, tuple(labels), tuple(attrs.get(pk, ())))
            if (cached := shared.get(signature)) is None:
                cached = shared[signature] = self._share(*signature)
            traits, direction = cached
            target = places[tuple(end)]
            row = Row(pk, key, traits, target, home, location, destination, direction)
            yield places[x, y, z], row

    def _attributes(self, rows: _Rows) -> dict[int, list[_Stored]]:
        attributes: dict[int, list[_Stored]] = defaultdict(list)
        for pk, kind, *columns in rows:
            if kind is None and columns[0] in self._names:
                attributes[pk].append(tuple(columns))
        return attributes

    def _share(
        self, typeclass: str, locks: str, ids: tuple[int, ...], attrs: tuple[_Stored, ...]
    ) -> tuple[Traits, str | None]:
        """Return the traits of all objects with this data, and their direction."""
        labels = self._meanings.labels(ids)
        traits = Traits(
            typeclass=typeclass,
            aliases=labels.aliases,
            locks=frozenset(part.strip() for part in locks.split(";") if part.strip()),
            permissions=labels.permissions,
            tags=labels.tags,
            prototypes=labels.prototypes,
            attrs={
                (name, category): (self._value(text), lock or "")
                for name, category, text, lock in attrs
            },
        )
        return traits, labels.direction

    def _value(self, text: str | None) -> Any:
        if text not in self._values:
            self._values[text] = _VALUE.from_db_value(text)
        return self._values[text]

    def _add_rows(self, rows: Iterable[tuple[XYZ | None, Row]]) -> None:
        """Add rows as rooms and exits; a second one in a place goes to `extra`."""
        for xyz, row in rows:
            if xyz is None:
                continue
            if row.target is None and row.destination is None and row.direction is None:
                first = self._rooms.setdefault(xyz, row)
            else:
                first = self._exits.setdefault(ExitKey(xyz, _direction_of(row)), row)
            if first is not row:
                self._extra.append(row.id)

    def result(self) -> Existing:
        """Return everything that was read."""
        return Existing(self._rooms, self._exits, extra=tuple(self._extra))


def _direction_of(row: Row) -> str:
    if row.direction is not None:
        return row.direction
    # an exit made by the contrib's own spawner has no such tag: its shortest name serves
    names = {name_key(name) for name in (row.key, *row.traits.aliases)}
    return min(names, key=lambda name: (len(name), name))


_HERE = (objects.X, objects.Y, objects.Z)
_NEAR = 400  # numbers of an axis in a statement; objects whose tags one statement reads
_COUNTED = 20_000  # links of an axis: whether there are more does not matter

PlaceTags = dict[int, dict[str, str]]
"""Object id -> category -> key, of its tags for X, Y and Z, and for the level of its target."""


def rooms_at_steps(places: Collection[XYZ]) -> Steps[dict[XYZ, int]]:
    """Return coordinate -> id of the rooms at these coordinates; of two at one, the older."""
    return objects.rooms_in_tags((yield from tags_at_steps(places)))


def tags_at_steps(places: Collection[XYZ]) -> Steps[PlaceTags]:
    """Return the tags of the rooms and exits at the given coordinates of any maps.

    Queries: four, one for each number on the axis with the fewest links, one per 400 objects.
    """
    wanted, by_id = set(places), PlaceTags()
    for part in _grouped(wanted) if wanted else ():
        near = yield from _near_steps(part)
        for ids in objects.chunked(sorted(near.difference(by_id)), _NEAR):
            links = objects.TagLinks.objects.filter(
                objectdb_id__in=ids, tag__db_category__in=(*_HERE, objects.Z_TO)
            )
            new = objects.tags_by_object(links)
            by_id.update({pk: tags for pk, tags in new.items() if objects.xyz_in(tags) in wanted})
            yield Step("objects", 0, 1)
    return by_id


def _grouped(places: set[XYZ]) -> Iterator[Collection[XYZ]]:
    """Yield the places in groups with few numbers on each axis, or all if they have few."""
    if all(len(set(axis)) <= _NEAR for axis in zip(*places, strict=True)):
        yield places
    else:
        yield from objects.chunked(sorted(places, key=lambda xyz: (xyz.z, xyz.x, xyz.y)), _NEAR)


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
    other_axes = [tags for category, tags in axes.items() if category != line]
    ids = set[int]()
    for tag in axes[line]:
        near = _links([tag])
        for tags in other_axes:
            near = near.filter(Exists(_links(tags).filter(objectdb_id=OuterRef("objectdb_id"))))
        ids.update(pk for (pk,) in near.values_list("objectdb_id"))
        yield Step("objects", 0, 1)
    return ids


def _axes(places: Collection[XYZ]) -> dict[str, list[int]]:
    """Return the ids of the tags for each coordinate of the places: category -> ids. One query."""
    xs, ys, zs = map(set, zip(*places, strict=True))
    xy = Q(db_category=objects.X, db_key__in=map(str, xs))
    xy |= Q(db_category=objects.Y, db_key__in=map(str, ys))
    rows = Tag.objects.filter(xy | Q(db_category=objects.Z), db_model="objectdb", db_tagtype=None)
    axes: dict[str, list[int]] = {category: [] for category in _HERE}
    for pk, category, key in rows.values_list("pk", "db_category", "db_key"):
        if category != objects.Z or map_key(key) in zs:
            axes[category].append(pk)
    return axes


def _links(tags: Collection[int]) -> Any:
    return objects.TagLinks.objects.filter(tag_id__in=tags)
