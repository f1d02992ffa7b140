"""Reading definition files: what is accepted, and what each odd input is told.

`bad/` has a file for each row of the table of odd inputs, with the whole report beside it.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.matrix.test_write import MATRICES
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.matrix import Matrix, parse, write
from xyzgrid_ext.core.matrix.check import can_reach
from xyzgrid_ext.core.matrix.model import MAX_EDGE, NodeExit
from xyzgrid_ext.core.matrix.rewrite import replace_matrix, wormholes_by_mouth

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.matrix"))
HEAD = "matrixedge 5\nstartnode 0 0 0\nendnode 0 0 2\ncurrentnode 0 0 0\n"
LINKS = "node 0 0 0 forward\nnode 0 0 1 forward\n"


def read(file):
    return parse(file.read_bytes().decode(), file.name)


def report_of(parsed):
    """The findings as an author sees them, and what became of the file."""
    findings = "\n\n".join(map(str, parsed.findings)) or "no findings"
    if parsed.matrix is None:
        return f"{findings}\n\nrefused\n"
    links, wormholes = len(parsed.matrix.sources), len(parsed.matrix.wormholes)
    return f"{findings}\n\naccepted: {links} links, {wormholes} wormholes\n"


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_odd_input_gets_its_report(file):
    assert report_of(read(file)) == file.with_suffix(".report").read_text(encoding="utf-8")


def test_errors_of_a_file_are_in_one_report_of_its_own():
    assert {file.stem for file in BAD} == {file.stem for file in (HERE / "bad").glob("*.report")}
    text = "matrixedge 5\nstartnode 9 0 0\nendnode 0 0\nnode 0 0 0 foward\nnode 4 0 0 right\nnod\n"
    codes = [(f.line, f.code) for f in errors_of(parse(text).findings)]
    assert codes == [
        (2, "out-of-range"),
        (3, "missing-number"),
        (4, "unknown-direction"),
        (5, "leaves-cube"),
        (6, "unknown-keyword"),
    ]
    places = [(f.line, f.column) for f in parse("foo\nnode 0 0 0 bar baz\n").findings]
    assert places == [(1, 1), (2, 12), (2, 16), (0, 0), (0, 0), (0, 0), (0, 0)]
    finding = parse("\ufeff" + HEAD.replace("matrixedge", "matrxedge") + LINKS).findings[0]
    assert (finding.line, finding.column, finding.width) == (1, 1, len("matrxedge"))


@pytest.mark.parametrize(
    ("name", "links", "wormholes"), [("corridor", 5, 0), ("shortcut", 6, 2), ("trap", 17, 2)]
)
def test_examples_are_accepted_without_a_word(name, links, wormholes):
    matrix, findings = read(HERE / "examples" / f"{name}.matrix")
    assert (len(matrix.sources), len(matrix.wormholes)) == (links, wormholes)
    assert findings == ()


A, B, C = Coord(0, 0, 0), Coord(1, 0, 0), Coord(1, 1, 0)


def matrix(links=(), wormholes=(), end=B):
    return Matrix.of(5, A, end, links, wormholes)


def test_matrices_differ_by_every_part_and_list_exits_in_their_order():
    values = {
        matrix(),
        matrix(end=C),
        matrix([(A, Direction.RIGHT)]),
        matrix([(A, Direction.UP)]),
        matrix([], [(A, B)]),
        matrix([], [(B, A)]),
        Matrix.of(6, A, B, []),
        Matrix.of(5, A, B, [], current=B),
    }
    assert len(values) == 8
    assert matrix() != "a matrix"
    links = [(A, Direction.RIGHT), (A, Direction.FORWARD), (B, Direction.LEFT)]
    assert matrix(links, [(A, C), (B, A), (A, B)]).exits_of(A) == (
        NodeExit("forward", Coord(0, 0, 1), False),
        NodeExit("right", B, False),
        NodeExit("wormhole 1", C, True),
        NodeExit("wormhole 2", B, True),
    )


def test_way_back_moves_up_to_its_way_out_and_reach_goes_one_way():
    assert matrix([], [(A, B), (C, C), (B, A)]) == matrix([], [(A, B), (B, A), (C, C)])
    found = matrix([], [(A, B), (B, C), (B, A)])
    assert [way.target for way in found.exits_of(B)] == [C, A]
    found = matrix([(A, Direction.RIGHT)], [(B, C)])
    assert can_reach(found, A, C)
    assert not can_reach(found, C, A)
    assert can_reach(found, C, C)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Matrix.of(0, A, A, []),
        lambda: Matrix.of(MAX_EDGE + 1, A, A, []),
        lambda: Matrix.of(1, A, B, []),
        lambda: Matrix.of(5, A, B, [], current=Coord(0, -1, 0)),
        lambda: Matrix.of(5, A, B, [(A, Direction.LEFT)]),
        lambda: Matrix.of(5, A, B, [(Coord(9, 0, 0), Direction.LEFT)]),
        lambda: Matrix.of(5, A, B, [], [(A, Coord(5, 0, 0))]),
        lambda: Matrix(5, A, B, A, np.zeros((1, 3), np.int32), np.array([6], np.uint8)),
    ],
)
def test_nothing_may_lie_outside_the_cube(make):
    with pytest.raises(GridError):
        make()


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
