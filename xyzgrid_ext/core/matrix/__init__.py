"""The 3D Matrix Game: its definition file and its rules.

`model` is the value, `lines` reads one line, `parse` a file, `write` makes the text of a matrix,
`check` says what is odd about one, `game` has the rules of play, `difficulty` measures how hard one
is, `generate` makes one of a seed.
"""

from xyzgrid_ext.core.matrix.check import check, reaches
from xyzgrid_ext.core.matrix.model import DIRECTIONS, MAX_EDGE, Matrix, NodeExit
from xyzgrid_ext.core.matrix.parse import MOST_BYTES, MOST_FINDINGS, ParsedMatrix, parse
from xyzgrid_ext.core.matrix.write import write

__all__ = [
    "DIRECTIONS",
    "MAX_EDGE",
    "MOST_BYTES",
    "MOST_FINDINGS",
    "Matrix",
    "NodeExit",
    "ParsedMatrix",
    "check",
    "parse",
    "reaches",
    "write",
]
