"""Another matrix in a file that an author wrote: its comments and the rest of its lines stay."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.core.matrix.test_write import MATRICES
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.matrix import Matrix, parse, write
from xyzgrid_ext.core.matrix.rewrite import replace_matrix, wormholes_by_mouth

BEFORE = """\
# the works
matrixedge 4   # small
startnode 0 0 0
endnode 2 2 2

# the street
node 0 0 0  right twoway    # paved
node 1 0 0  right  oneway
  node 2 0 0 up

# the attics
node 2 1 0  left
node 3 1 0  left  oneway
node 1 1 0  forward  twoway # a ladder

# holes
wormhole 2 2 2  0 0 0
"""
AFTER = """\
# the works
matrixedge 5   # small
startnode 0 0 0
currentnode  1 0 0
endnode 2 2 3

# the street
node 0 0 0  right    # paved
node 0 2 0  right
node 1 0 0  right  twoway
  node 2 0 0 up        twoway

# the attics
node 3 1 0  left  twoway
node 3 1 0  up
node 1 1 1  backward

# holes
wormhole 2 2 2  0 0 0  twoway
wormhole 1 1 1  2 2 3
"""


def links_of(matrix):
    rows = zip(matrix.sources.tolist(), matrix.directions.tolist(), strict=True)
    return {(*node, way) for node, way in rows}


def test_only_what_has_changed_is_written_anew_and_numbers_and_ends_stay():
    changed = replace_matrix(BEFORE, parse(AFTER).matrix)
    assert changed == AFTER
    text = "\ufeff" + BEFORE.replace("\n", "\r\n").rstrip()
    after = "\ufeff" + AFTER.replace("\n", "\r\n")
    assert replace_matrix(text, parse(AFTER).matrix) == after
    a, b, c = Coord(0, 0, 0), Coord(1, 0, 0), Coord(2, 0, 0)
    matrix = Matrix.of(3, a, c, [(a, Direction.RIGHT)], [(a, c), (a, b)])
    fewer = replace_matrix(write(matrix), Matrix.of(3, a, c, [(a, Direction.RIGHT)], [(a, b)]))
    assert "0 0 0  2 0 0" not in fewer
    assert replace_matrix(fewer, matrix) == write(matrix)


@given(MATRICES, MATRICES)
def test_any_matrix_is_written_over_any_other(before, after):
    text = replace_matrix(write(before), after)
    made = parse(text).matrix
    assert links_of(made) == links_of(after)
    assert wormholes_by_mouth(made) == wormholes_by_mouth(after)
    heads = ("edge", "start", "end", "current")
    assert [getattr(made, name) for name in heads] == [getattr(after, name) for name in heads]
    nodes = [[line for line in one.split("\n") if "node " in line] for one in (text, write(after))]
    assert nodes[0] == nodes[1]
    assert replace_matrix(text, made) == text


@given(MATRICES, st.builds(Coord, *[st.integers(0, 3)] * 3))
def test_another_current_node_changes_one_line(matrix, node):
    old, new = (write(replace(matrix, current=one)) for one in (matrix.current, node))
    assert replace_matrix(old, replace(matrix, current=node)) == new
