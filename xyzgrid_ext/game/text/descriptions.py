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
from zlib import crc32

from evennia.utils.ansi import strip_ansi
from evennia.utils.dbserialize import deserialize
from evennia.utils.utils import make_iter

from xyzgrid_ext.core.grid.descriptions import detail_names, text_parts, words_in
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.evennia_types import Looker, RoomObject
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world import hooks

DETAILS = "details"
"""The Attribute of a room with the texts of its details by their names."""
_LONG, _WIDE = 80, 76  # columns: a plain telnet client does not break lines
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]['\"’”])\s+(?![a-zß-ÿ])")
_OPENING, _CLOSING = re.compile(r"(?<!\S)['\"‘“„]"), re.compile(r"(?<=\S)['\"’”](?!\w)")
_BRIEF = "brief"
_BEFORE = ("at", "to", "in", "into", "on", "under", "behind", "through", "over")
_ARTICLES = ("the ", "a ", "an ", "my ")


def is_in_parts(description: object) -> bool:
    """Whether a description is a list of parts, which may depend on who reads it, not a text."""
    return not isinstance(description, str | None)


def render(description: object, looker: Looker, place: object, *, in_full: bool = False) -> str:
    """Return a description as a looker reads it at `place`, the object of a room or an exit.

    Parts that are shown in full only once are so again if `in_full`.
    """
    text = ""
    for part in visible_parts(description, looker, place):
        is_brief = not in_full and _BRIEF in part and _was_read(part, looker)
        words = part[_BRIEF if is_brief else "text"]
        text += words if not text or not words or words.startswith("\n") else f" {words}"
    if screens.wraps_for(looker):
        return text.strip("\n")
    lines = text.strip("\n").split("\n")
    return "\n".join(fill(line, _WIDE) if len(line) > _LONG else line for line in lines)


def note_read(description: object, looker: Looker, place: object) -> None:
    """Remember that a character has read those parts that are shown in full only once."""
    for part in visible_parts(description, looker, place):
        if _BRIEF in part and not _was_read(part, looker):
            memory.note_told(looker, _memory_key(part))


def detail_text(room: RoomObject, looker: Looker, name: str) -> str:
    """Return the description of a detail that a room's text mentions; empty if there is none."""
    details = deserialize(room.attributes.get(DETAILS)) or {}
    texts = (
        text for names, text in details.items() if without_article(name) in detail_names(str(names))
    )
    return next((render(text, looker, room) for text in texts), "")


def sentence_about(room: RoomObject, looker: Looker, name: str) -> str | None:
    """Return the first sentence of a room's text that has all words of a name.

    It is "" if several sentences have them together, or if the text of a detail or of an object
    here has them; None if nothing has.
    """
    text = strip_ansi(hooks.description(room, looker, in_full=True))
    if not mentions(text, name):
        details = deserialize(room.attributes.get(DETAILS)) or {}
        read = [hooks.description(room, looker)]
        read += (render(detail, looker, room) for detail in details.values())
        things = (thing for thing in room.contents if thing.destination is None)
        visible = hooks.visible_things(room, looker, things)
        read += (hooks.description(thing, looker) for thing in visible)
        return "" if any(mentions(strip_ansi(words), name) for words in read) else None
    parts = (" ".join(part.split()) for part in text.split("\n\n"))
    sentences = (sentence for part in parts for sentence in _sentences(part))
    return next((sentence for sentence in sentences if mentions(sentence, name)), "")


def part_about(room: RoomObject, looker: Looker, name: str) -> str:
    """Return the first shown part of a room's description that has all words of a name.

    It is "" if there is none, or if the description has no parts.
    """
    description = room.attributes.get("desc")
    parts = visible_parts(description, looker, room) if is_in_parts(description) else ()
    return next((text for part in parts if mentions(text := part["text"].strip(), name)), "")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; a quotation is not divided."""
    sentences: list[str] = []
    quoted = 0
    for sentence in _SENTENCE.split(text):
        if quoted > 0:
            sentence = f"{sentences.pop()} {sentence}"
        sentences.append(sentence)
        quoted = len(_OPENING.findall(sentence)) - len(_CLOSING.findall(sentence))
    return sentences


def without_article(text: str) -> str:
    """Return a name without its article: `bell` for `the bell`, and for `under the bell`."""
    first, _blank, others = (text := " ".join(name_key(text).split())).partition(" ")
    text = others if first in _BEFORE and others else text
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text


def mentions(text: str, name: str) -> bool:
    """Whether a text contains all words of the name of a thing to look at."""
    forms = {form for word in words_in(text) for form in _forms(word)}
    words = words_in(without_article(name))
    return bool(words) and all(not forms.isdisjoint(_forms(word)) for word in words)


def _forms(word: str) -> tuple[str, ...]:
    """Return a word of a text, and its singular if that is easy to form."""
    forms = (word, *(word.removesuffix(end) for end in ("'s", "es", "s")))
    return tuple(filter(None, forms))


def visible_parts(description: object, looker: Looker, place: object) -> Iterator[Record]:
    """Yield the parts of a description whose `needs` and `unless` hold for a looker at `place`."""
    for part in text_parts(deserialize(description)):
        needed, barred = make_iter(part.get("needs", ())), make_iter(part.get("unless", ()))
        if all(needs.is_true_for(word, looker, place) for word in needed) and not any(
            needs.is_true_for(word, looker, place) for word in barred
        ):
            yield part


def _memory_key(part: Record) -> str:
    """Return the name under which a text is remembered; an author's new text is read anew."""
    return f"read {crc32(part['text'].encode()):08x}"


def _was_read(part: Mapping[str, object], looker: Looker) -> bool:
    return looker is not None and memory.was_told(looker, _memory_key(part))
