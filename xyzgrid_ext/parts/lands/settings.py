"""The settings and the limits of lands."""

from xyzgrid_ext.game.base.setting_rows import Limit, Setting, read_number

ABOVE = Setting(
    "XYZGRID_LAZY_ABOVE",
    "a number of rooms",
    50_000,
    "a map of more rooms, never spawned, is [lazy](../howto/big-maps.md) unless its "
    "option `rooms` says otherwise; 0: no map",
    int,
)
KEEP = Setting(
    "XYZGRID_LAZY_KEEP",
    "seconds",
    3600,
    "how long a room of a lazy map stays after the last visit; 0: for ever",
    read_number,
)
SETTINGS = (ABOVE, KEEP)

SQUARES = Limit(
    "land_squares", 400, "drawn squares of endless lands, not counting those near players"
)
PARTS = Limit("land_parts", 4, "parts of pictures of endless lands that are made at once")
PARTS_EACH = Limit("land_parts_each", 2, "such parts that are made at once for one visitor")
LIMITS = (SQUARES, PARTS, PARTS_EACH)
