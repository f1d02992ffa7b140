"""Map files of other programs."""

from __future__ import annotations

from xyzgrid_ext.core.parts import Part

PART = Part(
    "formats",
    "map files of other programs: Mudlet, MMP, DOT, SVG",
    uses=("web_map",),
)
