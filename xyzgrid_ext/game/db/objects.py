"""Objects of the game in the database: their coordinates, tags, names and columns.

The number of queries does not grow with the number of rooms, except that long lists are split into
chunks of `_CHUNK` where statements have limits. Nothing is written here, except by `delete_by`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from sys import intern
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize

import numpy as np
from django.db.models import BooleanField, Count, Exists, F, Func, Model, OuterRef, Q, QuerySet
from evennia.accounts.models import AccountDB
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import FARTHEST, map_key
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.base.evennia_internals import delete_rows
from xyzgrid_ext.game.base.evennia_types import Account, Character, GameObject

X, Y, Z = contrib.MAP_X_TAG_CATEGORY, contrib.MAP_Y_TAG_CATEGORY, contrib.MAP_Z_TAG_CATEGORY
X_TO, Y_TO, Z_TO = (
    contrib.MAP_XDEST_TAG_CATEGORY,
    contrib.MAP_YDEST_TAG_CATEGORY,
    contrib.MAP_ZDEST_TAG_CATEGORY,
)
T = TypeVar("T")
DIRECTION = "exit_direction"
"""The category of an exit's tag with its direction, whatever its name; the contrib has no such."""
COORDS = (X, Y, Z, X_TO, Y_TO, Z_TO, DIRECTION)
"""The categories of all tags that say where an object is on the grid, or leads."""
INSTANCE = "xyzgrid_instance"
"""The category of the tag that names the copy of a map to which an object belongs."""
LOGGED_OFF = "prelogout_location"
"""The Attribute in which Evennia stores where a character without a player was."""
_FLOW = 5_000  # rows that are fetched at a time
_CHUNK = 900  # SQLite takes 999 variables in a statement of old versions

TagLinks = ObjectDB.db_tags.through
AttributeLinks = ObjectDB.db_attributes.through


TagKey = tuple[str, str | None, str | None]
"""A tag of an object: its key, category and type, such as ("gold", "item", None)."""


def chunked(items: Iterable[T], size: int = _CHUNK) -> Iterator[list[T]]:
    """Yield the items in lists of at most `size`."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def rows_between(queryset: QuerySet, column: str, first: int, last: int) -> list[tuple[Any, ...]]:
    """Return the rows of a `values_list` query with `first <= column <= last`."""
    return list(queryset.filter(**{f"{column}__gte": first, f"{column}__lte": last}))


def stored_levels() -> set[str]:
    """Return the names, as `map_key`, of all maps and levels with rooms or exits. One query."""
    used = Exists(TagLinks.objects.filter(tag_id=OuterRef("pk")))  # a join would visit all links
    keys = Tag.objects.filter(used, db_category=Z, db_model="objectdb")
    return {map_key(key) for key in keys.values_list("db_key", flat=True)}


def all_ids() -> range:
    """Return a range that contains the ids of all objects. Two queries."""
    ids = ObjectDB.objects.values_list("pk", flat=True)  # both at once would visit all of them
    first, last = ids.order_by("pk").first(), ids.order_by("-pk").first()
    return range(0) if first is None or last is None else range(first, last + 1)


def coordinates() -> dict[int, dict[str, str]]:
    """Return the coordinate tags of all rooms and exits: id -> category -> key. One query."""
    links = TagLinks.objects.filter(
        tag__db_category__in=COORDS, tag__db_model="objectdb", tag__db_tagtype=None
    )
    return tags_by_object(links.order_by("objectdb_id"))


def tag_ids(wanted: Mapping[str, str]) -> dict[str, list[int]]:
    """Return category -> ids of tags of a key, given category -> key. One query."""
    ids: dict[str, list[int]] = {category: [] for category in wanted}
    is_wanted = Q(pk__in=[])
    for category, key in wanted.items():
        is_wanted |= Q(db_category=category, db_key=key)
    tags = Tag.objects.filter(is_wanted, db_model="objectdb", db_tagtype=None)
    for pk, category in tags.values_list("pk", "db_category") if wanted else ():
        ids[category].append(pk)
    return ids


def rooms_by_place() -> dict[XYZ, int]:
    """Return coordinate -> object id of all rooms of the grid. One query."""
    links = TagLinks.objects.filter(
        tag__db_category__in=(X, Y, Z, Z_TO),
        tag__db_model="objectdb",
        tag__db_tagtype=None,
        objectdb__db_destination=None,
    )
    return rooms_in_tags(tags_by_object(links))


def places_of(ids: Collection[int]) -> dict[int, XYZ]:
    """Return object id -> coordinate of those given ids that are rooms of the grid."""
    places: dict[int, XYZ] = {}
    for pks in chunked(sorted(ids)):
        links = TagLinks.objects.filter(objectdb_id__in=pks, tag__db_category__in=(X, Y, Z))
        for pk, tags in tags_by_object(links).items():
            if (xyz := xyz_in(tags)) is not None:
                places[pk] = xyz
    return places


def tags_by_object(links: Any) -> dict[int, dict[str, str]]:
    """Return the tags of links: object id -> category -> key. One query."""
    tags: dict[int, dict[str, str]] = defaultdict(dict)
    columns = "objectdb_id", "tag__db_category", "tag__db_key"
    for pk, category, key in links.values_list(*columns).iterator(chunk_size=_FLOW):
        tags[pk][intern(category)] = intern(key)  # thousands of objects share them
    return tags


def xyz_in(tags: Mapping[str, str], categories: tuple[str, str, str] = (X, Y, Z)) -> XYZ | None:
    """Return the coordinate in an object's tags (category -> key); None if it is not complete."""
    x, y, z = (tags.get(category) for category in categories)
    if x is None or y is None or z is None:
        return None
    try:
        return XYZ(int(x), int(y), intern(map_key(z)))
    except ValueError:
        return None


