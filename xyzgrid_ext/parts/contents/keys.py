"""The keys of `contents`: what stands in rooms, how many of it, and when it comes back.

at a room    [{"prototype": "baker", "contents": [{"prototype": "loaf", "count": 3}]}]
at a map     [{"prototype": "guard", "rooms": ["area:market"], "count": 2}]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from xyzgrid_ext.core.mapdata.faults import NO_FAULTS, Faults, ValueFault
from xyzgrid_ext.core.mapdata.kinds import (
    REQUIRED,
    WORD,
    Either,
    Flag,
    KeyRow,
    KeyTable,
    ListOf,
    Number,
    Predicate,
    WholeNumber,
)
from xyzgrid_ext.core.mapdata.prototypes import COORDINATE, EXIT_NEEDS, SELECTORS, THING
from xyzgrid_ext.core.mapdata.rows import SEED
from xyzgrid_ext.core.markup import text_width

KEY = "contents"
"""The key of map modules for what stands in rooms."""
NEVER = "never"
"""The value of `back` for what does not come back."""
DEFAULT_BACK = 600
"""The seconds after which something comes back, unless its row says otherwise."""
DEFAULT_EVERY = 30
"""The seconds between two steps of a wanderer, unless its row says otherwise."""
_MOST_SECONDS = 366 * 24 * 3600
_MOST = 1000  # objects of one row
_CODE = "malformed-contents"
_CURE = 'write "contents": [{"prototype": "guard", "count": 2}]'
_PROTOTYPE = Either((WORD, THING), "the name of a prototype, or a dict")


class _Back(Either):
    """Seconds, `never`, or words that are true for everybody."""

    def faults(self, value: object) -> Faults:
        """Return the faults of a value."""
        return NO_FAULTS if value == NEVER else super().faults(value)


class _Wanders(KeyTable):
    """Rooms to stay within, or a route."""

    def faults(self, value: object) -> Faults:
        """Return the faults: those of a dict, or neither rooms nor a route, or both."""
        if isinstance(value, Mapping) and ("rooms" in value) is ("route" in value):
            message, cure = "has either rooms or a route", 'write {"rooms": ["area:market"]}'
            return [ValueFault(message, cure, code=_CODE)]
        return super().faults(value)


WANDERS = _Wanders(
    "a dict",
    (
        KeyRow("rooms", SELECTORS, "it walks about in these, at random", None),
        KeyRow("route", ListOf("a list of places", COORDINATE), "it walks to these in turn", None),
        KeyRow("every", Number(_MOST_SECONDS), "seconds between two steps", DEFAULT_EVERY),
        KeyRow("home", EXIT_NEEDS, "while these words are true, it goes home", ()),
    ),
    own=None,
    code=_CODE,
    cure='write {"rooms": ["area:market"]}, or {"route": [(0, 0), (4, 0)]}',
)
"""The keys of `wanders`."""
_ROWS = (
    KeyRow(
        "prototype",
        Either(
            (_PROTOTYPE, ListOf("a list of prototypes", _PROTOTYPE)),
            "the name of a prototype, a dict, or a list of these",
        ),
        "what is made; of several, chance takes one",
        REQUIRED,
    ),
    KeyRow("name", WORD, "the name of this row, by which it is known; by default, its key", None),
    KeyRow("count", WholeNumber(1, _MOST), "how many there are at once", 1),
    KeyRow(
        "back",
        _Back(
            (Number(_MOST_SECONDS), EXIT_NEEDS),
            f"a number of seconds, {NEVER!r}, or words that are true for everybody",
            'write "back": 600, or "back": "time:dawn"',
        ),
        "when it comes back: seconds after it has gone, or as soon as these words are true",
        DEFAULT_BACK,
    ),
    KeyRow("together", Flag(), "whether they come back only when all of them have gone", False),
    KeyRow("unseen", Flag(), "whether it comes back only while nobody is in the room", False),
    KeyRow("chance", WholeNumber(1, 100), "percent: how often it comes back when it could", 100),
    KeyRow("seed", SEED, "of its chances; the same seed gives the same", None),
    KeyRow("needs", EXIT_NEEDS, "it is there only while these words are true", ()),
)


def _carries(inside: KeyTable) -> KeyRow:
    rows = ListOf("a list", inside, _CURE, code=_CODE)
    return KeyRow(KEY, rows, "what it carries, or has in it", ())


_DEEPEST = KeyTable("a dict", _ROWS, own=None, code=_CODE, cure=_CURE)
CARRIED_KEYS = replace(_DEEPEST, rows=(*_ROWS, _carries(_DEEPEST)))
"""The keys of a row about a carried thing."""
_SYMBOL = Predicate(
    "one character, which may have a colour",
    lambda value: isinstance(value, str) and text_width(value) == 1,
    {"type": "string"},
)
_SHOWN = KeyRow("symbol", _SYMBOL, "what maps show where it is, to who sees that room", None)
_WALKS = KeyRow("wanders", WANDERS, "where it walks, while somebody is near", None)
ROOM_KEYS = replace(_DEEPEST, rows=(*_ROWS, _carries(CARRIED_KEYS), _SHOWN, _WALKS))
"""The keys of a row in the `contents` of a room."""
MAP_KEYS = KeyTable(
    "a dict",
    (KeyRow("rooms", SELECTORS, "each is in one of these rooms", REQUIRED), *ROOM_KEYS.rows),
    own=None,
    code=_CODE,
    cure='write "contents": [{"prototype": "guard", "rooms": ["area:market"]}]',
)
"""The keys of a row in the `contents` of a map."""
OF_ROOM = KeyRow(
    KEY,
    ListOf("a list", ROOM_KEYS, _CURE, code=_CODE),
    "what stands there, and comes back",
    (),
    _CODE,
)
"""The key `contents` of a room."""
OF_MAP = KeyRow(
    KEY,
    ListOf("a list", MAP_KEYS, MAP_KEYS.cure, code=_CODE),
    "what stands in some of its rooms, and comes back",
    (),
    _CODE,
)
"""The key `contents` of a map."""
