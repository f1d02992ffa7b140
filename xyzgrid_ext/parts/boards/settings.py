"""The setting and the limits of boards."""

from xyzgrid_ext.game.base.setting_rows import Limit, Setting, or_none, read_tuple

FOLDERS = Setting(
    "XYZGRID_BOARDS",
    "folders",
    None,
    "where the game's [boards](boards.md) are; `None`: in `world/boards`. They come before "
    "the package's boards",
    or_none(read_tuple),
)
SETTINGS = (FOLDERS,)
SPECTATORS = Limit("spectators", 30, "spectators of one machine")
KEYS_PER_LINE = Limit("keys", 60, "keys of a board in one line")
CYCLES_PER_SECOND = Limit("cycles", 60, "cycles of a player's board per second", 2.0)
LIMITS = (SPECTATORS, KEYS_PER_LINE, CYCLES_PER_SECOND)
