"""`docs` shows the documentation without a network; `init` puts the package into a game.

    docs/howto/fog.md                in a copy of the repository
    xyzgrid_ext/docs/howto/fog.md    in an installed package, where setup.py puts them
        └─► the page `howto/fog`, also `fog`

Pages are printed as they are written, in Markdown.
"""

from __future__ import annotations

import difflib
import pydoc
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from xyzgrid_ext import content, install
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.terminal.files import complain

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (_PACKAGE / "docs", _PACKAGE.parent / "docs")
_HEADING = re.compile(r"^# (.*)$", re.MULTILINE)
_CONTENTS = re.compile(r"^```\{toctree\}\n:caption: (.*)\n:hidden:\n\n([^`]*)^```$", re.MULTILINE)
_HTML = re.compile(r"^```\{raw\} html\n.*?^```$", re.MULTILINE | re.DOTALL)
_IN_BROWSERS = "[This part needs a browser: `make docs` in a copy of the repository builds it.]"
_LIST = ("", "index")


def declare_docs(parser: ArgumentParser) -> None:
    """Add the arguments of `docs` to its parser."""
    parser.add_argument(
        "page",
        nargs="?",
        default="",
        metavar="PAGE",
        help="a page such as howto/fog, or a link of a page; without it, all pages are listed",
    )


def run_docs(options: Namespace) -> int:
    """Show a page, in a pager on a terminal; return 2 if there is no such page."""
    folder = next((place for place in _PLACES if (place / "index.md").is_file()), None)
    if folder is None:
        complain("this installation has no pages: install the wheel of the package")
        return 1
    pages = _pages(folder)
    wanted = _name_of(options.page)
    if wanted in _LIST:
        pydoc.pager("\n".join(_list_lines(folder)) + "\n")
        return 0
    matches = [page for page in pages if page.endswith(f"/{wanted}")]
    if wanted in pages:
        matches = [wanted]
    if len(matches) != 1:
        near = matches or difflib.get_close_matches(wanted, [*pages, *_short(pages)], n=3)
        complain(f"there is no page {options.page!r}")
        hint = "`python -m xyzgrid_ext docs` lists all pages"
        complain(f"did you mean {' or '.join(near)}?" if near else hint)
        return 2
    pydoc.pager(_HTML.sub(_IN_BROWSERS, pages[matches[0]].read_text("utf-8")))
    return 0


def _pages(folder: Path) -> dict[str, Path]:
    """Return the files that can be shown, by name: pages without `.md`, and JSON schemas."""
    files = sorted([*folder.rglob("*.md"), *folder.glob("reference/schemas/*.json")])
    return {_name_of(file.relative_to(folder).as_posix()): file for file in files}


def _name_of(text: str) -> str:
    """Return the name of the page that a link or a path names, as `../howto/fog.md#maps`."""
    path = text.strip().partition("#")[0].removesuffix(".md")
    return re.sub(r"^(\.{0,2}/)*(docs/)?", "", path)


def _short(pages: dict[str, Path]) -> list[str]:
    return [page.rpartition("/")[2] for page in pages]


def _list_lines(folder: Path) -> Iterator[str]:
    """Yield the lines of the list of pages, in the order of the table of contents."""
    for caption, names in _CONTENTS.findall((folder / "index.md").read_text("utf-8")):
        yield caption
        for name in names.split():
            title = _HEADING.search((folder / f"{name}.md").read_text("utf-8"))
            yield f"  {name:<34} {title[1] if title else ''}".rstrip()
        yield ""
    yield "python -m xyzgrid_ext docs PAGE shows a page."


_MORE = f"""
Adds lines to the settings, commands and web addresses of a game that `evennia --init` has made,
and puts a first map into its world. It shows the lines first, and asks. Lines that exist already
are left out, and no file is overwritten. --undo removes exactly what was written.

examples: {", ".join(content.EXAMPLES)}
"""


def declare_init(parser: ArgumentParser) -> None:
    """Add the arguments of `init` to its parser."""
    parser.epilog = _MORE
    parser.add_argument(
        "examples",
        nargs="*",
        metavar="EXAMPLE",
        help=f"maps to begin with; default {install.DEFAULT_EXAMPLE}, without the contrib's lines",
    )
    parser.add_argument("--game", default=".", metavar="FOLDER", help="the game; default: here")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--undo", action="store_true", help="remove what was written")


def run_init(options: Namespace) -> int:
    """Write lines into the files of a game, or undo that; return 1 if it fails or is refused."""
    game = Path(options.game).resolve()
    try:
        return install.run(game, options.examples or None, yes=options.yes, undo=options.undo)
    except UsageError as error:
        complain(error)
        return 1
