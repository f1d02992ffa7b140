"""The colours of environments: fixed ones for known words, computed ones for all others.

An environment also has a number for map clients: a small one for a known word, and one computed
from the word for any other. So it is the same in every export.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

_RGB = tuple[int, int, int]


class Environment(NamedTuple):
    """A kind of ground in map clients, such as `forest`.

    Attributes:
        number: its number in files.
        name: its name in files.
        rgb: its colour as red, green and blue, 0 to 255.
        ansi: the nearest of 16 colours, 1 to 16, as in MMP.
    """

    number: int
    name: str
    rgb: _RGB
    ansi: int

    @property
    def html(self) -> str:
        """Its colour as `#rrggbb`."""
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)


_FIRST = 257  # below are colours of the client's own
_PALETTE: tuple[tuple[_RGB, int], ...] = (
    ((139, 148, 158), 7),  # grey: rooms without an environment
    ((183, 28, 28), 1),
    ((56, 142, 60), 2),
    ((158, 125, 30), 3),
    ((30, 90, 190), 4),
    ((142, 68, 173), 5),
    ((0, 131, 143), 6),
    ((229, 115, 115), 9),
    ((129, 199, 132), 10),
    ((205, 170, 80), 11),
    ((100, 150, 230), 12),
    ((186, 120, 210), 13),
    ((77, 182, 172), 14),
)
# which colour of the palette, and in which order they have their numbers
_KNOWN = {
    "": 0,
    "inside": 9,
    "indoors": 9,
    "city": 0,
    "town": 0,
    "street": 0,
    "road": 3,
    "path": 3,
    "field": 8,
    "grass": 8,
    "garden": 8,
    "forest": 2,
    "wood": 2,
    "swamp": 12,
    "hills": 3,
    "mountain": 3,
    "mountains": 3,
    "desert": 9,
    "beach": 9,
    "water": 4,
    "river": 10,
    "lake": 10,
    "sea": 4,
    "underwater": 4,
    "ice": 12,
    "cave": 11,
    "tunnel": 11,
    "dungeon": 5,
    "fire": 1,
    "lava": 1,
}
_NUMBERS = {word: _FIRST + place for place, word in enumerate(_KNOWN)}
_OTHERS = 1_000
_ROOM_FOR_OTHERS = 1 << 24


def environment_for(word: str) -> Environment:
    """Return the Environment for a word such as `forest`, computed from the word if unknown."""
    plain = word.strip().casefold()
    if plain in _KNOWN:
        rgb, ansi = _PALETTE[_KNOWN[plain]]
        return Environment(_NUMBERS[plain], word, rgb, ansi)
    code = crc32(plain.encode("utf-8", "replace"))
    rgb, ansi = _PALETTE[1 + code % (len(_PALETTE) - 1)]
    return Environment(_OTHERS + code % _ROOM_FOR_OTHERS, word, rgb, ansi)


class Palette:
    """The Environments of one file: `palette["forest"]`; no two have the same number."""

    def __init__(self) -> None:
        self._by_word: dict[str, Environment] = {}
        self._numbers: set[int] = set()

    def __getitem__(self, word: str) -> Environment:
        """Return the environment of a word."""
        if (environment := self._by_word.get(word)) is None:
            environment = environment_for(word)
            while environment.number in self._numbers:  # of two words that give one number
                environment = environment._replace(number=environment.number + 1)
            self._by_word[word] = environment
            self._numbers.add(environment.number)
        return environment

    def used(self) -> list[Environment]:
        """Return all Environments that have been looked up so far, sorted by number."""
        return sorted(self._by_word.values())
