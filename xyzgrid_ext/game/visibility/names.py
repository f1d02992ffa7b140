"""Names of rooms: the rooms that a text or a tag means, and what a room is called.

    rooms with objects   two queries ──┐
    rooms of lazy maps   prototypes ───┴─► RoomNames: numbers and coded names, map by map

No object is loaded, as thousands of rooms can share a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache, cached_property
from itertools import islice
from operator import itemgetter

import numpy as np
from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.grid.model import Bools, MapArea
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes.world import World
from xyzgrid_ext.core.target import Name
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import rooms as room_rows
from xyzgrid_ext.game.db.objects import stored_forms
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.world import lookups
from xyzgrid_ext.game.world.lookups import EncodedNames, Outline
from xyzgrid_ext.game.world.world import Live, Room

_SAMPLE = 20  # rooms among which two will be on maps if several are
_LETTERS, _FEW, _ALIKE = 3, 2, 0.75
_LONG = 40  # characters; to compare longer texts takes long, and nobody mistypes them
_COMPARED = 1000  # names; to compare more takes long


class RoomNames:
    """A set of rooms with their names, in arrays for each map: what a typed name may mean."""

    def __init__(self, parts: Iterable[EncodedNames] = ()) -> None:
        self._parts = [part for part in parts if len(part.numbers)]

    @classmethod
    def of_rows(
        cls, live: Live, rows: Iterable[tuple[int, str]], more: Iterable[EncodedNames] = ()
    ) -> RoomNames:
        """Return the rooms with these (object id, name) rows, and `more` that have no objects."""
        if not (names := dict(rows)):
            return cls(more)
        code_of = {name: code for code, name in enumerate(dict.fromkeys(names.values()))}
        pks = np.array(sorted(names))
        codes = np.array([code_of[names[pk]] for pk in pks.tolist()])
        texts = dict(enumerate(code_of))
        parts = [
            EncodedNames(key, numbers, codes[at], texts)
            for key, numbers, at in sorted(live.rooms_with(pks), key=itemgetter(0))
        ]
        return cls([*parts, *more])

    def __len__(self) -> int:
        return sum(len(part.numbers) for part in self._parts)

    def __iter__(self) -> Iterator[tuple[Room, str]]:
        """Yield the rooms with their names, in the order of the maps."""
        for part in self._parts:
            for number, code in zip(part.numbers, part.codes, strict=True):
                yield (part.key, int(number)), part.names[int(code)]

    @property
    def maps(self) -> list[str]:
        """The keys of the maps on which the rooms are."""
        return [part.key for part in self._parts]

    def has(self, key: str, name: str) -> bool:
        """Whether a room of the map `key` has a name whose `name_key` is `name`."""
        return len(self.where(lambda on, text: on == key and name_key(text) == name)) > 0

    def name(self, room: Room) -> str:
        """Return the name of one of the rooms."""
        for part in self._parts:
            if part.key == room[0] and (at := np.flatnonzero(part.numbers == room[1])).size:
                return part.names[int(part.codes[at[0]])]
        raise KeyError(room)

    def where(self, is_meant: Callable[[str, str], bool]) -> RoomNames:
        """Return those rooms for which `is_meant(map, name)` is true."""
        parts = []
        for part in self._parts:
            codes = [code for code, name in part.names.items() if is_meant(part.key, name)]
            mask = np.isin(part.codes, codes)
            parts.append(replace(part, numbers=part.numbers[mask], codes=part.codes[mask]))
        return RoomNames(parts)

    def among(self, rooms: Callable[[str], Bools]) -> RoomNames:
        """Return those rooms that `rooms(key)` marks: it returns (n,) bool for a map's n rooms."""
        masks = [rooms(part.key)[part.numbers] for part in self._parts]
        return RoomNames(
            replace(part, numbers=part.numbers[mask], codes=part.codes[mask])
            for part, mask in zip(self._parts, masks, strict=True)
        )

    def rows_mask(self, world: World) -> Bools:
        """Return which rooms these are, as (n,) bool for the n rooms of a routing graph."""
        marks = np.zeros(world.columns.rows, dtype=bool)
        for part in self._parts:
            begin, end = world.room_range(part.key)
            marks[begin:end][part.numbers] = True
        return marks

    @cached_property
    def first_rooms(self) -> dict[str, tuple[Room, str]]:
        """`name_key` of a name -> the first room that has the name, and the name."""
        firsts: dict[str, tuple[Room, str]] = {}
        for part in self._parts:
            for at in sorted(np.unique(part.codes, return_index=True)[1].tolist()):
                name = part.names[int(part.codes[at])]
                firsts.setdefault(name_key(name), ((part.key, int(part.numbers[at])), name))
        return firsts


# --- rooms of a name


def rooms_by_name(live: Live, name: Name) -> Iterator[RoomNames]:
    """Yield rooms that a name can mean, the best first. Two queries.

    The Tavern      is it, by name or alias
    tavern          is it without its article
    The Tavern Loft contains it
    Old Tavern      contains it without its article
    """
    key, bare = name.key, name.bare(articles())
    words = [key, bare]
    if not key:
        return

    @cache
    def rank(text: str) -> int:
        called = name_key(text)
        if called in words:
            return words.index(called)
        if not any(map(str.isalnum, key)):
            return 4  # a dash is in many a name, and means none of them
        return 2 if key in called else 3 if bare in called else 4

    def rank_of(outline: Outline) -> int:
        return min(rank(outline.name), *(r for r in map(rank, outline.aliases) if r < 2), 4)

    rows: list[list[tuple[int, str]]] = [[], [], [], [], []]
    text = name.text if name.text.lower() == bare else bare
    for pk, called in room_rows.rooms_containing(text):
        rows[rank(called)].append((pk, called))
    for pk, called, alias in room_rows.rooms_with_alias(words):
        rows[rank(alias)].append((pk, called))
    for spawned, waiting in zip(rows, on_demand().rooms_by(live, rank_of, 4), strict=False):
        yield RoomNames.of_rows(live, spawned, waiting)


