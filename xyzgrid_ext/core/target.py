"""A place that a player typed, as a value: read once, before the world is asked.

    (4,4)   4,4,town   (2,2,0,cube)     Coordinates
    (4,north)                           the same, but malformed
    nearest shop                        Nearest
    the tavern   7   Bob                Name: of a room, or of somebody
    Bob, a character                    Person: what a name turned out to be
    the mill via the bridge             an Itinerary: a goal, and what to pass before it

A room may be called `nearest shop` or `mill via bridge`. So `Nearest` and `Itinerary` keep the
whole text, and who resolves them asks for such a room first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_BARE = re.compile(r"[+-]?\d+\s*,\s*[+-]?\d+\s*(,.*)?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class Coordinates:
    """x and y, and what stands behind them: which map that is, only the world can tell.

    A text that is meant as coordinates and cannot be read has neither.

    Attributes:
        text: what was typed.
        xy: x and y; None if the text is malformed.
        name: all that stands behind x and y, without quotes, perhaps the name of a map; None if
            there is nothing.
        level: the number with which that begins, perhaps a level; None if it begins otherwise.
        map: what stands behind that number and a comma, without quotes; None without a comma.

    """

    text: str
    xy: tuple[int, int] | None
    name: str | None = None
    level: int | None = None
    map: str | None = None


@dataclass(frozen=True)
class Name:
    """The name of a room or of somebody, whole or in part."""

    text: str


@dataclass(frozen=True)
class Nearest:
    """The nearest room of a kind; `text` is the whole of what was typed."""

    text: str
    kind: str


@dataclass(frozen=True)
class Person:
    """A character, by its number, and what it is called."""

    text: str
    number: int


Target = Coordinates | Name | Nearest | Person


@dataclass(frozen=True)
class Itinerary:
    """A goal, and places to pass before it.

    Attributes:
        whole: all of the text as one place, as a room may be called so.
        stops: the goal, then the places to pass, in order; None where a place is missing.

    """

    whole: Target
    stops: tuple[Target | None, ...]

    @property
    def has_via(self) -> bool:
        """Whether there is anything to pass, or the word for it."""
        return len(self.stops) > 1


def parse_target(text: str, nearest: str = "nearest") -> Target:
    """The place that a text means; `nearest` is that word in the player's language."""
    text = text.strip()
    if _is_coordinates(text):
        return _coordinates(text)
    first, _blank, kind = text.partition(" ")
    if first.casefold() == nearest and kind.strip():
        return Nearest(text, kind.strip())
    return Name(text)


def parse_way(text: str, nearest: str = "nearest", via: str = "via") -> Itinerary:
    """The goal that a text means, with places to pass; the words are in the player's language."""
    parts = _split(text.strip(), f" {via} ")
    stops = tuple(parse_target(part, nearest) if part else None for part in parts)
    return Itinerary(parse_target(text, nearest), stops)


def _is_coordinates(text: str) -> bool:
    """Whether a text is meant as coordinates and not as a name."""
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
    if not (rest := parts[2] if len(parts) == 3 else ""):
        return Coordinates(text, xy)
    number, comma, name = (part.strip() for part in rest.partition(","))
    level = int(number) if _NUMBER.fullmatch(number) else None
    return Coordinates(text, xy, _unquoted(rest), level, _unquoted(name) if comma else None)


def _unquoted(name: str) -> str:
    for quote in ("'", '"'):
        if len(name) > 1 and name.startswith(quote) and name.endswith(quote):
            return name[1:-1]
    return name


def _split(text: str, between: str) -> list[str]:
    """The parts of a text around each occurrence of a word, in any case; some may be empty."""
    return [part.strip() for part in re.split(re.escape(between), text, flags=re.IGNORECASE)]
