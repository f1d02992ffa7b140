"""Descriptions of rooms: a text, or parts that are shown if their `needs` are met.

    desc = ["A balcony, and a bell.", {"text": "It hums.", "needs": ["puzzle:the lamp"]}]
    details = {"bell, rope": "As big as a bee-hive, and greener."}

Maps of all kinds use this. A part has the same words for needs as exits. Parts
are joined by blanks; a part that begins with a line break starts a new line. A part with `brief`
is shown in full once to each character, and then only as that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any
from zlib import crc32

from evennia.utils.ansi import strip_ansi
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.grid.descriptions import names_of, parts_of, words_in
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world import hooks

DETAILS = "details"
_LONG, _WIDE = 80, 76  # columns: a plain telnet client does not break lines
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]['\"’”])\s+(?![a-zß-ÿ])")
_OPENING, _CLOSING = re.compile(r"(?<!\S)['\"‘“„]"), re.compile(r"(?<=\S)['\"’”](?!\w)")
_BRIEF = "brief"
_ARTICLES = ("at ", "the ", "a ", "an ", "my ")


def is_in_parts(description: object) -> bool:
    """Whether a description has parts."""
    return not isinstance(description, str | None)


def shown(description: Any, looker: Any, place: Any, *, in_full: bool = False) -> str:
    """Return the text of a description of a room or an exit, as somebody reads it."""
    text = ""
    for part in _parts_shown(description, looker, place):
        is_brief = not in_full and _BRIEF in part and _was_read(part, looker)
        said = part[_BRIEF if is_brief else "text"]
        text += said if not text or said.startswith("\n") else f" {said}"
    if screens.wraps_for(looker):
        return text.strip("\n")
    lines = text.strip("\n").split("\n")
    return "\n".join(fill(line, _WIDE) if len(line) > _LONG else line for line in lines)


def note_read(description: Any, looker: Any, place: Any) -> None:
    """Remember that a character has read the parts that are shown in full only once."""
    for part in _parts_shown(description, looker, place):
        if _BRIEF in part and not _was_read(part, looker):
            memory.note_told(looker, _hint(part))


def detail(room: Any, looker: Any, wanted: str) -> str:
    """Return the description of a detail that a room's text mentions; empty if there is none."""
    wanted = bare(wanted)
    for names, text in details_of(room).items():
        if wanted in names_of(str(names)):
            return shown(text, looker, room)
    return ""


def details_of(room: Any) -> Mapping[str, Any]:
    """Return the details of a room: a mapping from their names to their descriptions."""
    found = room.attributes.get(DETAILS)
    return deserialize(found) if found else {}


def speaks_of(room: Any, looker: Any, wanted: str) -> bool:
    """Whether a room's text contains all words that name the thing to look at."""
    return _names(strip_ansi(hooks.description(room, looker, in_full=True)), wanted)


def sentence_about(room: Any, looker: Any, wanted: str) -> str:
    """Return the first sentence of a room's text that has all words asked for; otherwise ""."""
    text = strip_ansi(hooks.description(room, looker, in_full=True))
    found = (one for part in text.split("\n\n") for one in _sentences(" ".join(part.split())))
    return next((sentence for sentence in found if _names(sentence, wanted)), "")


def part_about(room: Any, looker: Any, wanted: str) -> str:
    """Return the first shown part of a room's description that has all words asked for.

    It is "" if there is none, or if the description has no parts.
    """
    description = room.attributes.get("desc")
    parts = _parts_shown(description, looker, room) if is_in_parts(description) else ()
    return next((text for part in parts if _names(text := part["text"].strip(), wanted)), "")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; a quotation is not divided."""
    found: list[str] = []
    quoted = 0
    for sentence in _SENTENCE.split(text):
        if quoted > 0:
            sentence = f"{found.pop()} {sentence}"
        found.append(sentence)
        quoted = len(_OPENING.findall(sentence)) - len(_CLOSING.findall(sentence))
    return found


def bare(text: str) -> str:
    """Return a name without its article: `bell` for `the bell`."""
    text = " ".join(name_key(text).split())
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text


def _names(text: str, wanted: str) -> bool:
    """Whether a text contains all words that name the thing to look at."""
    there = {form for word in words_in(text) for form in _forms(word)}
    asked = words_in(bare(wanted))
    return bool(asked) and all(not there.isdisjoint(_forms(word)) for word in asked)


def _forms(word: str) -> tuple[str, ...]:
    """Return a word of a text, and its singular if that is easy to form."""
    forms = (word, *(word.removesuffix(end) for end in ("'s", "es", "s")))
    return tuple(filter(None, forms))


def _parts_shown(description: Any, looker: Any, place: Any) -> Iterator[Mapping[str, Any]]:
    return (part for part in parts_of(deserialize(description)) if _is_shown(part, looker, place))


def _hint(part: Mapping[str, Any]) -> str:
    """Return the name under which a text is remembered; an author's new text is read anew."""
    return f"read {crc32(part['text'].encode()):08x}"


def _was_read(part: Mapping[str, Any], looker: Any) -> bool:
    return looker is not None and memory.was_told(looker, _hint(part))


def _is_shown(part: Mapping[str, Any], looker: Any, place: Any) -> bool:
    needed, barred = part.get("needs", ()), part.get("unless", ())
    return all(needs.holds(word, looker, place) for word in _several(needed)) and not any(
        needs.holds(word, looker, place) for word in _several(barred)
    )


def _several(words: Any) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)
