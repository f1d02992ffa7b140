"""Dungeons: masks, the generator, dungeons in play and their copies."""

from xyzgrid_ext.core.parts import Part, TerminalWord

_TERMINAL = "xyzgrid_ext.parts.dungeons.terminal"

PART = Part(
    "dungeons",
    "dungeons from octal masks: a generator, dungeons in play, copies for parties",
    needs=("boards", "proof"),
    settings="xyzgrid_ext.parts.dungeons.settings:SETTINGS",
    core="xyzgrid_ext.parts.dungeons.core_part:CORE",
    game="xyzgrid_ext.parts.dungeons.game_part:GAME",
    gmcp=("xyzgrid_inside",),
    maps=(("dungeon", "a dungeon"), ("options.dungeon", "a dungeon")),
    words=(TerminalWord("mask", "draw masks, and say which fit together", _TERMINAL),),
    terminal="xyzgrid_ext.parts.dungeons.terminal_part:TERMINAL",
)
