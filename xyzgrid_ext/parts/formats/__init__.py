"""Map files of other programs."""

from xyzgrid_ext.core.parts import Part, TerminalWord

_TERMINAL = "xyzgrid_ext.parts.formats.terminal"

PART = Part(
    "formats",
    "map files of other programs: Mudlet, MMP, DOT, SVG",
    game="xyzgrid_ext.parts.formats.game_part:GAME",
    launcher=("export", "import"),
    words=(
        TerminalWord("export", "write matrix files as files for other programs", _TERMINAL),
        TerminalWord("import", "turn a map file into a map module", _TERMINAL),
    ),
    urls="xyzgrid_ext.parts.formats.web",
)
