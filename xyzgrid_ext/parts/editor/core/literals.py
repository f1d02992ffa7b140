"""Writes values as Python text; the editor puts only literals into a module.

literal(["a", ("b", None)])      ["a", ("b", None)]
entry("(0, 0, 0)", {...}, 8)     an entry of a dict over several lines
restyled(old, text, trim, 8)     a text in the way in which another one is written
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from textwrap import dedent
from typing import Any

Trim = Callable[[str], str]
"""A function by which blanks are taken from the text of a literal, such as `cleandoc`."""


def _flow(text: str) -> str:
    """Return a text with each paragraph in one line; indented lines stay as they are."""
    return re.sub(r"(?m)^(\S.*)\n(?=\S)", r"\1 ", cleandoc(text))


_TRIMS: tuple[Trim, ...] = (
    lambda text: text,
    cleandoc,
    lambda text: dedent(text).strip(),
    str.strip,
    _flow,
)
"""The functions with which readers of modules clean texts."""
_WIDE = 100
_STEP = 4


class Raw(str):
    """A text that `literal` writes as a raw string over several lines, as for a drawing."""

    __slots__ = ()


def string_literal(text: str, quote: str = '"') -> str:
    """Return the source of a string literal with this value, on one line, within `quote`s."""
    letters = []
    for letter in text:
        if letter in ("\\", quote):
            letters.append("\\" + letter)
        else:
            letters.append(letter if letter.isprintable() else _escaped(letter))
    return quote + "".join(letters) + quote


def literal(value: object) -> str:
    """Return the source of a plain value (text, number, list, dict …), on one line if not Raw.

    Raises:
        TypeError: if it contains any other value.
    """
    if isinstance(value, Raw):
        return f'r"""{value}"""'
    if isinstance(value, str):
        return string_literal(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{literal(k)}: {literal(v)}' for k, v in value.items())}}}"
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    raise TypeError(f"{type(value).__name__} is not a plain value")


def dict_entry_lines(key: str, value: Any, indent: int) -> Iterator[str]:
    """Yield the lines of `key: value,` in a dict literal, indented by `indent` blanks.

    `key` is source, such as `"desc"`. A text of several lines has each on a line of its own.
    """
    return _lines(f"{key}: ", value, indent, is_wide=indent < 3 * _STEP)


def value_text(value: object, indent: int, before: int) -> str:
    """Return the source of a value, on several lines if it does not fit into one.

    Args:
        value: a plain value.
        indent: the number of blanks at the beginning of its line.
        before: the number of characters before it on its line, with these blanks.
    """
    if len(short := literal(value)) + before < _WIDE:
        return short
    return "\n".join(_lines("", value, indent, is_wide=True)).strip().removesuffix(",")


def _lines(head: str, value: Any, indent: int, *, is_wide: bool) -> Iterator[str]:
    """Yield the lines of a value; a dict has several if it `is_wide`, or does not fit into one."""
    blank = " " * indent
    short = f"{blank}{head}{literal(value)},"
    is_long = len(short) > _WIDE or "\n" in short  # of a raw text
    if isinstance(value, Raw):
        yield from short.split("\n")
    elif isinstance(value, Mapping) and value and (is_long or is_wide):
        yield f"{blank}{head}{{"
        for part, inner in value.items():
            yield from dict_entry_lines(literal(part), inner, indent + _STEP)
        yield f"{blank}}},"
    elif isinstance(value, list) and value and is_long:
        yield f"{blank}{head}["
        for item in value:
            yield from _lines("", item, indent + _STEP, is_wide=False)
        yield f"{blank}],"
    elif isinstance(value, str) and "\n" in value:
        yield f"{blank}{head}("
        for line in value.splitlines(keepends=True):
            yield f"{blank}{' ' * _STEP}{string_literal(line)}"
        yield f"{blank}),"
    else:
        yield short


def find_trim(written: str, read: object) -> Trim | None:
    """Return the function (`cleandoc` …) that turns `written` into `read`; None if none does."""
    return next((trim for trim in _TRIMS if trim(written) == read), None)


def restyle_literal(segment: str, text: str, trim: Trim, indent: int) -> str | None:
    """Return the source of a string literal for a text, with the quotes and lines of another one.

    None if no such literal would give the text.

    Args:
        segment: the source of the other literal; several may stand side by side.
        text: what the new literal shall give.
        trim: the function that the module calls with the literal.
        indent: the number of blanks before the first line of the segment.
    """
    for written in _candidates(segment, text, indent):
        try:
            value = ast.literal_eval(f"({written})")
        except (SyntaxError, ValueError):
            continue
        if trim(value) == text:
            return written
    return None


def _candidates(segment: str, text: str, indent: int) -> Iterator[str]:
    quote = segment[0] if segment[0] in "\"'" else '"'
    if segment.startswith(quote * 3) and "\n" in segment:
        yield _block(segment, text, quote * 3)
    elif "\n" in segment and "\n" in text:
        lines = text.splitlines(keepends=True)
        yield ("\n" + " " * indent).join(string_literal(line, quote) for line in lines)
    yield string_literal(text, quote)


def _block(segment: str, text: str, quotes: str) -> str:
    """Return a text between triple quotes, indented as the one before."""
    inner = segment[3:-3].split("\n")
    margins = [len(line) - len(line.lstrip()) for line in inner[1:] if line.strip()]
    margin = " " * min(margins, default=0)
    escaped = "".join(
        letter if letter == "\n" or letter.isprintable() else _escaped(letter)
        for letter in text.replace("\\", "\\\\").replace(quotes, "\\" + "\\".join(quotes))
    )
    lines = [margin + line if line else "" for line in escaped.split("\n")]
    head = "\n" if not inner[0].strip() else ""
    tail = f"\n{inner[-1]}" if len(inner) > 1 and not inner[-1].strip() else ""
    body = "\n".join(lines) if head else "\n".join([lines[0].strip(), *lines[1:]])
    return f"{quotes}{head}{body}{tail}{quotes}"


def _escaped(letter: str) -> str:
    return repr(letter)[1:-1]
