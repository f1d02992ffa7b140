"""Listeners for changes to exits and rooms, so that routes and clients follow immediately.

    saved          made, moved, linked elsewhere, locked otherwise, taken out of its room
    given `needs`  by `set`, by code, by an author's prototype
    deleted        one by one, whatever its class; a spawn reports what it deletes itself

Other saved or deleted objects cost one comparison.
"""

from __future__ import annotations

from typing import Any

from django.db.models.signals import m2m_changed, post_delete, post_save
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.base.signals import exit_left, room_changed
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.world.current import known

_NEEDS = "needs"


def connect() -> None:
    """Connect the listeners; calling it again has no effect."""
    post_delete.connect(_deleted, dispatch_uid="xyzgrid.watching.deleted")
    post_save.connect(_saved, dispatch_uid="xyzgrid.watching.saved")
    m2m_changed.connect(
        _given, sender=ObjectDB.db_attributes.through, dispatch_uid="xyzgrid.watching.given"
    )
    post_save.connect(_written, sender=Attribute, dispatch_uid="xyzgrid.watching.written")


def _saved(sender: Any, instance: Any, **kwargs: Any) -> None:
    if not isinstance(instance, ObjectDB) or instance.db_destination_id is None:
        fields = kwargs.get("update_fields") or ()
        if "db_destination" not in fields or not isinstance(instance, ObjectDB):
            return
    live = known()
    if live is None or (index := live.index) is None:
        return
    live.overlay.saved(instance, index)
    room_changed.send(sender=type(instance), live=live, room=instance.db_location_id)
    if "db_location" in (kwargs.get("update_fields") or ()):
        exit_left.send(sender=type(instance), live=live, name=instance.db_key)


def _deleted(sender: Any, instance: Any, **kwargs: Any) -> None:
    if not isinstance(instance, ObjectDB) or (live := known()) is None:
        return
    if live.where(instance) is not None or live.link_of(instance) is not None:
        live.lose(instance)
        room_changed.send(sender=type(instance), live=live, room=instance.db_location_id)


def _given(sender: Any, instance: Any, action: str, pk_set: Any, **kwargs: Any) -> None:
    """Handle an Attribute that was added to an object."""
    if action != "post_add" or instance.db_destination_id is None:
        return
    for pk in pk_set:
        attribute = Attribute.get_cached_instance(pk)
        if attribute is not None and attribute.db_key == _NEEDS:
            _ask(instance)


def _written(sender: Any, instance: Any, created: bool, **kwargs: Any) -> None:
    """Handle an Attribute whose value has changed."""
    if instance.db_key == _NEEDS and not created:
        for pk in rooms.holders_of_attribute(instance.pk):
            _ask(objects.object_of(pk))


def _ask(exit_obj: Any) -> None:
    live = known()
    if live is not None and (index := live.index) is not None:
        live.overlay.ask(exit_obj.pk, index)
        room_changed.send(sender=type(exit_obj), live=live, room=exit_obj.db_location_id)
