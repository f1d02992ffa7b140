r"""The symbols of a drawing, as rows.

    #  room                 I  room at which an automatic walk stops      T  way to another map
    -  |  /  \  +  x        links, and crossings of two                  <  >  ^  v  one way
    o  bends a link         u  d  up and down, on the sheet              t  a pair jumps
    b  no route goes there  i  an automatic walk stops before it         U  D  B  stairs (3D maps)

A direction is the side of a cell: 0 is north, then clockwise. `joins` of a link maps the
side of entry to the side of exit: {"e": "w"} is a one-way link to the west.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from xyzgrid_ext.core.records import Record

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The eight sides of a cell, in the order of exits; a side as a number is an index into this."""
BLOCKED_WEIGHT = 999_999_999_999
"""The weight, in the contrib's modules, of a link that no route uses."""

EXIT_NAMES: Mapping[str, tuple[str, ...]] = {
    "n": ("north", "n"),
    "ne": ("northeast", "ne", "north-east"),
    "e": ("east", "e"),
    "se": ("southeast", "se", "south-east"),
    "s": ("south", "s"),
    "sw": ("southwest", "sw", "south-west"),
    "w": ("west", "w"),
    "nw": ("northwest", "nw", "north-west"),
    "d": ("down", "d", "do"),
    "u": ("up", "u"),
}
"""Direction -> (name, aliases …) of an exit whose link has no names of its own."""


class SymbolKind(Enum):
    """What a symbol of a drawing stands for."""

    ROOM = auto()
    TRANSITION = auto()  # stands for a room of another map; one link leads to it
    LINK = auto()  # joins the sides that `joins` says
    ROUTER = auto()  # joins the links around it: opposite ones, and the two that are left
    SMART = auto()  # joins the two rooms beside it, or what else is there
    TELEPORTER = auto()  # joins its one link with that of the same symbol elsewhere


@dataclass(frozen=True)
class Symbol:
    """What one symbol of a drawing means.

    Attributes:
        kind: what it stands for.
        shown: the symbol that players see; None for the symbol itself.
        prototype: the prototype of the room, or of an exit that begins with this link; None for a
            place that is not a room.
        stops: whether an automatic walk stops in this room, or before this link.
        names: direction -> (name, aliases …) of exits; those of a room are for links without names.
        joins: of a LINK: side where one enters -> side where one leaves.
        accepts_all: whether SMART links beside it may join it from any side.
        called: direction on the sheet -> direction of the exit (`u` whatever the side).
        weight: the cost for routes.
        weights: side where one enters -> cost, if it is not `weight`.
        averaged: whether a route pays the mean of the links on its way; else it pays their sum.
        shown_as: the joined sides, sorted: (("n", "s"), ("s", "n")) -> the symbol shown instead.
        target: the target of a TRANSITION: (X, Y, "map").
    """

    kind: SymbolKind
    shown: str | None = None
    prototype: Record | None = None
    stops: bool = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    joins: Mapping[str, str] = field(default_factory=dict)
    accepts_all: bool = False
    called: Mapping[str, str] = field(default_factory=dict)
    weight: float = 1
    weights: Mapping[str, float] = field(default_factory=dict)
    averaged: bool = True
    shown_as: Mapping[tuple[tuple[str, str], ...], str] = field(default_factory=dict)
    target: Any = None

    @property
    def is_place(self) -> bool:
        """Whether links begin and end at this symbol."""
        return self.kind in (SymbolKind.ROOM, SymbolKind.TRANSITION)


_ROOM: Record = {"prototype_parent": "xyz_room"}
_EXIT: Record = {"prototype_parent": "xyz_exit"}


def _link(*pairs: str, shown: str | None = None) -> Symbol:
    """Return a link symbol with these passages, each written as `from to`."""
    joins = dict(pair.split() for pair in pairs)
    return Symbol(SymbolKind.LINK, shown, _EXIT, joins=joins)


def _both(*pairs: str, shown: str | None = None) -> Symbol:
    """Return a link symbol with these passages and their reverses."""
    return _link(*pairs, *(" ".join(reversed(pair.split())) for pair in pairs), shown=shown)


def _vertical(token: str, *names: str) -> Symbol:
    return Symbol(
        SymbolKind.SMART,
        prototype=_EXIT,
        accepts_all=True,
        called=dict.fromkeys(DIRECTIONS, token),
        names=dict.fromkeys(DIRECTIONS, names),
    )


# the contrib writes some of these keys so that no drawing ever has them; they are left out
_SHOWN_AS: Mapping[tuple[tuple[str, str], ...], str] = {
    (("n", "s"), ("s", "n")): "|",
    (("n", "s"),): "v",
    (("e", "w"), ("w", "e")): "-",
    (("e", "w"),): ">",
    (("w", "e"),): "<",
}

LEGEND: Mapping[str, Symbol] = {
    "#": Symbol(SymbolKind.ROOM, prototype=_ROOM),
    "I": Symbol(SymbolKind.ROOM, "#", _ROOM, stops=True),
    "T": Symbol(SymbolKind.TRANSITION, " ", target=(None, None, None)),
    "|": _both("n s", shown="||"),  # a single bar would be a colour code
    "-": _both("e w"),
    "/": _both("ne sw"),
    "\\": _both("se nw"),
    "+": _both("n s", "e w"),
    "x": _both("ne sw", "se nw"),
    "v": _link("n s"),
    "^": _link("s n"),
    "<": _link("e w"),
    ">": _link("w e"),
    "o": Symbol(SymbolKind.ROUTER, accepts_all=True),
    "u": _vertical("u", "up", "u"),
    "d": _vertical("d", "down", "d"),
    "t": Symbol(SymbolKind.TELEPORTER, " "),
    "i": Symbol(
        SymbolKind.SMART, prototype=_EXIT, stops=True, accepts_all=True, shown_as=_SHOWN_AS
    ),
    "b": Symbol(
        SymbolKind.SMART,
        prototype=_EXIT,
        accepts_all=True,
        weights=dict.fromkeys(DIRECTIONS, BLOCKED_WEIGHT),
        shown_as=_SHOWN_AS,
    ),
}
"""Symbol -> its meaning in Evennia's XYZGrid contrib; a map's own legend adds to it."""

STAIRS: Mapping[str, Symbol] = dict.fromkeys("UDB", Symbol(SymbolKind.ROOM, prototype=_ROOM))
"""Symbols of rooms with stairs to the levels above and below, in 3D maps: up, down, both."""
