"""Watching another player's game, frame by frame, while staying in the room."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.signals import board_left
from xyzgrid_ext.game.boards import frames, session
from xyzgrid_ext.game.boards.session import BoardSession
from xyzgrid_ext.game.text import board as show
from xyzgrid_ext.game.text import screenreader


def watch(machine: Any, character: Any) -> None:
    """Let a character see every frame while it stays in the room.

    Raises:
        PlayerError: if there is nothing to see, or if there are too many watchers.

    """
    game = session.of(machine)
    if game is None or session.player_of(machine) is None:
        raise PlayerError(_("Nobody is playing there."), _("Type |wplay|n to play."))
    if character.pk not in game.watchers:
        session.lookers(machine, game)  # those who have left stop watching
        if len(game.watchers) >= limits.most("spectators"):
            raise PlayerError(_("Too many people are already watching."))
        game.watchers.append(character.pk)
    drawn = frames.draw(game, [character])
    frames.introduce(game, character, drawn)
    if screenreader.is_on(character):
        character.msg(show.picture(game.board, game.play, character))
    else:
        frames.FrameText(game).send(character, drawn)
    character.msg(_("You now see every move. Type |wwatch|n again to stop watching."))
    session.keep(machine)


def look_away(machine: Any, character: Any) -> bool:
    """Stop watching; return False if the character was not watching."""
    game = session.of(machine)
    if game is None or character.pk not in game.watchers:
        return False
    game.watchers.remove(character.pk)
    session.keep(machine)
    board_left.send(sender=BoardSession, looker=character)
    return True
