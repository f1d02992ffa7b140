"""The page of the Python API is made of the docstrings, and can be read as plain text."""

import os
from pathlib import Path

from tools import api

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reference" / "api.md"


def test_page_of_the_api_is_as_the_docstrings_which_explain_each_name():
    text = api.page()
    if os.environ.get("XYZGRID_GOLDEN"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text("utf-8") == text, "make pages"
    names = [part.partition("\n")[0] for part in api.page().split("\n### ")[1:]]
    assert len(names) > 60
    for part in api.page().split("\n### ")[1:]:
        name, _, text = part.partition("\n\n```text\n")
        call, _, explained = text.partition("\n```\n\n")
        assert f".{name}" in call, name
        assert explained[:1].isalnum() or explained[:1] == "`", name
