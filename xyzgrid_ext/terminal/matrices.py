"""Reading matrix definition files that the user named."""

from __future__ import annotations

from xyzgrid_ext.core.findings import Finding, errors_of
from xyzgrid_ext.core.matrix import Matrix, ParsedMatrix, parse
from xyzgrid_ext.terminal.files import complain, read_text


def read_matrix(file: str) -> ParsedMatrix:
    """Parse a file; one that cannot be read is a matrix with that error."""
    text = read_text(file)
    return ParsedMatrix(None, (text,)) if isinstance(text, Finding) else parse(text, file)


def sound_matrix(parsed: ParsedMatrix) -> Matrix | None:
    """Return the matrix; if there is none, say why on standard error."""
    if parsed.matrix is None:
        complain(*errors_of(parsed.findings))
    return parsed.matrix
