"""Rooms and exits of the grid as objects of Evennia: `typeclasses` puts them together.

rooms, exits   what ours add to the contrib's;  on_grid: what both share
managers       `XYZRoom.objects.get_xyz(…)` and its like
exit_sets      a room's exits as commands;  open_locks: locks that everybody passes;  needs
ears           things in a room without ears cost nothing
newcomers      new characters stand in the start room
"""
