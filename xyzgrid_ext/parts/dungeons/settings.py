"""The settings of dungeons."""

from __future__ import annotations

from xyzgrid_ext.game.base.setting_rows import Setting, maybe, text

COMBAT = Setting(
    "XYZGRID_COMBAT",
    "path of a function",
    None,
    "starts a fight of the game's own in [dungeons](../howto/dungeons.md)",
    maybe(text),
    is_path=True,
)

SETTINGS = (COMBAT,)
