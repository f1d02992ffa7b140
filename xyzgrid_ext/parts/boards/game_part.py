"""What boards add to the game."""

from __future__ import annotations

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.boards.game import playing

GAME = GamePart("boards", left=lambda move: playing.gone(move.who))
