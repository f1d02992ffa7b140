"""The pure engine: values in, values out.

Nothing here imports Evennia, Django or Twisted, reads files, settings, the clock or chance,
or prints. A test imports all of it in a fresh process and fails if that changes.
"""
