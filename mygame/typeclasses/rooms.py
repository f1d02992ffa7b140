"""Rooms of this game."""

from evennia.objects.objects import DefaultRoom

from .objects import ObjectParent


class Room(ObjectParent, DefaultRoom):
    """A place that is not on a grid, like Limbo."""
