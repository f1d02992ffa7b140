"""What rooms and exits of maps were spawned as, map by map: rows of Evennia's ServerConfig.

    "xyzgrid spawned 1f0c…"  ──►  zlib, base64 of {"map": "inn", "rows": {"(0,0,inn)": [...]}}

`pull` and `spawn` tell from it who has changed a row since, the file or the game. It may be missing
at any time: then nobody knows. No migration is needed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from evennia.server.models import ServerConfig

from xyzgrid_ext.core.spawn.marks import Marks
from xyzgrid_ext.game.db.stored import read_stored

_PREFIX = "xyzgrid spawned "


def marks(key: str) -> dict[str, Marks]:
    """What the rows of a map were spawned as; empty if nobody knows. One query."""
    found = ServerConfig.objects.filter(db_key=_row(key)).values_list("db_value", flat=True)
    text = found.first()
    return {} if text is None else read_stored(f"the row '{_row(key)}'", lambda: _rows(text), {})


def remember(
    key: str, rows: Mapping[str, Marks], gone: Iterable[str] = (), *, whole: bool = False
) -> None:
    """Write what rows of a map were spawned as, and forget what is gone. Two queries.

    With `whole` these are all rows of the map.
    """
    before = marks(key)
    now = dict(rows) if whole else {**before, **rows}
    for name in gone:
        now.pop(name, None)
    if now == before:
        return
    text = json.dumps({"map": key, "rows": now}, separators=(",", ":"))
    stored = b64encode(zlib.compress(text.encode(), 1)).decode()
    if not ServerConfig.objects.filter(db_key=_row(key)).update(db_value=stored):
        ServerConfig(db_key=_row(key)).value = stored


def _row(key: str) -> str:
    return _PREFIX + blake2b(key.encode(), digest_size=12).hexdigest()


def _rows(text: str) -> dict[str, Marks]:
    data = json.loads(zlib.decompress(b64decode(text)))
    return {name: (int(a), int(b), int(c), int(d)) for name, (a, b, c, d) in data["rows"].items()}
