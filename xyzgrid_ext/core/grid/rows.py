"""Rooms and exits as rows, from which a Grid is made; prototypes have numbers there.

rooms   (0,0,0) (1,0,0)      protos  0 {"key": "Inn"}  1 {"key": "Yard"}  2 {"needs": ["key"]}
links   0 -> 1 east, 2       the exit east of room 0 leads to room 1, and has the prototype 2
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid.model import Grid, Ints, Prototype, Way, assemble_grid


class LinkRow(NamedTuple):
    """A link for `grid_from_rows`: from the room with the number `source` to `target`.

    That is the number of a room, or a place on another map. `flags` are LinkFlag bits; `proto` is
    the number of its prototype.
    """

    source: int
    target: int | Place
    way: Way
    weight: float
    flags: int
    proto: int


class Prototypes:
    """Collects the distinct prototypes of a map, numbered in the order of their first use."""

    def __init__(self) -> None:
        self.values: list[Prototype] = []
        self._by_id: dict[int, tuple[Prototype, int]] = {}  # with what keeps the id in use
        self._by_text: dict[str, list[int]] = {}  # dicts cannot be keys

    def number(self, prototype: Prototype) -> int:
        """Return the number of a prototype, added if it is new; equal prototypes share one."""
        if (known := self._by_id.get(id(prototype))) is None:
            items = sorted(prototype.items(), key=lambda item: str(item[0]))
            alike = self._by_text.setdefault(repr(items), [])
            number = next((n for n in alike if self.values[n] == prototype), len(self.values))
            if number == len(self.values):
                self.values.append(prototype)
                alike.append(number)
            known = self._by_id[id(prototype)] = prototype, number
        return known[1]


def grid_from_rows(
    name: str,
    coords: Ints | Sequence[tuple[int, int, int]],
    links: Sequence[LinkRow],
    protos: Prototypes,
    room_proto: Sequence[int],
    **more: Any,
) -> Grid:
    """Return the Grid of rooms and links in any order.

    Args:
        name: the name of the map.
        coords: (x, y, z) of each room.
        links: its links; a room's number is its row in `coords`.
        protos: the prototypes of rooms and links.
        room_proto: the number in `protos` of each room's prototype.
        more: other arguments of `assemble_grid`.
    """
    ways: dict[Way, int] = {}
    source, target, way, weight, flags, link_proto = zip(*links, strict=True) if links else [()] * 6
    return assemble_grid(
        name,
        coords=coords,
        source=source,
        target=[-1 if isinstance(end, Place) else end for end in target],
        way=[ways.setdefault(words, len(ways)) for words in way],
        ways=list(ways),
        weight=weight,
        link_flags=flags,
        outside={n: end for n, end in enumerate(target) if isinstance(end, Place)},
        needs=needs_by_link(protos.values, link_proto),
        protos=protos.values,
        room_proto=room_proto,
        link_proto=link_proto,
        **more,
    )


def needs_by_link(
    protos: Sequence[Prototype], link_proto: Iterable[int]
) -> dict[int, tuple[str, ...]]:
    """Return link number -> words of `needs` (`item:lamp`) of its exit, for links that have any.

    `link_proto` has for each link an index into `protos`, -1 for none. A value of `needs` that is
    no list of words belongs to the game, and is passed over.
    """
    words = [_words(prototype) for prototype in protos]
    if not any(words):
        return {}  # as in most maps
    return {link: words[n] for link, n in enumerate(link_proto) if n >= 0 and words[n]}


def _words(prototype: Prototype) -> tuple[str, ...]:
    value = prototype.get("needs")
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return tuple(value)
    return ()
