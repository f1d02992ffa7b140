"""The values of spawning: the wanted rows, the existing rows, the record, and the difference.

Grid + templates ─ wanted ─► Wanted ──┐
record of the last spawn ──► Wanted ──┼─ plan ─► SpawnPlan ─ (game) apply ─► database, record
database ─ (game) read ───► Existing ─┘
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, split_level
from xyzgrid_ext.core.grid.model import Prototype


class XYZ(NamedTuple):
    """The coordinate of a room: numbers, and its level's name in lower case, as in `my cube:0`."""

    x: int
    y: int
    z: str

    def __str__(self) -> str:
        return self.text(self.z)

    def text(self, zname: str) -> str:
        """Return it as commands take it, `(2,2,town)`, or `(2,2,0,cube)` if `zname` is `cube:0`."""
        level = split_level(zname)
        name, z = level or (zname, 0)
        return Place(name, Coord(self.x, self.y, z)).text(is_flat=level is None)


class ThingKey(NamedTuple):
    """The identity of a thing: the room for which it is made, and the key of its name there."""

    room: XYZ
    name: str


class DepartureKind(Enum):
    """What a removed room affects: a PERSON or THING in it, or an object with its HOME there."""

    PERSON = "person"
    THING = "thing"
    HOME = "home"


class Departure(NamedTuple):
    """Somebody or something that a removed room affects; `id` is the id of the object.

    People and things leave `room` for the place named in `to`. If the object only has its home
    there, `to` is its new home. `inside` counts what lies in a thing and leaves with it. NPCs count
    as things, since no player waits for them.
    """

    kind: DepartureKind
    id: int
    name: str
    room: XYZ
    to: str
    inside: int = 0


class SafeRooms:
    """For each room to be removed, the room that stays to which its people are moved.

        A - B - # - #      both # of this row give B, the other one gives C: the nearest
                    |
                    # - C

    The level of the room is searched first, then its map, and no other map. The distance is the sum
    of the distances in x and y; of equally near rooms, the first by coordinates counts. The
    constructor takes the rooms that stay.
    """

    def __init__(self, rooms: Iterable[XYZ]) -> None:
        groups: dict[tuple[str, str], list[XYZ]] = defaultdict(list)
        for xyz in sorted(rooms):
            for group in self._groups(xyz.z):
                groups[group].append(xyz)
        self._rooms = {
            group: (of_group, np.array([room[:2] for room in of_group]))
            for group, of_group in groups.items()
        }

    def nearest(self, here: XYZ) -> XYZ | None:
        """Return the room to which people of `here` are moved; None if no room of its map stays."""
        for group in self._groups(here.z):
            if group in self._rooms:
                rooms, places = self._rooms[group]
                return rooms[int(np.abs(places - here[:2]).sum(axis=1).argmin())]
        return None

    @staticmethod
    def _groups(z: str) -> tuple[tuple[str, str], ...]:
        """Return the groups of a room, the smaller first: sheet, map."""
        level = split_level(z)
        return ("sheet", z), ("map", level[0] if level else z)


class ExitKey(NamedTuple):
    """The identity of an exit: its room, and its direction."""

    room: XYZ
    direction: str


AttributeKey: TypeAlias = tuple[str, str | None]
"""The name and the category of an Attribute."""
Attributes: TypeAlias = Mapping[AttributeKey, tuple[Any, str]]
"""(name, category) of an Attribute -> (value, lockstring)."""


@dataclass(frozen=True)
class Template:
    """A prototype with its parents resolved: what Evennia's spawner gives each object made from it.

    Attributes:
        prototype_key: the tag of objects made from it.
        typeclass: python path.
        key: the name; None if the prototype has none.
        attrs: (name, category) -> (value, lockstring). Values are plain.
        locks: lock definitions, `traverse:perm(Builder)`, each access type once.
        aliases, permissions: words.
        tags: (key, category, data).
        home: the id of its home; None if the prototype has none.
        varying: names of attrs that get a new value for each object, from a function in the
            prototype: set at creation, and not changed afterwards.
        defaults: keys of attrs that only a base prototype (`xyz_room`, `xyz_exit`) gives, and no
            map: an object has them until a builder sets others.
        things: prototypes of the things to be made in a room of this template.
        is_varied: whether names, tags or locks also differ by object, or the prototype has code
            that Evennia's spawner runs (`exec`).
        fresh: returns name -> value of the varying attrs for a new object; None if there are none.
    """

    prototype_key: str
    typeclass: str
    key: str | None = None
    attrs: Attributes = field(default_factory=dict)
    locks: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    tags: tuple[tuple[str, str | None, str | None], ...] = ()
    varying: frozenset[str] = frozenset()
    defaults: frozenset[AttributeKey] = frozenset()
    home: int | None = None
    things: tuple[Prototype, ...] = ()
    is_varied: bool = False
    fresh: Callable[[], Mapping[str, object]] | None = field(
        default=None, compare=False, repr=False
    )


