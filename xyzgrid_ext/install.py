"""Puts the package into a game, or takes it out: lines of settings, and an example map.

    GAME/server/conf/settings.py        all settings, by `hookup`
    GAME/commands/default_cmdsets.py    the commands of characters
    GAME/web/urls.py                    the map page
    GAME/world/village.py               an example

Added lines are between two comments, the first with a digest of the lines. Lines that are already
in a file are skipped. Nothing is overwritten, and only lines that still match their digest are
removed.

In a game with the contrib's lines, ours come after those of the settings, and so count. Its command
sets stay as they are: an import beside another one of that name would break every login.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

from xyzgrid_ext import content
from xyzgrid_ext.core.errors import UsageError

SETTINGS, COMMANDS, URLS = ("server/conf/settings.py", "commands/default_cmdsets.py", "web/urls.py")
DEFAULT_EXAMPLE = "village"
"""The example map with which a new game begins."""
_PAGE = "`python -m xyzgrid_ext docs howto/install`"
_END = "# xyzgrid_ext: end"
_HEAD = re.compile(r"^[ \t]*# xyzgrid_ext ([0-9a-f]{8}): .*\n", re.MULTILINE)
_THEIRS = re.compile(r"\bevennia\.contrib\.grid\.xyzgrid\b")
_COMMAND_SET = "XYZGridCmdSet"
_CLASS, _METHOD = "CharacterCmdSet", "at_cmdset_creation"


class SettingsLines(NamedTuple):
    """Lines (`text`) to add to a file, unless the regular expression `sign` is found in it."""

    sign: str
    text: str


_OUR_IMPORT = f"from xyzgrid_ext.commands import {_COMMAND_SET}"
_ADOPT = """This game has the contrib's lines, named above. To take its grid over, change these
lines, stop the game, back up its database, and: evennia xyzgrid adopt
See `python -m xyzgrid_ext docs howto/adopt`."""
LINES_TO_ADD = {
    SETTINGS: (
        SettingsLines(
            r"hook_up",
            "from xyzgrid_ext.hookup import hook_up\n\n"
            "hook_up(globals())  # what stands below counts; XYZGRID_PARTS must stand above\n",
        ),
    ),
    COMMANDS: (
        SettingsLines(r"xyzgrid_ext\.commands", f"{_OUR_IMPORT}\n\nself.add({_COMMAND_SET})\n"),
    ),
    URLS: (
        SettingsLines(
            r"xyzgrid_ext\.game\.web\.urls",
            "from django.urls import include, path\n\n"
            'urlpatterns = [path("", include("xyzgrid_ext.game.web.urls")), *urlpatterns]\n',
        ),
    ),
}
"""Path of a file in a game's folder -> the lines to add to it."""


class FileChange(NamedTuple):
    """A change to a file.

    Attributes:
        file: its path.
        before: its text; None if it is made.
        after: its new text; None if it is deleted.
        shown: what users are shown of the change.
    """

    file: Path
    before: str | None
    after: str | None
    shown: str


class InstallPlan(NamedTuple):
    """The files to change in a game, and notes for the user about what stays unchanged."""

    changes: list[FileChange]
    notes: list[str]

    @property
    def has_contrib_lines(self) -> bool:
        """Whether the game's files use the grid of Evennia's contrib."""
        return any(map(_THEIRS.search, self.notes))


def plan_install(game: Path, examples: Iterable[str] | None) -> InstallPlan:
    """Return the changes that put the package into the game in the folder `game`.

    `examples` are names of example maps to copy; None means DEFAULT_EXAMPLE, or no map in a game
    that uses the grid of Evennia's contrib.

    Raises:
        UsageError: if the folder is no game, or if there is no such example.
    """
    todo = InstallPlan([], [])
    for name, lines in LINES_TO_ADD.items():
        text = _text(game, name)
        todo.notes.extend(_notes(name, text))
        _add(todo, text, game / name, lines)
    if examples is None:
        examples = () if todo.has_contrib_lines else (DEFAULT_EXAMPLE,)
    for example in examples:
        if example not in content.EXAMPLES:
            known = ", ".join(content.EXAMPLES)
            raise UsageError(f"there is no example '{example}'", f"examples are {known}")
        for file in content.EXAMPLES[example]:
            _add_file(todo, game / "world" / file, content.read_example(file))
    return todo


