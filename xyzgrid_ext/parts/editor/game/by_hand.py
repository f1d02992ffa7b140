"""Reads what builders have changed on a map in the game, and lets the map take it over.

    rows of the map ──────────► Existing ─┐
    exits out of these rooms ─► ByHand   ─┴─► differences      `adopt` tags what the file has got

Rooms beside a map are visited from exit to exit, some hundred at most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Q
from django.utils.translation import gettext
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultRoom

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import XYZ, ExitKey, Row, SpawnPlan
from xyzgrid_ext.core.spawn.model import ClassDefaults, Existing, MadeFromMap
from xyzgrid_ext.core.spawn.moves import find_moves, xyz_to_place
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base import background, settings
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.cli.report import moved_lines
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import parts_with_row
from xyzgrid_ext.game.spawn import creation, spawning
from xyzgrid_ext.game.spawn.lookup import load_rows
from xyzgrid_ext.game.spawn.tags import name_tags, place_tags
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core.by_hand import (
    ByHand,
    Difference,
    FileAndGame,
    Refuse,
    additions,
    differences,
    document_place,
    made_differences,
)
from xyzgrid_ext.parts.editor.core.operations import Operation
from xyzgrid_ext.parts.editor.core.values import Document

_MOST = 500  # rooms beside a map that are looked at
_IN_QUERY = 900  # ids
_TEXTS = ("You see nothing special.", "This is a room.", "This is an exit.")
_TAKEN = {"class": "a class", "permissions": "permissions"}
_OURS = "xyzgrid"  # prefix of the categories of our own tags


@dataclass(frozen=True)
class Changed:
    """The differences between a map in the game and its file, and faults of its prototypes.

    `why_not` says why they cannot be compared: its rooms have moved in the file alone.
    """

    differences: tuple[Difference, ...]
    faults: tuple[Finding, ...]
    why_not: str = ""


def differences_steps(
    live: Live, key: str, document: Document, refuse: Refuse, pace: Pace, classes: bool = False
) -> Steps[Changed]:
    """Find everything in the game that the document of the map `key` does not have.

    `refuse` says which operations may not be written; without `classes`, neither may classes.
    """
    faults: list[Finding] = []
    wanted, existing, last = yield from spawning.compared_rows_steps(live, [key], pace, faults)
    if faults or not existing.rooms:
        return Changed((), tuple(faults))
    compare = partial(find_moves, wanted, existing, last, live.on_demand)
    if moves := (yield from background.run_in_thread("compared", len(wanted.rooms), compare)):
        todo = SpawnPlan({}, {}, {}, {}, {}, {}, wanted=wanted, moves=moves, is_moving=True)
        moved = "; ".join(moved_lines(todo, live))
        cure = "to take the changes by hand, put the old drawing back; `spawn --moved` undoes them"
        return Changed((), (), f"{moved}: {cure}")
    ids = {row.id for row in existing.rooms.values()}
    known = {*existing.extra, *(row.id for row in existing.exits.values())}
    yield Step("exits made by hand", 0, 1)
    hand = yield from _by_hand_steps(ids, known, pace)
    things = yield from _made_steps(live, key, existing, pace)
    rows = [*existing.rooms.values(), *existing.exits.values(), *hand.rooms.values(), *hand.exits]
    ends = {row.destination for row in rows if row.destination is not None}
    places = objects.places_of(ends - ids - hand.rooms.keys())
    places |= {row.id: xyz for xyz, row in existing.rooms.items()}
    defaults = dict[str, ClassDefaults]()
    paths = {row.traits.typeclass for row in (*rows, *(row for _one, row in things))}
    for number, path in enumerate(sorted(paths), 1):  # an object is made of each
        defaults[path] = creation.class_defaults(path)
        yield Step("classes", number, len(paths))
    sides = FileAndGame(
        document,
        wanted,
        existing,
        last,
        defaults,
        lambda number: _written(live, key, places.get(number or 0)),
        refuse,
        _why_not if classes else lambda _row, what: f"only `pull --classes` takes {_TAKEN[what]}",
    )
    # pure, but on too many values to send to another process
    results = yield from background.run_in_thread(
        "compared",
        len(rows),
        lambda: (*differences(sides), *made_differences(sides, things), *additions(sides, hand)),
    )
    return Changed(results, ())


def _made_steps(
    live: Live, key: str, existing: Existing, pace: Pace
) -> Steps[list[tuple[MadeFromMap, Row]]]:
    """Find what parts have made on a map, with the rows of these objects."""
    things: dict[int, MadeFromMap] = {}
    for part in parts_with_row("made_objects_steps"):
        for thing in (yield from part.made_objects_steps(live, key)):
            if thing.room in existing.rooms:
                things[thing.id] = thing
    names = {"desc", *(name for thing in things.values() for name, _group in thing.template.attrs)}
    rows: list[Row] = []
    ids = sorted(things)
    yield from pace.each("things", ids, lambda part: rows.extend(load_rows(part, names)))
    return [(things[row.id], _by_builders(row)) for row in rows]


def taken_over_steps(
    live: Live, key: str, before: Document, after: Document, pace: Pace
) -> Steps[list[Difference]]:
    """Find builders' rooms and exits in the game that a new document of a map has taken over."""
    old, new = before["rooms"], after["rooms"]
    if all(place in old and room["exits"].keys() <= old[place]["exits"].keys()
           for place, room in new.items()):  # fmt: skip
        return []
    changed = yield from differences_steps(live, key, before, _anything, pace)
    return [difference for difference in changed.differences if _is_said(difference, new)]