class RoomSpec(NamedTuple):
    """A room as the maps want it in the database: its name and its prototype."""

    key: str
    template: Template


class ExitSpec(NamedTuple):
    """An exit as the maps want it in the database; it leads to the room at `target`."""

    key: str
    aliases: tuple[str, ...]
    target: XYZ
    template: Template


@dataclass(frozen=True)
class Traits:
    """What an object in the database has, but not where it is or leads; equal objects share one.

    `attrs` has only the Attributes asked for, (name, category) -> (value, lockstring). `prototypes`
    are the object's tags of prototypes; there should be one.
    """

    typeclass: str
    aliases: frozenset[str] = frozenset()
    locks: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    tags: frozenset[tuple[str, str | None]] = frozenset()
    prototypes: frozenset[str] = frozenset()
    attrs: Attributes = field(default_factory=dict)


class Row(NamedTuple):
    """A room or an exit as it is in the database; `traits` is all that has no field of its own.

    `direction` is the tag of an exit; if it has none, it is known by its names. `target` is where
    an exit leads by its tags. `destination` is the id of the room to which it really leads,
    `location` that of the room where it is: a builder may have moved the exit.
    """

    id: int
    key: str
    traits: Traits
    target: XYZ | None = None
    home: int | None = None
    location: int | None = None
    destination: int | None = None
    direction: str | None = None


class MadeFromMap(NamedTuple):
    """An object that a part has made from a prototype in a map.

    Attributes:
        id: its id.
        name: its name, by which it is told from others of its room.
        room: the room for which it is made.
        is_of_map: whether the map's own data name it; else the data of its room do.
        path: the keys and indices that lead from these data to `prototype`.
        prototype: the prototype as the map has it.
        template: what this prototype gives.
        is_current: whether the object was made from this prototype, unchanged.
        is_known_by_key: whether a change of its `key` in the file would make it another object.
        why: why the file cannot take changes of it; "" if it can.
    """

    id: int
    name: str
    room: XYZ
    is_of_map: bool
    path: tuple[str | int, ...]
    prototype: object
    template: Template
    is_current: bool
    is_known_by_key: bool
    why: str


@dataclass(frozen=True)
class Wanted:
    """The rooms and exits that maps want in the database, or that the last spawn made: a record."""

    rooms: MutableMapping[XYZ, RoomSpec]
    exits: MutableMapping[ExitKey, ExitSpec]


@dataclass(frozen=True)
class Existing:
    """All rooms and exits of the given maps in the database.

    `others` maps rooms on other maps, to which exits lead, to their ids. `extra` has ids of objects
    with a coordinate or a direction that another object already has.
    """

    rooms: MutableMapping[XYZ, Row]
    exits: MutableMapping[ExitKey, Row]
    others: Mapping[XYZ, int] = field(default_factory=dict)
    extra: tuple[int, ...] = ()


class ChangedBy(Enum):
    """The side that has changed something since it was spawned; A, B, C are different values.

    the record   the file   the game
        A           A          B       GAME: somebody changed it by hand
        A           B          A       FILE
        A           B          C       BOTH
        none        A          B       UNKNOWN
    """

    GAME = "the game"
    FILE = "the file"
    BOTH = "both"
    UNKNOWN = "nobody knows"


CHANGED_BY_HAND = (ChangedBy.GAME, ChangedBy.BOTH)
"""The values that say that somebody has changed it in the game."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between an object in the game and what its map wants.

    Attributes:
        field: its name: `key`, `locks`, `attribute desc` and so on.
        old: the value in the game.
        new: the wanted value; for aliases, locks, permissions and tags only those to be added.
        by: the side that has changed it since the last spawn.
        which: (name, category) of an Attribute; None for other fields.
        gone: what the last spawn gave and the file no longer names: aliases, permissions, tags,
            access types of locks, or the Attribute. It is taken away.
    """

    field: str
    old: Any
    new: Any
    by: ChangedBy = ChangedBy.FILE
    which: AttributeKey | None = None
    gone: tuple[Any, ...] = ()


@dataclass(frozen=True)
class ClassDefaults:
    """What objects of a class have by default: locks by access type, tags, and their home."""

    locks: Mapping[str, str] = field(default_factory=dict)
    tags: frozenset[tuple[str, str | None]] = frozenset()
    home: int | None = None


