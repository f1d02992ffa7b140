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


def data(capsys, *names):
    assert main(["mask", *names, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_masks_are_drawn_put_into_one_room_and_told_as_json(capsys):
    assert main(["mask", "obstacle_bow_west_200000", "filler_000001", "200004"]) == 0
    assert capsys.readouterr().out == (
        "+-n-+\n"
        "|...|  obstacle_bow_west_200000\n"
        "|...|  200000\n"
        "|...|  fits\n"
        "+---+\n"
        "\n"
        "+---+\n"
        "|...|  filler_000001\n"
        "|...|  000001\n"
        "|..#|  fits\n"
        "+---+\n"
        "\n"
        "+-n-+\n"
        "|...|  200004\n"
        "|...|  200004\n"
        "|#..|  does not fit: 200000 is taken\n"
        "+---+\n"
        "\n"
        "+-n-+\n"
        "|...|  the room\n"
        "|...|  200001\n"
        "|..#|\n"
        "+---+\n"
    )
    assert data(capsys, "filler_002007_boat", "052500") == [
        {
            "name": "filler_002007_boat", "mask": "002007", "doors": ["s"],
            "slots": ["004", "002", "001"], "fits": True, "overlap": "000000",
        },
        {
            "name": "052500", "mask": "052500", "doors": ["s", "e", "w"], "slots": ["400", "100"],
            "fits": False, "overlap": "002000",
        },
    ]  # fmt: skip


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_all_that_cannot_be_read_is_told_at_once(extra, capsys):
    assert main(["mask", "filler_0004", "000400", "4", "fillr_000400", *extra]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "mask 1:1:8: '0004' is not a mask: it has 4 digits\n"
        "  1 | filler_0004\n"
        "    |        ^^^^\n"
        "write six octal digits, doors first and then slots, as in 200700\n"
        "mask 3: '4' is not a mask: it has 1 digit\n"
        "write six octal digits, doors first and then slots, as in 200700\n"
        "mask 4:1:1: unknown kind of component 'fillr'\n"
        "  1 | fillr_000400\n"
        "    | ^^^^^\n"
        "expected filler, treasure, enemy, puzzle, door, obstacle or floor; "
        "did you mean 'filler'?\n"
    )


@pytest.fixture
def written(tmp_path):
    """Return a function: the text of a module -> its file."""

    def write(text):
        file = tmp_path / "caves.py"
        file.write_text(text)
        return str(file)

    return write


def told(capsys, place):
    code = main(["check", "--catalogue", place, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_rows_of_ones_own_follow_those_of_the_world_with_their_faults(written, capsys):
    file = written(
        "from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE as WORLD\n"
        "CATALOGUE = [*WORLD, {'name': 'filler_000020_x', 'title': 'an x', 'text': 'An x.'}]\n"
    )
    _, findings = told(capsys, file)
    assert [finding for finding in findings if finding["code"] != "no-such-board"] == []
    file = written("CATALOGUE = [{'name': 'filler_0004', 'title': 'a', 'text': ['b']}, 7]")
    assert main(["check", "--catalogue", file]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{file} row 1:1:8: '0004' is not a mask: it has 4 digits\n")
    assert f"{file} row 2: must be a dict, not 7\n" in out
    assert out.endswith(f"{file}: 2 errors\n")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1\nCATALOGUE = [y]\n", 2, "NameError: name 'y' is not defined"),
        ("x = 1\n\nCATALOGUE = [\n", 3, "SyntaxError: '[' was never closed"),
        ("raise SystemExit('no')", 1, "SystemExit: no"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_with_its_line(text, line, message, written, capsys):
    code, (finding,) = told(capsys, written(text))
    assert (code, finding["code"], finding["line"]) == (1, "import-error", line)
    assert message in finding["message"]


@pytest.mark.parametrize("text", ["x = 1", "CATALOGUE = 7", "CATALOGUE = 'filler_000400'"])
def test_a_module_without_a_list_of_rows_is_told(text, written, capsys):
    _, (finding,) = told(capsys, written(text))
    assert (finding["code"], finding["message"]) == ("no-catalogue", "it has no list CATALOGUE")


def test_a_module_that_fails_is_to_be_corrected_and_one_that_is_not_there_is_called_so(
    written, monkeypatch, tmp_path, capsys
):
    monkeypatch.syspath_prepend(tmp_path)
    file = written("x = 1\n1 / 0\n")
    for name in (file, "caves"):
        assert main(["check", "--catalogue", name]) == 1
        said = capsys.readouterr().out
        assert "it cannot be imported: " in said
        assert "name a module" not in said
    assert main(["check", "--catalogue", "no_such_catalogue"]) == 1
    assert "no_such_catalogue: there is no such module\n" in capsys.readouterr().out
