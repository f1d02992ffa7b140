"""The commands of `python -m xyzgrid_ext`, without Evennia and without a database.

A command NAME has two functions in one of the modules: `declare_NAME(parser)` declares the
arguments, and `run_NAME(options)` runs it and returns the exit code: 0 for success, 1 for a faulty
file, 2 for wrong usage.

maps  routes        maps of files: drawn, turned into other formats, checked; ways through them
dungeons  prove     dungeons, masks and generated matrices; the proof that a dungeon can be won
boards  play        boards by name or file; `play` and `replay`
table  screen       a board as a dialogue of lines, and by single keys
matrix_game         a matrix as a dialogue of lines
package             the documentation, and the package in a game
files  where        reading what the user named, and where work runs
"""
