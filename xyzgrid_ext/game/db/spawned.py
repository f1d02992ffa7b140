"""How rooms and exits of maps were spawned: rows of Evennia's ServerConfig.

    "xyzgrid spawned 1f0c… 2,0"   the 16 by 16 rooms from (32, 0) of a level, and their exits
        zlib, base64 of {"(35,2,inn)": [...], "(35,2,inn) n": [...]}

From it, `pull` and `spawn` know whether the file or the game has changed a row since. If the row is
missing, nobody can tell. No migration is needed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from evennia.server.models import ServerConfig

from xyzgrid_ext.core.spawn.marks import Marks
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.stored import read_stored

_PREFIX = "xyzgrid spawned "
_ACROSS = 16  # rooms of a block: a block is read and written in a few milliseconds


def block_of(name: str) -> str:
    """Return the key of the row with the marks of a room or one of its exits."""
    x, y, rest = name[1:].split(",", 2)
    return block_at(int(x), int(y), rest.rpartition(")")[0])


def block_at(x: int, y: int, z: str) -> str:
    """Return the key of the row with the marks of a room and its exits."""
    return f"{_level(z)}{x // _ACROSS},{y // _ACROSS}"


def marks(blocks: Iterable[str]) -> dict[str, Marks]:
    """Return the known spawned state of the rows in the given blocks. One query per block."""
    found: dict[str, Marks] = {}
    for block in blocks:
        texts = ServerConfig.objects.filter(db_key=block).values_list("db_value", flat=True)
        for text in texts:
            found |= _read(block, text)
    return found


def marks_steps(levels: Iterable[str], pace: Pace) -> Steps[dict[str, Marks]]:
    """Return the known spawned state of the rows of the given levels.

    One query per level.
    """
    found: dict[str, Marks] = {}

    def read(part: Sequence[tuple[str, str]]) -> None:
        for block, text in part:
            found.update(_read(block, text))

    for level in levels:
        yield from pace.each("read", texts_of([level]).items(), read)
    return found


def texts_of(levels: Iterable[str]) -> dict[str, str]:
    """Return the stored texts of all blocks of the given levels, by key. One query per level."""
    found: dict[str, str] = {}
    for level in levels:
        rows = ServerConfig.objects.filter(db_key__startswith=_level(level))
        found.update(rows.values_list("db_key", "db_value"))
    return found


def write(block: str, rows: Mapping[str, Marks], gone: Collection[str]) -> None:
    """Write the spawned state of some rows of a block, and forget removed rows. Two queries."""
    before = marks([block])
    now = {**before, **rows}
    for name in gone:
        now.pop(name, None)
    if now != before:
        _put(block, _packed(_json(now)), is_new=False)


def write_whole(block: str, rows: Mapping[str, Marks], before: str | None) -> None:
    """Write the spawned state of all rows of a block unless `before` says it. One query."""
    text = _json(rows)
    if before is None or text != read_stored(f"the row '{block}'", lambda: _unpacked(before), ""):
        _put(block, _packed(text), is_new=before is None)


def forget(blocks: Collection[str]) -> None:
    """Forget blocks that a map no longer has. One query, or none."""
    if blocks:
        ServerConfig.objects.filter(db_key__in=blocks).delete()


def _put(block: str, text: str, *, is_new: bool) -> None:
    if is_new or not ServerConfig.objects.filter(db_key=block).update(db_value=text):
        ServerConfig(db_key=block).value = text


def _json(rows: Mapping[str, Marks]) -> str:
    return json.dumps(rows, separators=(",", ":"))


def _packed(text: str) -> str:
    return b64encode(zlib.compress(text.encode(), 1)).decode()


def _unpacked(text: str) -> str:
    return zlib.decompress(b64decode(text)).decode()


@lru_cache(1_024)
def _level(z: str) -> str:
    return f"{_PREFIX}{blake2b(z.encode(), digest_size=12).hexdigest()} "


def _read(key: str, text: str) -> dict[str, Marks]:
    return read_stored(f"the row '{key}'", lambda: _rows(text), {})


def _rows(text: str) -> dict[str, Marks]:
    data = json.loads(_unpacked(text))
    return {name: (int(a), int(b), int(c), int(d)) for name, (a, b, c, d) in data.items()}