def plan_removal(game: Path) -> InstallPlan:
    """Return the changes that remove from a game what `plan_install` has added."""
    todo = InstallPlan([], [])
    for name in LINES_TO_ADD:
        text, file = _text(game, name), game / name
        if (head := _HEAD.search(text)) is None:
            continue
        end = text.find(_END, head.end())
        body = text[head.end() : text.rfind("\n", 0, end) + 1]
        if end < 0 or _digest(body) != head[1]:
            todo.notes.append(f"{name}: the lines were changed since; take them away by hand")
            continue
        rest = text[end + len(_END) :].removeprefix("\n")
        after = text[: head.start()].removesuffix("\n") + rest
        todo.changes.append(FileChange(file, text, after, _signed_lines(body, "-")))
    for name in (name for files in content.EXAMPLES.values() for name in files):
        file = game / "world" / name
        text = _read(file) if file.is_file() else ""
        if (head := _HEAD.match(text)) is None:
            continue
        if _digest(text[head.end() :]) != head[1]:
            todo.notes.append(f"world/{name}: it was changed since, and stays")
        else:
            todo.changes.append(FileChange(file, text, None, ""))
    return todo


def write(changes: Iterable[FileChange]) -> None:
    """Write the changes to disk; each file is replaced as a whole."""
    for change in changes:
        if change.after is None:
            change.file.unlink()
            continue
        change.file.parent.mkdir(exist_ok=True)
        part = change.file.with_name(f".{change.file.name}.part")
        part.write_text(change.after, "utf-8", newline="")
        if change.before is not None:
            shutil.copymode(change.file, part)
        os.replace(part, change.file)


def run(game: Path, examples: Sequence[str] | None, *, yes: bool, undo: bool) -> int:
    """Put the package into a game, after showing the changes; return an exit code.

    It is 1 if that fails or the user refuses.

    Args:
        game: the folder of the game.
        examples: as for `plan_install`.
        yes: make the changes without asking.
        undo: take the package out of the game instead.

    Raises:
        UsageError: if the folder is no game, or there is no such example.
    """
    todo = plan_removal(game) if undo else plan_install(game, examples)
    print("\n".join(_report(game, todo)))
    if not todo.changes:
        return 0
    if not (yes or _is_confirmed()):
        return 1
    write(todo.changes)
    names = ", ".join(change.file.relative_to(game).as_posix() for change in todo.changes)
    print(f"{'Taken away from' if undo else 'Written'}: {names}")
    if not (undo or todo.has_contrib_lines):
        print("\n".join(_next_steps(todo.changes)))
    return 0


def is_installed(game: Path) -> bool:
    """Whether a game already has all lines that `plan_install` would add."""
    return not plan_install(game, ()).changes


def _is_confirmed() -> bool:
    if not sys.stdin or not sys.stdin.isatty():
        print("There is nobody to ask, and no file was changed; add --yes.")
        return False
    try:
        if input("Do this? [y/N] ").strip().lower() in ("y", "yes"):
            return True
    except (EOFError, KeyboardInterrupt):
        print()
    print("No file was changed.")
    return False


def _report(game: Path, todo: InstallPlan) -> Iterator[str]:
    for change in todo.changes:
        fate = ", a new file" if change.before is None else ", removed" * (change.after is None)
        yield f"{change.file.relative_to(game).as_posix()}{fate}"
        yield from filter(None, [change.shown])
    yield from todo.notes
    if not todo.changes:
        yield "There is nothing to do."
    if todo.has_contrib_lines:
        yield _ADOPT


