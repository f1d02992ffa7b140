"""A map in words, for those who do not see it: the player, what is around, where the things are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xyzgrid_ext.core.automaton.extras import Extras
from xyzgrid_ext.core.board import NOTHING, Phrase

FEW = 6
"""So many of a kind are told one by one; of more, only the number."""

_AROUND = {
    (0, -1): "above: {name}",
    (1, -1): "upper right: {name}",
    (1, 0): "right: {name}",
    (1, 1): "lower right: {name}",
    (0, 1): "below: {name}",
    (-1, 1): "lower left: {name}",
    (-1, 0): "left: {name}",
    (-1, -1): "upper left: {name}",
}


def described(rows: Sequence[str], extras: Extras) -> tuple[Phrase, ...]:
    """Tell what stands where; columns and rows count from 1, from the upper left corner."""
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            places.setdefault(character, []).append((x, y))
    return (*_heroes(rows, places, extras), *_things(places, extras))


def _heroes(
    rows: Sequence[str], places: dict[str, list[tuple[int, int]]], extras: Extras
) -> Iterator[Phrase]:
    for hero in extras.hero:
        for x, y in places.get(hero, [])[:FEW]:
            yield _at(_name(hero, extras), x, y)
            for dx, dy in _AROUND:
                if 0 <= y + dy < len(rows) and 0 <= x + dx < len(rows[y]):
                    name = _name(rows[y + dy][x + dx], extras)
                    yield Phrase(_AROUND[dx, dy], {"name": name})


def _things(places: dict[str, list[tuple[int, int]]], extras: Extras) -> Iterator[Phrase]:
    """Tell what has a name, in the order of the extras; without any names, every character.

    Characters of one name are one kind of thing: the pieces of a snake.
    """
    kinds: dict[str, list[tuple[int, int]]] = {}
    for character in extras.names or sorted(set(places) - {" "}):
        if character not in extras.hero:
            kinds.setdefault(_name(character, extras), []).extend(places.get(character, []))
    for name, found in kinds.items():
        if len(found) > FEW:
            yield Phrase("{name}: {count} of them", {"name": name, "count": len(found)})
        else:
            yield from (_at(name, x, y) for x, y in found)


def _at(name: str, x: int, y: int) -> Phrase:
    text = "{name}: column {column}, row {row}"
    return Phrase(text, {"name": name, "column": x + 1, "row": y + 1})


def _name(character: str, extras: Extras) -> str:
    return extras.names.get(character, NOTHING if character == " " else character)
