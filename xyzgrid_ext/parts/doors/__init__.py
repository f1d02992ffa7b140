"""Doors that players open, close, lock, unlock, knock on and find."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "doors",
    "doors to open, close, lock, knock on and find, in the exits of any map",
    core="xyzgrid_ext.parts.doors.core_part:CORE",
    game="xyzgrid_ext.parts.doors.game_part:GAME",
    settings="xyzgrid_ext.parts.doors.settings:SETTINGS",
)
