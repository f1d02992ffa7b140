"""The exception whose text a player reads."""

from xyzgrid_ext.core.errors import GridError


class PlayerError(GridError):
    """Raised if a player's wish cannot be met; commands show its text, which is translated."""
