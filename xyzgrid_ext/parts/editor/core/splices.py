"""Changes entries of dict literals in a source text, and nothing else.

"key": "Hall",  # old            "key": "Bar",  # old
"desc": "A hall.",        ──►    "desc": "A hall.",
                                 "symbol": "b",

`find_text` finds the literal of a name or a text, and `restyle` writes another in its style:

"desc": dedent("..."),    ──►    "desc": dedent("another text"),
"""

from __future__ import annotations

import ast
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from xyzgrid_ext.core.names import list_items
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.literals import (
    Trim,
    find_trim,
    literal,
    restyle_literal,
    value_text,
)
from xyzgrid_ext.parts.editor.core.literals import dict_entry_lines as entry_lines
from xyzgrid_ext.parts.editor.core.source import Source, UnwritableError

GONE = object()
"""Stands for "no value any more" in what `changed_values` returns."""


class Splices:
    """Changes to one source text, collected until `result` applies them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: list[tuple[int, int, str]] = []
        self._removed: defaultdict[ast.Dict, set[int]] = defaultdict(set)
        self._added: defaultdict[ast.Dict, list[tuple[str, object]]] = defaultdict(list)

    def replace(self, node: ast.expr, text: str) -> None:
        """Replace the source of an expression by `text`."""
        self._found.append((self.source.start(node), self.source.end(node), text))

    def replace_between(self, first: ast.expr, next_: ast.expr, text: str) -> None:
        """Put `text` in place of the source from the beginning of `first` to that of `next_`."""
        text = text.replace("\n", self.source.newline)
        self._found.append((self.source.start(first), self.source.start(next_), text))

    def append(self, list_: ast.List | ast.Tuple, values: Iterable[object]) -> None:
        """Add values at the end of a list or tuple literal that is not empty."""
        at = self.source.end(list_.elts[-1])
        text = "".join(f", {literal(value)}" for value in values)
        self._found.append((at, at, text.replace("\n", self.source.newline)))

    def remove(self, dict_: ast.Dict, number: int) -> None:
        """Remove entry `number`, from 0, of a dict literal."""
        self._removed[dict_].add(number)

    def add(self, dict_: ast.Dict, key: str, value: object) -> None:
        """Add an entry at the end of a dict literal; `key` is source, such as "(0, 1)"."""
        self._added[dict_].append((key, value))

    def change(self, dict_: ast.Dict, old: Mapping[str, object], new: Mapping[str, object]) -> None:
        """Change a dict literal with the values `old` so that it has the values `new`.

        Raises:
            UnwritableError: if code in the file computes a value that changes.
        """
        for key, value in changed_values(old, new).items():
            entry = self.source.entry(dict_, key)
            if entry is None and None in dict_.keys and key in old:
                raise UnwritableError(f"the file computes {key}", "edit it in the file")
            if entry is None:
                self.add(dict_, literal(key), value)
            elif value is GONE:
                self.remove(dict_, entry.number)
            else:
                self._change_value(entry.value, old[key], value)

    def _change_value(self, node: ast.expr, old: Any, new: Any) -> None:
        """Write what differs between two values of an expression, or all of the new one."""
        node = self.source.resolve(node) or node
        is_alike = isinstance(old, list) and isinstance(new, list) and len(old) == len(new)
        if isinstance(node, ast.Dict) and isinstance(old, Mapping) and isinstance(new, Mapping):
            if all(key is None or isinstance(key, ast.Constant) for key in node.keys):
                self.change(node, old, new)
                return
        elif isinstance(node, ast.List) and is_alike and len(node.elts) == len(old):
            for part, was, now in zip(node.elts, old, new, strict=True):
                if was != now:
                    self._change_value(part, was, now)
            return
        elif not isinstance(node, ast.Dict | ast.List | ast.Tuple) and has_dicts(old):
            raise UnwritableError(
                f"`{self.source.segment(node):.40}` is not written out here alone",
                "change it where it is written",
            )
        at = self.source.start(node)
        line = self.source.text[self.source.line_start(at) : at]
        text = value_text(new, len(line) - len(line.lstrip()), len(line))
        self.replace(node, text.replace("\n", self.source.newline))

    def result(self) -> str:
        """Return the text with all changes.

        Raises:
            UnwritableError: if entries share lines with others, and comments would be lost.
        """
        # inner dicts first: an outer one that is rewritten contains their new text
        for dict_ in sorted({*self._removed, *self._added}, key=self.source.start, reverse=True):
            self._entries(dict_)
        text, upto = [], 0
        for begin, end, new in sorted(self._found):
            if begin < upto:
                continue  # inside a removed entry
            text += [self.source.text[upto:begin], new]
            upto = end
        return "".join(text) + self.source.text[upto:]

    def _entries(self, dict_: ast.Dict) -> None:
        removed, added = self._removed[dict_], self._added[dict_]
        if self._is_line_by_line(dict_):
            for number in removed:
                self._found.append(self._lines_of(dict_, number))
            if added:
                self._append(dict_, added)
            return
        source = self.source
        begin, end = source.start(dict_), source.end(dict_)
        if any(kind == tokenize.COMMENT for kind, _end, _text in source.tokens(begin, end)):
            raise UnwritableError(
                f"line {dict_.lineno}: entries of a dict share lines, and have comments",
                "write each entry on lines of its own",
            )
        new = self._rewritten(dict_, removed, added)
        self._found = [splice for splice in self._found if not begin <= splice[0] < end]
        self._found.append((begin, end, new))

    def _rewritten(
        self, dict_: ast.Dict, removed: set[int], added: list[tuple[str, object]]
    ) -> str:
        """Return the text of a dict whose entries share lines: on one line, or one line each."""
        source = self.source
        parts = []
        for number, (key, value) in enumerate(zip(dict_.keys, dict_.values, strict=True)):
            if number not in removed:
                head = "**" if key is None else f"{self._within(key)}: "
                parts.append(head + self._within(value))
        at = source.start(dict_)
        line = source.text[source.line_start(at) : at]
        indent = len(line) - len(line.lstrip()) + 4
        new = [text for key, value in added for text in entry_lines(key, value, indent)]
        short = [*parts, *(f"{key}: {literal(value)}" for key, value in added)]
        if len(line) + sum(len(part) + 2 for part in short) < 100 and len(new) <= len(added):
            return f"{{{', '.join(short)}}}"
        if "\n" not in source.segment(dict_):  # inner dicts that were on its line stand deeper now
            parts = [_deeper(part) for part in parts]
        lines = [*(f"{' ' * indent}{part}," for part in parts), *new]
        return source.newline.join(["{", *lines, " " * (indent - 4) + "}"])

    def _within(self, node: ast.expr) -> str:
        """Return the text of an expression with its changes."""
        begin, end = self.source.start(node), self.source.end(node)
        text, upto = "", begin
        for at, until, new in sorted(splice for splice in self._found if begin <= splice[0] < end):
            text, upto = text + self.source.text[upto:at] + new, until
        return text + self.source.text[upto:end]

    def _lines_of(self, dict_: ast.Dict, number: int) -> tuple[int, int, str]:
        """Return the lines of an entry, up to those of the next one."""
        source = self.source
        key = dict_.keys[number]
        begin = source.line_start(source.start(key if key is not None else dict_.values[number]))
        end = source.line_end(self._behind(dict_, number))
        end += len(source.newline)
        return begin, min(end, len(source.text)), ""

    def _behind(self, dict_: ast.Dict, number: int) -> int:
        """Return the position after an entry, its brackets and its comma."""
        source = self.source
        at = source.end(dict_.values[number])
        for kind, end, text in source.tokens(at, source.end(dict_)):
            if kind == tokenize.OP and text == ")":
                at = end
            elif kind == tokenize.OP and text == ",":
                return end
            elif kind == tokenize.OP:
                break
        return at

    def _append(self, dict_: ast.Dict, added: list[tuple[str, object]]) -> None:
        source, last = self.source, len(dict_.keys) - 1
        key = dict_.keys[last]
        first = source.start(key if key is not None else dict_.values[last])
        indent = first - source.line_start(first)
        if key is None:
            indent -= 2  # its two stars
        behind = self._behind(dict_, last)
        if source.text[behind - 1] != "," and last not in self._removed[dict_]:
            self._found.append((behind, behind, ","))
        lines = [text for key, value in added for text in entry_lines(key, value, indent)]
        at = source.line_start(source.end(dict_))
        self._found.append((at, at, "".join(line + source.newline for line in lines)))

    def _is_line_by_line(self, dict_: ast.Dict) -> bool:
        """Whether a dict has entries, each of them on lines of its own."""
        line = dict_.lineno
        for key, value in zip(dict_.keys, dict_.values, strict=True):
            first = key if key is not None else value
            if first.lineno <= line:
                return False
            assert value.end_lineno is not None
            line = value.end_lineno
        end = self.source.end(dict_)
        last = self.source.text[self.source.line_start(end) : end]
        return bool(dict_.keys) and (dict_.end_lineno or 0) > line and last.strip() == "}"


def has_dicts(value: object) -> bool:
    """Whether a value is a dict, or a list with one."""
    return isinstance(value, Mapping) or any(map(has_dicts, list_items(value)))


def _deeper(part: str) -> str:
    """Indent lines by one step; a text of several lines in triple quotes stays unchanged."""
    is_text = '"""' in part or "'''" in part
    return part if is_text else part.replace("\n", "\n    ")


