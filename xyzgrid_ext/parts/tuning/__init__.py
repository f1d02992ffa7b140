"""Evennia's sockets, database and memory, tuned for any game."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "tuning",
    "Evennia's sockets, database and memory, tuned for any game",
    hook_up="xyzgrid_ext.parts.tuning.hookup:hook_up",
    game="xyzgrid_ext.parts.tuning.game_part:GAME",
)
