"""The map page, its API, and the map in the web client."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "web_map",
    "the map page, its API, and the map in the web client",
    uses=("formats",),
    apps=("xyzgrid_ext.parts.web_map",),
    templates=("overrides",),
    urls="xyzgrid_ext.parts.web_map.urls",
)
