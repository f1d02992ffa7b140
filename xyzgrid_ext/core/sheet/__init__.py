"""The drawing language of Evennia's xyzgrid contrib: pure functions from drawing to rooms.

+              `legend` has the symbols as rows, `drawing` finds the cells between the corner
               marks, `trace` follows the links from room to room, `margins` says what would
  #-#          be lost at the edges; `read` does all of it.
  |
  #            A legend with Python classes that change how links behave is not for this
               package: `game.maps` hands such a drawing to the contrib's own parser.
+
"""

from xyzgrid_ext.core.sheet.drawing import Drawing, drawing_of
from xyzgrid_ext.core.sheet.legend import DIRECTIONS, LEGEND, STAIRS, Symbol, SymbolKind
from xyzgrid_ext.core.sheet.margins import cut_off, wrong_labels
from xyzgrid_ext.core.sheet.read import MOST_FINDINGS, DrawnMap, meant_symbols, read, unused_symbol
from xyzgrid_ext.core.sheet.trace import Trace

__all__ = [
    "DIRECTIONS", "LEGEND", "MOST_FINDINGS", "STAIRS", "Drawing", "DrawnMap", "Symbol",
    "SymbolKind", "Trace", "cut_off", "drawing_of", "meant_symbols", "read", "unused_symbol",
    "wrong_labels",
]  # fmt: skip