def _notes(name: str, text: str) -> Iterator[str]:
    """Yield what to do with the contrib's lines in a file, or with another set of that name."""
    lines = list(enumerate(map(str.strip, _code(text).split("\n")), 1))
    if name != COMMANDS:
        for number, line in lines:
            if _THEIRS.search(line):
                yield f"{name}:{number}: the contrib's, take it out: {line}"
    elif not re.search(LINES_TO_ADD[COMMANDS][0].sign, _code(text)):
        rows = (row for row in lines if _THEIRS.search(row[1]) or _COMMAND_SET in row[1])
        for number, line in islice(rows, 1):
            yield f"{name}:{number}: in place of `{line}` write `{_OUR_IMPORT}`"


def _next_steps(changes: Iterable[FileChange]) -> Iterator[str]:
    yield "A new game needs `evennia migrate` and one `evennia start` first. Then:"
    new = (change.file for change in changes if change.before is None)
    if modules := " ".join(f"world.{file.stem}" for file in new if file.suffix == ".py"):
        yield f"    evennia xyzgrid add {modules}"
        yield "    evennia xyzgrid spawn"
    yield "A game that runs: stop and start it. `init --undo` takes this away again."
    yield "`python -m xyzgrid_ext docs` shows the documentation."


def _add(todo: InstallPlan, text: str, file: Path, lines: Iterable[SettingsLines]) -> None:
    """Add a change for a file that lacks some of the lines."""
    code = _code(text)
    missing = [line.text for line in lines if not re.search(line.sign, code, re.MULTILINE)]
    if not missing or (file.as_posix().endswith(COMMANDS) and _COMMAND_SET in code):
        return
    place = _place(text, file)
    if place is None:
        added = indent("".join(missing), "    ")
        todo.notes.append(f"{file.name} has no {_CLASS}.{_METHOD}; add by hand:\n{added.rstrip()}")
        return
    at, margin = place
    body = "".join(missing)
    block = indent(f"{_head(body)}{body}{_END}\n", margin)
    after = f"{text[:at]}\n{block}{text[at:]}"
    todo.changes.append(FileChange(file, text, after, _signed_lines(body, "+")))


def _place(text: str, file: Path) -> tuple[int, str] | None:
    """Return where new lines go (at the end, or in a method) and their indentation."""
    tree = ast.parse(text)
    if not file.as_posix().endswith(COMMANDS):
        return len(text), ""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = (
        node
        for class_ in classes
        if class_.name == _CLASS
        for node in class_.body
        if isinstance(node, ast.FunctionDef) and node.name == _METHOD
    )
    if (method := next(methods, None)) is None:
        return None
    last = method.body[-1]
    ends = [match.end() for match in re.finditer(r"\n|\Z", text)]
    return ends[(last.end_lineno or 1) - 1], " " * method.body[0].col_offset


def _add_file(todo: InstallPlan, file: Path, text: str) -> None:
    if not file.exists():
        whole = _head(text) + text
        todo.changes.append(FileChange(file, None, whole, ""))
    elif not _HEAD.match(_read(file)):
        todo.notes.append(f"world/{file.name}: there is one already, and it stays as it is")


def _code(text: str) -> str:
    """Return a text with empty lines in place of its comments."""
    return "\n".join("" if line.lstrip().startswith("#") else line for line in text.split("\n"))


def _head(body: str) -> str:
    return f"# xyzgrid_ext {_digest(body)}: written by `init`; `init --undo` takes it away\n"


def _digest(body: str) -> str:
    """Return a digest of lines that does not depend on their indentation."""
    return hashlib.blake2b(dedent(body).encode(), digest_size=4).hexdigest()


def _signed_lines(body: str, sign: str) -> str:
    lines = (line.strip() for line in body.splitlines())
    return "\n".join(f"  {sign} {line}" for line in lines if line)


def _text(game: Path, name: str) -> str:
    if not (game / SETTINGS).is_file():
        raise UsageError(
            f"{game} is not a game: it has no {SETTINGS}", "go to the folder of your game"
        )
    if not (game / name).is_file():
        raise UsageError(f"the game has no {name}", f"see {_PAGE}")
    text = _read(game / name)
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise UsageError(f"{name}:{error.lineno}: {error.msg}", "correct it first") from error
    return text


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", newline="") as opened:  # ends of lines stay as they are
            return opened.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}", "correct it first") from error
