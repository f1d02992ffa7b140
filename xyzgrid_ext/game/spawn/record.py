"""The record of what the last spawn gave to each row: read for a plan, written after it, undone.

plan ◄── read_steps ─── blocks of rows ◄── remember_steps ── the plan that was carried out
│
└─► the history: each block as it was before ──► undo_plan_steps
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import replace
from itertools import chain
from typing import Any

from django.db import transaction
from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec, RoomSpec, SpawnPlan, Template, Wanted
from xyzgrid_ext.core.spawn.record import (
    Block,
    Packer,
    block_of,
    is_same_spec,
    without_unreadable,
)
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects, record
from xyzgrid_ext.game.spawn.reconcile import is_on_demand
from xyzgrid_ext.game.world.world import Live


def read_steps(
    pace: Pace, levels: Iterable[str] = (), places: Iterable[XYZ] | None = None
) -> Steps[tuple[Wanted, set[str]]]:
    """Return the rooms and exits of levels, or at places, as the last spawn has set them.

    The second value has the names of all Attributes in these rows. One query per level, or for 500
    blocks of places.
    """
    if places is None:
        blocks = record.read_levels(levels)
    else:
        blocks = record.read_blocks({block_of(xyz) for xyz in places})
    rows, names = Wanted({}, {}), set[str]()

    def read(part: Sequence[tuple[Block, str]]) -> None:
        for block, text in part:
            of_block = record.unpack_rows(block, text)
            _add(rows, of_block)
            names.update(attribute_names(of_block))

    yield from _by_blocks(pace).each("read", list(blocks.items()), read)
    return rows, names


def remember_steps(
    done: SpawnPlan, pace: Pace, title: str = "", also_gone: Collection[ExitKey] = ()
) -> Steps[None]:
    """Store what a finished plan has set in rooms and exits, for the next plan to compare.

    Args:
        done: the plan.
        pace: how long one step may take.
        title: the order in words, `spawn town`, for the history; without it, there is no entry.
        also_gone: exits that went with removed rooms although no plan names them.
    """
    changes = _Texts(done)
    yield from changes.take_steps(pace, also_gone)
    before = record.read_levels(sorted(done.levels_gone))
    before |= record.read_blocks(changes.blocks - before.keys())
    entry: list[int] = []

    def write(part: Sequence[Block]) -> None:
        texts = {block: changes.text(block, before.get(block)) for block in part}
        texts = {block: text for block, text in texts.items() if text != before.get(block, "")}
        if not texts:
            return
        with transaction.atomic():
            if title and not entry:
                entry.append(record.begin_history_entry(f"{title} ({_numbers(done)})"))
            if entry:
                record.add_blocks_before(
                    entry[0], {block: before.get(block, "") for block in texts}
                )
            record.write_blocks(texts, before)

    yield from _by_blocks(pace).each("remembered", sorted({*changes.blocks, *before}), write)
    if title and not entry and (done.size or done.new_things or done.gone_things):
        record.begin_history_entry(f"{title} ({_numbers(done)})")


def store_rows_steps(
    wanted: Wanted, places: Collection[XYZ | ExitKey], pace: Pace = TERMINAL
) -> Steps[None]:
    """Record for these places the rows of `wanted`, or none; this makes no entry in the history."""
    rooms, exits = wanted.rooms, wanted.exits
    rows = Wanted(
        {at: rooms[at] for at in places if isinstance(at, XYZ) and at in rooms},
        {at: exits[at] for at in places if isinstance(at, ExitKey) and at in exits},
    )
    done = SpawnPlan({}, {}, {}, {}, {}, {}, unrecorded=rows, forgotten=frozenset(places))
    yield from remember_steps(done, pace)


def rename_levels(levels: Mapping[str, str]) -> None:
    """Rename levels (old -> new) in the record of the last spawn, also in targets of exits."""

    def moved(xyz: XYZ) -> XYZ:
        return xyz._replace(z=levels.get(xyz.z, xyz.z))

    packer = Packer()
    for old, new in levels.items():
        texts = {}
        for block, text in record.read_levels([old]).items():
            rows = record.unpack_rows(block, text)
            renamed = Wanted(
                {moved(xyz): spec for xyz, spec in rows.rooms.items()},
                {
                    key._replace(room=moved(key.room)): spec._replace(target=moved(spec.target))
                    for key, spec in rows.exits.items()
                },
            )
            texts[block._replace(z=new)] = packer.pack(renamed)
        record.rename_level(old, new, texts)
    record.forget_history()


class _Texts:
    """The blocks that a finished plan changes, and their new texts."""

    def __init__(self, done: SpawnPlan) -> None:
        self._done, self._packer = done, Packer()
        self._rows: dict[Block, Wanted] = {}
        self._gone: dict[Block, list[XYZ | ExitKey]] = {}

    def take_steps(self, pace: Pace, also_gone: Collection[ExitKey]) -> Steps[None]:
        """Take all rows that the plan has made, changed or removed, or found to be unrecorded."""
        done = self._done

        def take(part: Sequence[tuple[Any, Any]]) -> None:
            for place, spec in part:
                rows = self._rows.setdefault(block_of(place), Wanted({}, {}))
                if isinstance(place, ExitKey):
                    rows.exits[place] = spec
                else:
                    rows.rooms[place] = spec

        def take_changed(part: Sequence[tuple[Any, Any]]) -> None:
            take([(place, spec) for place, (_row, spec, _changes) in part])

        def take_gone(part: Sequence[XYZ | ExitKey]) -> None:
            for place in part:
                self._gone.setdefault(block_of(place), []).append(place)

        rooms, exits = done.unrecorded.rooms, done.unrecorded.exits
        for rows in (done.new_rooms, done.new_exits, rooms, exits):
            yield from pace.each("remembered", rows.items(), take)
        for changed in (done.changed_rooms, done.changed_exits):
            yield from pace.each("remembered", changed.items(), take_changed)
        for old in (done.gone_rooms, done.gone_exits, done.unresolved, done.forgotten, also_gone):
            yield from pace.each("remembered", old, take_gone)

    @property
    def blocks(self) -> set[Block]:
        """The blocks with such rows."""
        return {*self._rows, *self._gone}

    def text(self, block: Block, before: str | None) -> str:
        """Return the new text of a block, empty if it has no rows."""
        if block.z in self._done.levels_gone:
            return ""
        rows = record.unpack_rows(block, before)
        for place in self._gone.get(block, ()):
            _remove(rows, place)
        _add(rows, self._rows.get(block, Wanted({}, {})))
        return self._packer.pack(rows) if rows.rooms or rows.exits else ""


def _by_blocks(pace: Pace) -> Pace:
    """Return a pace for blocks, of which one takes some milliseconds."""
    return replace(pace, first=min(pace.first, 4), least=1, most=min(pace.most, 64))


def attribute_names(rows: Wanted) -> set[str]:
    """Return the names of all Attributes that the prototypes of rows give."""
    return {name for template in _templates(rows).values() for name, _category in template.attrs}


def _templates(rows: Wanted) -> dict[int, Template]:
    """Return each template of some rows, by its `id`: many rows share one."""
    specs: Iterable[RoomSpec | ExitSpec] = chain(rows.rooms.values(), rows.exits.values())
    return {id(spec.template): spec.template for spec in specs}


def _add(rows: Wanted, more: Wanted) -> None:
    rows.rooms.update(more.rooms)
    rows.exits.update(more.exits)


def _remove(rows: Wanted, place: XYZ | ExitKey) -> None:
    if isinstance(place, ExitKey):
        rows.exits.pop(place, None)
    else:
        rows.rooms.pop(place, None)


def _numbers(done: SpawnPlan) -> str:
    counts: dict[str, Sized] = {
        "rooms made": done.new_rooms,
        "exits made": done.new_exits,
        "rooms changed": done.changed_rooms,
        "exits changed": done.changed_exits,
        "rooms removed": done.gone_rooms,
        "exits removed": done.gone_exits,
        "things made": done.new_things,
        "things removed": done.gone_things,
    }
    return ", ".join(f"{label}: {len(rows):,}" for label, rows in counts.items() if rows)


def ways_into_steps(rooms: Mapping[XYZ, int], pace: Pace) -> Steps[list[ExitKey]]:
    """Return the exits that lead from other rooms into these rooms (coordinate -> id)."""
    ids, keys = frozenset(rooms.values()), list[ExitKey]()
    columns = "id", "db_location_id", "db_destination_id"

    def look_at(part: Sequence[int]) -> None:
        rows = objects.rows_where(ObjectDB, columns, "db_destination_id", part)
        places = {pk: spot for pk, spot, _end in rows if spot is not None and spot not in ids}
        rooms_of = objects.places_of(places.values())
        for pk, direction, _category in objects.tags_in(places, (objects.DIRECTION,)):
            if (room := rooms_of.get(places[pk])) is not None:
                keys.append(ExitKey(room, direction))

    yield from pace.each("removed exits", sorted(ids), look_at)
    return keys


# --- undo


def undone_rows_steps(live: Live, number: int, pace: Pace) -> Steps[tuple[Wanted, Wanted]]:
    """Return the rows that the spawn with a number changed: as recorded before it, and now.

    Of each room that differs in anything, it returns all exits.

    Raises:
        UsageError: if a map of that spawn is not on the list any more.
    """
    texts = record.blocks_before(number)
    for z in sorted({block.z for block in texts}):
        if live.level(z) is None:
            raise UsageError(
                f"the map of '{z}' is not on the list any more, or does not load",
                "`evennia xyzgrid add` its module again, then undo",
            )
    before, now = Wanted({}, {}), Wanted({}, {})
    current = record.read_blocks(texts)

    def read(part: Sequence[Block]) -> None:
        for block in part:
            _add(before, record.unpack_rows(block, texts[block] or None))
            _add(now, record.unpack_rows(block, current.get(block)))

    yield from pace.each("read", sorted(texts), read)
    places = {
        *_differing(before.rooms, now.rooms, lambda xyz: xyz),
        *_differing(before.exits, now.exits, lambda key: key.room),
    }
    places = {xyz for xyz in places if xyz in before.rooms or not is_on_demand(live, xyz)}
    return _readable(_rows_at(before, places)), _rows_at(now, places)


def _differing(
    before: Mapping[Any, Any], now: Mapping[Any, Any], room_of: Callable[[Any], XYZ]
) -> Iterable[XYZ]:
    for key in {**before, **now}:
        old, new = before.get(key), now.get(key)
        if old is None or new is None or not is_same_spec(old, new):
            yield room_of(key)


def _readable(rows: Wanted) -> Wanted:
    """Return rows without values that no text holds: an undo leaves these alone."""
    templates = {
        number: without_unreadable(template) for number, template in _templates(rows).items()
    }

    def read(specs: Mapping[Any, Any]) -> dict[Any, Any]:
        return {
            place: spec._replace(template=templates[id(spec.template)])
            for place, spec in specs.items()
        }

    return Wanted(read(rows.rooms), read(rows.exits))


def _rows_at(rows: Wanted, places: Collection[XYZ]) -> Wanted:
    rooms = {xyz: spec for xyz, spec in rows.rooms.items() if xyz in places}
    exits = {key: spec for key, spec in rows.exits.items() if key.room in places}
    return Wanted(rooms, exits)
