r"""A builder's additions to a game file: `NAME.toml` beside `NAME.game`. All entries are optional.

title = "The Warehouse"         what people call it; else its name
turns = true                    a cycle only when a key comes; else every 131.072 ms
wait = 0.2                      or so many seconds
undo = false                    moves cannot be taken back
hero = "@+"                     the player, whatever it looks like: where descriptions begin
win = "none O"                  see `condition`; a list: any of them
lose = ["none @+", "some X"]
names.O = "a box"               what descriptions call a character
colours.O = "bright yellow"     how it may be coloured
tiles.O = "box"                 how it may be drawn: one of TILES, or a place of the sheet, "3,1"
sheet = "/static/shed.png"      a picture of tiles, 16 × 16 each
keys.l = "right"                what a key is called; "\n" is ENTER
messages.won = "All is put away."   also start and lost; spoken is start for who does not see

[[levels]]                      without any there is one: the map of the game file
name = "The corner"
map = '''                       without it, the map of the game file
#####
#@O.#
#####
'''
par = 1                         a good number of cycles
solution = "l"                  keys that win it, as in a replay; win and lose as above
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, Severity, errors_of
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.boards.core.automaton.condition import Condition, parse_condition
from xyzgrid_ext.parts.boards.core.automaton.model import MAX_CELLS, BoardMap, make_map
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, COLOURS, TILES, Move

DEFAULT_WAIT = 0.131072
"""The seconds from tick to tick, unless the extras say otherwise."""

_SHADES = frozenset((*COLOURS, *(f"bright {colour}" for colour in COLOURS)))
_PLACE = re.compile(r"[0-9]{1,3},[0-9]{1,3}")
_ENDS = ("win", "lose")
_WORDS = {
    "title": str,
    "turns": bool,
    "wait": float,
    "undo": bool,
    "hero": str,
    "names": dict,
    "colours": dict,
    "tiles": dict,
    "sheet": str,
    "keys": dict,
    "messages": dict,
    "levels": list,
}
_LEVEL_WORDS = {"name": str, "map": str, "par": int, "solution": str}
_MOST_PAR = 1_000_000
_DIGITS = 40  # of a value that a message shows
_LONG = re.compile(r"[0-9][0-9_]{4000}")
_MOST_TEXT = 300_000  # characters, of which the parser makes up to 150 MB
# the parser's time and memory grow with the square of the parts of a key; no board needs four
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_.-])(?:{_PART}[ \t]*+\.[ \t]*+){{10}}")
_LEVEL = "[[levels]]"
_TABLE = re.compile(r"\s*\[([^\[\]]*)\]")
_QUOTED = re.compile(r"""\s*(?:(\w+)\s*\.\s*)?(["'])(.+?)\2\s*[=.]""")
_OPENING = re.compile(r"[\[{.]")
_MESSAGES = ("start", "spoken", "won", "lost")
_TYPES = {str: "a text", bool: "true or false", float: "a number of seconds", int: "a number",
          dict: "a table", list: "a list of tables"}  # fmt: skip


@dataclass(frozen=True)
class Level:
    """A level of a game.

    Attributes:
        sheet: its map; None for the map of the game file.
        win, lose: the conditions, of which one is enough.
        par: a number of cycles to compare with, or None.
        solution: the author's winning moves, or None.
    """

    name: str = ""
    sheet: BoardMap | None = None
    win: tuple[Condition, ...] = ()
    lose: tuple[Condition, ...] = ()
    par: int | None = None
    solution: tuple[Move, ...] | None = None


@dataclass(frozen=True)
class Extras:
    """What a TOML file adds to a game.

    Attributes:
        wait: the seconds from tick to tick; None for no clock.
        undo: whether players may undo moves.
        hero: the symbols that stand for the player.
        names, colours, tiles: symbol -> its name, colour or tile.
        sheet: the URL of the board's own tiles; "" if it has none.
        keys: key -> its name.
        messages: `start`, `spoken`, `won` or `lost` -> the message.
    """

    title: str = ""
    wait: float | None = DEFAULT_WAIT
    undo: bool = True
    hero: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, str] = field(default_factory=dict)
    levels: tuple[Level, ...] = (Level(),)


class ParsedExtras(NamedTuple):
    """The extras, or None if there were errors, and all findings."""

    extras: Extras | None
    findings: tuple[Finding, ...]


