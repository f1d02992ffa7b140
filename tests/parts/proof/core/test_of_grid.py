"""Maps that were made by hand: their exits need, their rooms give, and the prover reads both."""

from dataclasses import replace

import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import check_world, from_matrix, from_rooms
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.parts.proof.core import problem_from_grid, prove

# the lair is above the hall, on the next sheet
CELLAR = """
matrixedge 3
startnode 0 0 0
endnode 2 0 1
node 0 0 0 right twoway
node 1 0 0 right twoway
node 1 0 0 up twoway
node 2 0 0 forward twoway
"""
LOCKS = {
    (1, 0, 0, "right"): {"needs": ["smallkey"]},
    (2, 0, 0, "left"): {"needs": ["smallkey"]},
    (2, 0, 0, "forward"): {"needs": ["kill:rat", "bigkey"]},
    (2, 0, 1, "backward"): {"needs": ["kill:rat", "bigkey"]},
}
GIVES = {
    (0, 0, 0): {"gives": ["smallkey"]},
    (1, 1, 0): {"gives": [{"what": "bigkey", "needs": ["kill:rat"]}]},
    (2, 0, 0): {"gives": ["kill:rat"]},
}


def cellar(prototypes):
    matrix = parse(CELLAR, "cellar.matrix").matrix
    return from_matrix(matrix, "cellar", prototypes=prototypes)[0]


def codes(grid):
    return [finding.code for finding in prove(problem_from_grid(grid)).findings]


def test_matrix_with_locks_is_proved_and_faults_of_maps_are_told():
    proof = prove(problem_from_grid(cellar({**LOCKS, **GIVES})))
    assert proof.findings == ()
    assert " ".join(step.word for step in proof.certificate.walkthrough) == (
        "smallkey right right right kill:rat left up bigkey down right forward"
    )
    assert proof.certificate.metrics.key_doors == 2
    grid = cellar({**LOCKS, **GIVES})
    assert sorted(grid.needs.values()) == sorted([("smallkey",)] * 2 + [("kill:rat", "bigkey")] * 2)
    assert cellar({(1, 0, 0, "right"): {"needs": "a key"}}).needs == {}
    (finding,) = prove(problem_from_grid(cellar({**LOCKS, **GIVES, (0, 0, 0): {}}))).findings
    assert finding.code == "goal-unreachable"
    assert "the exit 'right' of room 1 (1,0,0) needs smallkey" in finding.message
    assert finding.file == "cellar"
    grid = cellar({})
    problem = problem_from_grid(grid, goal=Coord(1, 1, 0))
    assert (problem.start, problem.goal) == (0, grid.room_at(Coord(1, 1, 0)))
    with pytest.raises(GridError, match=r"cellar has no goal at \(9,9,9\)"):
        problem_from_grid(grid, goal=Coord(9, 9, 9))
    with pytest.raises(GridError, match="cellar has no goal"):
        problem_from_grid(replace(cellar({}), end=None))


@pytest.mark.parametrize(
    ("prototype", "code"),
    [
        ({(0, 0, 0): {"gives": 7}}, "malformed-gives"),
        ({(0, 0, 0): {"gives": [{"needs": []}]}}, "malformed-gives"),
        ({(0, 0, 0): {"gives": [{"what": "map", "needs": "rope"}]}}, "malformed-gives"),
        ({(0, 0, 0, "right"): {"needs": "rope"}}, "malformed-needs"),
    ],
)
def test_a_malformed_entry_is_refused(prototype, code):
    with pytest.raises(RefusedError) as refused:
        problem_from_grid(cellar(prototype))
    assert [finding.code for finding in refused.value.findings] == [code]
    assert refused.value.findings[0].cure


@pytest.mark.beside("dungeons")
@pytest.mark.parametrize(("word", "codes"), [("kill:1", []), ("kill:9", ["word-of-nothing"])])
def test_a_text_may_speak_of_the_enemies_of_its_dungeon(word, codes):
    hall = {"key": "Hall", "desc": [{"text": "Bats.", "unless": word}]}
    rooms = {(0, 0, 0): hall | {"exits": {"east": (1, 0, 0)}}, (1, 0, 0): {"key": "Lair"}}
    grid = from_rooms(rooms, "crypt", {"dungeon": {}})[0]
    found = [one.code for one in check_world({"crypt": grid})]
    assert [code for code in found if code.startswith("word")] == codes
