"""The settings of dungeons."""

from xyzgrid_ext.game.base.setting_rows import Setting, or_none, read_text

COMBAT = Setting(
    "XYZGRID_COMBAT",
    "path of a function",
    None,
    "starts a fight of the game's own in [dungeons](../howto/dungeons.md)",
    or_none(read_text),
    is_path=True,
)

SETTINGS = (COMBAT,)
