"""What the terminal says to arguments that are easily mistaken for something else."""

import subprocess
import sys

import pytest

LAND = "XYMAP_DATA = {'zcoord': 'wilds', 'land': {'seed': 7, 'places': {'Otterbank': (12, 8)}}}"
CASES = [
    (("prove", "nofile.json"), 1, "nofile.json: cannot be read"),
    (("prove", "./dungeon"), 1, "./dungeon: cannot be read"),
    (("export", "wilds.py", "--svg"), 1, "wilds.py: a Python module, not a matrix file"),
    (("path", "wilds.py", "-1,-1", "12,8"), 1, "there is no room at (-1,-1)\nof an endless land"),
    (("land", "--at", "-5,3", "--size", "9x1"), 0, ""),
    (("land", "--place", "A=1,1", "--place", "A=2,2"), 2, "--place A is given 2 times"),
    (("generate", "--matrix", "--tier", "3"), 2, "--tier, --floors and --rooms are for dungeons"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mistaken")
    (folder / "wilds.py").write_text(LAND)
    return folder


@pytest.mark.parametrize(("words", "code", "told"), CASES)
def test_an_argument_is_not_mistaken_for_something_else(folder, words, code, told):
    command = [sys.executable, "-m", "xyzgrid_ext", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, told in f"{done.stdout}{done.stderr}") == (code, True), done