def _anything(document: Document, op: Operation) -> None:
    """Allow every operation."""


def _is_said(d: Difference, rooms: Record) -> bool:
    room = rooms.get(d.place)
    if d.file is not None or d.field not in ("room", "exit") or room is None:
        return False
    if not isinstance(d.game, dict):
        return False
    if not d.exit:
        return bool(room["name"] == d.game["name"])
    exits = room["exits"]
    return d.exit in exits and bool(exits[d.exit]["to"] == d.game["to"])


def adopt_objects(live: Live, taken: Iterable[Difference]) -> None:
    """Tag rooms and exits that builders made as the map's own, as its file now has them."""
    rooms, exits = {}, {}
    for d in taken:
        if d.file is None and d.game is not None and d.field in ("room", "exit"):
            obj = objects.object_by_id(d.row)
            if obj is None or d.spot is None:
                continue
            xyz = d.spot.room if isinstance(d.spot, ExitKey) else d.spot
            names = place_tags(xyz)
            if isinstance(d.spot, ExitKey):
                names += name_tags(d.spot.direction, ())
                exits[d.spot] = d.row
            else:
                rooms[xyz] = d.row
            for name, category, _kind in names:
                obj.tags.add(name, category=category)
    if rooms or exits:  # or a world not yet in use would make routes, and take over none
        live.note(rooms=rooms, exits=exits)


def _written(live: Live, key: str, xyz: XYZ | None) -> str | None:
    """Return a place in the form of a map's document."""
    if xyz is None:
        return None
    stem, place = map_key(xyz_to_place(xyz).map), document_place(xyz)
    if stem == key:
        return place
    return f"{place}@{live.grids[stem].name}" if stem in live.grids else None


def _why_not(row: Row, what: str) -> str:
    """Return why a row's class cannot be that of a map's room or exit; "" if it can."""
    cls = creation.class_at(row.traits.typeclass)
    base = contrib.XYZRoom if row.destination is None else contrib.XYZExit
    if what != "class" or (cls is not None and issubclass(cls, base)):
        return ""
    return f"a map takes classes based on {base.__name__}" if cls else "the game has no such class"


def _by_hand_steps(rooms: set[int], known: set[int], pace: Pace) -> Steps[ByHand]:
    """Find the exits that builders made out of rooms, the rooms that these lead to, and so on."""
    rooms_found: dict[int, Row] = {}
    exits: dict[int, Row] = {}
    never = {ObjectDB.objects.get_id(settings.django_settings.DEFAULT_HOME)}
    never |= {pk for pk, _tag in objects.tagged_objects(objects.INSTANCE)}
    sources = set(rooms)
    while sources and len(rooms_found) < _MOST:
        ways = yield from _rows_steps(sources, known, pace, is_exit=True)
        new = [row for row in ways if row.destination is not None]
        exits |= {row.id: row for row in new}
        ends = {row.destination for row in new if row.destination} - rooms - rooms_found.keys()
        ends -= {pk for pk in never if pk is not None} | objects.places_of(ends).keys()
        places = yield from _rows_steps(ends, (), pace, is_exit=False)
        beyond = {row.id: row for row in places if _is_room(row)}
        rooms_found |= beyond
        sources = set(beyond)
    classes = {*settings.plain_classes(), paths.ROOM, paths.EXIT}
    texts = {*_TEXTS, *(gettext(text) for text in _TEXTS)}
    return ByHand(rooms_found, tuple(exits.values()), texts, classes)


def _is_room(row: Row) -> bool:
    cls = creation.class_at(row.traits.typeclass)
    return row.location is None and cls is not None and issubclass(cls, DefaultRoom)


def _rows_steps(
    ids: Collection[int], known: Collection[int], pace: Pace, *, is_exit: bool
) -> Steps[list[Row]]:
    """Find objects by id, or the exits in them, with the fields that a file may contain.

    Exits that are `known` are left out.
    """
    rows: list[Row] = []

    def read(part: Sequence[int]) -> None:
        query = Q(db_location_id__in=part) if is_exit else Q(pk__in=part)
        objs = ObjectDB.objects.filter(query, db_destination__isnull=not is_exit)
        new = set(objs.values_list("pk", flat=True)).difference(known)
        rows.extend(map(_by_builders, load_rows(new, ["desc"])))

    pace = replace(pace, first=min(pace.first, _IN_QUERY), most=_IN_QUERY)
    pace = replace(pace, least=min(pace.least, _IN_QUERY))
    yield from pace.each("exits made by hand", sorted(ids), read)
    return rows


def _by_builders(row: Row) -> Row:
    """Return a row without the tags that this package gives."""
    tags = row.traits.tags
    plain = frozenset(tag for tag in tags if not str(tag[1] or "").startswith(_OURS))
    return row if plain == tags else row._replace(traits=replace(row.traits, tags=plain))
