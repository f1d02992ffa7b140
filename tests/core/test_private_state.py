"""Private state of Evennia and Django is touched in one module of game/, and nowhere in web/.

What begins with `_` has no promise: it may be called something else in the next version. The one
module says for which versions it is, and has a public way for all others; its tests are in
tests/game/test_evennia_internals.py.
"""

import ast
from functools import cache
from pathlib import Path
from types import FunctionType, MethodType, ModuleType

from tools.source_trees import nodes_of, tree_of

PACKAGE = Path(__file__).resolve().parents[2] / "xyzgrid_ext"
INTERNALS = PACKAGE / "game" / "base" / "evennia_internals.py"
# tuning/ is not looked at: Evennia's sockets and its link are its subject
FILES = sorted({*(PACKAGE / "game").rglob("*.py")} - {INTERNALS})

# Names with an underscore that their documentation tells to use
DOCUMENTED = {
    "_meta",  # Django, the Model _meta API
    "_base_manager",  # Django, managers
    "_replace",  # Python, namedtuple
    "_asdict",
    "_fields",
    "_init",  # Evennia: `evennia._init()` in a program of one's own
}
# Python's own data model
PYTHONS = {
    name
    for kind in (object, type, dict, ModuleType, FunctionType, MethodType)
    for name in dir(kind)
    if name.startswith("__")
} - {"__dict__"}
PYTHONS |= {
    "__add__",
    "__radd__",
    "__file__",
    "__package__",
    "__path__",
    "__spec__",
    "__traceback__",
    "__version__",
    "__wrapped__",  # Python, functools.wraps
}
WRITES = {"update", "pop", "setdefault", "clear", "popitem"}


@cache
def defined(tree):
    """Names with an underscore that a file gives to its own functions, classes and attributes."""
    names = set()
    for node in nodes_of(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                names.add(name)
    return names


def inherited(tree):
    """The files of our own from which a file imports: classes of its own may stand above."""
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xyzgrid_ext."):
            file = PACKAGE.parent / node.module.replace(".", "/")
            if (module := file.with_suffix(".py")).exists() and module != INTERNALS:
                yield tree_of(module)


def is_private(name):
    return name.startswith("_") and name not in DOCUMENTED | PYTHONS


def touches(tree):
    """Each place of a file that reads or writes what is private to another: `line: what`."""
    own = defined(tree)
    above = own.union(*map(defined, inherited(tree)))
    for node in nodes_of(tree):
        match node:
            case ast.Attribute(attr="__class__", ctx=ast.Store() | ast.Del()):
                found = "__class__ ="
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                found = name if is_private(name) and name not in above | {"__dict__"} else None
            case ast.Attribute(attr=name):
                found = name if is_private(name) and name not in own else None
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="vars")), attr=name)):
                found = f"vars().{name}" if name in WRITES else None
            case ast.Subscript(
                value=ast.Call(func=ast.Name(id="vars")), ctx=ast.Store() | ast.Del()
            ):
                found = "vars()[]"
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" | "delattr"),
                args=[_, ast.Constant(value=str(name)), *_],
            ):
                found = name if is_private(name) else None
            case ast.ImportFrom(names=names):
                found = next((one.name for one in names if is_private(one.name)), None)
            case _:
                continue
        if found:
            yield f"{node.lineno}: {found}"


def test_private_state_of_others_is_touched_in_one_module_only():
    found = [
        f"{file.relative_to(PACKAGE)}:{touch}" for file in FILES for touch in touches(tree_of(file))
    ]
    assert found == []
