"""Reading definition files: what is accepted, and what each odd input is told.

`bad/` has a file for each row of the table of odd inputs, with the whole report beside it.
"""

from pathlib import Path

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.core.matrix.check import can_reach
from xyzgrid_ext.core.matrix.model import MAX_EDGE, NodeExit

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


def test_each_report_has_its_file():
    assert {file.stem for file in BAD} == {file.stem for file in (HERE / "bad").glob("*.report")}


@pytest.mark.parametrize(
    ("name", "links", "wormholes"), [("corridor", 5, 0), ("shortcut", 6, 2), ("trap", 17, 2)]
)
def test_examples_are_accepted_without_a_word(name, links, wormholes):
    matrix, findings = read(HERE / "examples" / f"{name}.matrix")
    assert (len(matrix.sources), len(matrix.wormholes)) == (links, wormholes)
    assert findings == ()


def test_errors_of_a_file_are_in_one_report_in_the_order_of_lines_with_carets():
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


A, B, C = Coord(0, 0, 0), Coord(1, 0, 0), Coord(1, 1, 0)


def matrix(links=(), wormholes=(), end=B):
    return Matrix.of(5, A, end, links, wormholes)


def test_matrices_differ_by_every_part():
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


def test_exits_are_links_in_their_order_then_wormholes_in_file_order():
    links = [(A, Direction.RIGHT), (A, Direction.FORWARD), (B, Direction.LEFT)]
    assert matrix(links, [(A, C), (B, A), (A, B)]).exits_of(A) == (
        NodeExit("forward", Coord(0, 0, 1), False),
        NodeExit("right", B, False),
        NodeExit("wormhole 1", C, True),
        NodeExit("wormhole 2", B, True),
    )


def test_way_back_moves_up_to_its_way_out_if_no_number_changes():
    assert matrix([], [(A, B), (C, C), (B, A)]) == matrix([], [(A, B), (B, A), (C, C)])
    found = matrix([], [(A, B), (B, C), (B, A)])
    assert [way.target for way in found.exits_of(B)] == [C, A]


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


def test_reach_goes_through_wormholes_and_one_way_only():
    found = matrix([(A, Direction.RIGHT)], [(B, C)])
    assert can_reach(found, A, C)
    assert not can_reach(found, C, A)
    assert can_reach(found, C, C)
