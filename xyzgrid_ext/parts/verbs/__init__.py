"""Words that players of other games type, and the journal."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "verbs",
    "words that players of other games type, and the journal",
    uses=("dungeons",),
    core="xyzgrid_ext.parts.verbs.core_part:CORE",
    settings="xyzgrid_ext.parts.verbs.settings:SETTINGS",
    game="xyzgrid_ext.parts.verbs.game_part:GAME",
    gmcp=("xyzgrid_journal",),
)
