"""Combat of the game's own: one blow."""

from xyzgrid_ext.game.dungeons import doings


def begin(character, room, foe):
    """Beat a foe at once."""
    character.msg(f"{foe.title} turns to you.")
    doings.beaten(room, foe, character)
