"""Coordinates that a dict of a map module has twice: Python keeps the last, without a word.

    "rooms": {
        (0, 0, 0): {"key": "Inn"},       ◄─ line 12: lost
        (0, 0, 0): {"key": "Stable"},    ◄─ line 13
    }

The module is read, never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from xyzgrid_ext.core.findings import Finding, Severity

_MOST = 1 << 20
"""The largest source that is read; larger ones are made by programs, and take seconds."""
_TOLD = 20  # in one module


def doubled_coordinates(source: bytes, file: str) -> list[Finding]:
    """Return warnings for coordinates that a dict in a Python source has twice."""
    try:
        tree = ast.parse(source if len(source) <= _MOST else b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # which is told by those who import it
    dicts = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    found = (finding for node in dicts for finding in _doubled(node, file))
    return sorted(found, key=lambda one: one.line)[:_TOLD]


def _doubled(node: ast.Dict, file: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for key in node.keys:
        if not isinstance(key, ast.Tuple) or not _is_coordinate(key):
            continue
        text = ast.unparse(key)
        if (line := first.setdefault(text, key.lineno)) != key.lineno:
            message = f"{text} is a key in line {line} and in line {key.lineno}: the first is lost"
            cure = "give one of them another coordinate, or join their data"
            yield Finding(
                Severity.WARNING, "doubled-key", message, cure, file=file, line=key.lineno
            )
            first[text] = key.lineno


def _is_coordinate(key: ast.Tuple) -> bool:
    values = [part.value if isinstance(part, ast.Constant) else None for part in key.elts]
    return len(values) > 1 and all(isinstance(one, int | str) for one in values)
