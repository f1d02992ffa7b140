"""`docs`: the pages of the documentation in a terminal, and the pages that texts name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "index.md")


def test_docs_lists_every_page(capsys):
    assert main(["docs"]) == 0
    listed = re.findall(r"^  (\S+)  ", capsys.readouterr().out, re.MULTILINE)
    names = [page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in PAGES]
    assert sorted(listed) == sorted(names)


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


def test_docs_names_the_page_that_was_meant(capsys):
    assert main(["docs", "howto/fogg"]) == 2
    assert "did you mean howto/fog" in capsys.readouterr().err
    assert main(["docs", "nothing like it"]) == 2


def test_docs_shows_any_page_on_a_terminal_of_ascii():
    command = [sys.executable, "-m", "xyzgrid_ext", "docs", "reference/findings"]
    environment = {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_each_page_that_a_text_names_is_there():
    files = [*(ROOT / "xyzgrid_ext").rglob("*.py"), ROOT / "README.md", *PAGES]
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = re.sub(r'"\s+f?"', "", text)  # a literal over two lines
    named = set(re.findall(r"xyzgrid_ext docs ([\w-]+(?:/[\w-]+)*(?:\.json)?)", text)) - {"PAGE"}
    assert named
    files = (name if name.endswith(".json") else f"{name}.md" for name in named)
    assert [file for file in files if not (ROOT / "docs" / file).is_file()] == []
    assert re.findall(r"see docs/\S*", text) == []  # a player of the wheel has no such folder
