"""Carries out a plan with bulk writes in short transactions.

    tags ─► new rooms ─► changed rooms and exits ─► new exits ─► things ─► exits that go ─► rooms

Rooms come before exits, an object comes with its tags, exits turn to their new rooms before the old
ones go, and everybody leaves a room in the transaction that removes it. So if the process is
killed, the grid is consistent, and the next spawn finishes the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TypeAlias

from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec, RoomSpec, SpawnPlan, Template
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.spawn import write
from xyzgrid_ext.game.spawn.creation import RowTemplates, prototype_tags
from xyzgrid_ext.game.spawn.relocation import Refuges, Relocation, removed_places
from xyzgrid_ext.game.spawn.tags import TagIds, exit_tags, name_tags, place_tags, target_tags
from xyzgrid_ext.game.spawn.things import ThingMaker, remove_things_steps
from xyzgrid_ext.game.spawn.write import (
    ChangedObject,
    Inserter,
    NewObject,
    Updater,
    changed_objects,
)
from xyzgrid_ext.game.world.world import Live

NoteChanges: TypeAlias = Callable[..., None]
"""`Live.note`: called with the ids of what was made (`rooms`, `exits`) and removed (`gone`)."""
FindMade: TypeAlias = Callable[[XYZ | ExitKey], int | None]
"""Returns the id of the room or exit that others have made at a place since the plan, or None."""


@dataclass(frozen=True)
class SpawnCounts:
    """How many objects a spawn made (`rooms`, `exits`, `things`), changed and removed.

    Of those in removed rooms, people were `moved`; things and NPCs were `stranded`, that is moved
    to Limbo, or `deleted`.
    """

    rooms: int = 0
    exits: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    stranded: int = 0
    deleted: int = 0
    things: int = 0


def apply_steps(
    plan: SpawnPlan,
    live: Live,
    note: NoteChanges,
    pace: Pace,
    find_made: FindMade = lambda place: None,
    cache: SpawnCache | None = None,
) -> Steps[SpawnCounts]:
    """Carry out a plan; each step is one transaction.

    Args:
        plan: what to do.
        live: the world, which knows where people in removed rooms may go.
        note: called after each transaction with what was made and removed.
        pace: how long one step may take.
        find_made: tells which planned rooms and exits others have made since the plan.
        cache: prototypes and tags that an earlier plan has read.

    Raises:
        MapError: if a typeclass cannot make an object; what was made until then stays.
    """
    size = len(plan.changed_rooms) + len(plan.changed_exits)
    changed = yield from run_in_thread("changes", size, partial(_changes_of, plan))
    work = _Work(live, note, plan.ids, find_made, cache or SpawnCache())
    yield from work.prepare(plan, changed, pace)
    new_rooms, new_exits = plan.new_rooms, plan.new_exits

    def make_rooms(part: Sequence[XYZ]) -> None:
        work.make_rooms([(xyz, new_rooms[xyz]) for xyz in part])

    def make_exits(part: Sequence[ExitKey]) -> None:
        work.make_exits([(key, new_exits[key]) for key in part])

    yield from pace.each("rooms", new_rooms, make_rooms)
    yield from pace.each("changes", changed, work.change)
    yield from pace.each("exits", new_exits, make_exits)
    yield from ThingMaker().make_steps(work.still_missing(plan.new_things), work.room_ids, pace)
    going = yield from work.remove_steps(plan, pace)
    if len(plan.new_rooms) + len(plan.new_exits) + work.removed >= write.STATISTICS_AFTER:
        write.analyze()
    return SpawnCounts(
        rooms=len(plan.new_rooms),
        exits=len(plan.new_exits),
        changed=len(changed),
        removed=work.removed + len(plan.gone_things),
        moved=going.people,
        stranded=going.things,
        deleted=going.deleted,
        things=len(plan.new_things),
    )


def _changes_of(plan: SpawnPlan) -> list[ChangedObject]:
    rooms = ((None, *change) for change in plan.changed_rooms.values())
    return changed_objects(
        chain(rooms, ((key, *change) for key, change in plan.changed_exits.items()))
    )


def _templates(
    plan: SpawnPlan, changed: Iterable[ChangedObject]
) -> tuple[dict[ExitKey, ExitSpec], dict[int, Template], dict[int, Template]]:
    """Return (exits made or changed, id(template) -> template of what is new, and what changes)."""
    exits = {**plan.new_exits, **{k: spec for k, (_, spec, _) in plan.changed_exits.items()}}
    new = {id(spec.template): spec.template for spec in plan.new_rooms.values()}
    new |= {id(spec.template): spec.template for spec in plan.new_exits.values()}
    return exits, new, {id(item.template): item.template for item in changed}


def _gone_exits(plan: SpawnPlan) -> tuple[list[int], list[int]]:
    """Return the ids of removed exits: of those in rooms that stay, and in rooms that go."""
    ids: tuple[list[int], list[int]] = [], []
    for key, pk in plan.gone_exits.items():
        ids[key.room in plan.gone_rooms].append(pk)
    return ids


class SpawnCache:
    """What `apply_steps` has read of prototypes and tags, to hand to it for another plan."""

    def __init__(self) -> None:
        self.rows = RowTemplates()
        self.tags = TagIds()


class _Work:
    """The data that a plan's steps share: row templates, ids of tags, ids of rooms."""

    def __init__(
        self,
        live: Live,
        note: NoteChanges,
        room_ids: Mapping[XYZ, int],
        find_made: FindMade,
        cache: SpawnCache,
    ) -> None:
        self.room_ids = dict(room_ids)
        self._there: set[XYZ] = set()  # rooms that others have made since the plan
        self._live, self._note = live, note
        self._find_made = find_made
        self._rows, self._tags = cache.rows, cache.tags
        self._inserter = Inserter(self._tags)
        self._updater = Updater(self._tags, self.room_ids)
        self.removed = 0

    def prepare(self, plan: SpawnPlan, changed: Sequence[ChangedObject], pace: Pace) -> Steps[None]:
        """Make the rows of each prototype, and all tags."""
        size = len(plan.new_rooms) + len(plan.new_exits) + len(changed)
        exits, new, old = yield from run_in_thread(
            "prototypes", size, partial(_templates, plan, changed)
        )
        wanted: dict[TagKey, str | None] = {}

        def take(part: Sequence[Template]) -> None:
            for template in part:
                if id(template) in new:
                    wanted.update(self._rows.of(template).stored.tags)
                if id(template) in old:
                    wanted.update(prototype_tags(template))

        classes = self._rows.unread_classes(new.values())
        for number, path in enumerate(classes, 1):  # one for each step: an object is made of it
            self._rows.class_rows(path)
            yield Step("classes", number, len(classes))
        yield from pace.each("prototypes", list({**new, **old}.values()), take)
        places, targets = set(plan.new_rooms), set[XYZ]()
        names = set[tuple[str, tuple[str, ...]]]()

        def look_at(part: Sequence[ExitKey]) -> None:
            specs = [exits[key] for key in part]
            places.update(key.room for key in part)
            targets.update(spec.target for spec in specs)
            names.update(
                (key.direction, spec.aliases) for key, spec in zip(part, specs, strict=True)
            )

        yield from pace.each("tags", exits, look_at)
        for coordinates, tags_of in ((places, place_tags), (targets, target_tags)):

            def name(part: Sequence[XYZ], tags_of: Callable[[XYZ], list[TagKey]] = tags_of) -> None:
                for xyz in part:
                    wanted.update(dict.fromkeys(tags_of(xyz)))

            yield from pace.each("tags", list(coordinates), name)
        for direction, aliases in names:
            wanted.update(dict.fromkeys(name_tags(direction, aliases)))
        yield from self._tags.look_up(wanted, pace)

    def make_rooms(self, part: Sequence[tuple[XYZ, RoomSpec]]) -> None:
        """Make rooms, and record their ids."""
        present = {xyz: pk for xyz, _ in part if (pk := self._find_made(xyz)) is not None}
        self._there.update(present)
        self.room_ids.update(present)
        part = [(xyz, spec) for xyz, spec in part if xyz not in present]
        new = [
            NewObject(
                self._rows.of(spec.template), spec.key, None, None, self._tags.of(place_tags(xyz))
            )
            for xyz, spec in part
        ]
        ids = dict(zip((xyz for xyz, _ in part), self._inserter.insert(new), strict=True))
        self.room_ids.update(ids)
        self._note(rooms=ids)

    def change(self, part: Sequence[ChangedObject]) -> None:
        """Change rooms and exits in accordance with the plan."""
        self._updater.update(part)
        self._note(exits={item.key: item.row.id for item in part if item.key is not None})

    def make_exits(self, part: Sequence[tuple[ExitKey, ExitSpec]]) -> None:
        """Make exits between rooms that exist."""
        ids = self.room_ids
        part = [(key, spec) for key, spec in part if self._find_made(key) is None]
        new = [
            NewObject(self._rows.of(spec.template), spec.key, ids[key.room], ids[spec.target],
                self._tags.of([*place_tags(key.room), *exit_tags(key, spec)]))
            for key, spec in part
        ]  # fmt: skip
        made = dict(zip((key for key, _ in part), self._inserter.insert(new), strict=True))
        self._note(exits=made)

    def still_missing(self, new: Mapping[ThingKey, Prototype]) -> dict[ThingKey, Prototype]:
        """Return the things without those in rooms that others have made since the plan."""
        return {key: prototype for key, prototype in new.items() if key.room not in self._there}

    def remove_steps(self, plan: SpawnPlan, pace: Pace) -> Steps[Relocation]:
        """Remove the exits leading into rooms, then the contents, exits and rooms themselves.

        In this order nobody is ever in a room without an exit, even after an interruption.
        """
        rooms = [*plan.extra, *plan.gone_rooms.values()]
        places = removed_places(plan)
        refuges = Refuges(
            self._live,
            places,
            lambda: [xyz for xyz, pk in self.room_ids.items() if pk not in places],
            plan.ways_out,
        )
        doomed = plan.gone_things.values()
        going = Relocation(refuges, self.room_ids, doomed, with_contents=plan.with_contents)
        count = len(plan.gone_exits)
        ways_in, ways_out = yield from run_in_thread(
            "removed exits", count, partial(_gone_exits, plan)
        )

        def empty(part: Sequence[int]) -> None:
            with going.transaction():
                going.empty(part)

        def remove_rooms(part: Sequence[int]) -> None:
            with going.transaction():
                going.empty(part)  # somebody may have come back another way
                self._remove(part)

        yield from pace.each("removed exits", ways_in, self._remove)
        yield from pace.each("emptied rooms", rooms, empty)
        yield from remove_things_steps(plan.gone_things, pace)
        yield from pace.each("removed exits", ways_out, self._remove)
        yield from pace.each("removed rooms", rooms, remove_rooms)
        return going

    def _remove(self, part: Sequence[int]) -> None:
        removed = write.remove_objects(part)
        self.removed += len(removed)
        self._note(gone=removed)
