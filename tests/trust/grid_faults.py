"""What makes a database no playable grid: looked for in its rows, by no code that wrote them."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute

_OURS = ("xyzgrid_ext.xyzroom.XYZRoom", "xyzgrid_ext.xyzroom.XYZExit")
_ROOM = ("room_x_coordinate", "room_y_coordinate", "room_z_coordinate")
_TO = ("exit_dest_x_coordinate", "exit_dest_y_coordinate", "exit_dest_z_coordinate")
_EXIT = (*_TO, "exit_direction")


def faults() -> list[str]:
    """All that is wrong; each as a line."""
    return [*_of_objects(), *_of_rows()]


def _of_objects() -> Iterator[str]:
    tags: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    links = ObjectDB.db_tags.through.objects.filter(tag__db_tagtype=None)
    for pk, category, key in links.values_list("objectdb", "tag__db_category", "tag__db_key"):
        tags[pk][category].append(key)
    objects = {row[0]: row for row in ObjectDB.objects.values_list(
        "pk", "db_typeclass_path", "db_location", "db_destination", "db_home"
    )}  # fmt: skip
    at: dict[int, tuple[str, ...]] = {}
    ways: Counter[tuple[tuple[str, ...], str]] = Counter()
    for pk, (_, path, location, _, home) in objects.items():
        if path not in _OURS:
            if location is not None and location not in objects:
                yield f"#{pk} is in #{location}, which is not there"
            if home is None and f"#{pk}" != settings.DEFAULT_HOME:
                yield f"#{pk} has no home"
            continue
        for category in (*_ROOM, "from_prototype", *(_EXIT if path == _OURS[1] else ())):
            if len(tags[pk][category]) != 1:
                yield f"#{pk} {path} has the tags {tags[pk][category]} as {category}"
                return
        at[pk] = tuple(tags[pk][category][0] for category in _ROOM)
    for xyz, number in Counter(at[pk] for pk in at if objects[pk][1] == _OURS[0]).items():
        if number > 1:
            yield f"{number} rooms at {xyz}"
    for pk, xyz in at.items():
        _, path, location, destination, _ = objects[pk]
        if path == _OURS[0]:
            continue
        to = tuple(tags[pk][category][0] for category in _TO)
        ways[xyz, " ".join(tags[pk]["exit_direction"])] += 1
        if at.get(location) != xyz:
            yield f"the exit #{pk} of {xyz} stands in #{location} at {at.get(location)}"
        if at.get(destination) != to:
            yield f"the exit #{pk} to {to} leads to #{destination} at {at.get(destination)}"
    for (xyz, direction), number in ways.items():
        if number > 1:
            yield f"{number} exits {direction} of {xyz}"


def _of_rows() -> Iterator[str]:
    """Rows that belong to nothing, or to what is not there."""
    loose = Attribute.objects.filter(
        objectdb=None, accountdb=None, scriptdb=None, channeldb=None
    ).count()
    if loose:
        yield f"{loose} attributes of nothing"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            broken = cursor.execute("PRAGMA foreign_key_check").fetchall()
            yield from (f"a row refers to nothing: {row}" for row in broken)
            (verdict,) = cursor.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                yield f"the file is damaged: {verdict}"
