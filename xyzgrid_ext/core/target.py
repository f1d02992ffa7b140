"""Parses the place that a player typed, without looking at the world.

    (4,4)   4,4,town   (2,2,0,cube)     Coordinates
    (4,north)                           the same, but malformed
    nearest shop                        Nearest
    the tavern   7   Bob                Name: of a room, or of somebody
    to the mill via the bridge          an Itinerary: a goal, and places to pass before it

A room may be called `nearest shop` or `mill via bridge`. So `Nearest` and `Itinerary` keep the
whole text, and such a room is looked for first.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from xyzgrid_ext.core.names import name_key

_BARE = re.compile(r"[+-]?\d+\s*,\s*[+-]?\d+\s*(,.*)?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class Coordinates:
    """What a player typed as coordinates, such as `(2,2,cube)` or `2,2,0,cube`.

    Attributes:
        text: what was typed.
        xy: x and y; None if the text is malformed.
        name: all that follows x and y, without quotes, perhaps the name of a map; None if nothing
            does.
        level: the number that follows x and y, perhaps a level; None if none does.
        map: what follows that number and a comma, without quotes; None without a comma.
    """

    text: str
    xy: tuple[int, int] | None
    name: str | None = None
    level: int | None = None
    map: str | None = None


@dataclass(frozen=True)
class Name:
    """What a player typed as the name of a room or a person, whole or in part."""

    text: str

    @cached_property
    def key(self) -> str:
        """The form in which the name is compared: its `name_key`."""
        return name_key(self.text)

    def bare(self, articles: Collection[str]) -> str:
        """Return its `key` without the first word if that is an article: `tavern` for `the tavern`.

        `articles` are those of the player's language.
        """
        return without_article(self.key, articles)


@dataclass(frozen=True)
class Nearest(Name):
    """What a player typed as `nearest shop`; `kind` is what is looked for, `shop`, or ""."""

    kind: str


Target = Coordinates | Name
"""What a player typed as a place."""


@dataclass(frozen=True)
class Itinerary:
    """A goal, and places to pass on the way to it.

    Attributes:
        wholes: the whole text as a name, with and without `to`, as places may have `to` or `via` in
            their names; () if it has neither word.
        stops: the goal, then the places to pass, in order; None where one is missing.
    """

    wholes: tuple[Name, ...]
    stops: tuple[Target | None, ...]


def without_article(key: str, articles: Collection[str]) -> str:
    """Return the key of a name without its first word if that is in `articles`."""
    first, blank, name = key.partition(" ")
    return name.strip() if blank and first in articles else key


def parse_target(text: str, nearest: str = "nearest") -> Target:
    """Return what a player typed as a place: `2,2,cube`, `the tavern`, `nearest shop`.

    `nearest` is that word in the player's language.
    """
    text = text.strip()
    if _is_coordinates(text):
        return _coordinates(text)
    first, _blank, kind = text.partition(" ")
    return Nearest(text, kind.strip()) if name_key(first) == name_key(nearest) else Name(text)


def parse_stops(text: str, nearest: str = "nearest", via: str = "via", to: str = "to") -> Itinerary:
    """Return goal and stops from `to GOAL via PLACE via PLACE`; each may be `nearest shop`.

    `nearest`, `via` and `to` are these words in the player's language.
    """
    text = text.strip()
    wholes = []
    first, _blank, name = text.partition(" ")
    if name_key(first) == name_key(to) and name.strip():
        wholes.append(Name(text))
        text = name.strip()
    parts = _split(f"{text} ", f" {via} ")  # a place may be missing at the end
    if len(parts) > 1:
        wholes.append(Name(text))
    return Itinerary(tuple(wholes), tuple(parse_target(p, nearest) if p else None for p in parts))


def _is_coordinates(text: str) -> bool:
    """Whether a text looks like coordinates and not like a name."""
    in_brackets = text.startswith("(") and text.endswith(")") and "," in text
    return in_brackets or _BARE.fullmatch(text) is not None


def _coordinates(text: str) -> Coordinates:
    inner = text
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    # the name of a map may hold commas
    parts = [part.strip() for part in inner.split(",", 2)]
    if len(parts) < 2 or not all(_NUMBER.fullmatch(part) for part in parts[:2]):
        return Coordinates(text, None)
    xy = int(parts[0]), int(parts[1])
    if not (after := parts[2] if len(parts) == 3 else ""):
        return Coordinates(text, xy)
    number, comma, name = (part.strip() for part in after.partition(","))
    level = int(number) if _NUMBER.fullmatch(number) else None
    return Coordinates(text, xy, _unquoted(after), level, _unquoted(name) if comma else None)


def _unquoted(name: str) -> str:
    for quote in ("'", '"'):
        if len(name) > 1 and name.startswith(quote) and name.endswith(quote):
            return name[1:-1]
    return name


def _split(text: str, between: str) -> list[str]:
    """Split a text at each occurrence of a word, ignoring case; some parts may be empty."""
    return [part.strip() for part in re.split(re.escape(between), text, flags=re.IGNORECASE)]
