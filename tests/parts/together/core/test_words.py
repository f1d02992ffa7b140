"""The kernel has no word of a part, and the page of the layout has a row for each part."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from xyzgrid_ext import parts

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


def test_kernel_has_no_word_of_a_part():
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


def test_the_page_of_the_layout_has_a_row_for_each_part():
    page = (PACKAGE.parent / "docs/explanation/layout.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `parts/(\w+)` ", page, re.MULTILINE)
    assert sorted(rows) == [part.name for part in parts.all_parts()]
