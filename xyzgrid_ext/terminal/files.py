"""Reads files named by the user; an unreadable file is a finding, not a traceback."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from pathlib import Path

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding, Severity

MOST_BYTES = 256 << 20
"""The largest size of a file that is read."""


def read_text(file: str) -> str | Finding:
    """Return the text of a file with its line ends unchanged, or a finding about what failed."""
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return Finding(Severity.ERROR, "unreadable", f"cannot be read: {reason}", file=file)
    if len(data) > MOST_BYTES:
        message = f"holds more than {MOST_BYTES >> 20} MB"
        return Finding(Severity.ERROR, "too-large", message, "split it", file=file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8"
        return Finding(Severity.ERROR, "not-utf-8", message, file=file, line=line)


def complain(*lines: object) -> None:
    """Write lines to standard error."""
    for line in lines:
        print(line, file=sys.stderr)


def coordinate(text: str) -> Coord:
    """Parse `x,y,z`, or `x,y` for a flat map, as a command argument; parentheses are optional."""
    bare = text[1:-1] if text.startswith("(") and text.endswith(")") else text.strip()
    parts = bare.split(",")
    if len(parts) not in (2, 3) or not all(
        re.fullmatch(r"-?\d{1,9}", part, re.ASCII) for part in parts
    ):
        cure = "write x,y,z as in 2,2,0, or x,y on a flat map; --map names the map"
        raise ArgumentTypeError(f"{text!r} is not a coordinate: {cure}")
    return Coord(*map(int, parts))
