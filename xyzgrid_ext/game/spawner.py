"""Make the database hold what a plan says: bulk writes, in short transactions.

What Evennia would do for one object is done once, for a sample of each prototype (`samples`). All
others are printed from that sample:

    sample ──► rows of ObjectDB, Attribute, Tag links ──► bulk_create, a slice at a time

Objects of a class that has creation hooks of its own get these called, each (`creation`).

Rooms come before exits, and an object with its tags in one transaction: if the process is killed
the grid is whole as far as it goes, and the next spawn finishes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.dbserialize import to_pickle
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec, RoomSpec, Row, SpawnPlan, Template
from xyzgrid_ext.game import creation, query, removal, samples
from xyzgrid_ext.game.evacuation import evacuate
from xyzgrid_ext.game.query import Stored, TagKey
from xyzgrid_ext.game.steps import Pace, Steps

Note: TypeAlias = Callable[..., None]  # `Live.note`: told of what was made and removed


@dataclass(frozen=True)
class Counts:
    """What was done, for the one who asked."""

    rooms: int = 0
    exits: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0


def apply_steps(plan: SpawnPlan, note: Note, pace: Pace) -> Steps[Counts]:
    """Carry out a plan; a step is one transaction.

    Args:
        plan: what to do.
        note: told of what was made and removed, after each transaction.
        pace: how long one step may take.

    Raises:
        GridError: if a typeclass cannot make an object; what was made until then stays.

    """
    writer = _Writer(note)
    room_ids = query.rooms_of()
    yield from writer.rooms(plan.new_rooms, room_ids, pace)
    # exits turn to their new rooms before the old ones go, which take what leads there with them
    for xyz, (row, spec, _) in plan.changed_rooms.items():
        _change(row, spec, room_ids, xyz)
    for key, (exit_row, exit_spec, _) in plan.changed_exits.items():
        _change(exit_row, exit_spec, room_ids, key.room, key.direction)
        note(exits={key: exit_row.id})
    yield from writer.exits(plan.new_exits, room_ids, pace)
    moved = evacuate({*plan.gone_rooms.values(), *plan.extra})
    yield from removal.remove(
        list(plan.gone_exits.values()), [*plan.extra, *plan.gone_rooms.values()], note, pace
    )
    return Counts(
        rooms=len(plan.new_rooms),
        exits=len(plan.new_exits),
        changed=len(plan.changed_rooms) + len(plan.changed_exits),
        removed=len(plan.gone_rooms) + len(plan.gone_exits) + len(plan.extra),
        moved=moved,
    )


class _Writer:
    """Makes objects of templates; keeps samples and the ids of tags for the length of one plan."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._samples: dict[int, Stored] = {}
        self._hooked: dict[str, bool] = {}
        self._tags: dict[tuple[TagKey, str | None], int] = {}

    def rooms(
        self, specs: Mapping[XYZ, RoomSpec], room_ids: dict[XYZ, int], pace: Pace
    ) -> Steps[None]:
        """Make rooms; their ids are added to those in `room_ids`."""

        def make(part: Sequence[tuple[XYZ, RoomSpec]]) -> None:
            batch = [
                (spec.template, spec.key, None, None, _room_tags(xyz, spec)) for xyz, spec in part
            ]
            made = dict(zip((xyz for xyz, _ in part), self._make(batch), strict=True))
            room_ids.update(made)
            self._note(rooms=made)

        yield from pace.each("rooms", list(specs.items()), make)

    def exits(
        self, specs: Mapping[ExitKey, ExitSpec], room_ids: Mapping[XYZ, int], pace: Pace
    ) -> Steps[None]:
        """Make exits between rooms that exist."""

        def make(part: Sequence[tuple[ExitKey, ExitSpec]]) -> None:
            batch = [
                (spec.template, spec.key, room_ids[key.room], room_ids[spec.target],
                 _exit_tags(key, spec))
                for key, spec in part
            ]  # fmt: skip
            self._note(exits=dict(zip((k for k, _ in part), self._make(batch), strict=True)))

        yield from pace.each("exits", list(specs.items()), make)

    def _make(
        self, batch: Sequence[tuple[Template, str, int | None, int | None, Any]]
    ) -> list[int]:
        stored = [self._sample(template) for template, *_ in batch]
        with transaction.atomic():
            objects: list[Any] = ObjectDB.objects.bulk_create(
                ObjectDB(
                    db_key=key,
                    db_typeclass_path=template.typeclass,
                    db_location_id=location,
                    db_destination_id=destination,
                    db_home_id=sample.home_id,
                    db_lock_storage=sample.locks,
                    db_cmdset_storage=sample.cmdsets,
                )
                for (template, key, location, destination, _), sample in zip(
                    batch, stored, strict=True
                )
            )
            ids = [obj.pk for obj in objects]
            tags = [[*sample.tags, *own] for (*_, own), sample in zip(batch, stored, strict=True)]
            self._link_tags(ids, tags)
            self._link_attributes(ids, [template for template, *_ in batch], stored)
            self._finish(ids, [template for template, *_ in batch])
        for obj in objects:
            # a room that is in memory knows its contents by heart
            if (room := ObjectDB.get_cached_instance(obj.db_location_id)) is not None:
                room.contents_cache.add(obj)
        return ids

    def _link_tags(self, ids: Sequence[int], tags: Sequence[Iterable[Any]]) -> None:
        wanted = {tag for own in tags for tag in own} - self._tags.keys()
        groups: dict[tuple[str | None, str | None], dict[str, str | None]] = {}
        for (name, category, kind), data in sorted(wanted, key=str):
            groups.setdefault((category, kind), {})[name] = data
        for (category, kind), names in groups.items():
            for name, pk in _tag_ids(category, kind, names).items():
                self._tags[(name, category, kind), names[name]] = pk
        query.TagLinks.objects.bulk_create(
            query.TagLinks(objectdb_id=pk, tag_id=tag_id)
            for pk, own in zip(ids, tags, strict=True)
            for tag_id in dict.fromkeys(self._tags[tag] for tag in own)
        )

    def _link_attributes(
        self, ids: Sequence[int], templates: Sequence[Template], stored: Sequence[Stored]
    ) -> None:
        owners, rows = [], []
        for pk, template, sample in zip(ids, templates, stored, strict=True):
            made_anew = template.varying and not self._is_hooked(template)
            fresh = template.fresh() if made_anew and template.fresh else {}
            for name, category, kind, lock, value in sample.attributes:
                owners.append(pk)
                rows.append(
                    Attribute(
                        db_key=name, db_category=category, db_attrtype=kind, db_model="objectdb",
                        db_lock_storage=lock or "",
                        db_value=to_pickle(fresh[name]) if name in fresh else value,
                    )
                )  # fmt: skip
        made = Attribute.objects.bulk_create(rows)
        query.AttributeLinks.objects.bulk_create(
            query.AttributeLinks(objectdb_id=pk, attribute_id=row.pk)
            for pk, row in zip(owners, made, strict=True)
        )

    def _finish(self, ids: Sequence[int], templates: Sequence[Template]) -> None:
        for pk, template in zip(ids, templates, strict=True):
            if self._is_hooked(template):
                fresh = template.fresh() if template.fresh else {}
                obj = ObjectDB.objects.get(pk=pk)
                try:
                    creation.finish(obj, template, fresh)
                except BaseException:
                    obj.flush_from_cache(force=True)  # its row goes with the transaction
                    raise

    def _is_hooked(self, template: Template) -> bool:
        """Whether objects of a template are made one by one, as their class has hooks."""
        path = template.typeclass
        if path not in self._hooked:
            self._hooked[path] = bool(creation.own_hooks(class_from_module(path)))
        return self._hooked[path]

    def _sample(self, template: Template) -> Stored:
        if id(template) not in self._samples:
            self._samples[id(template)] = samples.take(template, self._is_hooked(template))
        return self._samples[id(template)]


