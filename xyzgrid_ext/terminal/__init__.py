"""The commands of `python -m xyzgrid_ext`, a module for each; no Evennia, no database.

Each module has `arguments(parser)`, which declares what the command takes, and `run(options)`,
which does it and returns the exit code: 0 fine, 1 something is wrong with a file, 2 the command
was called in a wrong way.
"""
