"""The exception whose text is shown to players."""

from xyzgrid_ext.core.errors import GridError


class PlayerError(GridError):
    """Raised if a player's request fails; commands show its translated text."""
