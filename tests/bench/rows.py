"""What both spawning tasks need around the spawn."""

from __future__ import annotations

from django.conf import settings
from evennia import create_object
from maps import exits
from measure import report


def make_home() -> None:
    """Make the room that Evennia wants for objects without a home."""
    home = create_object(settings.BASE_ROOM_TYPECLASS, key="Limbo", nohome=True)
    settings.DEFAULT_HOME = home.dbref


def check(side: int, room_class: type, exit_class: type) -> None:
    """Report it if there are not as many rooms and exits as are drawn."""
    found = room_class.objects.count(), exit_class.objects.count()
    wanted = side * side, exits(side)
    if found != wanted:
        report("wrong", f"spawned {found} rooms and exits instead of {wanted}")
