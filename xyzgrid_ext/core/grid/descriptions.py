"""Checks of room texts, over all maps of a world: texts that mention what does not exist.

    {"key": "The Fog Bell",
     "desc": ["A balcony, and a bell.", {"text": "It hums.", "needs": ["puzzle:the lamp"]}],
     "details": {"bell, rope": "As big as a bee-hive."}}

nothing gives     a part of a text depends on a word that no map provides
no such noun      a detail that no text of its room mentions: nobody will look at it

Words come from things with a `puzzle`, from rooms that `solve` one, and from what parts have on a
map. Others may come from elsewhere, so only the kinds of these are checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid.model import Grid, Prototype
from xyzgrid_ext.core.names import list_items, name_key
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.records import Record

_GIVEN = ("puzzle", "somebody")
TOLD = "told"
"""A key of prototypes: words of `needs` that, if all are true, reveal the room unvisited."""
SOLVES = "solves"
"""A key of prototypes: the puzzle that entering the room solves; as an option, entering the end."""

_BLANKS = re.compile(r"\|[/_>-]")  # in Evennia's markup
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def check_descriptions(grids: Mapping[str, Grid], given: Set[str] = frozenset()) -> list[Finding]:
    """Return findings about descriptions and details of rooms: unknown words, unused details.

    Args:
        grids: the maps, by `map_key`.
        given: words of `needs` that maps outside `grids` can make true: see `words_given`.
    """
    of_parts = [row for part in core_parts() for row in part.given.items()]
    gives = given | words_given(grids.values())
    kinds, findings = {*_GIVEN, *(word for word, _find in of_parts)}, dict[Finding, None]()
    for _key, grid in sorted(grids.items()):
        words = gives | {name_key(word) for _word, find in of_parts for word in find(grid)}
        for prototype in grid.protos:
            findings |= dict.fromkeys(_of_words(grid, prototype, words, kinds))
            findings |= dict.fromkeys(_of_details(grid, prototype))
    return list(findings)


def words_given(grids: Iterable[Grid]) -> set[str]:
    """Return the words of `needs`, such as `puzzle:lamp`, that these maps can make true.

    Descriptions on any map may depend on them.
    """
    of_parts = (row for part in core_parts() for row in part.given.items())
    of_world = [_given, *(find for word, find in of_parts if word in _GIVEN)]
    return {name_key(word) for grid in grids for find in of_world for word in find(grid)}


def puzzle_solved_in(grid: Grid, room: int) -> str:
    """Return the name of the puzzle that entering a room solves; "" if there is none."""
    number = int(grid.room_proto[room])
    puzzle = grid.protos[number].get(SOLVES) if number >= 0 else None
    if puzzle is None and grid.end is not None and grid.coord(room) == grid.end:
        puzzle = grid.options.get(SOLVES)
    return puzzle if isinstance(puzzle, str) else ""


def puzzle_of_all_rooms(grid: Grid) -> str:
    """Return the puzzle that exploring a whole map solves; "" if none, or if the map has an end."""
    puzzle = grid.options.get(SOLVES) if grid.end is None else None
    return puzzle if isinstance(puzzle, str) else ""


def words_that_reveal(grid: Grid, room: int) -> list[str] | None:
    """Return the words (`puzzle:map`) by which characters know a room that they never visited.

    All must be true. None if they have to visit it; an empty list if everybody knows it.
    """
    number = int(grid.room_proto[room])
    words = grid.protos[number].get(TOLD) if number >= 0 else None
    return None if words is None else _words(words)


def has_own_prototype(grid: Grid, room: int) -> bool:
    """Whether a room has a prototype that no other room of the map shares."""
    number = grid.room_proto[room]
    return bool(number >= 0 and (grid.room_proto == number).sum() == 1)


def detail_names(detail: str) -> list[str]:
    """Return the names in one key of `details` of a room: `["bell", "rope"]` for `bell, rope`."""
    return [name_key(name) for name in detail.split(",") if name.strip()]


def full_text(description: object) -> str:
    """Return all texts of a description, whatever they need, joined in one line."""
    return " ".join(part["text"] for part in text_parts(description))


def text_parts(description: object) -> Iterator[Record]:
    """Yield the texts of a description as dicts: `text`, perhaps `needs` or `unless`.

    `description` is a text, or a list of texts and such dicts. Malformed items are left out.
    """
    for part in [description] if isinstance(description, str) else list_items(description):
        if isinstance(part, str):
            yield {"text": part}
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            yield part


def words_in(text: str) -> list[str]:
    """Return the single words of a text in lower case, without markup: `|wBell|n` gives `bell`."""
    return _WORDS.findall(_BLANKS.sub(" ", name_key(text)))


def things_of(grid: Grid) -> Iterator[Mapping[str, object]]:
    """Yield the prototypes of all objects to be made in a map's rooms, by the kernel or add-ons."""
    yield from (thing for prototype in grid.protos for thing in _dicts(prototype.get("things")))
    for part in core_parts():
        yield from (prototype for _rooms, _place, prototype in part.things(grid))


def _dicts(value: object) -> Iterator[Mapping[str, object]]:
    return (part for part in list_items(value) if isinstance(part, Mapping))


def _words(value: object) -> list[str]:
    words = [value] if isinstance(value, str) else list_items(value)
    return [word for word in words if isinstance(word, str)]


def _given(grid: Grid) -> Iterator[str]:
    for thing in things_of(grid):
        if thing.get("puzzle"):
            yield f"puzzle:{thing['puzzle']}"
    yield from words_of_solved((grid.options, *grid.protos))


def words_of_solved(rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield `puzzle:lamp` and `somebody:lamp` for each row whose `solves` is "lamp".

    `rows` are prototypes of rooms, or options of maps.
    """
    for row in rows:
        if isinstance(puzzle := row.get(SOLVES), str) and puzzle:
            yield from (f"{word}:{puzzle}" for word in _GIVEN)


def _of_words(
    grid: Grid, prototype: Prototype, gives: Set[str], kinds: Set[str]
) -> Iterator[Finding]:
    key = prototype.get("key")
    cure = "give it by a thing's `puzzle` or a room's `solves`, or leave the word out"
    for part in text_parts(prototype.get("desc")):
        for word in (*_words(part.get("needs")), *_words(part.get("unless"))):
            if word.partition(":")[0] in kinds and name_key(word) not in gives:
                message = f"a text of {key!r} depends on {word!r}, which nothing gives"
                yield Finding.warning("word-of-nothing", message, cure, grid.name)


def _of_details(grid: Grid, prototype: Prototype) -> Iterator[Finding]:
    details = prototype.get("details")
    if not isinstance(details, Mapping):
        return
    texts = [full_text(prototype.get("desc")), *map(full_text, details.values())]
    texts += [str(thing.get("key", "")) for thing in _dicts(prototype.get("things"))]
    words = set(words_in(" ".join(texts)))
    for detail in details:
        if words.isdisjoint(word for name in detail_names(str(detail)) for word in words_in(name)):
            message = f"no text of {prototype.get('key')!r} speaks of its detail {detail!r}"
            cure = "name it in the text, or remove the detail"
            yield Finding.warning("detail-of-nothing", message, cure, grid.name)
