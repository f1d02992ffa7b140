"""Counts what the kernel says of parts, and parts of each other: imports, and texts of their names.

    kernel -> dungeons (72)
       xyzgrid_ext/game/startup.py:40: xyzgrid_ext.parts.dungeons.visits
    boards -> matrix_game (3)
    XYZRoom imports 150 modules of the package, at most 150

`tests/core/test_parts.py` fails above the numbers of tools/arrows.json; this tool lowers them.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.source_trees import children, nodes_of, tree_of

PACKAGE = "xyzgrid_ext"
ROOT = Path(__file__).resolve().parents[1]
CEILINGS = Path(__file__).with_suffix(".json")
KERNEL = "kernel"
ROOM, GOTO = f"{PACKAGE}.game.typeclasses.room", f"{PACKAGE}.game.commands.goto"
MOST_MODULES = 150
PARTS = {file.parent.name for file in ROOT.glob(f"{PACKAGE}/parts/*/__init__.py")}
_PATH = re.compile(rf"\b{PACKAGE}[./]parts[./](\w+)")
_TEXTS = {".js", ".html", ".css"}

Arrow = tuple[str, str]


def owner(name: str) -> str:
    """Return the part of a module or file, by its path with dots or slashes; else `kernel`."""
    path = _PATH.match(name)
    return path[1] if path is not None and path[1] in PARTS else KERNEL


def names_in(file: Path) -> Iterator[tuple[int, str]]:
    """Yield each module that a file imports or names in a text, with the line.

    Docstrings count too: in a kernel that knows no part there is nothing to say of one.
    """
    if file.suffix in _TEXTS:
        for line, text in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield from ((line, path[0]) for path in _PATH.finditer(text))
        return
    for node in nodes_of(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            if node.module != f"{PACKAGE}.parts":  # several names of one module are one arrow
                names = names[:1]
            yield from ((node.lineno, name) for name in names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, path[0]) for path in _PATH.finditer(node.value))


def arrows(root: Path = ROOT) -> dict[Arrow, list[str]]:
    """Return all arrows that lead to a part: (from, to) -> places."""
    places = defaultdict[Arrow, list[str]](list)
    suffixes = {".py", *_TEXTS}
    for file in sorted((root / PACKAGE).rglob("*")):
        if file.suffix not in suffixes or not file.is_file() or "vendor" in file.parts:
            continue
        path = file.relative_to(root).as_posix()
        is_in_part = (root / PACKAGE / "parts") in file.parents[1:]
        source = owner(path) if is_in_part else KERNEL
        for line, name in names_in(file):
            target = owner(name)
            if target not in (KERNEL, source):
                places[source, target].append(f"{path}:{line}: {name}")
    return dict(places)


def modules_below(module: str) -> set[str]:
    """Return the modules of the package that an import of a module loads, with itself."""
    loaded, waiting = set[str](), [module]
    while waiting:
        module = waiting.pop()
        path = ROOT.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if module in loaded or not file.is_file():
            continue
        loaded.add(module)
        waiting += _imported(tree_of(file))
        if "." in module:
            waiting.append(module.rpartition(".")[0])
    return loaded


def _imported(block: ast.AST) -> Iterator[str]:
    """Yield the modules, and names within them, that are imported when a module is loaded."""
    for node in children(block):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module or ""
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (name for other in node.orelse for name in _imported(other))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield from _imported(node)


def ceilings() -> dict[str, int]:
    """Return the most arrows of each kind, as `kernel -> boards`."""
    numbers: dict[str, int] = json.loads(CEILINGS.read_text("utf-8"))
    return numbers


def main() -> None:
    """Print all arrows, and lower the ceilings."""
    found = arrows()
    for (source, target), places in sorted(found.items()):
        print(f"{source} -> {target} ({len(places)})")
        if source == KERNEL:
            print("".join(f"   {place}\n" for place in places), end="")
    to_parts = sum(len(places) for (source, _), places in found.items() if source == KERNEL)
    print(f"kernel -> parts: {to_parts}")
    for name, module in (("XYZRoom", ROOM), ("goto", GOTO)):
        count = len(modules_below(module))
        print(f"{name} imports {count} modules of the package, at most {MOST_MODULES}")
    before = ceilings()
    now = {f"{source} -> {target}": len(places) for (source, target), places in found.items()}
    lower = {arrow: min(most, now.get(arrow, 0)) for arrow, most in before.items()}
    text = json.dumps({arrow: most for arrow, most in lower.items() if most}, indent=2)
    CEILINGS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
