"""Map editing: a document of plain JSON, operations on it, and a writer for the file.

file ──► document ──operations──► document ──► the file, changed where the document was
"""

from xyzgrid_ext.parts.editor.core.operations import apply, apply_all
from xyzgrid_ext.parts.editor.core.values import OperationError

__all__ = ["OperationError", "apply", "apply_all"]
