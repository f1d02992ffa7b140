"""The pictures of the drawing symbols are as the package draws them; the page shows them all."""

import os
import re
from pathlib import Path

from tools.symbols import FOLDER, pictures
from xyzgrid_ext.core.sheet.legend import LEGEND, STAIRS

PAGE = Path(__file__).resolve().parents[4] / "docs/howto/symbols.md"


def test_each_picture_of_a_symbol_is_as_the_package_draws_it():
    made = pictures()
    for file, drawn in made.items():
        if os.environ.get("XYZGRID_GOLDEN"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(drawn, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == drawn, f"make pages: {file.name}"
    assert sorted(FOLDER.iterdir()) == sorted(made)


def test_the_page_shows_each_picture_and_names_each_symbol():
    page = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"\(\.\./pictures/symbols/([\w-]+)\.svg\)", page)
    assert sorted(shown) == sorted(file.stem for file in pictures())
    named = {sign.replace("\\|", "|") for sign in re.findall(r"`(\\?\||[^`\s])`", page)}
    assert set(LEGEND) | set(STAIRS) <= named
