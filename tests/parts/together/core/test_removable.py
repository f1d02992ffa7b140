"""The tests of the kernel pass in a copy of the repository from which all parts were deleted.

`python -m tools.removal` takes away one part at a time.
"""

import pytest

from tools.removal import copy_with, run_tests

pytestmark = pytest.mark.once

OF_PARTS = (  # files of tests/core that still try a part as well: to be split, and taken from here
    *("grid/test_check.py", "terminal/test_map_files.py", "terminal/test_mistaken.py"),
    *("test_house.py", "test_parts.py", "test_symbol_pictures.py", "test_templates.py", "workers"),
)
OF_GAME = (  # towers and wormholes, spawns, fog, ways, what is removed
    *("towers", "spawning", "fog", "ways", "reach", "orphans", "removal", "sheets", "guests"),
)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    return copy_with((), tmp_path_factory.mktemp("kernel") / "copy")


def test_no_part_is_there(kernel):
    assert [path.name for path in (kernel / "xyzgrid_ext/parts").iterdir()] == ["__init__.py"]


def test_core_passes(kernel):
    outcome = run_tests(kernel, "tests/core", *(f"--ignore=tests/core/{one}" for one in OF_PARTS))
    assert (outcome.failed, outcome.passed > 1000) == (0, True), outcome.text[-3000:]


def test_the_game_passes(kernel):
    outcome = run_tests(kernel, *(f"tests/game/test_{one}.py" for one in OF_GAME))
    assert (outcome.failed, outcome.passed > 100) == (0, True), outcome.text[-3000:]
