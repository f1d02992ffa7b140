"""Commands for players and builders: each parses, calls one function, and sends the answer.

The command sets for games are in `xyzgrid_ext.commands`.
"""
