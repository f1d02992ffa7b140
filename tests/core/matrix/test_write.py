"""Writing matrices: one text for one matrix, and nothing lost."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.matrix import Matrix, parse, write
from xyzgrid_ext.core.matrix.parse import _by_lines, _lines, _Report

_NODES = st.builds(Coord, *[st.integers(0, 3)] * 3)
_FEW_NODES = st.sampled_from([Coord(0, 0, 0), Coord(1, 0, 0), Coord(2, 2, 2), Coord(3, 0, 1)])
_LINKS = st.tuples(_NODES, st.sampled_from(Direction)).filter(
    lambda link: all(0 <= n < 4 for n in link[1].step_from(link[0]))
)
MATRICES = st.builds(
    Matrix.of,
    st.just(4),
    _NODES,
    _NODES,
    st.lists(_LINKS, max_size=30),
    # few mouths, so that many have several
    st.lists(st.tuples(_FEW_NODES, _FEW_NODES), max_size=14),
    _NODES,
)


def test_matrix_is_written_in_order_and_every_file_reads_alike_by_columns():
    text = """\
matrixedge   5
startnode    0 0 0
endnode      1 0 1
currentnode  0 0 0

node 0 0 0  forward
node 0 0 0  right     twoway

wormhole 1 0 0  4 4 4  twoway
wormhole 1 0 0  1 0 1
"""
    assert write(parse(text).matrix) == text
    a, b, c = Coord(0, 0, 0), Coord(1, 0, 0), Coord(2, 0, 0)
    ring = [(a, b), (b, c), (c, a), (a, c), (b, a), (c, b)]
    matrix = Matrix.of(3, a, c, [], ring)
    again = parse(write(matrix)).matrix
    assert all(again.exits_of(node) == matrix.exits_of(node) for node in (a, b, c))
    assert len(FILES) > 30
    for file in FILES:
        text = file.read_bytes().decode()
        assert parse(text, file.name) == line_by_line(text, file.name), file


@given(MATRICES)
def test_what_is_written_is_read_as_the_same(matrix):
    text = write(matrix)
    again = parse(text).matrix
    assert again == matrix
    assert write(again) == text
    for row in matrix.rooms().tolist():
        assert again.exits_of(Coord(*row)) == matrix.exits_of(Coord(*row))


ROOT = Path(__file__).parents[3]
FOLDERS = ("tests", "world", "xyzgrid_ext", "docs", "mygame")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.matrix"))
HEAD = "matrixedge 200\nstartnode 0 0 0\nendnode 4 4 4\n"


def line_by_line(text, file=""):
    return _by_lines(_Report(file, _lines(text.removeprefix("\ufeff"))))


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["node 1 1 1 up twoway", "node 012  12 1   down  oneway", "node 008 8 8 left"]
            ),
            st.sampled_from(
                ["node 1 1 1 up  twoway", "node 1 1 1 UP", "node 1 1 1 up #", "\ufeff"]
            ),
            st.text(st.sampled_from("node 0123up\t\r#wormhle"), max_size=30),
        ),
        max_size=8,
    )
)
def test_lines_that_nearly_are_plain_read_alike(lines):
    text = HEAD + "\n".join(lines)
    assert parse(text) == line_by_line(text)
