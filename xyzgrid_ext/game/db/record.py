"""The record of the last spawn in the database, and what it was before each of the last spawns.

    ServerConfig row                  value
    "xyzgrid spawned 5f..3a 2,0"      rooms from (32,0) to (47,15) of a level, and their exits
    "xyzgrid history 00000012"        JSON: when, what, how much, and the names of the blocks below
    "xyzgrid history 00000012 5f..3a 2,0"    that block as it was before that spawn

A block is text as `core.spawn.record` writes it. No migration is needed. A damaged block counts as
missing: of its rows, nobody knows what the last spawn gave.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from evennia.server.models import ServerConfig

from xyzgrid_ext.core.spawn import Wanted
from xyzgrid_ext.core.spawn.record import Block, unpack
from xyzgrid_ext.game.db.objects import chunked
from xyzgrid_ext.game.db.stored import read_stored

_PREFIX = "xyzgrid spawned "
_HISTORY = "xyzgrid history "
_MOST = 50  # spawns whose earlier record is kept
_BATCH = 500


class PastSpawn(NamedTuple):
    """A spawn in the history: its number, its time in epoch seconds, and what it did in words."""

    number: int
    time: float
    text: str


def read_blocks(blocks: Iterable[Block]) -> dict[Block, str]:
    """Return the stored texts of the given blocks that are stored. One query for 500 blocks.

    A block is a square of rooms of a level with their exits: see `core.spawn.record`.
    """
    block_of = {_key(block): block for block in blocks}
    texts: dict[Block, str] = {}
    for keys in chunked(block_of, _BATCH):
        rows = ServerConfig.objects.filter(db_key__in=keys).values_list("db_key", "db_value")
        texts.update((block_of[key], text) for key, text in rows)
    return texts


def read_levels(levels: Iterable[str]) -> dict[Block, str]:
    """Return the stored texts of all blocks of the given levels. One query per level."""
    texts: dict[Block, str] = {}
    for level in levels:
        rows = ServerConfig.objects.filter(db_key__startswith=_level(level))
        for key, text in rows.values_list("db_key", "db_value"):
            x, y = key.rpartition(" ")[2].split(",")
            texts[Block(int(x), int(y), level)] = text
    return texts


def unpack_rows(block: Block, text: str | None) -> Wanted:
    """Return the rows in the text of a block; none for None, or if it is damaged."""
    nothing = Wanted({}, {})
    if text is None:
        return nothing
    return read_stored(f"the row '{_key(block)}'", lambda: unpack(text), nothing)


def write_blocks(texts: Mapping[Block, str], before: Mapping[Block, str]) -> None:
    """Store texts of blocks in a transaction; "" removes one. `before` has the stored texts."""
    new = {block: text for block, text in texts.items() if text and block not in before}
    empty = [_key(block) for block, text in texts.items() if not text and block in before]
    with transaction.atomic():
        for block, text in texts.items():
            if text and block in before and before[block] != text:
                ServerConfig.objects.filter(db_key=_key(block)).update(db_value=text)
        rows = [ServerConfig(db_key=_key(block), db_value=text) for block, text in new.items()]
        ServerConfig.objects.bulk_create(rows, batch_size=_BATCH)
        for keys in chunked(empty, _BATCH):
            ServerConfig.objects.filter(db_key__in=keys).delete()


def rename_level(old: str, new: str, texts: Mapping[Block, str]) -> None:
    """Delete the stored blocks of the levels `old` and `new`, and store these texts of `new`."""
    for level in (old, new):
        ServerConfig.objects.filter(db_key__startswith=_level(level)).delete()
    write_blocks(texts, {})


# --- history


def begin_history_entry(text: str) -> int:
    """Add an entry with a text, `spawn town (...)`, to the history; return its number."""
    newest = _entries().order_by("-db_key").values_list("db_key", flat=True).first()
    number = int(newest.removeprefix(_HISTORY).split()[0]) + 1 if newest else 1
    ServerConfig(db_key=_name(number), db_value=json.dumps([time.time(), text])).save()
    for key in _headers()[_MOST:]:
        forget_entry(int(key.removeprefix(_HISTORY)))
    return number


def add_blocks_before(number: int, texts: Mapping[Block, str]) -> None:
    """Store with an entry of the history the texts that blocks had before its spawn."""
    rows = [
        ServerConfig(
            db_key=f"{_name(number)} {_key(block).removeprefix(_PREFIX)}",
            db_value=json.dumps([*block, text]),
        )
        for block, text in texts.items()
    ]
    ServerConfig.objects.bulk_create(rows, batch_size=_BATCH)


def blocks_before(number: int) -> dict[Block, str]:
    """Return the texts that `add_blocks_before` stored with an entry; "" for a new block."""
    texts: dict[Block, str] = {}
    rows = _entries().filter(db_key__startswith=f"{_name(number)} ")
    for key, text in rows.values_list("db_key", "db_value"):
        data: Any = read_stored(f"the row '{key}'", partial(json.loads, text), None)
        if data is not None:
            x, y, z, packed = data
            texts[Block(x, y, z)] = packed
    return texts


def history() -> list[PastSpawn]:
    """Return the history: the last spawns, the newest first. One query."""
    spawns = []
    rows = _entries().filter(db_key__in=_headers()).order_by("-db_key")
    for key, text in rows.values_list("db_key", "db_value"):
        data: Any = read_stored(f"the row '{key}'", partial(json.loads, text), (0.0, ""))
        spawns.append(PastSpawn(int(key.removeprefix(_HISTORY)), *data))
    return spawns


def forget_entry(number: int) -> None:
    """Remove an entry of the history."""
    _entries().filter(db_key__startswith=_name(number)).delete()


def forget_history() -> None:
    """Remove the whole history, as after a map is renamed, because it has the former name."""
    _entries().delete()


def _headers() -> list[str]:
    keys = _entries().order_by("-db_key").values_list("db_key", flat=True)
    return [key for key in keys if " " not in key.removeprefix(_HISTORY)]


def _entries() -> QuerySet[ServerConfig]:
    return ServerConfig.objects.filter(db_key__startswith=_HISTORY)


def _name(number: int) -> str:
    return f"{_HISTORY}{number:08}"


def _key(block: Block) -> str:
    return f"{_level(block.z)}{block.x},{block.y}"


@lru_cache(1_024)
def _level(z: str) -> str:
    return f"{_PREFIX}{blake2b(z.encode(), digest_size=12).hexdigest()} "
