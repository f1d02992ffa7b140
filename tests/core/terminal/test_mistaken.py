"""What the terminal says to arguments that are easily mistaken for something else."""

import subprocess
import sys
from pathlib import Path

import pytest

LAND = """XYMAP_DATA = {"zcoord": "wilds", "land": {"seed": 7, "places": {"Otterbank": (12, 8)}}}
"""
CASES = [
    (("prove", "nofile.json"), 1, "nofile.json: cannot be read"),
    (("prove", "./dungeon"), 1, "./dungeon: cannot be read"),
    (("export", "wilds.py", "--svg"), 1, "wilds.py: a Python module, no matrix file"),
    (("check", "data.json"), 1, "data.json: JSON, no matrix file"),
    (("path", "wilds.py", "-1,-1", "12,8"), 1, "there is no room at (-1,-1)\nof an endless land"),
    (("land", "--at", "-5,3", "--size", "9x1"), 0, ""),
    (("land", "--place", "A=1,1", "--place", "A=2,2"), 2, "--place A is given 2 times"),
    (("generate", "--matrix", "--tier", "3"), 2, "--tier, --floors and --rooms are for dungeons"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("mistaken")
    (made / "wilds.py").write_text(LAND)
    (made / "data.json").write_text('{"start": 1}')
    return made


def run(folder, *words, stdout=subprocess.PIPE):
    command = [sys.executable, "-m", "xyzgrid_ext", *words]
    return subprocess.run(command, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("words", "code", "told"), CASES)
def test_an_argument_is_not_mistaken_for_something_else(folder, words, code, told):
    done = run(folder, *words)
    assert (done.returncode, told in f"{done.stdout}{done.stderr}") == (code, True), done


def test_a_full_disk_is_told_in_a_line(folder):
    with Path("/dev/full").open("w") as full:
        done = run(folder, "check", "wilds.py", stdout=full)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "the output cannot be written: No space left on device" in done.stderr
