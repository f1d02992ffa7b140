"""The pages of the documentation that are made of the code are those that are there."""

import os
import re

from tools.pages import pages


def test_each_page_made_of_the_code_is_as_the_code_is():
    for file, text in pages().items():
        if os.environ.get("XYZGRID_GOLDEN"):
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text, f"make pages: {file.name}"


def test_findings_of_every_kind_have_their_rows():
    (text,) = (text for file, text in pages().items() if file.name == "findings.md")
    codes = set(re.findall(r"^\| `([a-z0-9…-]+)` \|", text, re.MULTILINE))
    assert {"unknown-…", "trap", "no-such-target", "no-candidate", "key-useless", "slip"} <= codes
