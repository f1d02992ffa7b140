"""Map editing: a document of plain JSON, operations on it, and a writer for the file.

file ──► document ──operations──► document ──► the file, changed where the document was
"""

from xyzgrid_ext.core.editing.operations import apply, apply_all
from xyzgrid_ext.core.editing.values import OperationError

__all__ = ["OperationError", "apply", "apply_all"]
