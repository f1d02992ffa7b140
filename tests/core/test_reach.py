"""Reaching and parting graphs: Python and scipy agree, link for link."""

import random
import subprocess
import sys

import numpy as np
import pytest

from xyzgrid_ext.core import reach


def graphs():
    chance = random.Random(3)
    for _ in range(60):
        count = chance.randrange(1, 14)
        links = chance.randrange(0, 2 * count)
        ends = [[chance.randrange(count) for _ in range(links)] for _ in range(2)]
        weights = np.array([chance.choice([0.5, 1, 3]) for _ in range(links)])
        yield count, *(np.array(end, dtype=np.int64) for end in ends), weights


def answers():
    for count, tails, heads, weights in graphs():
        yield (
            reach.reached(count, tails, heads, [0, count - 1]).tolist(),
            reach.parts(count, tails, heads, strong=True).tolist(),
            reach.parts(count, tails, heads, strong=False).tolist(),
            reach.distances(count, tails, heads, 0).tolist(),
            reach.distances(count, tails, heads, 0, weights).tolist(),
        )


def test_small_graphs_are_answered_as_by_scipy(monkeypatch):
    small = list(answers())
    monkeypatch.setattr(reach, "SMALL", -1)
    assert small == list(answers())


def test_a_ring_with_a_tail_is_one_part_and_its_tail_others():
    tails, heads = np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3])
    assert reach.parts(5, tails, heads, strong=True).tolist() == [0, 0, 0, 1, 2]
    assert reach.parts(5, tails, heads, strong=False).tolist() == [0, 0, 0, 0, 1]
    assert reach.distances(5, tails, heads, 1).tolist() == [2, 0, 1, 2, np.inf]


@pytest.mark.parametrize("file", ["tests/core/matrix/examples/trap.matrix"])
def test_a_small_file_is_checked_without_scipy(file):
    code = "import sys; sys.modules |= {'scipy': None}\n"
    code += f"from xyzgrid_ext.__main__ import main; sys.exit(main(['check', {file!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