def map_name_of(obj: GameObject) -> str | None:
    """Return the name of the map or level that an object belongs to by its tags; None without."""
    name = None if obj is None else obj.tags.get(category=Z, return_list=False)
    return None if name is None else str(name)


def direction_of(exit_obj: GameObject) -> str | None:
    """Return the direction of an exit, by its tag and not its name; None if it has no such tag."""
    name = exit_obj.tags.get(category=DIRECTION, return_list=False)
    return None if name is None else str(name)


def is_exit(tags: Mapping[str, str]) -> bool:
    """Whether an object's tags (category -> key) say where it leads, as only those of exits do."""
    return Z_TO in tags


def rooms_in_tags(tags: Mapping[int, Mapping[str, str]]) -> dict[XYZ, int]:
    """Return coordinate -> id of the rooms among objects (id -> tags); of two at one, the older."""
    rooms: dict[XYZ, int] = {}
    for pk, tags_of_one in sorted(tags.items()):
        xyz = xyz_in(tags_of_one)
        if xyz is not None and not is_exit(tags_of_one):
            rooms.setdefault(xyz, pk)
    return rooms


def object_by_id(pk: int | None) -> Any | None:
    """Return the object with this id, from memory if possible; None if there is none."""
    if pk is None:
        return None
    try:
        return ObjectDB.objects.get(pk=pk)
    except ObjectDB.DoesNotExist:
        return None


def typeclass_path(pk: int) -> str | None:
    """Return the typeclass path of an object, which is not loaded; None if there is none."""
    paths = ObjectDB.objects.filter(pk=pk).values_list("db_typeclass_path", flat=True)
    path: str | None = paths.first()
    return path


def find_characters(name: str) -> list[Character]:
    """Return the characters with this name, ignoring case. One query, and those for loading."""
    # not by family, which knows only imported classes
    namesakes = ObjectDB.objects.filter(db_key__iexact=name).order_by("pk")
    return [obj for obj in namesakes if isinstance(obj, DefaultCharacter)]


def unfinished_characters(name: str, typeclass: str) -> list[Character]:
    """Return characters of a name and typeclass that have no player and no `creator_id` yet."""
    namesakes = ObjectDB.objects.filter(db_key__iexact=name, db_typeclass_path=typeclass)
    finished = namesakes.filter(db_attributes__db_key="creator_id")
    return list(namesakes.exclude(pk__in=finished.values("pk")).filter(db_account=None))


def account_by_id(pk: int) -> Account | None:
    """Return the account with this id; None if there is none."""
    try:
        return AccountDB.objects.get(pk=pk)
    except AccountDB.DoesNotExist:
        return None


def find_account(name: str) -> tuple[int, str] | None:
    """Return the id and the name of the account with this name, ignoring case; None without one."""
    rows = AccountDB.objects.filter(username__iexact=name).values_list("pk", "username")
    account: tuple[int, str] | None = rows.first()
    return account


