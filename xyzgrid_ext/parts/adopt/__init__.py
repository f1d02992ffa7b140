"""From the grid of the contrib to ours, and back."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "adopt",
    "takes over a grid of the contrib, and gives it back",
    game="xyzgrid_ext.parts.adopt.game_part:GAME",
    launcher=("adopt", "unadopt"),
)
