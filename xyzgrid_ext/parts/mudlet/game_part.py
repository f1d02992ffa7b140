"""What the package for Mudlet adds to the game."""

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.mudlet import package_offer

GAME = GamePart("mudlet", connect=package_offer.connect)
