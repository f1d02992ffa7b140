"""The rules for the classes of a drawing's legend and their attributes.

    class Bridge(NSMapLink):                 legend.B.weights: a dict of numbers, not 5
        weights = 5

Attributes are read without calling code of the class; computed ones (properties) are not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getattr_static
from math import isfinite
from typing import Any

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.mapdata.faults import Faults, ValueFault, shown, wrong
from xyzgrid_ext.core.mapdata.kinds import WORD, Flag, Nothing, Predicate, Schema, Text
from xyzgrid_ext.core.mapdata.prototypes import PROTOTYPE
from xyzgrid_ext.core.mapdata.shapes import ABSENT, Either, Keyed, KeyRow, KeyTable, ListOf, TupleOf

_MOST_NUMBER = 1e15  # larger ones add up to nothing exact


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -_MOST_NUMBER <= value <= _MOST_NUMBER and isfinite(value)


class _Aliases:
    """A name and its aliases; a single text, which Python reads as letters, is only reported."""

    words = "a tuple of words"
    _inner = ListOf(words, WORD)

    def takes(self, value: object) -> bool:
        """Whether it is a list, a tuple or a text."""
        return isinstance(value, str | list | tuple)

    def faults(self, value: object) -> Faults:
        """Return the faults: not words, or empty."""
        cure = 'write ("door", "oak door")'
        if isinstance(value, str) and value:
            return [
                ValueFault(
                    f"must be {self.words}, not {shown(value)}", cure, severity=Severity.WARNING
                )
            ]
        if isinstance(value, str | list | tuple) and not value:
            return wrong(self.words, value, cure)
        return self._inner.faults(value)

    def schema(self) -> Schema:
        """Return the schema of an array of strings."""
        return self._inner.schema()


_NUMBER = Predicate("a number", _is_number, {"type": "number"})
_NAMES = Keyed("a dict of names", WORD, _Aliases(), 'write {"n": ("door", "oak door")}')
_PROTOTYPE = Either((WORD, PROTOTYPE), "the name of a prototype, or a dict")
_COORDINATE = Predicate("a coordinate", lambda value: isinstance(value, int | str), {})
_NO_PLACE = (Nothing(), Nothing(), Nothing())  # as the contrib's own class has it
ATTRIBUTES = KeyTable(
    "a class of the contrib's legend",
    (
        KeyRow("symbol", Text(), "its symbol in a drawing", None, lenient=True),
        KeyRow(
            "display_symbol",
            Text(),
            "the symbol that players see; None: as in the drawing",
            None,
            lenient=True,
        ),
        KeyRow(
            "prototype", _PROTOTYPE, "the prototype of its room or exit; None: none is made", None
        ),
        KeyRow("interrupt_path", Flag(), "whether `goto` stops here", False),
        KeyRow("multilink", Flag(), "of a link: whether it has more than two ends", False),
        KeyRow(
            "target_map_xyz",
            TupleOf('(X, Y, "map")', ((_COORDINATE,) * 3, _NO_PLACE)),
            "of a transition: where it leads",
            ABSENT,
            "bad-transition",
        ),
        KeyRow(
            "directions",
            Keyed("a dict of directions", WORD, WORD, 'write {"n": "s", "s": "n"}'),
            "of a link: the direction out for each direction in",
            ABSENT,
        ),
        KeyRow("default_weight", _NUMBER, "of a link: its length", 1),
        KeyRow(
            "weights",
            Keyed("a dict of numbers", WORD, _NUMBER, 'write {"n": 2}'),
            "of a link: its length, by direction",
            ABSENT,
        ),
        KeyRow(
            "average_long_link_weights", Flag(), "of a link: whether its parts count as one", True
        ),
        KeyRow(
            "direction_aliases",
            Keyed("a dict of words", WORD, WORD, 'write {"n": "up"}'),
            "of a link: the names of its directions in `path`",
            ABSENT,
        ),
        KeyRow("spawn_aliases", _NAMES, "names and aliases of its exits, by direction", ABSENT),
        KeyRow(
            "direction_spawn_defaults", _NAMES, "of a node: the same for its other exits", ABSENT
        ),
        KeyRow("direction_name", WORD, "of a teleporter: its name in `path`", ABSENT),
    ),
)


LEGEND_KEYS = tuple(row.key for row in ATTRIBUTES.rows)


class LegendClass:
    """A class that looks like one of the contrib's nodes and links."""

    words = ATTRIBUTES.words

    def takes(self, value: object) -> bool:
        """Whether the value is such a class."""
        return isinstance(value, type) and all(
            getattr_static(value, name, ABSENT) is not ABSENT for name in ("symbol", "prototype")
        )

    def faults(self, value: object) -> Faults:
        """Return the faults: not such a class, or an attribute of a wrong kind."""
        if not self.takes(value):
            return wrong(self.words, value)
        return ATTRIBUTES.faults(_stored(value))

    def schema(self) -> Schema:
        """Return a schema that allows anything, since JSON has no classes."""
        return {}


def _stored(cls: Any) -> Mapping[str, object]:
    """Return the attributes of a class that are stored, not computed."""
    found = {row.key: getattr_static(cls, row.key, ABSENT) for row in ATTRIBUTES.rows}
    if isinstance(found["prototype"], str | list | tuple) and not found["prototype"]:
        found["prototype"] = None  # as the contrib takes it
    return {
        name: value
        for name, value in found.items()
        if value is not ABSENT and not hasattr(type(value), "__get__")
    }
