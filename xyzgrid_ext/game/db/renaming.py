"""Renames a map, with its rooms and everything that characters and the grid remember about it.

    tags         room_z_coordinate, exit_dest_z_coordinate    town ──► city   cube:3 ──► box:3
    things       2,0,town|a lamp                              ──► 2,0,city|a lamp
    attributes   explored rooms, wormholes, what has happened in a dungeon

A tag is one row, however many rooms have it, so a map of a million rooms is renamed in one go. The
caller opens a transaction, and flushes the objects in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db.models import Q
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import level_name, map_key, split_level
from xyzgrid_ext.game.db import dungeon_record, exploration, memory, objects

_WORMHOLE = re.compile(r"(-?\d+,-?\d+,-?\d+,)(.*?)( wormhole(?: \d+)?| \S+)", re.DOTALL)


def rename(old: str, new: str, things: str) -> None:
    """Rename a map.

    Args:
        old: the key of the map.
        new: its new key, which no room has yet.
        things: the tag category of things that spawns have made.

    """
    places = Tag.objects.filter(db_category__in=(objects.Z, objects.Z_TO), db_model="objectdb")
    _rename_tags(places, lambda key: level(key, old, new))
    thing = re.compile(rf"(-?\d+,-?\d+,){re.escape(old)}((?::\d+)?\|.*)", re.DOTALL)
    _rename_tags(
        Tag.objects.filter(db_category=things, db_model="objectdb"),
        lambda key: thing.sub(lambda found: f"{found[1]}{new}{found[2]}", key),
    )
    kept = Q(db_category=exploration.CATEGORY, db_key=old)
    Attribute.objects.filter(kept).update(db_key=new)
    record = {"db_category": memory.CATEGORY, "db_key": dungeon_record.name_of(old)}
    Attribute.objects.filter(**record).update(db_key=dungeon_record.name_of(new))
    for character in objects.holders(memory.WORMHOLES, memory.CATEGORY):
        known = memory.wormholes(character)
        memory.know_wormholes(character, {_wormhole(one, old, new) for one in known})


def _rename_tags(tags: Any, renamed: Callable[[str], str]) -> None:
    for tag in tags:
        if (key := renamed(tag.db_key)) == tag.db_key:
            continue
        other = tags.filter(db_key=key, db_category=tag.db_category).first()
        if other is None:
            Tag.objects.filter(pk=tag.pk).update(db_key=key)
        else:  # nothing has it, but it is there
            objects.TagLinks.objects.filter(tag=tag).update(tag=other)
            tag.delete()


def level(key: str, old: str, new: str) -> str:
    """Return the Z of a level of a renamed map; others stay."""
    if map_key(key) == old:
        return new
    split = split_level(map_key(key))
    return level_name(new, split[1]) if split is not None and split[0] == old else key


def _wormhole(text: str, old: str, new: str) -> str:
    """Return a wormhole such as `2,2,1,cube wormhole` with the new name of its map."""
    found = _WORMHOLE.fullmatch(text)
    return text if found is None or found[2] != old else f"{found[1]}{new}{found[3]}"
