"""The catalogues: LANGUAGE/LC_MESSAGES/django.po and .mo, in `locale` of the kernel and each part.

    *.py       _("…")  ngettext("…", "…", n)  lazy("…")  noop("…")  Phrase("…") ─┐
    commands   docstrings, which are their help ─────────────────────────────────┤
    *.toml     titles, names, messages of the package's own boards ──────────────┤
    *.html     {% trans "…" %}  {% blocktrans %}…{% endblocktrans %} ────────────┴─► .po ─► .mo
    *.js       gettext("…")  in a catalogue of its own, djangojs.po, for Django's JavaScriptCatalog

`make messages` adds new texts to each .po file without a translation, takes away those that are
gone, and compiles. A text of the kernel is in its catalogue alone, a text of two parts in both.
tests/parts/together/game/test_languages.py says what is missing. A new language begins with a
django.po that is empty, in a folder of its own in xyzgrid_ext/game/web/locale.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tools.source_trees import walk

PACKAGE = Path(__file__).resolve().parents[1] / "xyzgrid_ext"
LOCALE = PACKAGE / "game" / "web" / "locale"
PARTS = PACKAGE / "parts"
FILES = "LC_MESSAGES"
_FILES = ("*.py", "*.html", "parts/*/static/**/*.js", "parts/boards/content/*.toml")
_USAGE = "\nUsage:\n"
_COMMANDS = PACKAGE / "game" / "commands", PACKAGE / "parts"
_ENGLISH = "CmdTeleport", "CmdOpen", "CmdXYZGrid"  # for builders, as Evennia's own help
_KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_noop", "lazy", "noop", "Phrase"), 1),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), 2),
}
"""The functions that take a text, and how many of their arguments are one."""


def templates() -> dict[Path, Catalog]:
    """All texts of the package by `locale/django` or `locale/djangojs`, each with its file."""
    found = defaultdict[Path, Catalog](lambda: Catalog(fuzzy=False))
    files = {one for pattern in _FILES for one in PACKAGE.rglob(pattern)}
    for file in sorted(files, key=lambda one: (one.is_relative_to(PARTS), one)):
        name = file.relative_to(PACKAGE).as_posix()
        own = file.relative_to(PARTS).parts if file.is_relative_to(PARTS) else ()
        folder = PARTS / own[0] / "locale" if own[1:] else LOCALE
        for text in _texts(file):
            first = text if isinstance(text, str) else text[0]
            place = LOCALE / "django" if found[LOCALE / "django"].get(first) else folder / "django"
            place = folder / "djangojs" if file.suffix == ".js" else place
            found[place].add(text, locations=[(name, None)])
    return found


def _texts(file: Path) -> Iterator[str | tuple[str, ...]]:
    """Yield the texts of a file; those with a plural as a pair."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        yield from _texts_of_board(tomllib.loads(source))
    elif file.suffix == ".js":
        options = {"parse_template_string": True}
        found = extract("javascript", BytesIO(source.encode()), {"gettext": None}, options=options)
        yield from (text for _line, text, _comments, _context in found)
    elif file.suffix == ".html":
        # calls of gettext, amid letters in the place of everything else
        lines = (line.strip() for line in templatize(source).split("\n"))
        keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
        found = extract("python", BytesIO("\n".join(lines).encode()), keywords=keywords)
        yield from (text for _line, text, _comments, _context in found)
    else:
        tree = ast.parse(source)
        yield from _calls(tree)
        if any(map(file.is_relative_to, _COMMANDS)):
            yield from _helps(tree)


def _calls(tree: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """Yield the texts that gettext is given; Babel itself sees none in f-strings of Python 3.11."""
    for node in (one for one in walk(tree) if isinstance(one, ast.Call)):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [getattr(one, "value", None) for one in node.args[: _KEYWORDS.get(name, 0)]]
        if texts and all(isinstance(text, str) and text for text in texts):
            yield texts[0] if len(texts) == 1 else tuple(texts)


def _texts_of_board(board: Mapping[str, Any]) -> Iterator[str]:
    """Yield the title, names, keys and messages of a board, and the names of its levels."""
    yield board["title"]
    for table in ("names", "keys", "messages"):
        yield from board.get(table, {}).values()
    yield from (level["name"] for level in board.get("levels", ()) if "name" in level)


def _helps(tree: ast.Module) -> Iterator[str]:
    """Yield the help of commands: docstrings, and constants that stand for one."""
    texts = [node.value for node in walk(tree) if isinstance(node, ast.Constant)]
    classes = [node for node in walk(tree) if isinstance(node, ast.ClassDef)]
    english = {ast.get_docstring(cls) for cls in classes if cls.name in _ENGLISH}
    for text in (cleandoc(one) for one in texts if isinstance(one, str)):
        if _USAGE in text and text not in english:
            yield text


class Plain(Catalog):
    """A catalogue without dates and names of programs: of the same texts always the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What Django has to know of the file."""
        return [
            ("Language", str(self.locale)),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def updated(language: str) -> dict[Path, Plain]:
    """Return the catalogues of a language, as `templates` does: all texts of now, translated."""
    known = dict[Any, Message]()
    for folder in (*PARTS.glob("*/locale"), LOCALE):
        for name in (folder / language / FILES).glob("django*.po"):
            with name.open("rb") as file:
                known |= {one.id: one for one in read_po(file, locale=language)}
    return {folder: _updated(language, one, known) for folder, one in templates().items()}


def _updated(language: str, template: Catalog, known: Mapping[Any, Message]) -> Plain:
    now = Plain(locale=language, charset="utf-8", fuzzy=False)
    now.header_comment = (
        f"# Player texts of xyzgrid_ext in {now.locale.english_name}: see `make messages`."
    )
    for message in template:
        old = known.get(message.id) if message.id else None
        if message.id:
            now.add(message.id, "" if old is None else old.string, locations=message.locations)
    return now


def po(one: Plain) -> bytes:
    """Return the text of a catalogue's file."""
    out = BytesIO()
    write_po(out, one, width=100, sort_output=True, include_lineno=False)
    return out.getvalue()


def mo(one: Plain) -> bytes:
    """Return the compiled catalogue."""
    out = BytesIO()
    write_mo(out, one)
    return out.getvalue()


def languages() -> list[str]:
    """Return the languages that there are catalogues of."""
    return sorted(file.parts[-3] for file in LOCALE.glob(f"*/{FILES}/django.po"))


def untranslated(one: Plain) -> list[str]:
    """Return the texts that have no translation, or not all plural forms."""
    return [str(message.id) for message in one if message.id and not _is_done(message)]


def _is_done(message: Message) -> bool:
    return all(message.string) if message.pluralizable else bool(message.string)


def main() -> None:
    """Write all files, and print what has no translation."""
    for language in languages():
        for name, one in updated(language).items():
            place = name.parent / language / FILES / name.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.with_suffix(".po").write_bytes(po(one))
            place.with_suffix(".mo").write_bytes(mo(one))
            for text in untranslated(one):
                print(f"{language}: no translation of {text!r}")


if __name__ == "__main__":
    main()
