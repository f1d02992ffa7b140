"""What parts have left in the database that the game no longer has: objects and command sets.

Evennia stores classes as paths. What is below the folder of a part goes with it; its Attributes
stay, for the day on which the part is back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from evennia.objects.models import ObjectDB

from xyzgrid_ext import parts
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import absent_part


def left_objects() -> dict[int, str]:
    """Return the objects whose classes are of absent parts: id -> part. One query."""
    rows = ObjectDB.objects.filter(db_typeclass_path__startswith=parts.__name__).order_by("pk")
    paths = rows.values_list("pk", "db_typeclass_path")
    return {pk: name for pk, path in paths if (name := absent_part(path))}


def left_command_sets() -> dict[int, dict[str, str]]:
    """Return the command sets of absent parts that are stored: id -> path -> part. One query."""
    rows = ObjectDB.objects.filter(db_cmdset_storage__contains=parts.__name__).order_by("pk")
    stored = {pk: text.split(",") for pk, text in rows.values_list("pk", "db_cmdset_storage")}
    sets = {
        pk: {path: name for path in paths if (name := absent_part(path))}
        for pk, paths in stored.items()
    }
    return {pk: paths for pk, paths in sets.items() if paths}


def by_part() -> dict[str, tuple[int, int]]:
    """Return what absent parts have left: part -> numbers of objects and of command sets."""
    things = Counter(left_objects().values())
    sets = Counter(name for paths in left_command_sets().values() for name in paths.values())
    return {name: (things[name], sets[name]) for name in sorted(things | sets)}


def remove_command_sets(pks: Collection[int]) -> None:
    """Take the command sets of absent parts from objects."""
    left = left_command_sets()
    for pk in pks:
        if (obj := objects.object_of(pk)) is not None:
            obj.cmdset_storage = [path for path in obj.cmdset_storage if path not in left[pk]]
            obj.cmdset.update(init_mode=True)


def remove_objects(pks: Collection[int]) -> None:
    """Delete objects, as Evennia does: what is in them goes to its home."""
    for pk in pks:
        if (obj := objects.object_of(pk)) is not None:
            obj.delete()
