"""What contents add to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.contents import people, talk_commands

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _arrived(move: Move) -> None:
    people.came(move.who)


GAME = GamePart(
    "contents",
    commands=(talk_commands.CmdTalk,),
    options={people.OPTION: people.OPTION_TEXT},
    started=(people.start,),
    arrived=_arrived,
)
