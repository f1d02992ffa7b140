"""The terminal asks the parts that --parts names; no word of a part is in the kernel."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from xyzgrid_ext import parts
from xyzgrid_ext.__main__ import main


def test_unknown_names_and_words_of_parts_not_chosen_are_refused(capsys):
    with pytest.raises(SystemExit) as error:
        main(["--parts", "dungeon", "check"])
    assert error.value.code == 2
    assert "there is no such part; did you mean dungeons?" in capsys.readouterr().err
    for names, reason in (("formats", "--parts does not name it"), ("", "--parts does not")):
        with pytest.raises(SystemExit) as error:
            main(["--parts", names, "mask", "777777"])
        assert error.value.code == 2
        said = f"mask is a word of the part dungeons, which is off: {reason}"
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (None, (0, 0, 0)),
        ("boards", (0, 2, 0)),
        ("matrix_game", (2, 0, 1)),
        ("proof,boards,dungeons", (0, 2, 0)),
    ],
)
def test_words_that_all_have_ask_the_chosen_parts_alone(names, codes, capsys):
    chosen = [] if names is None else ["--parts", names]
    for text, code in zip(
        ("play boxes --keys l", "play world/undertow.matrix --moves fo", "replay boxes:1:l"),
        codes,
        strict=True,
    ):
        try:
            found = main([*chosen, *text.split()])
        except SystemExit as error:
            found = error.code
        assert found == code, (text, capsys.readouterr())


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


PACKAGE = Path(parts.__file__).parents[1]
NATURAL = {
    "rooms": "a kind of maps of the kernel, besides an option of lands",
    "map": "a kind of maps of the kernel, besides what a dungeon gives",
    "compass": "a value of the option `directions`, besides what a dungeon gives",
    "door": "a kind of doors in GMCP",
    "doors": "the doors of a room in GMCP",
    "mudlet": "a client that calls itself so, besides the part that has a package for it",
    "level": "a parameter of messages of clients, for levels of maps",
    "play": "a word of the terminal for games of all parts",
}


def test_kernel_has_no_word_of_a_part_and_the_page_a_row_for_each():
    """Names, signs of maps, keys, words of `needs`, settings and messages, by the manifests."""
    manifests = parts.all_parts()
    words = {part.name for part in manifests}
    for part in manifests:
        words |= {sign.partition("=")[0].rpartition(".")[2] for sign, _what in part.maps}
        words |= {row.name for row in parts.part_settings([part])} | {*part.gmcp}
        words |= {*part.client_messages}
    for core in parts.core_parts_of(None):
        rows = core.map_options + core.matrix_options + core.room_keys + core.exit_keys
        words |= {row.key for row in rows + core.thing_keys} | {*core.needs_words}
    folders = [PACKAGE / name for name in ("core", "game", "terminal")]
    files = [*PACKAGE.glob("*.py"), *(file for one in folders for file in one.rglob("*.py"))]
    texts = defaultdict(set)
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts[node.value].add(file.relative_to(PACKAGE).as_posix())
    assert {word: texts[word] for word in words & texts.keys() - NATURAL.keys()} == {}
    assert words & texts.keys() == NATURAL.keys(), "an exception is not needed any more"
    page = (PACKAGE.parent / "docs/explanation/layout.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `parts/(\w+)` ", page, re.MULTILINE)
    assert sorted(rows) == [part.name for part in parts.all_parts()]
