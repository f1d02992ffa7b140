"""Writing matrices: one text for one matrix, and nothing lost."""

from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.matrix import Matrix, parse, write

_NODES = st.builds(Coord, *[st.integers(0, 3)] * 3)
_FEW_NODES = st.sampled_from([Coord(0, 0, 0), Coord(1, 0, 0), Coord(2, 2, 2), Coord(3, 0, 1)])
_LINKS = st.tuples(_NODES, st.sampled_from(Direction)).filter(
    lambda link: all(0 <= n < 4 for n in link[1].of(link[0]))
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


def test_a_matrix_is_written_head_links_wormholes():
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


def test_wormholes_keep_their_numbers_where_twoway_would_swap_them():
    a, b, c = Coord(0, 0, 0), Coord(1, 0, 0), Coord(2, 0, 0)
    ring = [(a, b), (b, c), (c, a), (a, c), (b, a), (c, b)]
    matrix = Matrix.of(3, a, c, [], ring)
    again = parse(write(matrix)).matrix
    assert [again.ways(node) for node in (a, b, c)] == [matrix.ways(node) for node in (a, b, c)]


@given(MATRICES)
def test_what_is_written_is_read_as_the_same(matrix):
    text = write(matrix)
    again = parse(text).matrix
    assert again == matrix
    assert write(again) == text
    for row in matrix.rooms().tolist():
        assert again.ways(Coord(*row)) == matrix.ways(Coord(*row))
