"""The keys of a map module, as rows, and the check made from these rows.

`validate` reports all faults in the data of a map. `rows` and `prototypes` define the rows, from
`kinds` of values; `faults` puts faults into words. A part adds a `MapKind` and `KeyRow`s of such
kinds: `Text`, `Whole`, `OneOf`.
"""

from xyzgrid_ext.core.mapdata.kinds import REQUIRED, KeyRow, KeyTable, Whole
from xyzgrid_ext.core.mapdata.rows import MapKind
from xyzgrid_ext.core.mapdata.validate import kinds_of, name_of

__all__ = ["REQUIRED", "KeyRow", "KeyTable", "MapKind", "Whole", "kinds_of", "name_of"]