def rooms_containing(live: Live, text: str) -> RoomNames:
    """Return rooms whose names contain a text. One query."""
    return RoomNames.of_rows(
        live, room_rows.rooms_containing(text), _rooms_like(live, name_key(text))
    )


def rooms_tagged(live: Live, key: str) -> RoomNames:
    """Return rooms with the tag `key` in a category that `goto nearest` uses. One query."""
    categories = settings.setting_value("XYZGRID_PLACE_TAGS")
    forms = stored_forms(key)
    tags = {(form, category or None) for form in forms for category in categories}
    waiting = lookups.rooms_with_outline(live, lambda outline: not tags.isdisjoint(outline.tags))
    return RoomNames.of_rows(live, room_rows.rooms_tagged(forms, categories), waiting)


def areas_by_name(live: Live, name: Name, *, whole: bool = False) -> RoomNames:
    """Return the rooms of areas with this name, in part or `whole`; each is named as its area."""
    bare, words = name.bare(articles()), articles()

    def is_meant(area: MapArea) -> bool:
        names = [Name(text).bare(words) for text in (area.title, area.key)]
        return bare in names or bool(not whole and bare and any(bare in text for text in names))

    return RoomNames(
        EncodedNames(key, numbers, np.zeros(len(numbers), np.int64), {0: area.title})
        for key, grid in live.grids.items()
        for number, area in enumerate(grid.areas)
        if is_meant(area)
        for numbers in [np.flatnonzero(grid.rooms_in(number))]
    )


def articles() -> list[str]:
    """Return the articles of the player's language."""
    return _("the a an").split()


def names_like(live: Live, text: str, rooms: Callable[[str], Bools]) -> list[str]:
    """Return at most two names that are spelt like a text, the most similar first. Few queries.

    Only names that contain its first or last three letters are compared, and only those of rooms
    that `rooms(key)` marks: see `RoomNames.among`.
    """
    if not _LETTERS < len(text) <= _LONG:
        return []
    best: dict[str, float] = {}
    for part in dict.fromkeys((text[:_LETTERS], text[-_LETTERS:])):
        names = set(room_rows.names_containing(part, _COMPARED + 1))
        for waiting in _rooms_like(live, part):
            names.update(waiting.names.values())
        for name in names if len(names) <= _COMPARED else ():
            if name not in best and (score := _likeness(text, name)) >= _ALIKE:
                best[name] = score
    ordered = sorted(best, key=lambda name: (-best[name], name))
    known = (name for name in ordered if len(_rooms_of_key(live, name).among(rooms)))
    return list(islice(known, _FEW))


def _rooms_like(live: Live, text: str) -> list[EncodedNames]:
    """Return rooms not made yet whose names contain a text, given as its key."""
    return lookups.rooms_with_outline(live, lambda outline: text in name_key(outline.name))


def _rooms_of_key(live: Live, name: str, most: int | None = None) -> RoomNames:
    """Return rooms with a name that is spelt exactly so. One query."""
    rows = [(pk, name) for pk in room_rows.rooms_named(name, most)]
    waiting = lookups.rooms_with_outline(live, lambda outline: outline.name == name)
    return RoomNames.of_rows(live, rows, waiting)


def _likeness(text: str, name: str) -> float:
    """Return how similar a text is to a name, also without its article, or to one of its words."""
    whole = name_key(name)[:_LONG]
    likely = (whole, whole.partition(" ")[2], *whole.split())
    matchers = (SequenceMatcher(None, text, part) for part in likely)
    return max(m.ratio() if m.real_quick_ratio() >= _ALIKE else 0.0 for m in matchers)


# --- the name of a room


def name_of(live: Live, room: Room) -> str:
    """Return the name of a room, or its coordinates if it is not spawned."""
    return lookups.name_of(live, room) or place_text(live, live.router.place(room))


def name_with_place(live: Live, room: Room) -> str:
    """Return the name of a room, with its coordinate if others of its map share its prototype.

    No query.
    """
    (key, number), name = room, name_of(live, room)
    protos = live.grids[key].room_proto
    is_alone = int((protos == protos[number]).sum()) < 2
    return name if is_alone else f"{name} {place_text(live, live.router.place(room))}"


def is_shared(live: Live, name: str) -> bool:
    """Whether several rooms have this name, spelt exactly so. One query."""
    return len(_rooms_of_key(live, name, _SAMPLE)) > 1


def place_text(live: Live, place: Place) -> str:
    """Return a place as people write it: without a level if the map has none."""
    if (grid := live.copies.get(map_key(place.map))) is not None:
        place = Place("", place.coord)  # told only to those inside it, who need no name for it
    elif (level := live.level(place.map)) is not None:
        grid = live.grids[level[0]]
    return place.text(is_flat=grid is not None and grid.levels is None)
