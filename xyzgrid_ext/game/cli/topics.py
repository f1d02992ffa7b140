"""Help of `evennia xyzgrid` that is about more than one word."""

TOPICS = {
    "drawing": r"""
A drawn map stands between two + signs, one above the other at its left. The drawing begins two
columns to the right of them, two lines below the upper one and ends two lines above the lower one.
Rooms stand on every second column and row; between them are links.

    + 0 1 2

    1 #-#-#
      |  /
    0 #-#

    + 0 1 2

  #         a room                        I         a room where goto stops on its way
  - | / \   links, both ways              < > ^ v   one way, first or last in a line of links
  x +       links that cross              o         a bend or a crossing, from what meets there
  u d       up and down                   t         teleporter, in pairs with the same letter
  b         passable, but no route        i         goto stops before it
  T         a way to another map: give it a class of its own with target_map_xyz
  U D B     on a sheet of `levels`: a room with stairs up, down, or both

The legend of a map can change every symbol. See the page of Evennia's XYZGrid contrib.
""",
}
