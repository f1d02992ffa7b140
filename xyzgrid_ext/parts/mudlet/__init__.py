"""A package for Mudlet: the map, a click that walks, hearts and the journal."""

from xyzgrid_ext.core.parts import Part, TerminalWord

PART = Part(
    "mudlet",
    "a package for Mudlet: the map, a click that walks, hearts and the journal",
    needs=("formats",),
    uses=("verbs",),
    settings="xyzgrid_ext.parts.mudlet.settings:SETTINGS",
    game="xyzgrid_ext.parts.mudlet.game_part:GAME",
    words=(
        TerminalWord(
            "mudlet", "write the package for Mudlet as a file", "xyzgrid_ext.parts.mudlet.terminal"
        ),
    ),
    urls="xyzgrid_ext.parts.mudlet.web",
    gmcp=("client_GUI",),
)
