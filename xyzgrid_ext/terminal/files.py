"""Reads files named by the user, and imports Python files; a failure becomes a finding."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import traceback
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.parts import advice_for_part
from xyzgrid_ext.foreign.code import cause_of, foreign_code, run_findings
from xyzgrid_ext.foreign.values import plain
from xyzgrid_ext.parts import part_at

SUFFIX = ".py"

MOST_BYTES = 256 << 20
"""The largest size of a file that is read."""


def read_text(file: str) -> str | Finding:
    """Return the text of a file with its line ends unchanged, or a finding if that fails."""
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return Finding.error("unreadable", f"cannot be read: {reason}", file=file)
    if len(data) > MOST_BYTES:
        message = f"holds more than {MOST_BYTES >> 20} MB"
        return Finding.error("too-large", message, "split it", file=file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8"
        return Finding.error("not-utf-8", message, file=file, line=line)


def complain(*lines: object) -> None:
    """Write lines to standard error."""
    for line in lines:
        print(line, file=sys.stderr)


def print_converted(file: str, convert: Callable[[str, str], tuple[str, Iterable[Finding]]]) -> int:
    """Print what `convert(text, file)` returns: a text, and findings on standard error.

    Return the exit code: 1 if the file cannot be read, or if `convert` raises a MapError.
    """
    text = read_text(file)
    try:
        if isinstance(text, Finding):
            raise RefusedError([text])
        result, left_out = convert(text, file)
    except MapError as error:
        complain(*error.findings)
        return 1
    print(result, end="")
    complain(*left_out)
    return 0


def coordinate(text: str) -> Coord:
    """Parse an argument `2,2,0`, or `2,2` on a flat map, also in parentheses; for argparse."""
    bare = text[1:-1] if text.startswith("(") and text.endswith(")") else text.strip()
    parts = bare.split(",")
    if len(parts) not in (2, 3) or not all(
        re.fullmatch(r"-?\d{1,9}", part, re.ASCII) for part in parts
    ):
        cure = "write x,y,z as in 2,2,0, or x,y on a flat map; --map names the map"
        raise ArgumentTypeError(f"{text!r} is not a coordinate: {cure}")
    return Coord(*map(int, parts))


def values_of(place: str, *names: str) -> tuple[list[Any], tuple[Finding, ...]]:
    """Import a module, `world.town`, or a file, `town.py`; return its values of these names.

    They are made plain, and None for a missing name. The findings warn of what the import did.

    Raises:
        RefusedError: if it cannot be imported.
    """
    try:
        with foreign_code(place, _tell) as run:
            is_file = place.endswith(SUFFIX)
            module = _import_file(place) if is_file else importlib.import_module(place)
            values = [plain(getattr(module, name, None)) for name in names]
    except Exception as error:  # the code of an author can raise anything
        raise RefusedError([_fault(place, cause_of(error))]) from error
    return values, run_findings(place, run)


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _import_file(file: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None  # the suffix is one of Python's
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _fault(place: str, error: BaseException) -> Finding:
    if isinstance(error, ModuleNotFoundError) and (name := part_at(error.name or "")):
        message = f"this map needs the part {name}, which is not there"
        return Finding.error("absent-part", message, advice_for_part(name), file=place)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno or 0 for frame in frames if Path(frame.filename).name == Path(place).name]
    file = place
    if isinstance(error, SyntaxError) and error.filename:  # which may be one that it imports
        file = place if Path(error.filename).name == Path(place).name else error.filename
        lines.append(error.lineno or 0)
    message, cure = f"it cannot be imported: {type(error).__name__}: {error}", f"correct {file}"
    if _is_missing(place, error):
        message = f"there is no such {'file' if place.endswith(SUFFIX) else 'module'}"
        cure = "name a module on the Python path, or a file that ends in .py"
    elif any("/evennia/" in frame.filename for frame in frames):
        message = "it imports Evennia, which runs in a game only"
        cure = "add it to the game, and run `evennia xyzgrid check` there"
    line = lines[-1] if lines else 0
    return Finding.error("import-error", message, cure, file=file, line=line)


def _is_missing(place: str, error: BaseException) -> bool:
    """Whether there is no such file or module, as opposed to one that it imports."""
    if place.endswith(SUFFIX):
        return not Path(place).is_file()
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    return isinstance(error, ValueError | TypeError) or (
        missing is not None and f"{place}.".startswith(f"{missing}.")
    )
