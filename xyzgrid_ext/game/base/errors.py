"""The exception whose text a player reads."""

from xyzgrid_ext.core.errors import GridError


class PlayerError(GridError):
    """What a player asked for cannot be done; the text is translated, and commands show it."""
