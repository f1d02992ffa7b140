"""What boards add to the game."""

from __future__ import annotations

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.boards.game import files, in_place, machines, messages, playing, ticker


def _connect() -> None:
    for module in (playing, messages, in_place):
        module.connect()


GAME = GamePart(
    "boards",
    commands=(machines.CmdPlay, machines.CmdWatch, machines.CmdScores),
    subscriptions={messages.BOARD: lambda session: playing.show_again(session.puppet)},
    connect=_connect,
    started=(ticker.resume_all,),
    left=lambda move: playing.gone(move.who),
    thing_findings=files.prototype_findings,
)
