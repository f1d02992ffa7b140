"""Puts new characters into the start room of the grid instead of Evennia's.

    made at Evennia's start, by an account or as a guest ──► at once, so that they never see it
    found there when a player takes them for the first time ──► then: made before the grid was

Each character is moved at most once; a later return is deliberate.
"""

from __future__ import annotations

from evennia.accounts.accounts import DefaultGuest
from evennia.server import signals
from evennia.utils import logger

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Account, Character, RoomObject
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.spawn import relocation
from xyzgrid_ext.game.world.current import find_grid

_ARRIVED = "arrived"


def connect() -> None:
    """Connect the handlers of new characters; calling it again has no effect."""
    signals.SIGNAL_OBJECT_POST_CREATE.connect(_on_create, dispatch_uid="xyzgrid.newcomers.made")
    signals.SIGNAL_ACCOUNT_POST_CREATE.connect(_on_join, dispatch_uid="xyzgrid.newcomers.joined")
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_on_puppet, dispatch_uid="xyzgrid.newcomers.taken")


def start_room() -> RoomObject | None:
    """Return the object of the room in which new characters start; None if there is none."""
    place = settings.setting_value("XYZGRID_START")
    if place is None or (grid := find_grid()) is None:
        return None
    room = grid.live.locate(place)
    return on_demand().ensure(grid.live, room) if room is not None else None


@surviving("new characters")
def _on_create(sender: Character, **kwargs: object) -> None:
    """Move a new character from Evennia's start room to the grid's."""
    if (
        sender.db_typeclass_path != settings.django_settings.BASE_CHARACTER_TYPECLASS
        or not _is_at_start(sender)
    ):
        return
    if (room := start_room()) is not None:
        _settle(sender)
        sender.location = room
        sender.home = room


@surviving("new characters")
def _on_join(sender: Account, **kwargs: object) -> None:
    """Delete a half-made character with the name of a new guest.

    If Evennia fails while it makes a character, for example in a hook, the character has no account
    and its name stays taken. Evennia then makes another one, if this guest has none.
    """
    if isinstance(sender, DefaultGuest) and not sender.characters:
        for character in objects.unfinished_characters(
            sender.key, settings.django_settings.BASE_CHARACTER_TYPECLASS
        ):
            logger.log_warn(
                f"xyzgrid: {character} ({character.dbref}) was left half made; removing it"
            )
            character.delete()


@surviving("new characters")
def _on_puppet(sender: Character, **kwargs: object) -> None:
    """Move a character that a player takes over, if it is still in Evennia's start room.

    A character whose room was removed meanwhile is told.
    """
    relocation.tell_if_moved(sender)
    if sender.attributes.has(_ARRIVED, category=CATEGORY) or (room := start_room()) is None:
        return
    _settle(sender)
    if _is_at_start(sender):
        sender.home = room
        sender.move_to(room, quiet=True, move_type="teleport")


def _settle(character: Character) -> None:
    character.attributes.add(_ARRIVED, True, category=CATEGORY)


def _is_at_start(character: Character) -> bool:
    location = character.location
    return location is not None and location.dbref in (
        settings.django_settings.START_LOCATION,
        settings.django_settings.GUEST_START_LOCATION,
    )
