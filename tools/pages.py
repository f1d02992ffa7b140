"""Pages of docs/reference that are made of the code: findings, keys, settings, parts, JSON schemas.

    sources of the package ─ ast ─► findings.md      code, what is said, cure
    tools.map_keys.table() ────────► map-keys.md     key, value, default, meaning
    game.base.setting_rows ────────► settings.md     setting, type, default, meaning
    core.parts, game.parts ─ ast ──► parts.md        what a part can add; the parts that there are
    tools.map_keys.schema() ───────► schemas/map.json, and catalogue.json of core.masks
    tools.openapi ─────────────────► schemas/openapi.json

tests/parts/together/core/test_pages.py holds what is in docs/ against what is made here; `make
pages` writes it.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from inspect import cleandoc
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tools.map_keys import catalogue_schema, schema, table
from tools.openapi import openapi
from tools.source_trees import children, nodes_of, tree_of
from xyzgrid_ext import parts
from xyzgrid_ext.game.base.setting_rows import SETTINGS

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"
PACKAGE = ROOT / "xyzgrid_ext"

_CODE = re.compile(r"[a-z]+(-([a-z0-9]+|…))*")
_SEVERITIES = ("error", "warning", "info")  # functions of Finding
_PLACE = re.compile(r"[^:]+(:\d+)*: (warning: |info: )?")
_HIDDEN = "…"  # a value that is known only when something is wrong
EXAMPLES = Path(__file__).with_name("finding_examples.json")
"""What the tests of the package got from a check: code -> the finding as it is printed."""

_FINDINGS = """\
# Findings