def changed_values(old: Record, new: Record) -> dict[str, Any]:
    """Return the entries of `new` that differ from `old`; keys that only `old` has are GONE."""
    changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
    return changed | {key: GONE for key in old if key not in new}


def find_text(
    source: Source, value: ast.expr | None, key: str, read: object
) -> tuple[ast.Constant, Trim] | None:
    """Return (the string literal that a text comes from, the function that cleans it).

    None if no literal gives the text, or if several do.

    Args:
        source: the module.
        value: the expression of the room or exit that has the text: a dict, or a call.
        key: which text: "key", its name, or "desc".
        read: the text as the game has it.
    """
    if not read or not isinstance(read, str):
        return None
    if isinstance(value, ast.Dict):
        node = source.value(value, key)
        nodes = [] if node is None else [node]
    elif isinstance(value, ast.Call):
        nodes = [*value.args, *(keyword.value for keyword in value.keywords)]
    else:
        nodes = []
    literals = []
    for node in nodes:
        node = wrapped_argument(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            trim = find_trim(node.value, read)
            if trim is not None:
                literals.append((node, trim))
    return literals[0] if len(literals) == 1 else None


def restyle(splices: Splices, place: tuple[ast.Constant, Trim], text: str) -> bool:
    """Write `text` for a literal, `place` of `find_text`, in its style; return whether it fits."""
    source = splices.source
    node, trim = place
    at = source.start(node)
    segment = source.segment(node)
    new = restyle_literal(segment.replace("\r\n", "\n"), text, trim, at - source.line_start(at))
    if new is None:
        return False
    splices.replace(node, new.replace("\n", source.newline))
    return True


def wrapped_argument(node: ast.expr) -> ast.expr:
    """Return the innermost expression of nested calls: x of `dedent(x.strip())`."""
    while isinstance(node, ast.Call) and not node.keywords:
        if len(node.args) == 1:
            node = node.args[0]
        elif not node.args and isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            break
    return node
