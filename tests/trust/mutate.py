"""Inputs that are nearly right: texts and values of the corpus, changed in a few places.

    text(chance, seeds)      a text of tokens and lines: some go, some come twice, some are odd
    value(chance, seeds)     dicts, lists and texts: an entry goes, or is of a wrong kind
    data(chance, seeds)      the same, with what JSON can hold alone

The same chance gives the same input.
"""

import re
import string
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

LONGEST = 200_000  # characters: more is a matter of the reader's bound on files

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "00",
    "1.5",
    "1e400",
    "nan",
    "-0",
    "2147483648",
    "9" * 19,
    "9" * 5000,
)
ODD = (
    *("", " ", "\t", "\n", "\r", "\r\n", "\0", "\x1b[31m", "\x7f", "\ufeff", "\u202e", "\u2028"),
    *("é", "ß", "٣", "²", "①", "🏰", "İ", "\U0010fffd", "{you.__class__}", "{0}", "{", "}", "%s"),
    *("%", "|r", "|", "||", "$You()", "$", "*", "?", "\\", "'", '"', '"""', "#", ";", ",", "="),
    *("[", "]", "(", ")", "<", ">", "&", ":", "None", "True", "null", "inf", "-", "--", ".."),
    *("[" * 3000, "(" * 300, "{" * 3000, '{"a":' * 2000, "a" * 10_000, "a " * 3000, "<a>" * 2000),
)  # fmt: skip
_LETTERS = string.printable + "éß٣²🏰\0\u202e"


def text(chance: Random, seeds: Sequence[str]) -> str:
    """A text of the corpus with some changes; sometimes nothing but odd tokens of it."""
    if chance.random() < 0.05:
        return _noise(chance, seeds)
    found = chance.choice(seeds)
    for _ in range(_some(chance)):
        found = chance.choice(_TEXT)(chance, found, seeds)[:LONGEST]
    return found


def line(chance: Random, seeds: Sequence[str]) -> str:
    return re.sub(r"[\r\n\0]+", " ", text(chance, seeds))


def _some(chance: Random) -> int:
    """1, 2, 3 … each half as often as the one before, and at times many."""
    number = 1
    while chance.random() < 0.5 and number < 40:
        number += 1 if chance.random() < 0.97 else 20
    return number


def _noise(chance: Random, seeds: Sequence[str]) -> str:
    if chance.random() < 0.5:
        return "".join(chance.choices(_LETTERS, k=chance.choice((1, 3, 20, 300))))
    tokens = _TOKEN.findall(chance.choice(seeds))[:2000] or [" "]
    return "".join(_odd(chance) if chance.random() < 0.1 else chance.choice(tokens)
                   for _ in range(chance.choice((1, 5, 50, 400))))  # fmt: skip


def _odd(chance: Random) -> str:
    return chance.choice(NUMBERS if chance.random() < 0.3 else ODD)


def _token(chance: Random, found: str, seeds: Sequence[str]) -> str:
    """One token is another: of the corpus, or an odd one."""
    spot = chance.randrange(len(found) + 1)
    token = _TOKEN.search(found, spot)
    if token is None:
        return found + _odd(chance)
    other = chance.choice(seeds)
    taken = _TOKEN.search(other, chance.randrange(len(other) + 1))
    new = taken[0] if taken and chance.random() < 0.5 else _odd(chance)
    return found[: token.start()] + new + found[token.end() :]


def _number(chance: Random, found: str, seeds: Sequence[str]) -> str:
    number = _NUMBER.search(found, chance.randrange(len(found) + 1))
    if number is None:
        return _token(chance, found, seeds)
    near = str(int(float(number[0][:15])) + chance.choice((-1, 1, 10)))
    new = near if chance.random() < 0.4 else chance.choice(NUMBERS)
    return found[: number.start()] + new + found[number.end() :]


def _letter(chance: Random, found: str, seeds: Sequence[str]) -> str:
    at = chance.randrange(len(found) + 1)
    return found[:at] + chance.choice(_LETTERS) + found[at + chance.randrange(2) :]


def _span(chance: Random, found: str, seeds: Sequence[str]) -> str:
    """A span goes, comes twice, comes very often, or stands elsewhere."""
    first = chance.randrange(len(found) + 1)
    last = min(len(found), first + chance.choice((1, 2, 10, 80, 500)))
    times = chance.choice((0, 0, 2, 3, 200))
    span = found[first:last]
    if times == 3:
        rest = found[:first] + found[last:]
        at = chance.randrange(len(rest) + 1)
        return rest[:at] + span + rest[at:]
    return found[:first] + span * times + found[last:]


