"""One line of a definition file: its words, its statement and its faults.

The table GRAMMAR defines the grammar; each part reads words from a `_Cursor` and records a fault if
they are wrong. A line is read to its end where possible without guessing, so that one report has
all its faults.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.matrix.model import DIRECTIONS

DIRECTION_WORDS = tuple(way.value for way in DIRECTIONS)
"""The words for directions in a file; a word has the index of its direction in DIRECTIONS."""
LINK_WORDS = ("twoway", "oneway")
"""The words for whether a link leads both ways or one."""

TOO_LARGE = 10**9
"""Replaces every number of more than nine digits, which is far outside any cube."""

_WORD = re.compile(r"[^ \t]+")
_INTEGER = re.compile(r"[0-9]+")
_NEGATIVE = re.compile(r"-[0-9]+")
_LETTERS = re.compile(r"[A-Za-z]{2,}.*", re.DOTALL)
_SHOWN = 40  # characters of a bad word that a message repeats


class LineFault(NamedTuple):
    """A fault in one line of a file; `start` is its first character, counted from 0."""

    severity: Severity
    code: str
    message: str
    cure: str
    start: int
    width: int


class Statement(NamedTuple):
    """What one line of a matrix file says, as far as it could be read.

    `numbers` are the integers of the statement, in order: number i is word i + 1 of the line. It is
    empty if there are too many or too few. `direction` is an index into DIRECTIONS, -1 for none.
    `sound` says that the line has no error.
    """

    line: int
    keyword: str
    numbers: tuple[int, ...]
    direction: int
    twoway: bool
    faults: tuple[LineFault, ...]
    sound: bool


class Token(NamedTuple):
    """A word of a line and the character it starts at, from 0."""

    text: str
    start: int


class _Cursor:
    """The words of one line, taken from left to right, and the faults found so far."""

    def __init__(self, words: list[Token]) -> None:
        self.words = words
        self.next = 0
        self.faults: list[LineFault] = []
        self.numbers: tuple[int, ...] = ()
        self.direction = -1
        self.twoway = False

    def peek(self) -> Token | None:
        return self.words[self.next] if self.next < len(self.words) else None

    def error(self, word: Token | None, code: str, message: str, cure: str) -> None:
        if word is None:  # something is missing: point behind the last word
            last = self.words[-1]
            word = Token(" ", last.start + len(last.text))
        self.faults.append(
            LineFault(Severity.ERROR, code, message, cure, word.start, len(word.text))
        )

    def choose(self, word: Token, options: Sequence[str], noun: str) -> str:
        """Return the option that a word names, ignoring case; for none, record a fault."""
        if word.text in options:
            return word.text
        name = noun.replace(" ", "-")
        lower = word.text.lower()
        if lower in options:
            message = f"{noun} {quote_word(word.text)} must be lowercase"
            self.error(word, f"uppercase-{name}", message, f"write '{lower}'")
            return lower
        cure = f"expected {_either(options)}" + _meant(word.text, options)
        self.error(word, f"unknown-{name}", f"unknown {noun} {quote_word(word.text)}", cure)
        return ""


def split_words(text: str) -> list[Token]:
    """Split a line into words at blanks and tabs only."""
    return [Token(match[0], match.start()) for match in _WORD.finditer(text)]


def read_line(line: int, text: str) -> Statement | None:
    """Return what a line says, given its number and text; None for a blank line or a comment."""
    words = split_words(text)
    if not words or words[0].text.startswith("#"):
        return None
    warnings = []
    for index, word in enumerate(words):
        if word.text.startswith("#"):
            width = len(text.rstrip(" \t")) - word.start
            message = "a comment after a statement; the rest of the line is ignored"
            cure = "put the comment on a line of its own"
            warnings.append(_warning("inline-comment", message, cure, word.start, width))
            words = words[:index]
            text = text[: word.start]
            break
    if "\t" in text:
        message = "a tab separates words"
        warnings.append(_warning("tab", message, "use blanks", text.index("\t"), 1))

    cursor = _Cursor(words)
    keyword = ""
    if "\r" in text:
        carriage_return = Token("\r", text.index("\r"))
        cursor.error(
            carriage_return, "stray-cr", "a carriage return in the line", "end it with LF or CRLF"
        )
    else:
        keyword = _statement(cursor)
    return Statement(
        line,
        keyword,
        cursor.numbers,
        cursor.direction,
        cursor.twoway,
        (*warnings, *cursor.faults),
        not cursor.faults,
    )


def quote_word(text: str) -> str:
    """Return a word as messages show it: quoted, printable, and cut if very long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def closest_option(text: str, options: Iterable[str]) -> str:
    """Return the option that a word was probably meant to be; "" if none is close."""
    return _nearest(text.lower(), tuple(options)) if len(text) <= _SHOWN else ""


@lru_cache(maxsize=512)  # a misspelling is mostly repeated, and difflib is slow
def _nearest(text: str, options: tuple[str, ...]) -> str:
    return next(iter(difflib.get_close_matches(text, options, n=1)), "")


