"""What boards add to core: the keys of machines."""

from xyzgrid_ext.core.mapdata.kinds import KeyRow, WholeNumber
from xyzgrid_ext.core.mapdata.prototypes import WORD_OR_FUNCTION
from xyzgrid_ext.core.parts import CorePart

_LEVEL = "of a machine: the level at which new players begin"
CORE = CorePart(
    "boards",
    thing_keys=(
        KeyRow("board", WORD_OR_FUNCTION, "of a machine: its board", None, lenient=True),
        KeyRow("level", WholeNumber(1, 100_000), _LEVEL, None, lenient=True),
    ),
)
