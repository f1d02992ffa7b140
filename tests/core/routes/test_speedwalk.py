"""A route as one line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.routes import speedwalk


@pytest.mark.parametrize(
    ("tokens", "line"),
    [
        ([], ""),
        (["n"], "n"),
        (["n", "n", "n", "e", "fo", "fo", "wh2"], "3n e 2fo wh2"),
        (["n", "e", "n"], "n e n"),
    ],
)
def test_repeated_words_are_counted(tokens, line):
    assert speedwalk(tokens) == line


@given(st.lists(st.sampled_from(["n", "e", "fo", "wh2", "u"])))
def test_a_line_reads_back_as_the_same_steps(tokens):
    read = []
    for word in speedwalk(tokens).split():
        count, token = re.fullmatch(r"(\d*)(.+)", word).groups()
        read += [token] * int(count or 1)
    assert read == tokens
