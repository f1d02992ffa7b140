"""The command line: what it prints, and what it returns to the shell."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import COMMANDS, main

MATRICES = Path(__file__).parents[1] / "matrix"
TRAP = str(MATRICES / "examples" / "trap.matrix")
CORRIDOR = str(MATRICES / "examples" / "corridor.matrix")
SHORTCUT = str(MATRICES / "examples" / "shortcut.matrix")
BAD = str(MATRICES / "bad" / "unknown_words.matrix")
WARNED = str(MATRICES / "bad" / "tab.matrix")


def shell(*arguments, **options):
    """Run it as a user does, in a process of its own."""
    command = [sys.executable, "-m", "xyzgrid_ext", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


# the whole


def test_a_full_disk_is_told_in_a_line():
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "xyzgrid_ext", "check", TRAP]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "the output cannot be written: No space left on device" in done.stderr


def test_a_file_of_another_kind_is_no_matrix(tmp_path, capsys):
    (tmp_path / "data.json").write_text('{"start": 1}')
    assert main(["check", f"{tmp_path}/data.json"]) == 1
    assert "data.json: JSON, not a matrix file" in "".join(capsys.readouterr())


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_each_command_has_its_help(command, capsys):
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"python -m xyzgrid_ext {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["help", "chek"], ["chek"], ["check"], ["check", "--loud", CORRIDOR],
        ["draw", CORRIDOR, "--level", "first"], ["path", CORRIDOR, "0", "1,1,1"],
        ["path", CORRIDOR, "0,0,٣", "1,1,1"],
    ],
)  # fmt: skip
def test_wrong_usage_exits_with_2_and_says_why(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    said = capsys.readouterr()
    assert "error: " in said.err
    assert said.out == ""


@pytest.mark.parametrize("command", ["draw", "path"])
@pytest.mark.parametrize("kind", ["missing", "a folder", "not UTF-8", "impossible"])
def test_a_file_that_cannot_be_read_is_one_line(command, kind, tmp_path, capsys):
    file = tmp_path / "cube.matrix"
    if kind == "a folder":
        file.mkdir()
    elif kind == "not UTF-8":
        file.write_bytes(b"# first line\n# \xff\n")
    elif kind == "impossible":
        file = "no\0file"
    rest = ["0,0,0", "1,1,1"] if command == "path" else []
    assert main([command, str(file), *rest]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith(str(file))


@pytest.mark.skipif(os.name == "nt", reason="pipes of a POSIX shell")
def test_a_reader_that_leaves_early_is_no_error():
    script = f"{sys.executable} -m xyzgrid_ext check {' '.join([BAD] * 50)} | head -n 1"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert "unknown direction" in done.stdout


def test_terminal_that_knows_only_ascii_is_no_error():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = shell("check", str(MATRICES / "bad" / "not_integers.matrix"), env=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert r"'\u0663' is not an integer" in done.stdout
    command = [sys.executable, "-m", "xyzgrid_ext", "docs", "reference/findings"]
    environment = {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# check


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([CORRIDOR], 0), ([WARNED], 0), ([WARNED, "--strict"], 1), ([CORRIDOR, "--strict"], 0),
        ([CORRIDOR, BAD], 1), ([CORRIDOR, "no-such-file"], 1),
    ],
)  # fmt: skip
def test_check_tells_errors_by_its_exit_code(arguments, code, capsys):
    assert main(["check", *arguments]) == code
    assert main(["check", "--json", *arguments]) == code


def test_check_as_json_is_one_list_and_docs_names_the_page_that_was_meant(capsys):
    main(["check", "--json", CORRIDOR, WARNED, "no-such-file"])
    told = json.loads(capsys.readouterr().out)  # parts may have more to say, which is no fault
    tab, missing = (one for one in told if one["severity"] != "info")
    assert tab == {
        "file": WARNED, "line": 5, "column": 11, "severity": "warning", "code": "tab",
        "message": "a tab separates words", "cure": "use blanks",
    }  # fmt: skip
    assert (missing["file"], missing["severity"]) == ("no-such-file", "error")
    assert main(["docs"]) == 0
    listed = re.findall(r"^  (\S+)  ", capsys.readouterr().out, re.MULTILINE)
    names = [page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in PAGES]
    assert sorted(listed) == sorted(names)
    assert main(["docs", "howto/fogg"]) == 2
    assert "did you mean howto/fog" in capsys.readouterr().err
    assert main(["docs", "nothing like it"]) == 2


# draw and path


def test_draw_shows_sheets_with_nodes_and_path_its_speedwalk(capsys):
    assert main(["draw", TRAP]) == 0
    assert (
        capsys.readouterr().out
        == """\
trap:0, from (3,2)
#----#f
     |
     #f---#f*

trap:1, from (4,1)
#b

#b---#b
v
#

trap:7, from (8,6)
#f

trap:8, from (8,6)
#b*
"""
    )
    main(["path", CORRIDOR, "2,2,0", "2,2,4"])
    main(["path", TRAP, "4,1,1", "4,2,0"])
    assert (
        capsys.readouterr().out
        == """\
4 steps: forward, forward, forward, forward
4fo
There is no way from (4,1,1) to (4,2,0).
"""
    )


@pytest.mark.parametrize(
    ("file", "start", "goal", "exits"),
    [
        (CORRIDOR, "2,2,0", "2,2,4", ["forward"] * 4),
        (SHORTCUT, "2,2,0", "2,2,4", ["forward", "wormhole", "up"]),
        (TRAP, "4,2,0", "8,6,7", ["right", "wormhole", "backward"]),
        (TRAP, "4,1,1", "8,6,7", None),
        (TRAP, "4,1,1", "4,1,1", []),
        (TRAP, "0,0,0", "4,2,0", None),
    ],
)
def test_path_is_the_shortest_way_as_data(file, start, goal, exits, capsys):
    assert main(["path", file, start, goal, "--json"]) == int(exits is None)
    cost = None if exits is None else len(exits)
    assert json.loads(capsys.readouterr().out) == {"exits": exits, "cost": cost}


ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "index.md")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("howto/fog", "howto/fog.md"),
        ("fog", "howto/fog.md"),
        ("docs/howto/fog.md", "howto/fog.md"),
        ("../howto/fog.md#maps", "howto/fog.md"),  # as a link of a page says it
        ("reference/schemas/map.json", "reference/schemas/map.json"),
    ],
)
def test_docs_shows_a_page(name, file, capsys):
    assert main(["docs", name]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / file).read_text("utf-8")


def test_each_page_that_a_text_names_is_there():
    files = [*(ROOT / "xyzgrid_ext").rglob("*.py"), ROOT / "README.md", *PAGES]
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = re.sub(r'"\s+f?"', "", text)  # a literal over two lines
    named = set(re.findall(r"xyzgrid_ext docs ([\w-]+(?:/[\w-]+)*(?:\.json)?)", text)) - {"PAGE"}
    assert named
    files = (name if name.endswith(".json") else f"{name}.md" for name in named)
    assert [file for file in files if not (ROOT / "docs" / file).is_file()] == []
    assert re.findall(r"see docs/\S*", text) == []  # a player of the wheel has no such folder
