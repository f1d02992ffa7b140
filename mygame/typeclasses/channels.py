"""Channels of this game."""

from evennia.comms.comms import DefaultChannel


class Channel(DefaultChannel):
    """Where players talk from anywhere."""
