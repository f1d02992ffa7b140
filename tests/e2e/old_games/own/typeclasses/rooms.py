"""Rooms of this game."""

from evennia.objects.objects import DefaultRoom


class Room(DefaultRoom):
    """A room, and what a game puts into it."""

    def at_desc(self, looker=None, **kwargs):
        """Nothing is added here."""
