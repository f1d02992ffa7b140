"""The README's matrix file and its commands that need no game: what it says is what they print."""

import re
import shlex
import subprocess
import sys

from xyzgrid_ext.core.matrix import parse


def commands(block):
    """Yield (command, what it prints) for each `$ command` of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def test_the_matrix_of_the_readme_is_without_fault(readme):
    (text,) = readme("matrix")
    assert parse(text, "small.matrix").findings == ()


def test_the_commands_of_the_readme_print_what_stands_below_them(readme, tmp_path):
    (tmp_path / "small.matrix").write_text(readme("matrix")[0], encoding="utf-8")
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
    assert checked == 5
