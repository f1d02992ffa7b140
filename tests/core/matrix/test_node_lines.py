"""Files read by columns are what they are line by line: the matrix, and each finding."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.parse import _by_lines, _lines, _Report

ROOT = Path(__file__).parents[3]
FILES = sorted(
    file
    for folder in ("tests", "world", "xyzgrid_ext", "docs", "mygame")
    for file in (ROOT / folder).rglob("*.matrix")
)
HEAD = "matrixedge 200\nstartnode 0 0 0\nendnode 4 4 4\n"


def line_by_line(text, file=""):
    return _by_lines(_Report(file, _lines(text.removeprefix("\ufeff"))))


def test_every_file_of_the_repository_reads_alike_by_columns_and_by_lines():
    assert len(FILES) > 30
    for file in FILES:
        text = file.read_bytes().decode()
        assert parse(text, file.name) == line_by_line(text, file.name), file


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
