"""Pages: those made of the code, their files, links, commands and the ten mistakes."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tools import gallery
from tools.map_keys import schema
from tools.pages import FOLDER, pages
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


def test_every_setting_and_every_word_of_needs_has_its_row():
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


def test_the_schema_defines_what_it_refers_to_and_nothing_else():
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

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

# the languages of blocks that tests run or read; `text` is what somebody sees, and types

# the files that the pages show, each the first block of its language
FILES = {"small.matrix": "matrix", "shed.game": "game", "shed.toml": "toml", "cellar.json": "json"}


def commands(block):
    """Yield (command, what it prints) for each `$ command` of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def test_each_link_between_pages_leads_to_a_page_and_a_heading_of_it():
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


def anchors(page):
    """The names of a page's headings in addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_matrix_and_game_of_the_docs_are_without_fault(documented):
    (text,) = documented("matrix")
    assert parse(text, "small.matrix").findings == ()
    (text,), (extras,) = documented("game"), documented("toml")
    assert load("shed", text, extras).findings == ()


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
