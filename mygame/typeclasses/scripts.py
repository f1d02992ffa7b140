"""Scripts of this game."""

from evennia.scripts.scripts import DefaultScript


class Script(DefaultScript):
    """Something without a place, often with a clock."""
