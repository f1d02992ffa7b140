"""An exit made by a builder that leads into a dungeon which is copied for its players."""

from __future__ import annotations

from evennia.objects.objects import DefaultExit

from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.game import copies


class Entrance(DefaultExit):
    """An exit that leads each player, or each party, into its own copy of a dungeon."""

    __applabel__ = "typeclasses"

    @property
    def live(self) -> Live:
        """The running world."""
        return current()

    def at_traverse(
        self, traversing_object: Character, target_location: object, **kwargs: object
    ) -> None:
        """Enter the player's copy, or wait until it is made."""
        target_location = copies.target(self, traversing_object, target_location)
        if target_location is not None:
            super().at_traverse(traversing_object, target_location, **kwargs)
