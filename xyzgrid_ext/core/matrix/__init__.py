"""The definition file of a 3D matrix.

`model` defines a matrix; `lines` reads one line, `parse` reads a file, `write` makes the text of a
matrix, and `rewrite` writes another matrix into a file that somebody wrote. `check` warns about
likely mistakes, and `movements` has the words for its exits.
"""

from xyzgrid_ext.core.matrix.check import check
from xyzgrid_ext.core.matrix.model import Matrix
from xyzgrid_ext.core.matrix.parse import parse
from xyzgrid_ext.core.matrix.write import write

__all__ = ["Matrix", "check", "parse", "write"]
