"""The commands of `python -m xyzgrid_ext`, without Evennia and without a database.

A command NAME has two functions in one of the modules: `declare_NAME(parser)` declares the
arguments, and `run_NAME(options)` runs it and returns the exit code: 0 for success, 1 for a faulty
file, 2 for wrong usage.

maps  routes        maps of files: drawn, turned into other formats, checked; ways through them
check  play         what parts add to: their files and options, their games
package             the documentation, and the package in a game
files  where        reading what the user named, and where work runs
"""
