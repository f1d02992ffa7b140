"""Pages: those made of the code, their files, links, commands and the ten mistakes."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tools import gallery
from tools.map_keys import schema
from tools.pages import FOLDER, pages
from xyzgrid_ext import parts
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.mapdata.prototypes import condition_words
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.game.base import setting_rows
from xyzgrid_ext.parts.boards.core.automaton import load


@pytest.fixture(scope="module")
def made():
    """Return the pages as they are made of the code: file -> text."""
    return pages()


def test_each_page_made_of_the_code_is_as_the_code_is(made):
    for file, text in made.items():
        if os.environ.get("XYZGRID_GOLDEN"):
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text, f"make pages: {file.name}"


def test_findings_of_every_kind_have_their_rows(made):
    (text,) = (text for file, text in made.items() if file.name == "findings.md")
    codes = set(re.findall(r"^\| `([a-z0-9…-]+)` \|", text, re.MULTILINE))
    assert {"unknown-…", "trap", "no-such-target", "no-candidate", "key-useless", "slip"} <= codes
    examples = dict(re.findall(r"^`([a-z0-9…-]+)`\n\n```text\n(.+?)\n```", text, re.M | re.S))
    assert codes == examples.keys()  # tools/finding_examples.json has a printed one for each
    rows = re.findall(r"^\| `(.+?)` \| (.*?) \| ", re.sub(r"\\([|*<\[])", r"\1", text), re.M)
    said = [(code, re.escape(message).replace("…", ".*")) for code, message in rows]
    stale = codes - {code for code, message in said if re.search(message, examples[code])}
    # their words come from Python's own parsers, or from rows that hold a pattern alone
    assert stale == {"bad-parameter", "malformed-prototype-key"}


def test_settings_words_and_schema_have_their_rows():
    files = Path(setting_rows.__file__).parents[2].rglob("*.py")
    texts = [file.read_text("utf-8") for file in files]
    asked = re.compile(r'\b(?:setting_value|setting_function)\("(XYZ[A-Z_]+)"')
    assert {name for text in texts for name in asked.findall(text)} == set(setting_rows.SETTINGS)
    # nothing else reads them
    assert not any(re.search(r"settings\.XYZ|\(settings, \"XYZ", text) for text in texts)
    text = (FOLDER / "needs.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    words = [re.sub(r":[A-Z]+", "", word) for row in rows for word in re.findall(r"`(.+?)`", row)]
    assert sorted(words) == sorted([*condition_words(), "taken"])
    described = schema()
    names = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(described)))
    assert names == set(described["$defs"])


PAGE = Path(__file__).resolve().parents[4] / "docs" / "howto" / "maps-by-programs.md"


def test_ten_mistakes_are_told_as_the_page_prints_them(tmp_path, monkeypatch, capsys):
    text = PAGE.read_text("utf-8")
    mistakes = next(block for block in text.split("```python\n") if "PAIR" in block)
    printed = text.split("check ten.py\n")[1]
    monkeypatch.chdir(tmp_path)
    Path("ten.py").write_text(mistakes.split("```")[0], "utf-8")
    assert main(["check", "ten.py"]) == 1
    output = capsys.readouterr()
    assert output.out + output.err == printed.split("```")[0]


ROOT = Path(__file__).resolve().parents[4]

PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]

# the files that the pages show, each the first block of its language
FILES = {"small.matrix": "matrix", "shed.game": "game", "shed.toml": "toml", "cellar.json": "json"}


def commands(block):
    """Yield (command, what it prints) for each `$ command` of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def anchors(page):
    """The names of a page's headings in addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_links_between_pages_and_files_of_the_docs_are_without_fault(documented):
    (text,) = documented("matrix")
    assert parse(text, "small.matrix").findings == ()
    (text,), (extras,) = documented("game"), documented("toml")
    assert load("shed", text, extras).findings == ()
    lost = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            path, _, heading = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if "://" in target:
                continue
            if not file.is_file() or (heading and heading not in anchors(file)):
                lost.append(f"{page.name}: {target}")
    assert lost == []


def test_the_commands_of_the_docs_print_what_stands_below_them(
    documented, tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    for file, language in FILES.items():
        (tmp_path / file).write_text(documented(language)[0], encoding="utf-8")
    checked = 0
    for command, output in (pair for block in documented("console") for pair in commands(block)):
        words = shlex.split(command)
        run = {"xyzgrid_ext": main, "tools.gallery": gallery.main}[words[2]]
        # the first one in a process of its own, as a user does; the others need not load all anew
        if checked:
            code = run(words[3:])
        else:
            code = subprocess.run([sys.executable, *words[1:]], check=False).returncode
        printed, faults = capfd.readouterr()
        assert (code, faults) == (0, ""), command
        assert printed.strip() == output.strip(), command
        checked += 1
    assert checked == 14


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
