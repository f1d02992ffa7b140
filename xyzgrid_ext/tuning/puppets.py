"""Evennia's minutely check for characters without a player, as a query that an index answers.

Every minute Evennia's Server asks which objects have the tag `puppeted`. Its question leaves letter
case and parts of the tag open, so that the database goes through all tags of all objects: 10
seconds of standstill with 100,000 rooms.

    get_by_tag("puppeted", "account")  ──►  tag (unique index) ──► who has it (index)     1 ms
    any other question                 ──►  Evennia's own
"""

from __future__ import annotations

from typing import Any

from evennia.objects.models import ObjectDB

_KEY, _CATEGORY = "puppeted", "account"


def puppeted() -> Any:
    """Return a queryset of all objects that count as puppeted, in the order of their numbers."""
    links = ObjectDB.db_tags.through.objects.filter(
        # as Evennia writes it: in small letters
        tag__db_key=_KEY,
        tag__db_category=_CATEGORY,
        tag__db_tagtype=None,
        tag__db_model="objectdb",
    )
    return ObjectDB.objects.filter(pk__in=links.values("objectdb_id")).order_by("pk")


def ask_exactly() -> None:
    """Have Evennia's question about puppets answered by `puppeted`. Safe to repeat."""
    manager = ObjectDB.objects
    if "get_by_tag" in vars(manager):
        return
    evennias = manager.get_by_tag

    def get_by_tag(key: Any = None, category: Any = None, *args: Any, **kwargs: Any) -> Any:
        if (key, category) == (_KEY, _CATEGORY) and not args and not kwargs:
            return puppeted()
        return evennias(key, category, *args, **kwargs)

    manager.get_by_tag = get_by_tag
