"""Sentences for reading aloud: without manual line breaks, columns, or symbols for words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi
from evennia.utils.utils import iter_to_str

_ENDS = ".!?:;"
_BEHIND = re.compile(r"(?<=[.!?]) +")  # a sentence
_SYMBOL = re.compile(r"\w(?=[:,.]|$)")  # a letter alone, as on a board without names
_LONG = 240  # characters of a line of short sentences
_BROKEN = 50  # a line as long as this goes on in the next one, unless it ends there


def as_sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning and a full stop at its end.

    An empty text stays empty. A letter that is a symbol stays small: `m` is another one than `M`.
    """
    text = text.strip()
    if not text:
        return ""
    at = 2 if text.startswith("|") and not text.startswith("||") else 0  # behind a colour
    if not _SYMBOL.match(text, at):
        text = text[:at] + text[at : at + 1].upper() + text[at + 1 :]
    bare = strip_ansi(text).rstrip("\"')»”")
    return text if bare.endswith(tuple(_ENDS)) else f"{text}."


def paragraphs(sentences: Iterable[str]) -> str:
    """Join short sentences into lines of limited length; each line ends with a whole sentence."""
    return "\n".join(_side_by_side(map(as_sentence, filter(None, sentences))))


def _side_by_side(sentences: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for text in sentences:
        if lines and len(lines[-1]) + len(text) < _LONG:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return lines


def unwrap_lines(text: str) -> str:
    """Join lines that were broken for the eye, giving one line per paragraph or item."""
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        bare = strip_ansi(line).strip()
        if not bare:
            goes_on = False
            continue
        if goes_on and lines[-1].endswith("-"):  # broken at a hyphen
            lines[-1] += line.strip()
        elif goes_on:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.strip())
        goes_on = len(bare) >= _BROKEN and bare[-1] not in _ENDS.replace(";", "")
    return "\n".join(part for line in lines for part in _side_by_side(_BEHIND.split(line)))


def prose_list(names: Iterable[str]) -> str:
    """Return the words as a list in prose: `a`, `a and b`, or `a, b, and c`."""
    return str(iter_to_str(list(names), endsep=_("and")))


_COLOURS = re.compile(r"(?<!\|)\|[a-zA-Z]")
_COLUMNS = re.compile(r" {2,}")
_PERCENT = re.compile(r"(?<=\d) ?%")  # German has a space before it


def strip_layout(lines: Iterable[str]) -> str:
    """Return the lines without columns, indentation and signs."""
    signs = {"+": _("made"), "~": _("changed"), "-": _("removed"), ">": _("moved")}
    sentences = []
    for line in lines:
        plain = _COLOURS.sub("", line)
        sign, _blank, entry = plain.partition(" ")
        text = f"{signs[sign]}: {entry}" if sign in signs else plain
        text = _COLUMNS.sub(": ", text.strip()).replace(" -> ", _(" becomes "))
        text = _PERCENT.sub(_(" percent"), text)
        if text:
            sentences.append(text if text[-1] in ".:!?" else f"{text}.")
    return "\n".join(sentences)
