"""The keys of a map module, as rows, and the check made from these rows.

`validate` reports all faults in the data of a map. `table` and `schema` give the rows to the docs
and to other programs. `rows` and `prototypes` define them, from `kinds` of values; `faults` puts
faults into words. A part adds a `MapKind` and `KeyRow`s of such kinds: `Text`, `Whole`, `OneOf`.
"""

from xyzgrid_ext.core.mapdata.faults import ValueFault, path_in_words, shown
from xyzgrid_ext.core.mapdata.kinds import OWN, REQUIRED, KeyRow, KeyTable, OneOf, Text, Whole
from xyzgrid_ext.core.mapdata.rows import LEGEND_KEYS, MapKind
from xyzgrid_ext.core.mapdata.tables import Described, schema, table
from xyzgrid_ext.core.mapdata.validate import (
    absent_reader,
    doubled_coordinates,
    faults_of,
    faults_of_grid,
    findings_of,
    kind_of,
    kinds_of,
    name_of,
    validate,
    with_lines_of_file,
)

__all__ = [
    "LEGEND_KEYS", "OWN", "REQUIRED", "Described", "KeyRow", "KeyTable", "MapKind", "OneOf", "Text",
    "ValueFault", "Whole", "absent_reader", "doubled_coordinates", "faults_of", "faults_of_grid",
    "findings_of", "kind_of", "kinds_of", "name_of", "path_in_words", "schema", "shown", "table",
    "validate", "with_lines_of_file",
]  # fmt: skip
