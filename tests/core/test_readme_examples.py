"""The README's matrix file and its commands that need no game: what it says is what they print."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from xyzgrid_ext.core.automaton import load
from xyzgrid_ext.core.matrix import parse

# the files that the README shows, each the first block of its language
FILES = {"small.matrix": "matrix", "shed.game": "game", "shed.toml": "toml", "cellar.json": "json"}


def commands(block):
    """Yield (command, what it prints) for each `$ command` of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def test_the_matrix_of_the_readme_is_without_fault(readme):
    (text,) = readme("matrix")
    assert parse(text, "small.matrix").findings == ()


def test_the_game_of_the_readme_is_without_fault(readme):
    (text,), (extras,) = readme("game"), readme("toml")
    assert load("shed", text, extras).findings == ()


def test_the_boards_of_the_readme_are_those_of_the_world_with_their_levels():
    root = Path(__file__).resolve().parents[2]
    folder, text = root / "world" / "boards", (root / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z]+)` \| .* \| (\d+) \|$", text, re.MULTILINE)
    assert dict(rows) == {
        file.stem: str(file.with_suffix(".toml").read_text("utf-8").count("[[levels]]"))
        for file in folder.glob("*.game")
    }


def test_the_commands_of_the_readme_print_what_stands_below_them(readme, tmp_path):
    for file, language in FILES.items():
        (tmp_path / file).write_text(readme(language)[0], encoding="utf-8")
    checked = 0
    for command, output in (pair for block in readme("console") for pair in commands(block)):
        program, *arguments = shlex.split(command)
        assert program == "python"
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout.strip() == output.strip(), command
        checked += 1
    assert checked == 10
