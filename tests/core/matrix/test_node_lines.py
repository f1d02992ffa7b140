"""Files read by columns are what they are line by line: the matrix, and each finding."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.model import DIRECTIONS
from xyzgrid_ext.core.matrix.node_lines import split
from xyzgrid_ext.core.matrix.parse import _by_lines, _lines, _Report

ROOT = Path(__file__).parents[3]
FILES = sorted(
    file
    for folder in ("tests", "world", "xyzgrid_ext", "docs", "mygame")
    for file in (ROOT / folder).rglob("*.matrix")
)
HEAD = "matrixedge 9\nstartnode 0 0 0\nendnode 4 4 4\n"


def line_by_line(text, file=""):
    return _by_lines(_Report(file, _lines(text.removeprefix("\ufeff"))))


def drawn(chance):
    """A random file: mostly sound, with comments and wormholes, and a slip now and then."""
    lines = ["matrixedge 9", "startnode 0 0 0", "endnode 4 4 4"]
    for _ in range(chance.randrange(1, 40)):
        node = " ".join(str(chance.randrange(9)) for _ in range(3))
        way = chance.choice(DIRECTIONS).value
        lines.append(f"node {node} {way}{chance.choice(['', '', ' twoway', ' oneway'])}")
    if chance.random() < 0.5:
        lines = list(dict.fromkeys(lines))
    for _ in range(chance.randrange(4)):
        extra = [
            "",
            "# here",
            "wormhole 1 1 1 2 2 2 twoway",
            "currentnode 1 1 1",
            "wormhole 1 1 1 3 3 3",
        ]
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(extra))
    text = chance.choice(["\n", "\n", "\r\n"]).join(lines)
    if chance.random() < 0.3:
        at = chance.randrange(len(text))
        text = (
            text[:at] + chance.choice(["\t", "#", "9", " ", "x", "\r", "\n", "é"]) + text[at + 1 :]
        )
    return text + chance.choice(["", "\n"])


def test_every_file_of_the_repository_reads_alike_by_columns_and_by_lines():
    assert len(FILES) > 30
    for file in FILES:
        text = file.read_bytes().decode()
        assert parse(text, file.name) == line_by_line(text, file.name), file


def test_random_files_read_alike_by_columns_and_by_lines():
    chance, sound = random.Random(5), 0
    for _ in range(1500):
        text = drawn(chance)
        parsed = parse(text)
        assert parsed == line_by_line(text), text
        sound += parsed.matrix is not None
    assert 200 < sound < 1400


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["node 1 1 1 up twoway", "node 1 2 1 down oneway", "node 008 8 8 left"]
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


@pytest.mark.parametrize(
    ("line", "is_plain"),
    [
        ("node 1 2 3 up", True),
        ("node 1 2 3 up\r", True),
        ("node 100 020 003 forward twoway", True),
        ("node 1 2 3 up oneway", True),
        (" node 1 2 3 up", False),
        ("node 1  2 3 up", False),
        ("node 1 2 3 up ", False),
        ("node 1 2 1000 up", False),
        ("node 1 2 ٣ up", False),
        ("node 1 2 3 upwards", False),
        ("node 1 2 3 Up", False),
        ("node 1 2 3 up\x85", False),
    ],
)
def test_only_plain_lines_are_taken_out_and_all_others_keep_their_numbers(line, is_plain):
    rest, nodes = split(f"# first\n{line}\n# third")
    assert rest.split("\n")[::2] == ["# first", "# third"]
    assert rest.split("\n")[1] == ("" if is_plain else line)
    assert len(nodes.directions) == (is_plain + (is_plain and "twoway" in line))
