"""The Python of the docs' playground, without a browser."""

import json
import subprocess
import sys
import zipfile

from tools.playground import write_zip

QUESTIONS = [
    {"do": "boards"},
    {"do": "dungeon", "seed": "41", "tier": "3", "floors": "2", "rooms": ""},
    {"do": "masks", "names": ["200700", "filler_000010"]},
    {"do": "board", "name": "boxes", "number": "1", "keys": "ll", "game": None, "extras": None},
    {"do": "undo", "played": 0},
    {"do": "board", "name": "boxes", "number": "x", "keys": "", "game": None, "extras": None},
]


def test_its_zip_has_all_that_it_needs_and_needs_no_numpy(tmp_path):
    """In a process that has the zip and the standard library alone."""
    write_zip(tmp_path / "playground.zip")
    with zipfile.ZipFile(tmp_path / "playground.zip") as archive:
        archive.extractall(tmp_path)
    code = "import sys; sys.path.insert(0, sys.argv[1]); from bridge import Playground\n"
    code += "playground = Playground()\nfor line in sys.stdin: print(playground.answer(line))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, tmp_path],
        input="\n".join(map(json.dumps, QUESTIONS)),
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    boards, dungeon, masks, won, undone, refused = map(json.loads, done.stdout.splitlines())
    assert "boxes" in boards["boards"]
    assert "seed 41" in dungeon["head"]
    assert masks["plan"] == "+-a-+\n|aaa|\n|..b|\n|...|\n+---+"
    assert (won["phase"], undone["phase"], undone["keys"]) == ("won", "playing", "l")
    assert refused["fault"] == "level: 'x' is no whole number\nwrite it in digits, as in 3"
