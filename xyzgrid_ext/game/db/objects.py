"""Reads the grid from the database with Django's ORM; nothing is written here.

The number of queries does not grow with the number of rooms, except that long lists are split into
chunks of `_CHUNK` where statements have limits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby, islice
from operator import itemgetter
from sys import intern
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from evennia.accounts.models import AccountDB
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import XYZ

X, Y, Z = contrib.MAP_X_TAG_CATEGORY, contrib.MAP_Y_TAG_CATEGORY, contrib.MAP_Z_TAG_CATEGORY
X_TO, Y_TO, Z_TO = (
    contrib.MAP_XDEST_TAG_CATEGORY,
    contrib.MAP_YDEST_TAG_CATEGORY,
    contrib.MAP_ZDEST_TAG_CATEGORY,
)
# the direction of an exit, so that it is found whatever its key; the contrib has no such tag
DIRECTION = "exit_direction"
COORDS = (X, Y, Z, X_TO, Y_TO, Z_TO, DIRECTION)
INSTANCE = "xyzgrid_instance"  # the category of the tags of copies, which are for a few alone
LOGGED_OFF = "prelogout_location"  # the attribute in which Evennia keeps the room of a character
_FLOW = 5_000  # rows
_CHUNK = 900  # SQLite takes 999 variables in a statement of old versions

TagLinks = ObjectDB.db_tags.through
AttributeLinks = ObjectDB.db_attributes.through


TagKey = tuple[str, str | None, str | None]
"""The key, category and type of a tag."""


def chunked(items: Iterable[Any], size: int = _CHUNK) -> Iterator[list[Any]]:
    """Yield lists of at most `size` items."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def rows(queryset: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a `values_list` as the driver returns them, all in one go.

    Django would fetch a hundred at a time, which is slow. No values are converted.
    """
    sql, parameters = queryset.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def flowing(queryset: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a `values_list`, in batches of some thousands."""
    sql, parameters = queryset.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        while part := cursor.fetchmany(_FLOW):
            yield from part


def znames() -> set[str]:
    """Return the Z of all rooms and exits that have one, as `map_key`."""
    used = Exists(TagLinks.objects.filter(tag_id=OuterRef("pk")))  # a join would visit all links
    keys = Tag.objects.filter(used, db_category=Z, db_model="objectdb")
    return {map_key(key) for key in keys.values_list("db_key", flat=True)}


def all_ids() -> range:
    """Return a range that contains the ids of all objects. Two queries."""
    ids = ObjectDB.objects.values_list("pk", flat=True)  # both at once would visit all of them
    first, last = ids.order_by("pk").first(), ids.order_by("-pk").first()
    return range(0) if first is None or last is None else range(first, last + 1)


def coordinates() -> dict[int, dict[str, str]]:
    """Return the coordinate tags of all rooms and exits: maps object id -> category -> key."""
    return dict(coordinates_in_order())


def coordinates_in_order() -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the coordinate tags of one object after another, in the order of ids. Two queries."""
    tags = Tag.objects.filter(db_category__in=COORDS, db_model="objectdb", db_tagtype=None)
    meant = {pk: told for pk, *told in tags.values_list("pk", "db_category", "db_key")}
    # all links as their index has them: to join and sort those of these tags takes three times as
    # long, as nearly all are
    links = TagLinks.objects.order_by("objectdb_id", "tag_id").values_list("objectdb_id", "tag_id")
    for pk, own in groupby(flowing(links), key=itemgetter(0)):
        if found := {meant[tag][0]: meant[tag][1] for _pk, tag in own if tag in meant}:
            yield pk, found


def tag_ids(wanted: Mapping[str, str]) -> dict[str, list[int]]:
    """Return, for each category, the ids of its tags with the wanted key. One query."""
    found: dict[str, list[int]] = {category: [] for category in wanted}
    meant = Q(pk__in=[])
    for category, key in wanted.items():
        meant |= Q(db_category=category, db_key=key)
    tags = Tag.objects.filter(meant, db_model="objectdb", db_tagtype=None)
    for pk, category in tags.values_list("pk", "db_category") if wanted else ():
        found[category].append(pk)
    return found


def rooms_of() -> dict[XYZ, int]:
    """Return a mapping from the coordinates of all rooms of the grid to their ids. One query."""
    links = TagLinks.objects.filter(
        tag__db_category__in=(X, Y, Z, Z_TO),
        tag__db_model="objectdb",
        tag__db_tagtype=None,
        objectdb__db_destination=None,
    )
    return rooms_among(_by_object(links))


def places_of(ids: Collection[int]) -> dict[int, XYZ]:
    """Return the coordinates of the given rooms, by id."""
    found: dict[int, XYZ] = {}
    for part in chunked(sorted(ids)):
        links = TagLinks.objects.filter(objectdb_id__in=part, tag__db_category__in=(X, Y, Z))
        places = {pk: xyz_in(own) for pk, own in _by_object(links).items()}
        found.update({pk: xyz for pk, xyz in places.items() if xyz is not None})
    return found


def _by_object(links: Any) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for pk, category, key in rows(
        links.values_list("objectdb_id", "tag__db_category", "tag__db_key")
    ):
        found[pk][category] = key
    return found


def xyz_in(tags: Mapping[str, str], categories: tuple[str, str, str] = (X, Y, Z)) -> XYZ | None:
    """Return the coordinate in an object's tags; None if it is incomplete or not numeric."""
    x, y, z = (tags.get(category) for category in categories)
    if x is None or y is None or z is None:
        return None
    try:
        return XYZ(int(x), int(y), intern(map_key(z)))
    except ValueError:
        return None


