"""The tests of the kernel pass in a copy of the repository from which all parts were deleted.

`python -m tools.removal` takes away one part at a time.
"""

import pytest

from tools.removal import copy_with, run_tests

pytestmark = pytest.mark.once

OF_GAME = "towers", "spawning", "fog", "ways", "reach", "orphans", "removal", "sheets", "guests"


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    copy = copy_with((), tmp_path_factory.mktemp("kernel") / "copy")
    assert [path.name for path in (copy / "xyzgrid_ext/parts").iterdir()] == ["__init__.py"]
    return copy


def test_core_passes(kernel):
    outcome = run_tests(kernel, "tests/core")
    assert (outcome.failed, outcome.passed > 800) == (0, True), outcome.text[-3000:]


def test_the_game_passes(kernel):
    outcome = run_tests(kernel, *(f"tests/game/test_{one}.py" for one in OF_GAME))
    assert (outcome.failed, outcome.passed > 100) == (0, True), outcome.text[-3000:]
