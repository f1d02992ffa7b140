"""The commands of `python -m xyzgrid_ext`, one module for each; no Evennia, no database.

Each module has `arguments(parser)`, which declares the arguments, and `run(options)`, which runs
the command and returns the exit code: 0 for success, 1 for a faulty file, 2 for wrong usage.
"""
