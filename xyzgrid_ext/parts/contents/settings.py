"""The settings of what stands in rooms."""

from __future__ import annotations

from xyzgrid_ext.game.base.setting_rows import Setting, number

CHATTER = Setting(
    "XYZGRID_CHATTER",
    "seconds",
    90,
    "the pause between two lines that [people](../howto/people.md) in a room say by themselves; 0 "
    "for none",
    number,
)
SETTINGS = (CHATTER,)
