"""Listeners for changes to single objects, so that routes and clients follow immediately.

    saved          an exit was made, moved, linked elsewhere, locked otherwise, taken from its room
    given `needs`  by `set`, by code, by an author's prototype
    deleted        one by one, whatever its class; a spawn reports what it deletes itself

Other saved or deleted objects cost one comparison. `listen_for_moves` is for clients that list what
is in a room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.db.models.signals import m2m_changed, post_delete, post_save
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.base.evennia_types import ExitObject
from xyzgrid_ext.game.base.signals import exit_removed, room_changed
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.world.current import running_world

_NEEDS = "needs"
_MOVE_FIELDS = frozenset(("db_location", "db_key"))


def connect() -> None:
    """Connect the listeners; calling it again has no effect."""
    post_delete.connect(_on_delete, dispatch_uid="xyzgrid.watching.deleted")
    post_save.connect(_on_save, dispatch_uid="xyzgrid.watching.saved")
    m2m_changed.connect(
        _on_attribute_added, sender=objects.AttributeLinks, dispatch_uid="xyzgrid.watching.given"
    )
    post_save.connect(_on_attribute_save, sender=Attribute, dispatch_uid="xyzgrid.watching.written")


def listen_for_moves(moved: Callable[[int, int | None], None]) -> None:
    """Have `moved(object id, id of its location)` called after any object is moved or renamed.

    So it is after one is made or deleted. A game's class may override Evennia's hooks for moves.
    """

    def changed(
        sender: type,
        instance: object,
        update_fields: Collection[str] | None = None,
        **kwargs: object,
    ) -> None:
        is_move = update_fields is None or not _MOVE_FIELDS.isdisjoint(update_fields)
        if is_move and isinstance(instance, ObjectDB):
            moved(instance.pk, instance.db_location_id)

    post_save.connect(changed, weak=False, dispatch_uid="xyzgrid.moves.saved")
    post_delete.connect(changed, weak=False, dispatch_uid="xyzgrid.moves.deleted")


def _on_save(
    sender: type, instance: object, update_fields: Collection[str] | None = None, **kwargs: object
) -> None:
    changes = update_fields or ()
    if not isinstance(instance, ObjectDB):
        return
    if instance.db_destination_id is None and "db_destination" not in changes:
        return
    live = running_world()
    if live is None or (index := live.index) is None:
        return
    live.overlay.record_exit(instance, index)
    room_changed.send(sender=type(instance), live=live, room=instance.db_location_id)
    if "db_location" in changes:
        exit_removed.send(sender=type(instance), live=live, name=instance.db_key)


def _on_delete(sender: type, instance: object, **kwargs: object) -> None:
    if not isinstance(instance, ObjectDB) or (live := running_world()) is None:
        return
    if live.where(instance) is not None or live.link_of(instance) is not None:
        live.lose(instance)
        room_changed.send(sender=type(instance), live=live, room=instance.db_location_id)


def _on_attribute_added(
    sender: type, instance: ObjectDB, action: str, pk_set: Collection[int], **kwargs: object
) -> None:
    if action == "post_add" and instance.db_destination_id is not None:
        added = map(Attribute.get_cached_instance, pk_set)
        if any(attribute is not None and attribute.db_key == _NEEDS for attribute in added):
            _ask(instance)


def _on_attribute_save(sender: type, instance: Attribute, created: bool, **kwargs: object) -> None:
    if instance.db_key == _NEEDS and not created:
        for pk in rooms.attribute_holders(attribute_id=instance.pk):
            if (exit_obj := objects.object_by_id(pk)) is not None:
                _ask(exit_obj)


def _ask(exit_obj: ExitObject) -> None:
    """Let routes ask an exit whose needs have changed."""
    live = running_world()
    if live is not None and (index := live.index) is not None:
        live.overlay.ask(exit_obj.pk, index)
        room_changed.send(sender=type(exit_obj), live=live, room=exit_obj.db_location_id)
