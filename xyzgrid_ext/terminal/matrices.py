"""Reads the matrix definition files that the user named, and defines the result of reading maps."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, Severity, errors_of
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.matrix import Matrix, ParsedMatrix, parse
from xyzgrid_ext.terminal.files import complain, read_text

_OTHERS = {".py": "a Python module", ".json": "JSON", ".game": "a board"}
"""What files with other suffixes are, instead of a fault for each of their lines."""


class ReadMap(NamedTuple):
    """One map of a file: its grid, or None if it has errors. `matrix` is that of a matrix file."""

    name: str
    grid: Grid | None
    findings: tuple[Finding, ...] = ()
    matrix: Matrix | None = None


def read_matrix(file: str) -> ParsedMatrix:
    """Parse a file; an unreadable file gives a result with that error."""
    text = read_text(file)
    kind = _OTHERS.get(Path(file).suffix)
    if kind and not isinstance(text, Finding):
        message = f"{kind}, no matrix file"
        text = Finding(Severity.ERROR, "no-matrix", message, "give a matrix file", file)
    return ParsedMatrix(None, (text,)) if isinstance(text, Finding) else parse(text, file)


def sound_matrix(parsed: ParsedMatrix) -> Matrix | None:
    """Return the matrix; if there is none, print a message on standard error and return None."""
    if parsed.matrix is None:
        complain(*errors_of(parsed.findings))
    return parsed.matrix