@dataclass(frozen=True)
class SpawnPlan:
    """The changes to make in the database. Exits of removed rooms are removed exits, too.

    `ids` are the ids of all rooms that the maps have now, and of rooms on other maps to which exits
    lead. `gone_names` has (name, room to which it leads) of each removed exit. `departures` are
    about people and things in rooms that will be removed; with `with_contents`, things and NPCs are
    deleted. `ways_out` maps the id of a removed room to those of the rooms to which its exits led.
    `wanted` is all that the maps want, if the plan is of whole maps. `moves` is old place -> new
    place of rooms that their author has moved. If `is_moving`, they move before all else, and
    everything else in the plan is about their new places.

    For lazy maps, `ring` has new rooms that nobody asked for but to which an exit leads. `unmade`
    maps the name of a map to the number of rooms that are made later, when somebody comes.
    `on_demand_reasons` says why a map is lazy that has no option for it. `undrawn` maps the name of
    an endless land to the number of rooms in it where it is not drawn; they are not compared.

    `missing` are new rooms and exits that the last spawn also made: somebody has removed them
    since. `lost` has the changes by hand in removed rooms. `unrecorded` has the rows that are as
    wanted, but not as recorded; `forgotten` are recorded rows that neither the maps nor the game
    have any more. `levels_gone` are the levels of removed maps, of which nothing stays on record.
    """

    new_rooms: Mapping[XYZ, RoomSpec]
    new_exits: Mapping[ExitKey, ExitSpec]
    changed_rooms: Mapping[XYZ, tuple[Row, RoomSpec, tuple[Change, ...]]]
    changed_exits: Mapping[ExitKey, tuple[Row, ExitSpec, tuple[Change, ...]]]
    gone_rooms: Mapping[XYZ, int]
    gone_exits: Mapping[ExitKey, int]
    extra: tuple[int, ...] = ()
    unresolved: Mapping[ExitKey, XYZ] = field(default_factory=dict)
    gone_names: Mapping[ExitKey, tuple[str, XYZ | None]] = field(
        default_factory=dict, compare=False, repr=False
    )
    ids: Mapping[XYZ, int] = field(default_factory=dict, compare=False, repr=False)
    departures: tuple[Departure, ...] = ()
    with_contents: bool = False
    ways_out: Mapping[int, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    new_things: Mapping[ThingKey, Prototype] = field(default_factory=dict)
    gone_things: Mapping[ThingKey, int] = field(default_factory=dict)
    ring: frozenset[XYZ] = frozenset()
    missing: frozenset[XYZ | ExitKey] = frozenset()
    lost: Mapping[XYZ, tuple[Row, tuple[Change, ...]]] = field(default_factory=dict)
    unrecorded: Wanted = field(default_factory=lambda: Wanted({}, {}), compare=False, repr=False)
    forgotten: frozenset[XYZ | ExitKey] = field(default=frozenset(), compare=False, repr=False)
    levels_gone: frozenset[str] = frozenset()
    unmade: Mapping[str, int] = field(default_factory=dict)
    on_demand_reasons: Mapping[str, str] = field(default_factory=dict)
    undrawn: Mapping[str, int] = field(default_factory=dict)
    wanted: Wanted | None = field(default=None, compare=False, repr=False)
    moves: Mapping[XYZ, XYZ] = field(default_factory=dict)
    is_moving: bool = False

    @cached_property
    def displaced(self) -> dict[XYZ, XYZ]:
        """New place -> old place of removed rooms that first make way for others."""
        moves = self.moves.items() if self.is_moving else ()
        return {new: old for old, new in moves if new in self.gone_rooms}

    @property
    def size(self) -> int:
        """How many rooms and exits are made, changed or removed."""
        rooms = len(self.new_rooms) + len(self.changed_rooms) + len(self.gone_rooms)
        return rooms + len(self.new_exits) + len(self.changed_exits) + len(self.gone_exits)

    def levels(self) -> set[str]:
        """Return the Z coordinates of all rooms and exits that are made, changed or removed."""
        rooms = chain(self.new_rooms, self.changed_rooms, self.gone_rooms)
        exits = chain(self.new_exits, self.changed_exits, self.gone_exits)
        return {xyz.z for xyz in rooms} | {key.room.z for key in exits}

    def __bool__(self) -> bool:
        moves = self.is_moving and self.moves
        return bool(self.size or self.extra or self.new_things or self.gone_things or moves)


@dataclass(frozen=True)
class GameClass:
    """A game's own typeclass of rooms or exits, on the grid or based on the contrib's.

    `path` is the Python path of the class, `number` its number of objects; `has_mixin` says whether
    it inherits from our `OnGrid`.
    """

    path: str
    number: int
    has_mixin: bool = False
    is_importable: bool = True
