"""The exception whose text a player reads."""

from xyzgrid_ext.core.errors import GridError


class PlayerError(GridError):
    """Raised if a player's request fails; commands show its text, which is translated."""
