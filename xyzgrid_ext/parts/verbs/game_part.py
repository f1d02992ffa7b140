"""What the verbs add to the game."""

from __future__ import annotations

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.verbs import journal

GAME = GamePart("verbs", connect=journal.connect)
