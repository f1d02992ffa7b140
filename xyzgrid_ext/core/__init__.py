"""The pure engine: functions that take values and return values.

Nothing here imports Evennia, Django or Twisted, reads files, settings or the clock, draws random
numbers, or prints. A test imports all of it in a fresh process to make sure.
"""
