"""Queries for all objects with a text in the name, in slices: a game has hundreds of thousands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db.models import BigIntegerField
from django.db.models.functions import Coalesce
from evennia.objects.models import ObjectDB
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.objects import TagLinks
from xyzgrid_ext.game.db.ranged import Ranged
from xyzgrid_ext.game.db.rooms import PACE, named


def objects_named_steps(
    text: str, lookup: str, ids: range, is_meant: Callable[[str], bool], most: int
) -> Steps[tuple[int, list[int]]]:
    """Return how many objects have a name or alias that matches, and the ids of the first of them.

    Those whose whole name or alias is the text come first. No object is loaded.

    Args:
        text: what the name contains, begins with, or is.
        lookup: how Django compares them: `icontains`, `istartswith`, or `iexact`.
        ids: which objects are searched.
        is_meant: whether a typeclass path is one of those that are sought.
        most: how many ids are returned at most, ascending among their like.

    """
    count = 0
    whole: list[int] = []
    partly: list[int] = []
    wanted = name_key(text)
    tags = Tag.objects.filter(named(text, lookup), db_tagtype="alias", db_model="objectdb")
    # by the links of the objects of a slice: by those of an alias, SQLite would visit all of them
    # for every slice
    number = Coalesce("tag_id", 0, output_field=BigIntegerField())
    links = TagLinks.objects.alias(number=number).filter(number__in=tags.values("pk"))
    aliased = Ranged(
        links.values_list("objectdb_id", "objectdb__db_typeclass_path", "tag__db_key"),
        "objectdb_id",
    )
    keys = ObjectDB.objects.filter(named(text, lookup))
    called = Ranged(keys.values_list("pk", "db_typeclass_path", "db_key"), "pk")

    def search(part: Sequence[int]) -> None:
        nonlocal count
        found = called.between(part[0], part[-1])
        if is_aliased:
            found += aliased.between(part[0], part[-1])
        meant = {pk for pk, path, _name in found if is_meant(path)}
        named_so = meant & {pk for pk, _path, name in found if name_key(name) == wanted}
        count += len(meant)
        whole.extend(sorted(named_so)[: most - len(whole)])
        partly.extend(sorted(meant - named_so)[: most - len(partly)])

    is_aliased = tags.exists()
    yield from PACE.each("names", ids, search)
    return count, [*whole, *partly][:most]
