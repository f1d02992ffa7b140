"""The package's source as syntax trees, parsed and walked once for all that reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree, outer ones first, but for those that say load or store."""
    return tuple(walk(tree))


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, as `ast.walk` does, in half the time."""
    found = [tree]
    for node in found:
        yield node
        found += children(node)


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one."""
    found = list[ast.AST]()
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST) and name != "ctx":
            found.append(value)
    return found
