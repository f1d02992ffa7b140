"""The setting of the map editor."""

from __future__ import annotations

from xyzgrid_ext.game.base.setting_rows import Setting, text

DRAWN_MAPS = Setting(
    "XYZGRID_DRAWN_MAPS",
    "path of a package",
    "world",
    "where the map editor writes the modules of new maps",
    text,
)
SETTINGS = (DRAWN_MAPS,)
