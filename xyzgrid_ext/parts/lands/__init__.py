"""Land from noise, and rooms that are made when somebody comes."""

from xyzgrid_ext.core.parts import Part, TerminalWord

_TERMINAL = "xyzgrid_ext.parts.lands.terminal"

PART = Part(
    "lands",
    "land from noise, and rooms that are made when somebody comes",
    core="xyzgrid_ext.parts.lands.core_part:CORE",
    settings="xyzgrid_ext.parts.lands.settings:SETTINGS",
    game="xyzgrid_ext.parts.lands.game_part:GAME",
    urls="xyzgrid_ext.parts.lands.web",
    maps=(
        ("land", "a land"),
        ("options.rooms=lazy", "a map whose rooms are made when somebody comes"),
    ),
    words=(TerminalWord("land", "draw a land from a seed, near or far", _TERMINAL),),
)
