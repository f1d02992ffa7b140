"""Land from noise: heights, rivers, biomes and roads, computed for each cell separately.

`noise` has the hash and its layers, `terrain` makes heights, moisture and warmth from them, and
`rivers` finds the rivers. `biomes` reads the rows that define biomes, `cells` combines all of
these, `roads` joins places, `land` is the whole, and `picture` draws it. The biomes are content,
which callers pass as rows.
"""

from xyzgrid_ext.parts.lands.core.biomes import Biome, biome_from_row
from xyzgrid_ext.parts.lands.core.land import Land, LandWindow
from xyzgrid_ext.parts.lands.core.picture import picture_lines

__all__ = ["Biome", "Land", "LandWindow", "biome_from_row", "picture_lines"]
