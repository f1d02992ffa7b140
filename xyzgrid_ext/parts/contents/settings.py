"""The settings of what stands in rooms."""

from xyzgrid_ext.game.base.setting_rows import Setting, read_number

CHATTER = Setting(
    "XYZGRID_CHATTER",
    "seconds",
    90,
    "the pause between two lines that each of the [people](../howto/people.md) in a room says by "
    "itself; 0 for none",
    read_number,
)
SETTINGS = (CHATTER,)