def _lines(chance: Random, found: str, seeds: Sequence[str]) -> str:
    """The same with a line: it goes, comes twice or very often, or changes place with another."""
    lines = found.split("\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(two, lines[one])
    elif kind == 2:
        lines[one:one] = [lines[two]] * chance.choice((2, 100))
    elif kind == 3:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines.insert(one, chance.choice(chance.choice(seeds).split("\n")))
    return "\n".join(lines)


def _splice(chance: Random, found: str, seeds: Sequence[str]) -> str:
    other = chance.choice(seeds)
    return found[: chance.randrange(len(found) + 1)] + other[chance.randrange(len(other) + 1) :]


_TEXT: Sequence[Callable[[Random, str, Sequence[str]], str]] = (
    *(_token, _token, _number, _number, _letter, _span, _lines, _splice),
)


# --- values

PLAIN = (
    *(None, True, False, 0, -1, 1, 5, 2**31, 10**30, 10**400, 0.5, float("inf"), float("nan")),
    *("", " ", "x", "٣", "5", "*", "a\nb", "\0", "{x}", "|r", "é" * 300, [], {}, [None], [[]], [5]),
    *(["x"], ["x", "x"], {"x": 5}, {"": None}, [1, 2], [1, 2, 3], [-1, 0], ["1", "2", "town"]),
)
"""Wrong kinds that JSON holds as well."""
ODDER = (
    *((), (1,), (1, 2), (1, 2, 3), (1, 2, "town"), ("*", "*"), b"x", 1j, {5}, frozenset("ab")),
    *(object, object(), len, range(3), {1: 2}, {(0, 0): 1}, {None: None}, ..., Exception("x")),
)
"""And those that a Python module holds."""
_DEEP = 1500


def value(chance: Random, seeds: Sequence[Any], wrong: Sequence[Any] = (*PLAIN, *ODDER)) -> Any:
    """A value of the corpus with some changes."""
    found = chance.choice(seeds)
    for _ in range(min(_some(chance), 6)):
        found = _changed(chance, found, seeds, wrong)
    return found


def data(chance: Random, seeds: Sequence[Any]) -> Any:
    """The same of values that JSON can hold."""
    return value(chance, seeds, PLAIN)


def _changed(chance: Random, root: Any, seeds: Sequence[Any], wrong: Sequence[Any]) -> Any:
    # short ways are as likely as long ones: an option matters as much as one of 900 rooms
    way: list[Any] = []
    at = root
    while isinstance(at, dict | list | tuple) and at and chance.random() < 0.85:
        key = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
        way.append(key)
        at = at[key]
    if not way:
        return _wrong(chance, root, wrong)
    kind = chance.randrange(8)
    if kind == 0:
        return put(root, way, GONE)
    if kind == 1 and isinstance(way[-1], str | tuple):
        return put(root, [*way[:-1], _key(chance, way[-1])], at)
    if kind == 2:
        others = list(parts(chance.choice(seeds), 60))
        return put(root, way, chance.choice(others))
    if kind == 3 and isinstance(at, str):
        return put(root, way, text(chance, [at, "x"]))
    return put(root, way, _wrong(chance, at, wrong))


def _wrong(chance: Random, at: Any, wrong: Sequence[Any]) -> Any:
    kind = chance.randrange(12)
    if kind == 0:
        return [at]
    if kind == 1:
        return {"x": at}
    if kind == 2 and isinstance(at, int) and not isinstance(at, bool):
        return at + chance.choice((-1, 1, 100))
    if kind == 3 and isinstance(at, list | tuple):
        return [*at, *at]
    if kind == 4 and chance.random() < 0.2:
        deep: Any = []
        for _ in range(_DEEP):
            deep = [deep]
        return deep
    return chance.choice(wrong)


def _key(chance: Random, key: str | tuple[Any, ...]) -> Any:
    """Another key of a dict: parts of it are odd, or there are more or fewer of them."""
    if isinstance(key, str):
        return text(chance, [key])
    kind = chance.randrange(4)
    if kind == 0:
        return key[:-1]
    if kind == 1:
        return (*key, chance.choice(("*", "n", 5, None)))
    at = chance.randrange(len(key)) if key else 0
    odd = chance.choice(("*", "1", "x", -1, 10**30, 1.5, None, "٣", (), "north"))
    return (*key[:at], odd, *key[at + 1 :])


GONE = object()
"""Instead of a value: there is none."""


def put(root: Any, way: Sequence[Any], new: Any) -> Any:
    """The value with another at the end of a way; what lies beside the way is not copied."""
    if not way:
        return new
    key, rest = way[0], way[1:]
    if isinstance(root, dict):
        inner = new if not rest else put(root[key], rest, new)
        kept = {k: v for k, v in root.items() if k != key}
        # an entry that is changed stays where it was: order is a part of the input
        return kept if inner is GONE else {k: inner if k == key else root.get(k) for k in
                                           (*root, *({key} - root.keys()))}  # fmt: skip
    inner = new if not rest else put(root[key], rest, new)
    items = [*root[:key], *([] if inner is GONE else [inner]), *root[key + 1 :]]
    return tuple(items) if isinstance(root, tuple) else items


def parts(root: Any, most: int) -> Iterator[Any]:
    """The first values within a value, itself among them."""
    waiting = [root]
    while waiting and most > 0:
        one = waiting.pop()
        most -= 1
        yield one
        if isinstance(one, dict | list | tuple):
            waiting.extend(one.values() if isinstance(one, dict) else one)