def _statement(cursor: _Cursor) -> str:
    """Read the whole statement; return its keyword, or "" if that is unknown."""
    first = cursor.words[0]
    cursor.next = 1
    keyword = cursor.choose(first, tuple(GRAMMAR), "keyword")
    if not keyword:
        return ""
    for part in GRAMMAR[keyword]:
        if not part(cursor, keyword):
            return keyword
    extra = cursor.peek()
    if extra is not None:
        last = cursor.words[-1]
        whole = Token(" " * (last.start + len(last.text) - extra.start), extra.start)
        cure = f"expected the end of the line: {USAGE[keyword]}"
        cursor.error(whole, "trailing-words", f"unexpected {quote_word(extra.text)}", cure)
    return keyword


def _numbers(count: int) -> Callable[[_Cursor, str], bool]:
    """Make the part of a statement that reads `count` integers."""

    def read(cursor: _Cursor, keyword: str) -> bool:
        words = 0
        numbers: list[int] = []
        while words < count:
            word = cursor.peek()
            if word is None or _LETTERS.fullmatch(word.text):
                break
            cursor.next += 1
            number = _integer(word.text)
            if number is None:
                cure = "expected digits only, as in 0 or 12"
                if "," in word.text:
                    cure = "separate numbers with spaces, without commas, as in 0 0 0"
                message = f"{quote_word(word.text)} is not an integer"
                cursor.error(word, "not-an-integer", message, cure)
            # 0,0,0 was meant to be three numbers: not to be called too few on top
            words += max(1, sum(bool(piece) for piece in word.text.split(",")))
            numbers.append(number or 0)
        if len(numbers) == count:
            cursor.numbers = tuple(numbers)
        if words >= count:
            return True
        message = f"{keyword} needs {count} number{'s'[: count != 1]}, found {words}"
        cursor.error(cursor.peek(), "missing-number", message, f"expected {USAGE[keyword]}")
        return cursor.peek() is not None

    return read


def _direction(cursor: _Cursor, keyword: str) -> bool:
    word = cursor.peek()
    if word is None or word.text.lower() in LINK_WORDS:
        cure = f"expected {_either(DIRECTION_WORDS)} after the numbers"
        cursor.error(word, "missing-direction", f"{keyword} without a direction", cure)
        return False
    if _integer(word.text) is not None:
        message = f"{quote_word(word.text)} where a direction should be"
        cursor.error(word, "trailing-words", message, f"expected {USAGE[keyword]}")
        return False
    cursor.next += 1
    chosen = cursor.choose(word, DIRECTION_WORDS, "direction")
    cursor.direction = DIRECTION_WORDS.index(chosen) if chosen else -1
    return True


def _bi_direct(cursor: _Cursor, keyword: str) -> bool:
    word = cursor.peek()
    if word is not None:
        cursor.next += 1
        cursor.twoway = cursor.choose(word, LINK_WORDS, "bi-direct") == "twoway"
    return True


GRAMMAR: dict[str, tuple[Callable[[_Cursor, str], bool], ...]] = {
    "matrixedge": (_numbers(1),),
    "startnode": (_numbers(3),),
    "endnode": (_numbers(3),),
    "currentnode": (_numbers(3),),
    "node": (_numbers(3), _direction, _bi_direct),
    "wormhole": (_numbers(6), _bi_direct),
}
"""Keyword -> readers of the words after it, in order; each returns whether to go on to the next."""

USAGE = {
    "matrixedge": "matrixedge <edge length>",
    "startnode": "startnode <x> <y> <z>",
    "endnode": "endnode <x> <y> <z>",
    "currentnode": "currentnode <x> <y> <z>",
    "node": "node <x> <y> <z> <direction> [twoway|oneway]",
    "wormhole": "wormhole <x> <y> <z> <x> <y> <z> [twoway|oneway]",
}
"""Keyword -> how to write its line, for messages."""


def _integer(text: str) -> int | None:
    """Read an integer: -1 for any below 0, TOO_LARGE for a very long one, None for no integer."""
    if _INTEGER.fullmatch(text):
        digits = text.lstrip("0")
        return int(digits or "0") if len(digits) < 10 else TOO_LARGE
    return -1 if _NEGATIVE.fullmatch(text) else None


def _warning(code: str, message: str, cure: str, start: int, width: int) -> LineFault:
    return LineFault(Severity.WARNING, code, message, cure, start, width)


def _either(options: Sequence[str]) -> str:
    return f"{', '.join(options[:-1])} or {options[-1]}"


def _meant(text: str, options: Sequence[str]) -> str:
    """Return a question asking whether the closest option was meant; "" if none is close."""
    if "#" in text and text.partition("#")[0] in options:
        return "; put the comment on a line of its own"
    near = closest_option(text, options)
    return f"; did you mean '{near}'?" if near else ""
