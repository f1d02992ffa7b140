"""Names of components: the kind of a thing, and the doors and slots that it uses.

Words are separated by underscores; several underscores in a row count as one.

    filler   _ mask                        [_ variant ...]
    treasure _ open-kind _ mask            [_ variant ...]   open: a chest, bigkey: a big chest
    enemy    _ name _ mask                 [_ variant ...]
    puzzle   _ mask                        [_ variant ...]
    door     _ kind _ side _ mask          [_ variant ...]   DOOR_KINDS; one of n s e w
    obstacle _ item _ sides _ mask         [_ variant ...]   ns, or north-south
    obstacle _ item _ mask                 [_ variant ...]   the sides are those of the mask
    floor    _ anything

Source: the mask page of the game Tunics! by Legofarmen. That game skips names that it cannot read;
here they are refused with the place and the cure.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.parts.dungeons.core.masks.mask import EMPTY, RoomMask, Side


class Kind(StrEnum):
    """The kinds of components that furnish rooms, such as doors, enemies and fillers."""

    FILLER = "filler"
    TREASURE = "treasure"
    ENEMY = "enemy"
    PUZZLE = "puzzle"
    DOOR = "door"
    OBSTACLE = "obstacle"
    FLOOR = "floor"


DOOR_KINDS = (
    "open", "closed", "smallkey", "bigkey", "weakwall", "veryweakwall", "entrance", "exit"
)  # fmt: skip
"""The kinds of doors in names of components."""
CHEST_KINDS = ("open", "bigkey")
"""The kinds of chests in names of components: opened freely, or with the big key."""

_USAGE = {
    Kind.FILLER: "filler_MASK, as in filler_000400",
    Kind.TREASURE: "treasure_KIND_MASK, as in treasure_open_000100",
    Kind.ENEMY: "enemy_NAME_MASK, as in enemy_rat_000020",
    Kind.PUZZLE: "puzzle_MASK, as in puzzle_000700",
    Kind.DOOR: "door_KIND_SIDE_MASK, as in door_smallkey_n_200000",
    Kind.OBSTACLE: "obstacle_ITEM_SIDES_MASK, as in obstacle_rope_n_200700",
    Kind.FLOOR: "floor_NAME, as in floor_flagstones",
}
_PART = re.compile(r"[^_]+")
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_SIDES = {word: side for side in Side for word in (side.letter, side.value)}


_Read = tuple[str, tuple[Side, ...], RoomMask]
"""The fields `what`, `sides` and `mask` of a component."""


def read_name(
    name: str, file: str = ""
) -> tuple[Kind, str, tuple[Side, ...], RoomMask, tuple[str, ...]]:
    """Return (kind, `what`, sides, mask, variant), as in Component, from a component's name.

    `file` is its source in messages.

    Raises:
        RefusedError: with one finding about the place, the fault and the cure.
    """
    reader = _NameReader(name, file)
    kind = _kind(reader)
    return kind, *_READERS[kind](reader, kind), reader.rest()


class _NameReader:
    """The words of one name, taken from left to right."""

    def __init__(self, name: str, file: str) -> None:
        self.name = name
        self.file = file
        self.words = list(_PART.finditer(name))
        self.next = 0

    def peek(self) -> str:
        """Return the next word; "" after the last."""
        return self.words[self.next][0] if self.next < len(self.words) else ""

    def take(self, what: str, cure: str) -> str:
        """Take the next word; refuse the name if there is none."""
        word = self.peek()
        if not word:
            raise self.refusal("missing-part", f"the name ends where its {what} should be", cure)
        self.next += 1
        return word

    def rest(self) -> tuple[str, ...]:
        return tuple(word[0] for word in self.words[self.next :])

    def refusal(self, code: str, message: str, cure: str, back: int = 0) -> RefusedError:
        """Return an error about the next word, or about one `back` words before it."""
        number, column, width = self.next - back, len(self.name) + 1, 1
        if number < len(self.words):
            begin, end = self.words[number].span()
            column, width = begin + 1, end - begin
        finding = Finding.error(code, message, cure, self.file)
        place: dict[str, Any] = {"line": 1, "column": column, "source": self.name, "width": width}
        return RefusedError([replace(finding, **place)])


def _kind(reader: _NameReader) -> Kind:
    word = reader.take("kind", f"expected {join_with_or(Kind)}")
    if word not in set(Kind):
        message = f"unknown kind of component {short_text(word)}"
        cure = f"expected {join_with_or(Kind)}{_meant(word, Kind)}"
        raise reader.refusal("unknown-component", message, cure, back=1)
    return Kind(word)


def _mask(reader: _NameReader, kind: Kind) -> RoomMask:
    word = reader.take("mask", f"expected {_USAGE[kind]}")
    try:
        return RoomMask.parse(word)
    except GridError as error:
        raise reader.refusal("not-a-mask", error.message, error.cure, back=1) from error


def _one_of(reader: _NameReader, kind: Kind, what: str, options: Sequence[str]) -> str:
    word = reader.take(what, f"expected {_USAGE[kind]}")
    if word not in options:
        code = f"unknown-{what.replace(' ', '-')}"
        cure = f"expected {join_with_or(options)}{_meant(word, options)}"
        raise reader.refusal(code, f"unknown {what} {short_text(word)}", cure, back=1)
    return word


def _own_name(reader: _NameReader, kind: Kind, what: str) -> str:
    word = reader.take(what, f"expected {_USAGE[kind]}")
    if not _NAME.fullmatch(word):
        message = f"{short_text(word)} is not a name of an {what}"
        cure = f"write lower-case letters, digits and hyphens: {_USAGE[kind]}"
        raise reader.refusal(f"not-an-{what}", message, cure, back=1)
    return word


def _sides(reader: _NameReader, kind: Kind) -> tuple[Side, ...]:
    """Read `ns` or `north-south`: each side once, in the order north, south, east, west."""
    word = reader.take("sides", f"expected {_USAGE[kind]}")
    letters = set(word) <= set("nsew")
    named = [_SIDES.get(part) for part in (word if letters else word.split("-"))]
    if None in named:
        cure = f"write letters of nsew, or words as in north-east: {_USAGE[kind]}"
        raise reader.refusal("unknown-side", f"unknown sides {short_text(word)}", cure, back=1)
    sides = tuple(side for side in Side if side in named)
    if len(named) != len(sides) or list(sides) != named:
        right = "-".join(side.value for side in sides)
        if letters:
            right = "".join(side.letter for side in sides)
        message = f"the sides {short_text(word)} are not in order, or one appears twice"
        raise reader.refusal("order-of-sides", message, f"write {right}", back=1)
    return sides


def _read_plain(reader: _NameReader, kind: Kind) -> _Read:
    mask = _mask(reader, kind)
    if kind is Kind.FILLER and not mask:
        cure = "give it at least one slot, as in filler_000020"
        message = "a filler that takes no slots would fit without end"
        raise reader.refusal("empty-filler", message, cure, back=1)
    return ("", (), mask)


def _read_door(reader: _NameReader, kind: Kind) -> _Read:
    what = _one_of(reader, kind, "kind of door", DOOR_KINDS)
    letter = _one_of(reader, kind, "side", [side.letter for side in Side])
    return (what, (_SIDES[letter],), _mask(reader, kind))


def _read_obstacle(reader: _NameReader, kind: Kind) -> _Read:
    item = _own_name(reader, kind, "item")
    if reader.peek()[:1].isdigit():
        mask = _mask(reader, kind)
        if not mask.doors:
            cure = f"name the sides before the mask: {_USAGE[kind]}"
            message = "an obstacle without sides, and its mask has no door"
            raise reader.refusal("no-sides", message, cure, back=1)
        return (item, mask.doors, mask)
    return (item, _sides(reader, kind), _mask(reader, kind))


def _read_floor(reader: _NameReader, kind: Kind) -> _Read:
    reader.take("name", f"expected {_USAGE[kind]}")
    reader.next -= 1  # all of it is variant
    return ("", (), EMPTY)


_READERS: dict[Kind, Callable[[_NameReader, Kind], _Read]] = {
    Kind.FILLER: _read_plain,
    Kind.PUZZLE: _read_plain,
    Kind.TREASURE: lambda reader, kind: (
        _one_of(reader, kind, "kind of chest", CHEST_KINDS),
        (),
        _mask(reader, kind),
    ),
    Kind.ENEMY: lambda reader, kind: (_own_name(reader, kind, "enemy"), (), _mask(reader, kind)),
    Kind.DOOR: _read_door,
    Kind.OBSTACLE: _read_obstacle,
    Kind.FLOOR: _read_floor,
}


def join_with_or(options: Iterable[str]) -> str:
    """Return the options as text: `a, b or c`."""
    *most, last = options
    return f"{', '.join(most)} or {last}" if most else last


def _meant(word: str, options: Iterable[str]) -> str:
    near = difflib.get_close_matches(word.lower()[:40], list(options), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""
