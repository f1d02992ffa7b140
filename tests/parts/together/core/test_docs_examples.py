"""The pages' files, links, and commands that need no game: what stands there is what is printed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tools import gallery
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.parts.boards.core.automaton import load

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


def test_the_matrix_of_the_docs_is_without_fault(documented):
    (text,) = documented("matrix")
    assert parse(text, "small.matrix").findings == ()


def test_the_game_of_the_docs_is_without_fault(documented):
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