class _ExtrasReader:
    """The text with its line numbers for findings, and the findings so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.split("\n")
        self.findings: list[Finding] = []

    def error(self, code: str, message: str, cure: str, line: int = 0) -> None:
        source = self.lines[line - 1] if line else ""
        place = len(source) - len(source.lstrip()) + 1 if line else 0
        self.findings.append(
            Finding(Severity.ERROR, code, message, cure, self.file, line, place, source)
        )

    def line(self, word: str, level: int = 0) -> int:
        """Return the line that sets a key in this level (from 1); 0 if there is none."""
        number = level if level <= self._levels else 0  # levels may be written as one list
        return self._lines.get((number, word), 0)

    @cached_property
    def _levels(self) -> int:
        return sum(line.strip() == _LEVEL for line in self.lines)

    @cached_property
    def _lines(self) -> dict[tuple[int, str], int]:
        """Maps (level, key) to the first line that sets the key; read once for all findings."""
        numbers: dict[tuple[int, str], int] = {}
        level = 0
        for number, line in enumerate(self.lines, 1):
            level += line.strip() == _LEVEL
            for word in _words(line):
                numbers.setdefault((level, word), number)
        return numbers


def _words(line: str) -> Iterator[str]:
    """Yield the keys that a line of TOML can set: `names."a" = 1` sets names and a."""
    if (table := _TABLE.match(line)) is not None:
        yield table[1]
    elif (quoted := _QUOTED.match(line)) is not None:
        yield from (quoted[3], *filter(None, (quoted[1],)))
    else:
        head = line.partition("=")[0].strip()
        first, _dot, rest = head.partition(".")
        yield from (head, first.strip(), rest.strip(), rest.partition(".")[0].strip())


def parse_extras(text: str, file: str = "") -> ParsedExtras:
    """Parse the text of a game's TOML file, named `file` in findings. Never raises."""
    reader = _ExtrasReader(text, file)
    data = _tables(reader, text)
    if data is None:
        return ParsedExtras(None, tuple(reader.findings))
    words = {word: data[word] for word in data if word not in _ENDS}
    _check_words(reader, words, _WORDS, 0)
    ends = {end: _conditions(reader, end, data.get(end, []), 0) for end in _ENDS}
    tables = {
        table: _table(reader, table, data.get(table))
        for table in ("names", "colours", "tiles", "keys", "messages")
    }
    _check_tables(reader, tables, data.get("hero"))
    levels = tuple(
        _level(reader, number, level, ends)
        for number, level in enumerate(_level_tables(reader, data.get("levels")), 1)
    )
    wait = _wait(reader, data)
    if errors_of(reader.findings):
        return ParsedExtras(None, tuple(sorted(reader.findings, key=lambda found: found.line)))
    extras = Extras(
        data.get("title", ""),
        wait,
        data.get("undo", True),
        data.get("hero", ""),
        sheet=data.get("sheet", ""),
        **tables,
        levels=levels or (Level(win=ends["win"], lose=ends["lose"]),),
    )
    return ParsedExtras(extras, ())


def _tables(reader: _ExtrasReader, text: str) -> dict[str, Any] | None:
    """Return the text read as TOML; None, with a finding, if it is not TOML or takes too much."""
    if len(text) > _MOST_TEXT:
        message, cure = f"more than {_MOST_TEXT:,} characters", "make several boards of its levels"
        reader.error("toml", message, cure, 0)
        return None
    if (key := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, key.start()) + 1
        reader.error("toml", "a key of more than ten parts", "no word of a board needs that", line)
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = min(int(place[1]) if place else 0, len(reader.lines))
        cure = "see the TOML format; a \\ stands as itself only between single quotes"
        reader.error("toml", str(error), cure, line)
    except RecursionError:
        deepest = max(enumerate(reader.lines, 1), key=lambda line: len(_OPENING.findall(line[1])))
        message = "lists or tables nested hundreds deep"
        reader.error("toml", message, "no word of a board needs that: remove it", deepest[0])
    except ValueError:  # of numbers that are too long for Python
        long = next((n for n, line in enumerate(reader.lines, 1) if _LONG.search(line)), 0)
        reader.error("toml", "a number with thousands of digits", "write a smaller one", long)
    return None


