"""The 3D Matrix Game: its definition file and its rules.

`model` defines a matrix; `lines` reads one line, `parse` reads a file, and `write` makes the text
of a matrix. `check` warns about likely mistakes, `game` has the rules of play, `difficulty`
measures how hard a matrix is, and `generate` makes one from a seed.
"""

from xyzgrid_ext.core.matrix.check import check, reaches
from xyzgrid_ext.core.matrix.model import DIRECTIONS, MAX_EDGE, Matrix, NodeExit
from xyzgrid_ext.core.matrix.parse import MOST_BYTES, MOST_FINDINGS, ParsedMatrix, parse
from xyzgrid_ext.core.matrix.write import write

__all__ = [
    "DIRECTIONS", "MAX_EDGE", "MOST_BYTES", "MOST_FINDINGS", "Matrix", "NodeExit", "ParsedMatrix",
    "check", "parse", "reaches", "write",
]  # fmt: skip
