"""`generate` and `prove`: what they print, and what they return to the shell."""

import functools
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.parts.boards.terminal import boards
from xyzgrid_ext.terminal.where import ThisProcess

GOLDEN = Path(__file__).parents[4] / "golden" / "dungeons"
SEEDS = range(1, 26)


@pytest.fixture(scope="module", autouse=True)
def boards_are_solved_once():
    """Keep the verdicts on boards, which each command would find out again."""
    solve = boards.verdicts
    asked = functools.lru_cache(lambda names: solve(names, ThisProcess()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "verdicts", lambda names, work: dict(asked(frozenset(names))))
        yield


def of_seed(seed):
    return ["--tier", str(1 + (seed - 1) % 10), "--floors", str(1 + (seed - 1) % 3)]


def printed(capsys, *arguments):
    assert main([*arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


@pytest.fixture
def file(tmp_path, capsys):
    """Return a function: a change of a dungeon's data -> a file with it."""

    def written(change=lambda data: None):
        data = json.loads(printed(capsys, "generate", "--seed", "7", "--tier", "3", "--json"))
        change(data)
        path = tmp_path / "crypt.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return str(path)

    return written


# generate


def test_dungeons_of_seeds_are_the_golden_ones_and_a_seed_may_be_a_word(capsys):
    """A hash of the data, for every byte of it."""
    data = []
    for seed in SEEDS:
        said = printed(capsys, "generate", "--seed", str(seed), *of_seed(seed), "--json")
        data.append(f"{seed} {hashlib.sha256(said.encode()).hexdigest()}\n")
    text = "".join(data)
    if os.environ.get("XYZGRID_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
    said = printed(capsys, "generate", "--seed", "lighthouse")
    assert said.startswith("seed lighthouse, tier 1: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--floors", "0"], "floors is 0: write a whole number from 1 to 9"),
        (["--tier", "x"], "invalid int value"),
        (["--rooms", "200"], "about 200 rooms do not fit into 100 places"),
    ],
)
def test_what_is_out_of_bounds_is_wrong_usage(arguments, said, capsys):
    with pytest.raises(SystemExit) as left:
        main(["generate", *arguments])
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [("generate",), ("generate", "--json")])
@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_a_catalogue_that_lacks_something_is_one_error(words, workers, tmp_path, capsys):
    file = tmp_path / "peaceful.py"
    file.write_text(
        "from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE as ALL\n"
        "CATALOGUE = [row for row in ALL if not row.get('name', '').startswith('enemy')]\n"
    )
    assert main([*words, "--catalogue", str(file), *workers]) == 1
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert (out, len(lines)) == ("", 3)
    assert lines[0].startswith("no component for enemy at depth 6 ")
    assert lines[2] == f"`python -m xyzgrid_ext check --catalogue {file}` lists all gaps"


# prove


def test_dungeon_is_proved_from_its_data_to_the_goal(file, capsys):
    from_file = printed(capsys, "prove", file())
    assert from_file.startswith("proved in ")
    assert "\nkeys:\n  " in from_file
    assert from_file == printed(capsys, "prove", "7", "--tier", "3")
    path = file()
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    said = json.loads(printed(capsys, "prove", path, "--json"))
    assert (said["proved"], said["findings"]) == (True, [])
    steps = said["certificate"]["walkthrough"]
    assert said["certificate"] | {"rules": data["certificate"]["rules"]} == data["certificate"]
    room = data["start"]
    exits = {(link["source"], link["exit"]): link["target"] for link in data["links"]}
    for step in steps:
        assert step["room"] == room
        if step["do"] == "go":
            room = exits[room, step["word"]]
        assert step["to"] == room
    assert room == data["goal"]
    way = printed(capsys, "prove", path, "--walk").partition("the shortest route:\n")[2]
    assert len(way.splitlines()) == len(steps)


def spoilt(data):
    for room in data["rooms"]:
        room["gives"] = [give for give in room["gives"] if give["what"] != "bigkey"]


def unsolved(data):
    data["rooms"][data["start"]]["gives"].append({"what": "puzzle:x", "needs": []})
    data["puzzles"]["x"] = {"board": "no-such-board:1", "answers": []}
    data["solved"]["x"] = True


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (spoilt, "goal-unreachable"),
        (unsolved, "puzzle-unsolved"),
        (lambda data: data.pop("goal"), "malformed-dungeon"),
    ],
)
def test_what_is_not_proved_is_told_and_the_shell_knows(change, code, file, capsys):
    path = file(change)
    assert main(["prove", path]) == 1
    assert capsys.readouterr().out.startswith(f"{path}: ")
    assert main(["prove", path, "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["proved"], said["certificate"]) == (False, None)
    assert code in [finding["code"] for finding in said["findings"]]


@pytest.mark.parametrize("seed", ["seed " * 200, "9" * 5000])
def test_a_seed_may_be_of_any_length(seed, capsys):
    assert main(["prove", seed]) == 0
    assert capsys.readouterr().out.startswith("proved in ")


def test_a_dungeon_is_made_and_proved_where_there_is_no_numpy():
    code = "import sys; sys.modules |= {'numpy': None, 'scipy': None}\n"
    code += "from xyzgrid_ext.__main__ import main\n"
    code += "sys.exit(main(['generate', '--seed', '7']) or main(['prove', '7']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "seed 7, tier 1" in done.stdout
    assert "the goal is never lost" in done.stdout
