"""Plain node lines of a definition file, read in one go into columns.

    node 2 2 0 forward twoway      blanks  4  6  8  10  18      one row of `NodeLines`
    node 2 2 1 up                  blanks  4  6  8  10          a line ends at its LF, or CRLF

Nearly all lines of a large file are plain. A line with a tab or a capital letter is not plain:
`lines` reads it and reports its faults.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.matrix.model import DIRECTIONS, Columns, Keys, node_keys

_RUN = re.compile(
    r"^(?:node +[0-9]{1,3}+ +[0-9]{1,3}+ +[0-9]{1,3}+ +"
    r"(?:forward|backward|up|down|left|right)(?: +twoway| +oneway)?+\r?+(?:\n|\Z))++",
    re.MULTILINE,
)
_BLANK, _END, _ZERO, _TWOWAY = (ord(sign) for sign in " \n0t")
# a direction is known by its first letter
_OF_LETTER = np.zeros(128, np.uint8)
_OF_LETTER[[ord(way.value[0]) for way in DIRECTIONS]] = range(len(DIRECTIONS))
_DELTAS = np.array([way.delta for way in DIRECTIONS], np.int32)
_OPPOSITES = np.array([DIRECTIONS.index(Direction(way).opposite) for way in DIRECTIONS], np.uint8)


class NodeLines(NamedTuple):
    """Directed links in the order of the file; a two-way line gives two.

    Attributes:
        sources: int32 (m, 3), the x, y, z of the nodes that they leave.
        directions: uint8 (m,), indices into DIRECTIONS.
    """

    sources: Columns
    directions: NDArray[np.uint8]

    def are_sound(self, edge: int) -> bool:
        """Whether all links are inside the cube and none is repeated."""
        targets = self.sources + _DELTAS[self.directions]
        for nodes in (self.sources, targets):
            if nodes.size and not 0 <= nodes.min() <= nodes.max() < edge:
                return False
        links: Keys = node_keys(self.sources) * 8 + self.directions
        links.sort()
        return not (links[1:] == links[:-1]).any()


def split(text: str) -> tuple[str, NodeLines]:
    """Take out the plain node lines, and return the text with blank lines in their place."""
    runs: list[str] = []

    def blanked(run: re.Match[str]) -> str:
        runs.append(run[0] if run[0].endswith("\n") else f"{run[0]}\n")
        return "\n" * run[0].count("\n")

    other_lines = _RUN.sub(blanked, text)
    return other_lines, _read(re.sub(b"  +", b" ", "".join(runs).encode("ascii")))


def _read(lines: bytes) -> NodeLines:
    signs = np.frombuffer(lines, np.uint8)
    ends = np.flatnonzero(signs == _END)
    blanks = np.flatnonzero(signs == _BLANK)
    first = np.searchsorted(blanks, np.concatenate(([0], ends)))
    # four blanks, or five where the line says twoway or oneway
    has_word = np.diff(first) == 5
    first = first[:-1]
    numbers = [_numbers(signs, blanks[first + i], blanks[first + i + 1]) for i in range(3)]
    sources = np.stack(numbers, axis=-1) if len(ends) else np.zeros((0, 3), np.int32)
    directions = _OF_LETTER[signs[blanks[first + 3] + 1]]
    twoway = np.zeros(len(ends), bool)
    twoway[has_word] = signs[blanks[first[has_word] + 4] + 1] == _TWOWAY
    back = sources[twoway] + _DELTAS[directions[twoway]]
    return NodeLines(
        np.concatenate((sources, back)),
        np.concatenate((directions, _OPPOSITES[directions[twoway]])),
    )


def _numbers(
    signs: NDArray[np.uint8], before: NDArray[np.intp], behind: NDArray[np.intp]
) -> NDArray[np.int32]:
    """Return the numbers with one to three digits that stand between two blanks."""
    value = signs[behind - 1].astype(np.int32) - _ZERO
    for place, weight in ((2, 10), (3, 100)):
        at = behind - place
        value += np.where(at > before, signs[at].astype(np.int32) - _ZERO, 0) * weight
    return value
