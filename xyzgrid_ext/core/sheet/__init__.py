"""The drawing language of Evennia's xyzgrid contrib: pure functions from drawing to rooms.

+              `legend` has the symbols as rows, `drawing` finds the cells between the corner
               marks, `trace` follows the links from room to room, `margins` says what would
  #-#          be lost at the edges; `read_drawing` does all of it.
  |
  #            A legend with Python classes that change how links behave is not for this
               package: `game.maps` hands such a drawing to the contrib's own parser.
+
"""

from xyzgrid_ext.core.sheet.read import DrawnMap, read_drawing

__all__ = ["DrawnMap", "read_drawing"]
