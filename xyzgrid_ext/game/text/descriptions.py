"""Descriptions of rooms: a text, or parts that are each shown if their `needs` hold.

    desc = ["A balcony, and a bell.", {"text": "It hums.", "needs": ["puzzle:the lamp"]}]
    details = {"bell, rope": "As big as a bee-hive, and greener."}

One mechanism for drawn maps, matrices and dungeons: what a part needs are the words that exits
need. A part follows the one before it after a blank, or on a line of its own if it begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import fill
from typing import Any

from evennia.utils.ansi import strip_ansi
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.grid.descriptions import names_of, parts_of, words_in
from xyzgrid_ext.game.visibility import needs

DETAILS = "details"
_LONG, _WIDE = 80, 76  # columns: a plain telnet client does not break lines
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ARTICLES = ("the ", "a ", "an ", "at ", "my ")


def is_in_parts(description: object) -> bool:
    """Whether a description has parts."""
    return not isinstance(description, str | None)


def shown(description: Any, looker: Any, place: Any) -> str:
    """The text that somebody reads of the description of a room or an exit."""
    text = ""
    for part in parts_of(deserialize(description)):
        if not _is_shown(part, looker, place):
            continue
        said = part["text"]
        text += said if not text or said.startswith("\n") else f" {said}"
    lines = text.strip("\n").split("\n")
    return "\n".join(fill(line, _WIDE) if len(line) > _LONG else line for line in lines)


def detail(room: Any, looker: Any, wanted: str) -> str:
    """The description of a detail that the text of a room mentions; empty if there is none."""
    wanted = bare(wanted)
    for names, text in details_of(room).items():
        if wanted in names_of(str(names)):
            return shown(text, looker, room)
    return ""


def details_of(room: Any) -> Mapping[str, Any]:
    """The details of a room: their names -> a description."""
    found = room.attributes.get(DETAILS)
    return deserialize(found) if found else {}


def speaks_of(room: Any, looker: Any, wanted: str) -> bool:
    """Whether the text of a room has all words of what somebody wants to look at."""
    text = strip_ansi(str(room.get_display_desc(looker)))
    there = {form for word in words_in(text) for form in _forms(word)}
    asked = words_in(bare(wanted))
    return bool(asked) and there.issuperset(asked)


def sentence_about(room: Any, looker: Any, wanted: str) -> str:
    """The first sentence of a room's text that has all words of what somebody asks for; or none."""
    text = strip_ansi(str(room.get_display_desc(looker)))
    asked = words_in(bare(wanted))
    for paragraph in text.split("\n\n"):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            there = {form for word in words_in(sentence) for form in _forms(word)}
            if asked and there.issuperset(asked):
                return sentence
    return ""


def bare(text: str) -> str:
    """A name without its article: `bell` of `the bell`."""
    text = " ".join(text.casefold().split())
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text


def _forms(word: str) -> tuple[str, ...]:
    """A word of a text, and its singular as far as that is plain."""
    return (word, word.removesuffix("'s"), word.removesuffix("es"), word.removesuffix("s"))


def _is_shown(part: Mapping[str, Any], looker: Any, place: Any) -> bool:
    needed, barred = part.get("needs", ()), part.get("unless", ())
    return all(needs.holds(word, looker, place) for word in _several(needed)) and not any(
        needs.holds(word, looker, place) for word in _several(barred)
    )


def _several(words: Any) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)