What `check`, `add`, `plan` and `spawn` have to say about maps, boards, catalogues and dungeons, by
its code, which `--json` has too. `…` stands for names and numbers of your own. Errors refuse the
map; warnings refuse it only with `check --strict`. [An example](#examples) of each follows.

| code | it says | cure |
|---|---|---|
"""
_SETTINGS = """\
# Settings

All settings of the package, for `server/conf/settings.py`. A setting that you leave out has its
default.

| setting | type | default | meaning |
|---|---|---|---|
"""
_SETTINGS_END = """
Paths name a function or a list of the game, such as `"world.combat.begin"`. `evennia xyzgrid
doctor` names settings with an old path. `hook_up(globals())` makes all [settings of Evennia's
own](../howto/install.md#connect-it-to-the-game); XYZGRID_PARTS must stand above it.
"""
_KEYS = """\
# Keys of a map module

All keys of `XYMAP_DATA`, as `check` reads them. [Map modules](map-modules.md) has examples.
[map.json](schemas/map.json) is a JSON schema of these keys, for editors and other programs. The
words of `needs` have [a page of their own](needs.md).

Coordinates are whole numbers: x to the right, y up, and z for levels, from 0. The bottom left
corner of a drawing is `(0, 0)`; in `rooms` and lands, x and y may also be negative. `spawn` knows a
room by its coordinate: [Let a map grow](../howto/grow-a-map.md) says how rooms keep what is in them
when a drawing moves.
"""
_PARTS = """\
# Parts

A part is a folder of `xyzgrid_ext/parts`, or a package of its own. [Write a
part](../howto/parts.md) shows a whole one. This page lists the parts of the package, and everything
that a part can add: a part fills the fields that it needs, and leaves out the others.

## The parts of the package

| part | what it is | needs | uses |
|---|---|---|---|
"""
_CONTRACT = {
    "core.parts": ("Part", "TerminalWord", "CorePart", "TerminalPart"),
    "core.mapdata.rows": ("MapKind",),
    "core.mapdata.kinds": ("KeyRow",),
    "game.parts": ("GamePart", "MapRules", "MapDoor", "MapLink"),
    "game.cli.grammar": ("Word", "Request"),
    "game.typeclasses.moves": ("Move",),
    "game.on_demand": ("OnDemand",),
}
"""The modules and classes of what a part can add."""
_ATTRIBUTE = re.compile(r"^(\w+(?:, \w+)*): (.*(?:\n .*)*)", re.MULTILINE)
_HEADS = {
    "a map": "XYMAP_DATA",
    "options": "`options`",
    "an area": "An area of `areas`",
    "options.dungeon": "`dungeon` in `options`",
    "dungeon": "`dungeon`, as `dungeon(...)` makes it",
    "dungeon.parameters": "`parameters` of a dungeon",
    "matrix": "`matrix`, where one is generated",
    "contents": "A row of `contents`",
    "contents.wanders": "`wanders` in `contents`",
    "land": "`land`, a part of a land from noise",
    "a place of a land": "A place of a land",
    "a room of rooms": "A room of `rooms`",
    "an exit of rooms": "An exit of such a room",
    "a prototype": "A prototype of a room or an exit, besides what Evennia's have",
    "a thing": "One of `things`, besides what Evennia's prototypes have",
    "a class of the legend": "Classes of a legend",
}


class Said(NamedTuple):
    """One place in the code that makes a finding."""

    code: str
    message: str
    cures: list[str]


def pages() -> dict[Path, str]:
    """Return the file of each page -> its text."""
    parts.use_core_of(None)
    return {
        FOLDER / "findings.md": findings(),
        FOLDER / "map-keys.md": map_keys(),
        FOLDER / "parts.md": contract(),
        FOLDER / "settings.md": settings(),
        FOLDER / "schemas" / "map.json": _json(schema()),
        FOLDER / "schemas" / "openapi.json": _json(openapi()),
        FOLDER / "schemas" / "catalogue.json": _json(catalogue_schema()),
    }


def settings() -> str:
    """Return the page of all settings."""
    rows = [
        f"| `{row.name}` | {_cell(row.takes)} | `{row.default!r}` | {row.meaning} |"
        for row in (*SETTINGS.values(), *parts.part_settings(parts.select_parts().parts))
    ]
    return _SETTINGS + "\n".join(rows) + "\n" + _SETTINGS_END


def contract() -> str:
    """Return the page of what parts can add, and of those that the package has."""
    text = _PARTS
    for (part, place), *_others in parts.installed_parts().values():
        if place.startswith(f"{parts.__name__}."):
            needs, uses = (", ".join(map("`{}`".format, row)) for row in (part.needs, part.uses))
            text += f"| `{part.name}` | {part.summary} | {needs} | {uses} |\n"
    for module, names in _CONTRACT.items():
        tree = tree_of(PACKAGE / f"{module.replace('.', '/')}.py")
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        for name in names:
            path = f"xyzgrid_ext.{module}.{name}"
            text += f"\n## {name}\n\n`{path}`\n\n{_described(classes[name])}"
    return text


def _described(class_: ast.ClassDef) -> str:
    """Return the text of a class, and tables of its fields and of its methods."""
    about, _, attributes = (ast.get_docstring(class_) or "").partition("Attributes:")
    fields = [node for node in class_.body if isinstance(node, ast.AnnAssign | ast.Assign)]
    is_row = bool(class_.decorator_list)  # nobody calls or derives it
    methods = [node for node in class_.body if isinstance(node, ast.FunctionDef) and not is_row]
    told = dict(_ATTRIBUTE.findall(cleandoc(attributes)))
    rows = [(name, kind, told[name]) for name, kind in map(_field, fields)]
    text = " ".join(about.split()) + "\n" + _table(("field", "type", "meaning"), rows)
    rows = []
    for node in methods:
        arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
        said = (ast.get_docstring(node) or "").partition("\n\n")[0]
        rows.append((f"{node.name}({arguments})", ast.unparse(node.returns), said))
    return text + _table(("method", "returns", "meaning"), rows)


def _field(node: ast.AnnAssign | ast.Assign) -> tuple[str, str]:
    """Return the name of a field, and its type; of one without a type, its value."""
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target), ast.unparse(node.annotation)
    return ast.unparse(node.targets[0]), ast.unparse(node.value)


def _table(head: tuple[str, ...], rows: list[tuple[str, str, str]]) -> str:
    if not rows:
        return ""
    cells = [(f"`{name}`", f"`{kind}`", " ".join(text.split())) for name, kind, text in rows]
    lines = [" | ".join(cell.replace("|", r"\|") for cell in row) for row in cells]
    return f"\n| {' | '.join(head)} |\n|---|---|---|\n" + "".join(f"| {line} |\n" for line in lines)


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def map_keys() -> str:
    """Return the page of all keys, a table for each place where they stand."""
    text = _KEYS
    for where, rows in groupby(table(), key=lambda row: row.where):
        text += f"\n## {_HEADS[where]}\n\n| key | value | default | |\n|---|---|---|---|\n"
        for row in rows:
            default = f"`{row.default}`" if row.default and " " not in row.default else row.default
            text += (
                f"| `{row.key}` | {_cell(row.takes)} | {_cell(default)} | {_cell(row.meaning)} |\n"
            )
    return text


def findings() -> str:
    """Return the page of all findings, a row for each text."""
    cures = defaultdict(dict)
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    said = list(_Package().said())
    told = {one.code for one in said if one.message != _HIDDEN}
    for one in said:
        if one.message != _HIDDEN or one.code not in told:
            message, *texts = _in_full((one.message, *one.cures), examples.get(one.code, ""))
            cures[one.code, message] |= dict.fromkeys(texts)
    rows = [
        f"| `{code}` | {_cell(message)} | {_cell(' / '.join(filter(None, cures[code, message])))} |"
        for code, message in sorted(cures)
    ]
    texts = "".join(f"\n`{code}`\n\n```text\n{examples[code]}\n```\n" for code in sorted(examples))
    return _FINDINGS + "\n".join(rows) + "\n\n## Examples\n" + texts


def _in_full(texts: tuple[str, ...], example: str) -> list[str]:
    """Return a message and its cures, those of an example for texts without any words."""
    first, *_lines, last = [*example.splitlines(), "", ""][: max(2, len(example.splitlines()))]
    shown = (_PLACE.sub("", first), *[last] * len(texts))
    has_words = re.compile("[a-z]").search
    return [text if has_words(text) else other for text, other in zip(texts, shown, strict=False)]


def _cell(text: str) -> str:
    """Return a text for a cell of a table in Markdown."""
    return re.sub(r"([|*<\[])", r"\\\1", " ".join(text.split()))


def _helpers(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Return the functions and classes of a file that take a code and a message, by name."""
    found = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
        elif isinstance(node, ast.ClassDef):
            fields = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
            names = [one.id for one in fields if isinstance(one, ast.Name)]
        else:
            continue
        if {"code", "message"} <= set(names):
            found[node.name] = tuple(name for name in names if name not in ("self", "cls"))
    return found


class _Package:
    """All source files, and which functions make findings."""

    def __init__(self) -> None:
        self.trees = {
            ".".join(file.relative_to(ROOT).with_suffix("").parts): tree_of(file)
            for file in sorted(PACKAGE.rglob("*.py"))
        }
        self.helpers = {module: _helpers(tree) for module, tree in self.trees.items()}

    def said(self) -> Iterator[Said]:
        """All findings that the package can make."""
        for module, tree in self.trees.items():
            helpers = dict(self.helpers[module])
            for node in nodes_of(tree):
                if isinstance(node, ast.ImportFrom) and node.module in self.helpers:
                    known = self.helpers[node.module]
                    names = [one.name for one in node.names if one.name in known]
                    helpers |= {name: known[name] for name in names}
                    if "Finding" in names:
                        helpers |= {f"Finding.{way}": known[way] for way in _SEVERITIES}
            yield from _Reader(tree, helpers).said()
            of_values = ("xyzgrid_ext.core.mapdata.", "xyzgrid_ext.parts.dungeons.core.masks.rows")
            if module.startswith(of_values) or module.endswith(".core_part"):
                yield from _kinds(tree)


def _kinds(tree: ast.Module) -> Iterator[Said]:
    """Yield the finding codes for values of the wrong kind, beside the rows of map data."""
    texts = [n.value for n in nodes_of(tree) if isinstance(n, ast.Constant)]
    for code in texts:
        if isinstance(code, str) and re.fullmatch(r"(bad|malformed)(-[a-z]+)+", code):
            yield Said(code, "… must be …, not …", ["correct …, or remove it"])


class _Reader:
    """One source file: the calls in it that make findings."""

    def __init__(self, tree: ast.Module, helpers: dict[str, tuple[str, ...]]) -> None:
        self.tree = tree
        self.helpers = helpers

    def said(self) -> Iterator[Said]:
        """All findings that the file can make."""
        if not self.helpers:
            return
        functions = [n for n in nodes_of(self.tree) if isinstance(n, ast.FunctionDef)]
        constants = _assigned(self.tree)
        for scope in [self.tree, *functions]:
            calls = [one for one in _calls(scope) if _name_of(one.func) in self.helpers]
            assigned = _assigned(scope) if calls and scope is not self.tree else constants
            before = 0
            for call in sorted(calls, key=lambda one: one.lineno):
                values = constants | _nearest(assigned, before, call.lineno)
                yield from self._of(call, self.helpers[_name_of(call.func)], values)
                before = call.lineno

    def _of(
        self, call: ast.Call, names: tuple[str, ...], values: dict[str, list[ast.expr]]
    ) -> Iterator[Said]:
        given = dict(zip(names, call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg}
        codes = _texts(given.get("code"), values)
        for code in codes:
            if _CODE.fullmatch(code):
                for message in _texts(given.get("message"), values):
                    cures = _texts(given.get("cure"), values)
                    yield Said(code, message, cures)


def _name_of(function: ast.expr) -> str:
    """Return what a called function is called, without the object or module that it is of."""
    if isinstance(function, ast.Attribute):
        owner = function.value
        is_of_finding = isinstance(owner, ast.Name) and owner.id == "Finding"
        return f"Finding.{function.attr}" if is_of_finding else function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _nearest(
    values: dict[str, list[ast.expr]], before: int, line: int
) -> dict[str, list[ast.expr]]:
    """Return the values of the names at a line: those set since the call before, else the last."""
    found = {}
    for name, given in values.items():
        earlier = [value for value in given if value.lineno <= line]
        since = [value for value in earlier if value.lineno > before]
        found[name] = since or earlier[-1:]
    return found


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of a function, without those of functions in it."""
    for node in children(scope):
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Call):
            yield node
        yield from _calls(node)


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """Return what the names of a scope are set to, without those of functions in it."""
    found: dict[str, list[ast.expr]] = defaultdict(list)
    for node in children(scope):
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        found[name.id].append(value)
        for name, more in _assigned(node).items():
            found[name] += more
    return found


def _texts(node: ast.expr | None, values: dict[str, list[ast.expr]], depth: int = 3) -> list[str]:
    """Return the texts that an expression may be; `…` for what is not known."""
    if node is None:
        return [""]
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else [""]
    if isinstance(node, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else _HIDDEN for p in node.values]
        return ["".join(map(str, parts))]
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body, values, depth), *_texts(node.orelse, values, depth)]
    if isinstance(node, ast.BoolOp):
        return [text for one in node.values for text in _texts(one, values, depth)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = (_texts(one, values, depth) for one in (node.left, node.right))
        return [a + b for a in left for b in right]
    if isinstance(node, ast.Name) and depth and node.id in values:
        return [text for one in values[node.id] for text in _texts(one, values, depth - 1)]
    return [_HIDDEN]
