"""Rooms and exits that are there, brought up to what their prototypes say now."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY

from xyzgrid_ext.core.spawn import XYZ, ExitSpec, RoomSpec, Row
from xyzgrid_ext.game import creation, query, tagging


def change(
    row: Row, spec: RoomSpec | ExitSpec, room_ids: Mapping[XYZ, int], xyz: XYZ, direction: str = ""
) -> None:
    """Bring one object up to what its prototype says, through Evennia's own handlers."""
    template = spec.template
    obj = ObjectDB.objects.get(pk=row.id)
    with transaction.atomic():
        if row.traits.typeclass != template.typeclass:
            obj.swap_typeclass(template.typeclass, run_start_hooks=None)
        if template.key or isinstance(spec, ExitSpec):
            obj.key = spec.key
        creation.apply_prototype(obj, template)
        obj.tags.clear(category=PROTOTYPE_TAG_CATEGORY)
        obj.tags.add(template.prototype_key, category=PROTOTYPE_TAG_CATEGORY)
        if isinstance(spec, ExitSpec):
            obj.aliases.batch_add(*spec.aliases)
            obj.location = ObjectDB.objects.get(pk=room_ids[xyz])
            obj.destination = ObjectDB.objects.get(pk=room_ids[spec.target])
            for category in (query.X_TO, query.Y_TO, query.Z_TO, query.DIRECTION):
                obj.tags.clear(category=category)
            tags = [*tagging.target_tags(spec.target), *tagging.name_tags(direction, ())]
            for key, category, _ in tags:
                obj.tags.add(key, category=category)