def logged_off_in(room_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return (character id, room id) of those who logged off in one of these rooms. One query."""
    links = AttributeLinks.objects.filter(
        attribute__db_key=LOGGED_OFF, attribute__db_category=None
    ).values_list("objectdb_id", "objectdb__db_location", "attribute__db_value")
    # chosen here: SQLite would begin with all objects without a location, and all rooms are such
    values = ((pk, value) for pk, location, value in links if location is None)
    # an object is stored as a tuple that ends with its id; unpacked it would be loaded
    rooms = {pk: value[-1] for pk, value in values if isinstance(value, tuple) and value}
    return [(pk, room) for pk, room in sorted(rooms.items()) if room in room_ids]


def rooms_leading_to(pk: int | None) -> list[ObjectDB]:
    """Return the rooms from which exits lead to a room, in the order of the exits. One query."""
    exits = ObjectDB.objects.filter(db_destination=pk, db_location__isnull=False)
    return [exit_obj.location for exit_obj in exits.order_by("pk").select_related("db_location")]


def tagged_objects(category: str) -> list[tuple[int, str]]:
    """Return (object id, tag) for all tags of a category. One query."""
    links = TagLinks.objects.filter(tag__db_category=category, tag__db_tagtype=None)
    return list(links.order_by("objectdb_id").values_list("objectdb_id", "tag__db_key"))


def tagged_in_places(category: str) -> list[tuple[int, str, str | None, int | None, int | None]]:
    """Return (object id, tag, the tag's data, location id, account id) for tags of a category."""
    links = TagLinks.objects.filter(tag__db_category=category, tag__db_tagtype=None)
    columns = "objectdb_id", "tag__db_key", "tag__db_data", "objectdb__db_location_id"
    return list(links.order_by("objectdb_id").values_list(*columns, "objectdb__db_account_id"))


def objects_with(name: str, category: str) -> list[ObjectDB]:
    """Return all objects that have the Attribute of this name and category. One query."""
    has_it = Q(db_attributes__db_key=name, db_attributes__db_category=category)
    return list(ObjectDB.objects.filter(has_it).order_by("pk"))


# --- rows whose column has one of some values


class _Rare(Func):
    """A condition that few rows meet.

    Else SQLite reads the whole table when it expects many rows, which it does by what it knew when
    the table was smaller: 50 ms in place of 0.2 ms for the 100 objects in some of 140,000 rooms.
    """

    output_field = BooleanField()
    template = "%(expressions)s"

    def as_sqlite(self, compiler: object, connection: object, **more: object) -> object:
        """Return the statement, with a hint."""
        template = "likelihood(%(expressions)s, 0.001)"
        return self.as_sql(compiler, connection, template=template, **more)


def _rows_among(
    model: type[Model], by: str, values: Iterable[object]
) -> Iterator[QuerySet[object]]:
    """Yield querysets of the rows of a model whose column has one of some values."""
    for part in chunked(values):
        yield model._base_manager.filter(_Rare(Q(**{f"{by}__in": part})))


def rows_where(
    model: type[Model], columns: Sequence[object], by: str, values: Iterable[object]
) -> list[Any]:
    """Return the rows of a model whose column `by` has one of some values, in the order of ids.

    One query for 900 values.

    Args:
        model: a model.
        columns: the columns to return.
        by: the column that has one of the values.
        values: what the database compares it with.
    """
    parts = _rows_among(model, by, values)
    all_rows = [row for part in parts for row in part.values_list(*columns, "pk")]
    all_rows.sort(key=itemgetter(-1))
    return [row[:-1] for row in all_rows]


def tags_in(
    ids: Iterable[int], categories: Collection[str | None]
) -> Iterator[tuple[int, str, str | None]]:
    """Yield the tags of objects in some categories, in order of tags: id, tag, category.

    One query for 900 objects.
    """
    columns = "objectdb_id", "tag__db_key", "tag__db_category"
    for part in chunked(ids):
        links = TagLinks.objects.filter(objectdb_id__in=part, tag__db_tagtype=None)
        links = links.order_by("tag_id").values_list(*columns)
        yield from ((pk, key, category) for pk, key, category in links if category in categories)


def things_in(rooms: Iterable[int]) -> list[GameObject]:
    """Return the characters and things in rooms. One query per 900 rooms, and those for loading."""
    inside = rows_where(ObjectDB, ("id", "db_destination_id"), "db_location_id", sorted(rooms))
    return load_objects([pk for pk, end in inside if end is None])


def any_has_attribute(name: str, places: Iterable[GameObject]) -> bool:
    """Whether any object in these rooms or things has an Attribute of this name. One query."""
    ids = [place.pk for place in places]
    links = AttributeLinks.objects.filter(
        objectdb__db_location_id__in=ids, attribute__db_key=name, attribute__db_category=None
    )
    return bool(links.exists())


def load_objects(ids: Iterable[int]) -> list[GameObject]:
    """Return the objects with these ids, in their order. One query for 900 of them."""
    parts = (ObjectDB.objects.filter(pk__in=part) for part in chunked(sorted(ids)))
    return [obj for part in parts for obj in part.order_by("pk")]


def delete_by(model: type[Model], by: str, values: Iterable[object]) -> None:
    """Delete the rows of a model whose column `by` has one of some values, and nothing else.

    One query for 900 values. No signals are sent; the caller updates objects in memory.
    """
    for part in _rows_among(model, by, values):
        delete_rows(part)


# --- the coordinates of all, in columns


_LINKS = 50_000  # rows at a time
_FEW_TAGS = 500  # names in a statement
_KINDS = (X, Y, Z, DIRECTION, Z_TO)
_X, _Y, _Z, _DIRECTION, _Z_TO = range(len(_KINDS))
_NONE = -FARTHEST


class ObjectColumns(NamedTuple):
    """The rooms and exits in the database as columns, in ascending order of their object ids.

    Attributes:
        pks: (n,) int64.
        x, y: (n,) int32.
        z: (n,) int32, an index into `znames`.
        direction: (n,) int32, an index into `directions`; negative for a room.
        znames: the keys of maps and levels.
        directions: those of exits, in lower case.
    """

    pks: Ints
    x: Ints
    y: Ints
    z: Ints
    direction: Ints
    znames: list[str]
    directions: list[str]

    def place(self, row: int) -> XYZ | ExitKey:
        """Return what is in a row: the coordinate of a room, or the key of an exit."""
        xyz = XYZ(self.x.item(row), self.y.item(row), self.znames[self.z.item(row)])
        way = self.direction.item(row)
        return xyz if way < 0 else ExitKey(xyz, self.directions[way])


def coordinate_columns() -> ObjectColumns:
    """Return all rooms and exits with complete coordinates. Two queries.

    Exits without a direction tag are left out, since nothing distinguishes them.
    """
    kind, value, znames, directions = _meanings()
    pks, places = [np.zeros(0, np.int64)], [np.zeros((0, len(_KINDS)), np.int32)]
    for links in _link_parts(np.flatnonzero(kind >= 0).tolist()):
        tags = links[:, 1]
        links = links[(tags < len(kind)) & (kind[np.minimum(tags, len(kind) - 1)] >= 0)]
        if not len(links):
            continue
        is_new = np.concatenate(([True], links[1:, 0] != links[:-1, 0]))
        values = np.full((int(is_new.sum()), len(_KINDS)), _NONE, np.int32)
        values[is_new.cumsum() - 1, kind[links[:, 1]]] = value[links[:, 1]]
        is_exit, has_way = values[:, _Z_TO] != _NONE, values[:, _DIRECTION] != _NONE
        values[~is_exit, _DIRECTION] = -1
        is_complete = (values[:, : _Z + 1] != _NONE).all(axis=1) & (has_way | ~is_exit)
        pks.append(links[is_new, 0][is_complete])
        places.append(values[is_complete])
    table = np.concatenate(places)
    x, y, z, direction = (table[:, part].copy() for part in (_X, _Y, _Z, _DIRECTION))
    return ObjectColumns(np.concatenate(pks), x, y, z, direction, znames, directions)


def _meanings() -> tuple[Ints, Ints, list[str], list[str]]:
    """Return the meanings of tags by id: the part of a coordinate (-1 for none) and its value."""
    tags = Tag.objects.filter(db_category__in=_KINDS, db_model="objectdb", db_tagtype=None)
    rows = list(tags.order_by("pk").values_list("pk", "db_category", "db_key"))
    kind = np.full(rows[-1][0] + 1 if rows else 1, -1, np.int8)
    value = np.full(len(kind), _NONE, np.int32)
    znames: dict[str, int] = {}
    directions: dict[str, int] = {}
    for pk, category, key in rows:
        kind[pk] = part = _KINDS.index(category)
        if part == _Z:
            value[pk] = znames.setdefault(map_key(key), len(znames))
        elif part == _DIRECTION:
            value[pk] = directions.setdefault(key.lower(), len(directions))
        elif part == _Z_TO:
            value[pk] = 0
        elif (number := _whole(key)) is not None:
            value[pk] = number
    return kind, value, list(znames), list(directions)


def _whole(key: str) -> int | None:
    try:
        number = int(key)
    except ValueError:
        return None
    return number if abs(number) < FARTHEST else None


def _link_parts(tags: list[int]) -> Iterator[Ints]:
    """Return (k, 2) object and tag ids in ascending order, each object's together.

    The result includes at least the given tags, and possibly others.
    """
    # the links as their index has them: to join and sort those of these tags takes three times as
    # long, as nearly all are; for the same reason an expression, and not the column
    if not tags:
        return
    links = TagLinks.objects.order_by("objectdb_id", "tag_id")
    if len(tags) < _FEW_TAGS:
        links = links.alias(number=F("tag_id") + 0).filter(number__in=tags)
    pairs = links.values_list("objectdb_id", "tag_id").iterator(chunk_size=_LINKS)
    last = np.zeros((0, 2), np.int64)  # of an object whose links may go on
    for rows in chunked(pairs, _LINKS):
        flat = np.fromiter(chain.from_iterable(rows), np.int64, 2 * len(rows))
        part = np.concatenate((last, flat.reshape(-1, 2)))
        cut = np.searchsorted(part[:, 0], part[-1, 0])
        last = part[cut:]
        yield part[:cut]
    yield last


# --- by name


def name_filter(text: str, lookup: str = "icontains") -> Q:
    """Return a filter for objects or tags whose `db_key` contains a text, ignoring case.

    Other lookups of Django are possible: `istartswith` and `iexact`.

    SQLite ignores case only in ASCII, so for other letters the usual spellings are tried: `école`
    also as `École` and `ÉCOLE`, each in both forms of Unicode.
    """
    spellings = {text}
    if not text.isascii():
        cases = (text, text.lower(), text.upper(), text.title(), text.capitalize())
        spellings = {normalize(form, spelling) for spelling in cases for form in ("NFC", "NFD")}
    is_named = Q(pk__in=[])
    for spelling in sorted(spellings):
        is_named |= Q(**{f"db_key__{lookup}": spelling})
    return is_named


def stored_forms(name: str) -> set[str]:
    """Return the spellings, in both forms of Unicode, in which a name may be an alias or a tag."""
    key = name_key(name)
    return {key, normalize("NFD", key)}


def name_keys(obj: GameObject) -> set[str]:
    """Return the name and the aliases of an object, in the form for comparisons of `name_key`."""
    return set(map(name_key, (obj.key, *obj.aliases.all())))


def is_item(name: str) -> bool:
    """Whether any object has this name, alias or tag of category `item`. One query."""
    words = Q(db_tags__db_key__in=stored_forms(name))
    is_tagged = Q(db_tags__db_tagtype="alias") | Q(db_tags__db_category="item")
    return bool(ObjectDB.objects.filter(name_filter(name, "iexact") | (words & is_tagged)).exists())


def find_objects(
    text: str, lookup: str, ids: range, is_meant: Callable[[str], bool], most: int
) -> tuple[int, list[int]]:
    """Return how many objects have a name or alias that matches, and the ids of the first of them.

    Those whose whole name or alias is the text come first. No object is loaded.

    Args:
        text: what the name contains, begins with, or is.
        lookup: how Django compares them: `icontains`, `istartswith`, or `iexact`.
        ids: the ids that are searched.
        is_meant: whether objects of a typeclass path count.
        most: how many ids are returned at most; whole matches and others are each ascending.
    """
    searched = ObjectDB.objects.filter(pk__range=(ids.start, ids.stop - 1))
    searched = searched.order_by("pk").values_list("pk", flat=True)

    def matches(lookup: str) -> QuerySet:
        tags = Tag.objects.filter(
            name_filter(text, lookup), db_tagtype="alias", db_model="objectdb"
        )
        is_named = name_filter(text, lookup)
        if tags.exists():
            is_named |= Q(pk__in=TagLinks.objects.filter(tag__in=tags).values("objectdb_id"))
        return searched.filter(is_named)

    counts = matches(lookup).order_by().values_list("db_typeclass_path").annotate(Count("pk"))
    meant = {path: count for path, count in counts if is_meant(path)}
    pks = (matches(each).filter(db_typeclass_path__in=meant)[:most] for each in ("iexact", lookup))
    return sum(meant.values()), list(islice(dict.fromkeys(chain.from_iterable(pks)), most))


# --- the names of puzzles


_SOLVES, _NEEDED = ("puzzle", "solves"), "needs"
_PUZZLE = "puzzle:"


def puzzle_names() -> set[str]:
    """Return the names of puzzles that machines or rooms solve or exits need. One query."""
    rows = Attribute.objects.filter(objectdb__isnull=False, db_key__in=(*_SOLVES, _NEEDED))
    return {
        name
        for key, value in rows.values_list("db_key", "db_value")
        for name in _puzzles_in(key, value)
    }


def _puzzles_in(key: str, value: object) -> Iterator[str]:
    if key in _SOLVES:
        yield from [value] if isinstance(value, str) else ()
        return
    words = [value] if isinstance(value, str) else value
    for word in words if isinstance(words, list | tuple) else ():
        if str(word).startswith(_PUZZLE):
            yield str(word).removeprefix(_PUZZLE).strip()
