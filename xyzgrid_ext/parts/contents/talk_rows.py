"""The key `talk` of people: what they say, as rows that a builder writes.

    "talk": {"lines": ["Mind the third step.", {"text": ":yawns.", "needs": ["time:night"]}],
             "topics": {"lamp, light": "Nobody has lit it since the flood."},
             "idle": [":counts the boats."],
             "wants": {"kettle": {"text": "So that is where it was.", "solves": "the kettle"}}}

A text is said aloud; one that begins with a colon is done, as with Evennia's `pose`. Each line of a
text is an utterance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.descriptions import detail_names, text_parts, things_of, words_of_solved
from xyzgrid_ext.core.mapdata.kinds import (
    REQUIRED,
    WORD,
    DictOf,
    Either,
    KeyRow,
    KeyTable,
    ListOf,
    Text,
)
from xyzgrid_ext.core.mapdata.prototypes import TEXT_CONDITIONS, Parent
from xyzgrid_ext.core.records import Record

ATTRIBUTE = "talk"
"""The Attribute of a person that has its lines."""
_CURE = 'write {"text": "Mind the third step.", "needs": ["time:night"]}'
_LINE = Either(
    (
        Text(blank=False),
        KeyTable(
            "a dict",
            (
                KeyRow("text", Text(blank=False), "what is said", REQUIRED),
                KeyRow("needs", TEXT_CONDITIONS, "it is said if all of these words are true", ()),
                KeyRow(
                    "unless", TEXT_CONDITIONS, "it is not said if any of these words is true", ()
                ),
                KeyRow("gives", Parent(), "a prototype, or its name: what the hearer gets", None),
                KeyRow("solves", WORD, "a puzzle that the hearer has solved by it", None),
            ),
            own=None,
            cure=_CURE,
        ),
    ),
    "a text, or a dict with text, needs, unless, gives and solves",
    _CURE,
)
_LINES = Either((Text(blank=False), ListOf("a list of lines", _LINE)), "a text, or a list of lines")
_BY_NAME = DictOf("a dict of lines", WORD, _LINES, 'write {"lamp, light": "It is dark."}')
TALK = KeyTable(
    "a dict",
    (
        KeyRow("lines", _LINES, "what `talk` hears, one after the other", ()),
        KeyRow("topics", _BY_NAME, "what `ask … about` hears: names -> lines", {}),
        KeyRow("otherwise", _LINES, "what is said about any other topic", ()),
        KeyRow("idle", _LINES, "what is said by itself, now and then", ()),
        KeyRow("wants", _BY_NAME, "what is taken, and what is said then: names -> lines", {}),
    ),
    own=None,
    cure='write "talk": {"lines": ["Mind the third step."]}',
)
"""The keys of the value of the Attribute `talk`."""


def all_lines(talk: Record) -> Iterator[Record]:
    """Yield all lines that somebody may say."""
    for value in talk.values():
        for lines in value.values() if isinstance(value, Mapping) else [value]:
            yield from text_parts(lines)


def lines_about(rows: Record, names: Iterable[str]) -> Iterator[Record]:
    """Yield the lines of those rows, such as `"lamp, light"` -> lines, whose key has a name."""
    wanted = set(names)
    for key, lines in rows.items():
        if not wanted.isdisjoint(detail_names(str(key))):
            yield from text_parts(lines)


def words_given_by_people(grid: Grid) -> Iterator[str]:
    """Yield the words, such as `puzzle:the kettle`, that people on a map make true."""
    for thing in things_of(grid):
        talk = thing.get(ATTRIBUTE)
        if isinstance(talk, Mapping) and not TALK.faults(talk):
            yield from words_of_solved(all_lines(talk))
