"""Characters of this game."""

from evennia.objects.objects import DefaultCharacter

from xyzgrid_ext.game.text.messages import arrival_text

from .objects import ObjectParent


class Character(ObjectParent, DefaultCharacter):
    """Whom a player moves through the world."""

    default_description = "Somebody who has come to Lantern Quay with wet shoes."

    def announce_move_to(self, source_location, msg=None, mapping=None, move_type="move", **kwargs):
        """Tell those in the room who has come; Evennia's own text says "arrives to"."""
        if source_location and not msg:
            msg = arrival_text()
        super().announce_move_to(source_location, msg, mapping, move_type, **kwargs)
