"""What the verbs add to core: the key `reacts` of rooms and things.

    "reacts": {
        "bell, rope": {"ring, pull": {"text": "It rings.", "others": "{name} rings the bell."}},
        "": {"listen": "The tide-mill, and a gull."},
    }

What a player does with a thing that a text mentions, or with the room (""), has an answer. A thing
has the inner dict alone: {"ring": "It rings."}.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.descriptions import things_of, words_of_solved
from xyzgrid_ext.core.mapdata.kinds import WORD, DictOf, Either, KeyRow, KeyTable, ListOf, Text
from xyzgrid_ext.core.mapdata.prototypes import TARGET, TEXT_CONDITIONS
from xyzgrid_ext.core.parts import CorePart

REACTS = "reacts"
"""The key of map modules for what happens when somebody acts on a thing of the text."""
_CURE = 'write "reacts": {"bell, rope": {"ring, pull": "It rings."}}'
_PLACES = DictOf("a dict of texts", TARGET, Text(), 'write {(6, 4, "town"): "The bell rings."}')
_PART = Either(
    (
        Text(),
        KeyTable(
            "a dict",
            (
                KeyRow("text", Text(), "what the player reads; `{text}` is what was said", ""),
                KeyRow("needs", TEXT_CONDITIONS, "it counts if all of these words are true", ()),
                KeyRow("unless", TEXT_CONDITIONS, "it does not if any of these words is true", ()),
                KeyRow("others", Text(), "what the others in the room read; `{name}` acts", ""),
                KeyRow("elsewhere", _PLACES, "what is read in other rooms, by their places", {}),
                KeyRow("solves", WORD, "a puzzle that the player solves by it", ""),
            ),
            own=None,
            cure=_CURE,
        ),
    )
)
_ANSWER = Either((*_PART.kinds, ListOf("a list of its parts", _PART)), "a text, or its parts")
_OF_THING = DictOf("a dict of answers", WORD, _ANSWER, 'write {"ring, pull": "It rings."}')
_OF_ROOM = DictOf("a dict of what can be done with things", Text(), _OF_THING, _CURE)


def all_answers(grid: Grid) -> Iterator[object]:
    """Yield the answers, texts or lists of parts, in the `reacts` of a map's rooms and things."""
    rooms = (proto.get(REACTS) for proto in grid.protos)
    dicts = [verbs for row in rooms if isinstance(row, Mapping) for verbs in row.values()]
    dicts += [thing.get(REACTS) for thing in things_of(grid)]
    yield from (
        answer for verbs in dicts if isinstance(verbs, Mapping) for answer in verbs.values()
    )


def answer_parts(answer: object) -> Iterator[Mapping[str, object]]:
    """Yield the parts of an answer, each a dict with a `text`."""
    for part in answer if isinstance(answer, list | tuple) else [answer]:
        if isinstance(part, Mapping):
            yield {"text": "", **part}
        elif isinstance(part, str):
            yield {"text": part}


def _puzzles(grid: Grid) -> Iterator[str]:
    parts = (part for answer in all_answers(grid) for part in answer_parts(answer))
    return words_of_solved(parts)


CORE = CorePart(
    "verbs",
    room_keys=(
        KeyRow(REACTS, _OF_ROOM, "what happens if a player does something with a thing", None),
    ),
    thing_keys=(
        KeyRow(REACTS, _OF_THING, "what happens if a player does something with it", None),
    ),
    given={"puzzle": _puzzles},
)
