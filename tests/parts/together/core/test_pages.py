"""The pages of the documentation that are made of the code are those that are there."""

import json
import os
import re
from pathlib import Path

import pytest

from tools.map_keys import schema
from tools.pages import FOLDER, pages
from xyzgrid_ext.core.mapdata.prototypes import condition_words
from xyzgrid_ext.game.base import setting_rows


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


def test_every_setting_that_is_read_has_its_row():
    files = Path(setting_rows.__file__).parents[2].rglob("*.py")
    texts = [file.read_text("utf-8") for file in files]
    asked = re.compile(r'\b(?:setting_value|setting_function)\("(XYZ[A-Z_]+)"')
    assert {name for text in texts for name in asked.findall(text)} == set(setting_rows.SETTINGS)
    # nothing else reads them
    assert not any(re.search(r"settings\.XYZ|\(settings, \"XYZ", text) for text in texts)


def test_the_page_of_needs_has_every_word():
    text = (FOLDER / "needs.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    words = [re.sub(r":[A-Z]+", "", word) for row in rows for word in re.findall(r"`(.+?)`", row)]
    assert sorted(words) == sorted([*condition_words(), "taken"])


def test_the_schema_defines_what_it_refers_to_and_nothing_else():
    described = schema()
    names = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(described)))
    assert names == set(described["$defs"])
