"""Land from noise: heights, rivers, biomes and roads, of which each cell is known by itself.

`noise` is the hash and its layers, `terrain` makes heights, moisture and warmth of them, `rivers`
what flows, `biomes` reads the rows that say what a cell is, `cells` puts these together, `roads`
join places, `land` is all of it, and `picture` draws it. What lands are made of is content: the
rows are handed in.
"""

from xyzgrid_ext.core.land.biomes import Biome, biome_of
from xyzgrid_ext.core.land.land import Land, Seen
from xyzgrid_ext.core.land.picture import lines

__all__ = ["Biome", "Land", "Seen", "biome_of", "lines"]
