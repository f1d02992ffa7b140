"""Matrices of a seed: winnable, as hard as asked, the same bytes everywhere.

The stranger here is a walker: it knows the rooms and exits that it has seen, takes any exit that it
has not tried, else goes to the nearest such exit by the ways that it knows, and when there is none
begins again at the start. It shares no code with the generator or the measure.
"""

import hashlib
import json
import os
from collections import deque

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.parts.matrix_game.core.difficulty import measure
from xyzgrid_ext.parts.matrix_game.core.generate import RECIPES, generate

DIFFICULTIES = range(1, len(RECIPES) + 1)
EACH = int(os.environ.get("XYZGRID_MATRICES", "10"))
"""Matrices of each difficulty; with XYZGRID_MATRICES=100 the tests take some minutes."""


@pytest.fixture(scope="module")
def made():
    """The same matrices for all tests: (difficulty, matrix, what was told of it)."""
    return [(d, generate(8, d, f"law {seed}")) for d in DIFFICULTIES for seed in range(EACH)]


def test_each_is_as_hard_as_asked_won_by_a_search_and_read_as_measured(made):
    assert all(one.difficulty.level == difficulty for difficulty, one in made)
    for _, one in made:
        matrix, far = one.matrix, {one.matrix.start: 0}
        waiting = deque([matrix.start])
        while waiting and matrix.end not in far:
            room = waiting.popleft()
            for way in matrix.exits_of(room):
                if way.target not in far:
                    far[way.target] = far[room] + 1
                    waiting.append(way.target)
        assert far[matrix.end] == one.difficulty.shortest
    for difficulty, one in made:
        again = parse(one.text).matrix
        assert again == one.matrix
        assert measure(again) == one.difficulty
        head = one.text.splitlines()[:4]
        assert head[0].startswith(f"# difficulty {difficulty} of 10, edge 8, seed 'law ")
        assert f"{one.difficulty.lost_percent} %" in head[3]
    for difficulty, one in made:
        assert one.matrix.start.z == 0
        assert one.difficulty.wormholes == RECIPES[difficulty - 1].wormholes


def test_seed_makes_the_same_bytes_if_the_cube_can_hold_it():
    texts = "".join(generate(10, difficulty, 7).text for difficulty in DIFFICULTIES)
    digest = hashlib.sha256(texts.encode()).hexdigest()
    assert digest == "bff3de09275368249dcc08a6d303e6927a82a4c8c3d01b3a2f63a8a55665e495"
    made = generate(5, 2, "x\nnode 0 0 0 up")
    assert parse(made.text).matrix == made.matrix
    with pytest.raises(MapError, match="edge 6 is too small for difficulty 10"):
        generate(6, 10, 1)


@pytest.mark.parametrize(("edge", "difficulty"), [(0, 1), (1001, 1), (5, 0), (5, 11)])
def test_numbers_that_there_are_not_are_wrong_use(edge, difficulty):
    with pytest.raises(UsageError):
        generate(edge, difficulty, 1)


# generate --matrix


def test_a_matrix_is_printed_as_a_file_that_check_rates_as_asked(tmp_path, capsys):
    def printed(*arguments):
        assert main([*arguments]) == 0
        return capsys.readouterr().out

    command = ["generate", "--matrix", "--edge", "10", "--difficulty", "5", "--seed", "7"]
    text = printed(*command)
    file = tmp_path / "made.matrix"
    file.write_text(text, encoding="utf-8")
    assert text.startswith("# difficulty 5 of 10, edge 10, seed 7\n")
    assert "difficulty 5 of 10" in printed("check", str(file))
    data = json.loads(printed(*command, "--json"))
    assert (data["text"], data["figures"]["level"]) == (text, 5)
