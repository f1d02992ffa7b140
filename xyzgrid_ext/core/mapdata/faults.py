"""Faults of values: what is wrong, where, and how to say it.

    rooms[(0,0,0)].exits.east.needs: a list of words, not 5
    └────────── path ─────────────┘  └ expected ──┘     └ shown

A wrong value may be of any kind and size, so it is shown in a form that is always short and that
never calls its own code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from xyzgrid_ext.core.findings import BadValue, Finding, Severity

MALFORMED = "malformed-entry"
"""The code of findings about values of a wrong type, for keys that have no code of their own."""
FOREIGN = "foreign-value"
"""The code of findings about values that cannot be stored at all, which are always errors."""
_LONG = 40  # characters of a text that are shown
_DIGITS = 20  # of a number
_FEW = 4  # values of a list
_SHORT_WORD = 4  # letters
_TENTHS = 0.30103  # decimal digits for each binary one


@dataclass(frozen=True, slots=True)
class ValueFault:
    """One fault of a value in map data; `path` has the keys that lead there, outermost first."""

    message: str
    cure: str = ""
    path: tuple[object, ...] = ()
    code: str = ""
    severity: Severity = Severity.ERROR

    def below(self, key: object, code: str = "") -> ValueFault:
        """Return the fault with `key`, that of the value in its container, in front of its path.

        `code` is used if the fault has none.
        """
        return replace(self, path=(key, *self.path), code=self.code or code)

    def finding(self, file: str) -> Finding:
        """Return the fault as a finding about `file`, the name of a map."""
        place = path_text(self.path)
        message = f"{place}: {self.message}" if place else self.message
        cure = self.cure or f"correct {place or 'it'}, or remove it"
        return Finding(self.severity, self.code or MALFORMED, message, cure, file=file)


Faults = Sequence[ValueFault]
"""What is wrong with one value of map data; empty if nothing is."""
NO_FAULTS: Faults = ()
"""What a validator returns for a sound value."""


def wrong_value(expected: str, value: object, cure: str = "", code: str = "") -> list[ValueFault]:
    """Return a list with one fault, such as `must be a list of words, not 5`.

    Args:
        expected: what was expected, in words: `a list of words`.
        value: what the author wrote.
        cure: what to do; if empty, `correct PLACE, or remove it`.
        code: the code of the finding; if empty, `malformed-entry`.
    """
    code = FOREIGN if isinstance(value, BadValue) else code
    return [ValueFault(f"must be {expected}, not {short_text(value)}", cure, code=code)]


def path_text(path: Iterable[object]) -> str:
    """Return the keys that lead to a value as text: `rooms[(0,0,0)].exits.east`."""
    words = ""
    for key in path:
        if isinstance(key, str) and key.isidentifier() and len(key) <= _LONG:
            words += f".{key}" if words else key
        else:
            words += f"[{short_text(key).replace(', ', ',')}]" if words else short_text(key)
    return words


def short_text(value: object) -> str:
    """Return a value as messages show it, cut short if it is long."""
    kind = type(value)
    if isinstance(value, BadValue):
        return value.words
    if kind in (bool, float) or value is None:
        return repr(value)
    if isinstance(value, int):
        digits = int(value.bit_length() * _TENTHS) + 1
        return f"a number of {digits} digits" if digits > _DIGITS else int.__repr__(value)
    if isinstance(value, str | bytes):
        return f"{value[:_LONG]!r}…" if len(value) > _LONG else repr(value)
    if isinstance(value, list | tuple) and 0 < len(value) <= _FEW and all(map(_is_simple, value)):
        inside = ", ".join(map(short_text, value))
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    if isinstance(value, list | tuple | set | frozenset | dict):
        return f"a {kind.__name__} of {len(value)}" if value else f"an empty {kind.__name__}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"an object of the class {kind.__name__}"


def _is_simple(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def likely_word(word: object, words: Iterable[str]) -> str:
    """Return the one of `words` that is most similar to `word`; "" if none is similar."""
    if not isinstance(word, str) or len(word) > _LONG:
        return ""
    return "".join(get_close_matches(word, list(words), 1, cutoff=0.7))


def likely_key(word: object, keys: Iterable[str]) -> str:
    """Return the known key that a word misspells; empty if it looks like a different word.

    A slip is one letter too many, too few or wrong, two letters swapped, or another case: `lokcs`,
    `lock`, `Locks`. In a short word another letter makes another word (`desk`), and is no slip.
    """
    if not isinstance(word, str) or len(word) > _LONG:
        return ""
    return next((key for key in keys if _is_slip(word.casefold(), key)), "")


def _is_slip(word: str, key: str) -> bool:
    if word == key or word == key.removesuffix("es"):
        return True
    short, long = sorted((word, key), key=len)
    if len(short) < _SHORT_WORD - 1:
        return False
    at = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    if short[at + 1 :] == long[at + 1 :]:
        return len(key) > _SHORT_WORD
    return (
        sorted(short[at : at + 2]) == sorted(long[at : at + 2])
        and short[at + 2 :] == long[at + 2 :]
    )