def _tag_ids(
    category: str | None, kind: str | None, names: Mapping[str, str | None]
) -> dict[str, int]:
    """Ids of the tags with these names, in one category; those that are missing are made."""
    same: dict[str, Any] = {"db_category": category, "db_tagtype": kind, "db_model": "objectdb"}
    found: dict[str, int] = {}
    for part in query.chunked(names):
        tags = Tag.objects.filter(db_key__in=part, **same)
        found.update(tags.values_list("db_key", "pk"))
        missing = [name for name in part if name not in found]
        made = Tag.objects.bulk_create(
            Tag(db_key=name, db_data=names[name], **same) for name in missing
        )
        found.update(zip(missing, (tag.pk for tag in made), strict=True))
    return found


def _coordinate(xyz: XYZ, categories: tuple[str, str, str]) -> list[tuple[TagKey, None]]:
    return [
        ((str(part).lower(), category, None), None)
        for part, category in zip(xyz, categories, strict=True)
    ]


def _room_tags(xyz: XYZ, spec: RoomSpec) -> list[Any]:
    return _coordinate(xyz, (query.X, query.Y, query.Z))


def _exit_tags(key: ExitKey, spec: ExitSpec) -> list[Any]:
    return [
        *_coordinate(key.room, (query.X, query.Y, query.Z)),
        *_coordinate(spec.target, (query.X_TO, query.Y_TO, query.Z_TO)),
        ((key.direction.lower(), query.DIRECTION, None), None),
        *(((alias.lower(), None, "alias"), None) for alias in spec.aliases),
    ]


def _change(
    row: Row, spec: RoomSpec | ExitSpec, room_ids: Mapping[XYZ, int], xyz: XYZ, direction: str = ""
) -> None:
    """Bring one object up to what its prototype says, through Evennia's own handlers."""
    template = spec.template
    obj = ObjectDB.objects.get(pk=row.id)
    with transaction.atomic():
        if row.typeclass != template.typeclass:
            obj.swap_typeclass(template.typeclass, run_start_hooks=None)
        if template.key or isinstance(spec, ExitSpec):
            obj.key = spec.key
        creation.apply_prototype(obj, template)
        if isinstance(spec, ExitSpec):
            obj.aliases.batch_add(*spec.aliases)
            obj.destination = ObjectDB.objects.get(pk=room_ids[spec.target])
            for category in (query.X_TO, query.Y_TO, query.Z_TO, query.DIRECTION):
                obj.tags.clear(category=category)
            for (key, category, kind), _ in _exit_tags(ExitKey(xyz, direction), spec):
                if kind is None:
                    obj.tags.add(key, category=category)
