"""Describes a map for players who cannot see it: the player, the surroundings, all things."""

from __future__ import annotations

from collections.abc import Iterator

from xyzgrid_ext.parts.boards.core.automaton.extras import Extras
from xyzgrid_ext.parts.boards.core.board import Phrase, Scene, around, place_in_words

FEW = 6
"""Up to this many things of a kind are listed one by one; of more, only their number is told."""


def described(scene: Scene, extras: Extras) -> tuple[Phrase, ...]:
    """Describe the positions of things; columns and rows count from 1 at the upper left corner."""
    return (*_heroes(scene), *_things(scene, extras))


def _heroes(scene: Scene) -> Iterator[Phrase]:
    told: dict[str, int] = {}
    for x, y in scene.heroes:
        hero = scene.rows[y][x]
        told[hero] = told.get(hero, 0) + 1
        if told[hero] <= FEW:
            yield place_in_words(scene.name(hero), (x, y))
            yield from around(scene, (x, y))


def _things(scene: Scene, extras: Extras) -> Iterator[Phrase]:
    """List the things that have names, in the order of the extras; without names, all characters.

    Characters with the same name count as one kind of thing, such as the pieces of a snake.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(scene.rows):
        for x, character in enumerate(row):
            places.setdefault(character, []).append((x, y))
    kinds: dict[str, list[tuple[int, int]]] = {}
    for character in extras.names or sorted(set(places) - {" "}):
        if character not in extras.hero:
            kinds.setdefault(scene.name(character), []).extend(places.get(character, []))
    for name, found in kinds.items():
        if len(found) > FEW:
            yield Phrase("{name}: {count} in all", {"name": name, "count": len(found)})
        else:
            yield from (place_in_words(name, at) for at in found)
