"""python tools/sentences.py COUNT SEED: a sample of the project's English, for a reader.

A third each comes from the docs (without code, tables and headings), from docstrings, and from
player texts: the strings of gettext, in Python and in web pages, and the help of commands. Within
a third all sentences of three words or more are equally likely; a repeated one counts once.
"""

import ast
import random
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "xyzgrid_ext"
COMMANDS = PACKAGE / "game" / "commands"
LOOKS_UP = {"_": 1, "gettext": 1, "gettext_noop": 1, "ngettext": 2}  # how many texts each takes

_BLOCK = re.compile(r"^( *)(```|:::).*?^ *\2", re.DOTALL | re.MULTILINE)
_SKIPPED = re.compile(r"\s*(\|[ -]|#|!\[|\(\w[\w-]*\)=|---|$|.*\S   )")
_ITEM = re.compile(r"\s*(?:[-*>]|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?])[)*\"”]*\s+(?=[A-Z`|{\[*(\"“«])")
_PAGE = re.compile(r"{% (?:trans|translate) ([\"'])(.*?)\1")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of prose with their lines from 0, without code, tables and headings."""
    text = _BLOCK.sub(lambda found: "\n" * found[0].count("\n"), text)
    start, paragraph = 0, ""
    for number, line in enumerate([*text.split("\n"), ""]):
        item, skipped = _ITEM.match(line), _SKIPPED.match(line)
        if item or skipped:
            ends = [0, *(found.end() for found in _END.finditer(paragraph)), len(paragraph)]
            for one, end in pairwise(ends):
                yield start + paragraph.count("\n", 0, one), " ".join(paragraph[one:end].split())
            paragraph = ""
        if not skipped:
            start = start if paragraph else number
            paragraph += line[item.end() if item else 0 :] + "\n"


def of_docstring(text: str, margin: int) -> Iterator[tuple[int, str]]:
    """Return the sentences of a docstring; what is indented in it is a drawing or an example."""
    first, *rest = text.split("\n")
    rest = ["" if one[margin:].startswith(" ") else one[margin:] for one in rest]
    return sentences("\n".join([first.strip(), *rest]))


def of_module(file: Path) -> Iterator[tuple[str, int, str]]:
    """Of each sentence in a module: its kind, line and words."""
    tree = ast.parse(file.read_text("utf-8"))
    body = tree.body if file.parent == COMMANDS else []
    helps = {one.body[0] for one in body if isinstance(one, ast.ClassDef)}
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                kind = "player" if node in helps else "docstring"
                for number, words in of_docstring(text, node.col_offset):
                    yield kind, node.lineno + number, words
            case ast.Call(func=ast.Name(id=name), args=args) if name in LOOKS_UP:
                for one in (one for one in args[: LOOKS_UP[name]] if isinstance(one, ast.Constant)):
                    yield from (("player", one.lineno, words) for _, words in sentences(one.value))


def everything() -> Iterator[tuple[str, str, str]]:
    """Of each sentence of the project: its kind, its place and its words."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for kind, line, words in of_module(file):
            yield kind, f"{file.relative_to(ROOT)}:{line}", words
    for file in sorted(PACKAGE.rglob("*.html")):
        for found in _PAGE.finditer(text := file.read_text("utf-8")):
            line = text.count("\n", 0, found.start()) + 1
            yield "player", f"{file.relative_to(ROOT)}:{line}", found[2]
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for line, words in sentences(file.read_text("utf-8")):
            yield "docs", f"{file.relative_to(ROOT)}:{line + 1}", words


if __name__ == "__main__":
    count, seed = map(int, sys.argv[1:])
    kinds = {}
    for kind, place, words in everything():
        if len(words.split()) > 2:
            kinds.setdefault(kind, {}).setdefault(words, place)
    for number, (kind, found) in enumerate(sorted(kinds.items())):
        picked = random.Random(seed)
        for words, place in picked.sample(sorted(found.items()), (count + number) // 3):
            print(f"{kind} {place}: {words}")