def _shown(value: object) -> str:
    """Return a value as text for messages; lists may be deep, and numbers of any length."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    if isinstance(value, int) and abs(value) >= 10**_DIGITS:
        return "a number of many digits"
    return repr(value[:_DIGITS] if isinstance(value, str) else value)


def _check_words(
    reader: _ExtrasReader, data: Mapping[str, object], words: Mapping[str, type], level: int
) -> None:
    for word, value in data.items():
        if word not in words:
            names = [*words, *_ENDS]
            near = difflib.get_close_matches(word, names, n=1)
            cure = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
            line = reader.line(word, level)
            reader.error("unknown-word", f"unknown word {word[:_DIGITS]!r}", cure, line)
            continue
        wanted = words[word]
        right = isinstance(value, (int, float) if wanted is float else wanted)
        if not right or (isinstance(value, bool) and wanted is not bool):
            message = f"{word} is {_shown(value)}"
            line = reader.line(word, level)
            reader.error("wrong-type", message, f"expected {_TYPES[wanted]}", line)


def _wait(reader: _ExtrasReader, data: Mapping[str, object]) -> float | None:
    wait = data.get("wait", DEFAULT_WAIT)
    if data.get("turns") is True:
        if "wait" in data:
            line = reader.line("wait")
            reader.error("wait-and-turns", "wait and turns", "remove one of them", line)
        return None
    # values that are not numbers are reported elsewhere
    if isinstance(wait, int | float) and not 0.05 <= wait <= 3600:
        cure = "expected 0.05 to 3600 seconds, or turns = true for no clock at all"
        reader.error("bad-wait", f"wait is {_shown(wait)}", cure, reader.line("wait"))
        return None
    return float(wait) if isinstance(wait, int | float) else None


def _table(reader: _ExtrasReader, name: str, value: object) -> dict[str, str]:
    """Return a table of texts; report values of other types and leave them out."""
    table = value if isinstance(value, dict) else {}
    for key, text in table.items():
        if not isinstance(text, str) or not text:
            message = f"{name}.{key[:_DIGITS]} is {_shown(text)}"
            reader.error("wrong-type", message, "expected a text", reader.line(key))
        elif name != "messages" and (len(key) != 1 or not key.isascii()):
            cure = f'expected one character below 128, as in {name}."@" = "…"'
            reader.error("not-a-character", f"{name}: {key!r}", cure, reader.line(key))
    return {key: text for key, text in table.items() if isinstance(text, str)}


def _check_tables(
    reader: _ExtrasReader, tables: Mapping[str, Mapping[str, str]], hero: object
) -> None:
    for character, colour in tables["colours"].items():
        if colour not in _SHADES:
            cure = f"expected {', '.join(COLOURS)}, each also as bright {COLOURS[1]} …"
            line = reader.line(character)
            reader.error("unknown-colour", f"unknown colour {colour!r}", cure, line)
    for character, tile in tables["tiles"].items():
        if tile not in TILES and not _PLACE.fullmatch(tile):
            near = difflib.get_close_matches(tile, TILES, n=1)
            cure = f"did you mean {near[0]}?" if near else f"expected {', '.join(TILES)}, or 3,1"
            message = f"unknown tile {tile[:_DIGITS]!r}"
            reader.error("unknown-tile", message, cure, reader.line(character))
    for word in tables["messages"]:
        if word not in _MESSAGES:
            cure = f"expected {', '.join(_MESSAGES)}"
            reader.error("unknown-word", f"unknown message {word!r}", cure, reader.line(word))
    if isinstance(hero, str) and not hero.isascii():
        cure = "expected characters below 128"
        reader.error("not-a-character", f"hero is {hero!r}", cure, reader.line("hero"))


def _conditions(
    reader: _ExtrasReader, end: str, value: object, level: int
) -> tuple[Condition, ...]:
    texts = value if isinstance(value, list) else [value]
    findings = []
    for text in texts:
        try:
            findings.append(parse_condition(text if isinstance(text, str) else _shown(text)))
        except GridError as error:
            message = f"{end}: {error.message}"
            reader.error("bad-condition", message, error.cure, reader.line(end, level))
    return tuple(findings)


def _level_tables(reader: _ExtrasReader, value: object) -> list[Mapping[str, object]]:
    levels = value if isinstance(value, list) else []
    if not all(isinstance(level, dict) for level in levels):
        cure = "begin each level by [[levels]] on a line of its own"
        reader.error("wrong-type", "levels must be a list of tables", cure, reader.line("levels"))
        return []
    return levels


def _level(
    reader: _ExtrasReader,
    number: int,
    data: Record,
    ends: Mapping[str, tuple[Condition, ...]],
) -> Level:
    words = {word: value for word, value in data.items() if word not in _ENDS}
    _check_words(reader, words, _LEVEL_WORDS, number)
    conditions = {
        end: _conditions(reader, end, data[end], number) if end in data else ends[end]
        for end in _ENDS
    }
    sheet, drawing = None, data.get("map")
    if isinstance(drawing, str):
        rows = drawing.removesuffix("\n").split("\n")
        sheet = make_map(rows) if drawing.isascii() else None
        if sheet is None or not drawing.strip() or sheet.width * sheet.height > MAX_CELLS:
            cure = f"expected rows of characters below 128, at most {MAX_CELLS:,} of them"
            reader.error("bad-map", f"no map of level {number}", cure, reader.line("map", number))
    par = data.get("par")
    if isinstance(par, int) and not 1 <= par <= _MOST_PAR:
        message, cure = f"par is {_shown(par)}", f"expected 1 to {_MOST_PAR:,}"
        reader.error("bad-par", message, cure, reader.line("par", number))
    solution = data.get("solution")
    moves = None
    if isinstance(solution, str):
        try:
            moves = tuple(CHARACTERS.read(solution.replace("\n", "")))
        except GridError as error:
            line = reader.line("solution", number)
            reader.error("bad-solution", error.message, error.cure, line)
    name = data.get("name", "")
    return Level(str(name), sheet, conditions["win"], conditions["lose"], par, moves)
