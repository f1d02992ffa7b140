"""Finds the literal of a name or a text in a module, and writes another in its style.

"key": 'Bar',                   ──► "key": 'Pub',
"desc": dedent("..."),          ──► "desc": dedent("another text"),
"""

from __future__ import annotations

import ast

from xyzgrid_ext.core.editing.literals import Trim, restyled, trim_of
from xyzgrid_ext.core.editing.source import Source
from xyzgrid_ext.core.editing.splices import Splices


def text_in(
    source: Source, value: ast.expr | None, key: str, read: object
) -> tuple[ast.Constant, Trim] | None:
    """Return the literal of a name or a text, and its cleaning; None if it is ambiguous."""
    if not read or not isinstance(read, str):
        return None
    if isinstance(value, ast.Dict):
        node = source.value(value, key)
        nodes = [] if node is None else [node]
    elif isinstance(value, ast.Call):
        nodes = [*value.args, *(one.value for one in value.keywords)]
    else:
        nodes = []
    found = []
    for node in nodes:
        node = _inside(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            trim = trim_of(node.value, read)
            if trim is not None:
                found.append((node, trim))
    return found[0] if len(found) == 1 else None


def restyle(splices: Splices, found: tuple[ast.Constant, Trim], text: str) -> bool:
    """Replace a literal by another text in its style; return False if that is not possible."""
    source = splices.source
    node, trim = found
    at = source.start(node)
    segment = source.segment(node)
    new = restyled(segment.replace("\r\n", "\n"), text, trim, at - source.line_start(at))
    if new is None:
        return False
    splices.replace(node, new.replace("\n", source.newline))
    return True


def _inside(node: ast.expr) -> ast.expr:
    """Return the argument of a call, or the object of a method call, which may be a text."""
    while isinstance(node, ast.Call) and not node.keywords:
        if len(node.args) == 1:
            node = node.args[0]
        elif not node.args and isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            break
    return node