def map_of(obj: Any) -> str | None:
    """Return the name of the map or level that an object belongs to by its tags; None without."""
    name = None if obj is None else obj.tags.get(category=Z, return_list=False)
    return None if name is None else str(name)


def direction_of(exit_obj: Any) -> str | None:
    """Return the direction of an exit, which does not depend on its name; None without one."""
    name = exit_obj.tags.get(category=DIRECTION, return_list=False)
    return None if name is None else str(name)


def is_exit(tags: Mapping[str, str]) -> bool:
    """Whether the tags belong to an exit, since only exits have a destination."""
    return Z_TO in tags


def rooms_among(tags: Mapping[int, Mapping[str, str]]) -> dict[XYZ, int]:
    """Return coordinates -> ids of the rooms with these tags; of two rooms at one, the older."""
    found: dict[XYZ, int] = {}
    for pk, own in sorted(tags.items()):
        xyz = xyz_in(own)
        if xyz is not None and not is_exit(own):
            found.setdefault(xyz, pk)
    return found


def object_of(pk: int | None) -> Any | None:
    """Return the object with this id, from memory if possible; None if there is none."""
    if pk is None:
        return None
    try:
        return ObjectDB.objects.get(pk=pk)
    except ObjectDB.DoesNotExist:
        return None


def typeclass_of(pk: int) -> str | None:
    """Return the typeclass path of an object, which is not loaded; None if there is none."""
    found: str | None = (
        ObjectDB.objects.filter(pk=pk).values_list("db_typeclass_path", flat=True).first()
    )
    return found


def characters_named(name: str) -> list[Any]:
    """Return the characters with this name, ignoring case. One query, and those for loading."""
    # not by family, which knows only imported classes
    found = ObjectDB.objects.filter(db_key__iexact=name).order_by("pk")
    return [one for one in found if isinstance(one, DefaultCharacter)]


def left_half_made(name: str, typeclass: str) -> list[Any]:
    """Return the characters with this name that have neither a known creator nor a player."""
    found = ObjectDB.objects.filter(db_key__iexact=name, db_typeclass_path=typeclass)
    made = found.filter(db_attributes__db_key="creator_id")
    return list(found.exclude(pk__in=made.values("pk")).filter(db_account=None))


def account(pk: int) -> Any | None:
    """Return the account with this id; None if there is none."""
    try:
        return AccountDB.objects.get(pk=pk)
    except AccountDB.DoesNotExist:
        return None


def account_named(name: str) -> tuple[int, str] | None:
    """Return the id and the name of the account with this name, ignoring case.

    Return None if there is none.
    """
    found: tuple[int, str] | None = (
        AccountDB.objects.filter(username__iexact=name).values_list("pk", "username").first()
    )
    return found


def logged_off_in(room_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return the characters that left rooms by logging off: id, room. One query."""
    links = AttributeLinks.objects.filter(
        attribute__db_key=LOGGED_OFF, attribute__db_category=None
    ).values_list("objectdb_id", "objectdb__db_location", "attribute__db_value")
    # chosen here: SQLite would begin with all objects without a location, and all rooms are such
    left = ((pk, value) for pk, location, value in links if location is None)
    # an object is stored as a tuple that ends with its id; unpacked it would be loaded
    rooms = {pk: value[-1] for pk, value in left if isinstance(value, tuple) and value}
    return [(pk, room) for pk, room in sorted(rooms.items()) if room in room_ids]


def sources_of(pk: int | None) -> list[ObjectDB]:
    """Return the rooms from which exits lead to a room, in the order of the exits. One query."""
    exits = ObjectDB.objects.filter(db_destination=pk, db_location__isnull=False)
    return [exit_obj.location for exit_obj in exits.order_by("pk").select_related("db_location")]


def tagged(category: str) -> list[tuple[int, str]]:
    """Return the id of each object with a tag of a category, and that tag. One query."""
    links = TagLinks.objects.filter(tag__db_category=category, tag__db_tagtype=None)
    return list(links.order_by("objectdb_id").values_list("objectdb_id", "tag__db_key"))


def holders(name: str, category: str) -> list[ObjectDB]:
    """Return all objects that have this Attribute. One query."""
    return list(
        ObjectDB.objects.filter(
            db_attributes__db_key=name, db_attributes__db_category=category
        ).order_by("pk")
    )
