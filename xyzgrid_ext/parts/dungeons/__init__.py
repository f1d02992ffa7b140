"""Dungeons in play: the exit that leads into one."""
