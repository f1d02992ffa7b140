"""Boards in rooms: the machine at which players sit, and its commands."""
