"""A cache of parsed matrices for large files, keyed by the files' contents.

    text ─► hash ─► FOLDER/1-6f0a….npz ─► columns, findings ─► Matrix        no line is read

It stores arrays and JSON, never pickle, and is safe to delete. A damaged file counts as missing:
the text is read again, and the file replaced.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.core.matrix.parse import ParsedMatrix

LEAST_TEXT = 200_000
"""The least number of characters to cache: shorter texts are parsed just as fast."""
MOST_FILES, MOST_BYTES = 32, 256 << 20
_FORM = 1  # of the files: another one is another name
_DAMAGES = (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile, GridError)


def read_matrix(text: str, file: str, folder: Path) -> ParsedMatrix:
    """Parse a matrix, or take that of a large text from the folder."""
    is_large = len(text) >= LEAST_TEXT
    parsed = find(folder, text, file) if is_large else None
    if parsed is None:
        parsed = parse(text, file)
        if is_large:
            keep(folder, text, parsed)
    return parsed


def find(folder: Path, text: str, file: str) -> ParsedMatrix | None:
    """Return the cached matrix of a text, with the current file name in its findings; or None."""
    path = _path(folder, text)
    try:
        with np.load(path, allow_pickle=False) as cached:
            edge, *ends = cached["ends"].tolist()
            start, end, current = (Coord(*ends[n : n + 3]) for n in (0, 3, 6))
            matrix = Matrix(
                edge,
                start,
                end,
                current,
                cached["sources"],
                cached["directions"],
                cached["wormholes"],
            )
            entries = json.loads(str(cached["findings"]))
            findings = [
                Finding(**{**entry, "severity": Severity(entry["severity"])}) for entry in entries
            ]
        os.utime(path)  # least recently used ones are removed first
    except _DAMAGES:
        return None
    return ParsedMatrix(matrix, tuple(replace(finding, file=file) for finding in findings))


def keep(folder: Path, text: str, parsed: ParsedMatrix) -> None:
    """Store the parsed matrix of a text, if the folder is writable."""
    if (matrix := parsed.matrix) is None:
        return
    path = _path(folder, text)
    whole = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with whole.open("wb") as opened:
            np.savez(
                opened,
                ends=np.array([matrix.edge, *matrix.start, *matrix.end, *matrix.current]),
                sources=matrix.sources.astype(np.int16),
                directions=matrix.directions,
                wormholes=matrix.wormholes.astype(np.int16),
                findings=np.array(json.dumps([asdict(finding) for finding in parsed.findings])),
            )
        whole.replace(path)
        _forget_old(folder)
    except OSError:
        with suppress(OSError):
            whole.unlink()


def _path(folder: Path, text: str) -> Path:
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return folder / f"{_FORM}-{digest}.npz"


def _forget_old(folder: Path) -> None:
    files = sorted(folder.glob("*.npz"), key=lambda file: file.stat().st_mtime, reverse=True)
    size = 0
    for number, file in enumerate(files):
        size += file.stat().st_size
        if number >= MOST_FILES or size > MOST_BYTES:
            file.unlink(missing_ok=True)
