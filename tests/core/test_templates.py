"""What players and builders write is never a template: in no message, log or file of the package.

A template is what `format` fills in, what gettext looks up to be filled in, and what Evennia's
`msg_contents` reads. `{x:>200000000}` in one stops a server, `{x.__class__}` shows what nobody is
to see, `$You()` forges the words of the game. So every template is a literal of the source code,
found by reading it; texts of others are values.

    told = _("{name} opens {what}.")          a literal: as a name, a choice of two, a sum of two
    _NEEDS = {"item": "the {name}", …}        the values of a constant, too
    tell_room(room, told, name=…, what=…)     many are told in this way alone; `tell` of boards
"""

import ast
from pathlib import Path

from tools.source_trees import children, tree_of, walk

PACKAGE = Path(__file__).resolve().parents[2] / "xyzgrid_ext"
LOOKS_UP = {
    "_": 1, "gettext": 1, "gettext_noop": 1, "lazy": 1, "noop": 1, "ngettext": 2,
    "ngettext_lazy": 2,
}  # fmt: skip
"""What looks up a translation, and how many of its arguments are texts."""
BY_EVENNIA = {"game/text/messages.py", "game/typeclasses/room_appearance.py"}
"""Where `msg_contents` may be called: by `tell_room`, and where a room passes it on."""
FILLED_IN = {
    ("parts/boards/core/board/model.py", "self.text"),
    ("parts/boards/game/text.py", "_(phrase.text)"),
    ("parts/boards/game/session.py", "template"),
    ("game/cli/worker.py", "template"),
    ("game/text/shut_exits.py", "text"),
    ("game/parts.py", "need_texts"),
}
"""What is filled in later: each Phrase, `need_texts` and what `TELLS` are given are literals.

And the texts of a game's own words, which its author writes.
"""
TELLS = {"tell_room", "_tell_asker", "session.tell"}
TELLING = {name.rpartition(".")[2] for name in TELLS}
FOREIGN = {"FuncParser", "format_map", "vformat", "Formatter"}


class Scope:
    """The names of a module or function that hold templates, or tables of them."""

    def __init__(self, body, outer=None):
        self.values = dict(outer.values) if outer else {}
        found = {}
        for name, value in assigned(body):
            found.setdefault(name, []).append(value)
        self.values |= dict.fromkeys(found, ())
        self.values |= found

    def is_template(self, node, seen=frozenset()):
        """Whether the text of an expression stands in the source code, whatever happens."""
        match node:
            case ast.Constant(value=str()):
                return True
            case ast.Name(id=name):
                values = self.values.get(name, ()) if name not in seen else ()
                return bool(values) and all(self.is_template(v, seen | {name}) for v in values)
            case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, op=ast.Add(), right=other):
                return self.is_template(one, seen) and self.is_template(other, seen)
            case ast.Call(func=ast.Name(id=name), args=args) if name in LOOKS_UP:
                return all(self.is_template(one, seen) for one in args[: LOOKS_UP[name]])
            case ast.Call(func=ast.Attribute(value=table, attr="get")) | ast.Subscript(value=table):
                return self.is_table(table)
        return False

    def is_table(self, node):
        """Whether an expression is the name of a constant whose values are templates."""
        if not isinstance(node, ast.Name):
            return False
        tables = self.values.get(node.id, ())
        return bool(tables) and all(
            isinstance(table, ast.Dict) and all(map(self.is_template, table.values))
            for table in tables
        )


def assigned(body):
    """The names that are given something in a piece of code, and what; None if it is unknown."""
    for node in (one for part in body for one in walk(part)):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from pairs(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.For(target=target) | ast.comprehension(target=target):
                yield from pairs(target, None)
            case ast.arg(arg=name):
                yield name, None


def pairs(target, value):
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple):
        same = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
        for one, other in zip(target.elts, value.elts if same else target.elts, strict=True):
            yield from pairs(one, other if same else None)


def faults(source, path="game/some.py"):
    """Each line with a template that is none, as `line: code`."""
    return faults_of(ast.parse(source), path)


def faults_of(tree, path):
    module = Scope([one for one in tree.body if not isinstance(one, FUNCTIONS)])
    found = set()
    for part, scope in parts(tree, module):
        for node in part:
            if is_fault(node, scope, path):
                found.add((node.lineno, ast.unparse(node)))
    return [f"{line}: {code}" for line, code in sorted(found)]


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def parts(node, scope):
    """The nodes of each function and of what is around these, with the names that they see."""
    own, waiting = [], children(node)
    while waiting:
        one = waiting.pop()
        if isinstance(one, FUNCTIONS):
            inner = scope if isinstance(one, ast.ClassDef) else Scope([one.args, *one.body], scope)
            yield from parts(one, inner)
        else:
            own.append(one)
            waiting += children(one)
    yield own, scope


def is_fault(node, scope, path):
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in FOREIGN:
            return True
        case ast.ImportFrom(module=module, names=names):
            return module == "string" or any(one.name in FOREIGN for one in names)
        case ast.Attribute(value=ast.Name(id="string"), attr="Template"):
            return True
        case ast.BinOp(left=left, op=ast.Mod()):
            return isinstance(left, ast.JoinedStr) or scope.is_template(left)
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            return (path, ast.unparse(text)) not in FILLED_IN and not scope.is_template(text)
        case ast.Call(func=ast.Attribute(attr="msg_contents")):
            return path not in BY_EVENNIA
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as called, args=args) if (
            name in TELLING and ast.unparse(called) in TELLS
        ):
            return len(args) != 2 or not scope.is_template(args[1])
        case ast.keyword(arg="need_texts", value=texts):
            if (path, "need_texts") in FILLED_IN:
                return False
            return not (isinstance(texts, ast.Dict) and all(map(scope.is_template, texts.values)))
        case ast.Call(func=ast.Name(id="Phrase"), args=[text, *_]):
            return not scope.is_template(text)
        case ast.Call(func=ast.Attribute(attr=name), keywords=keywords):
            return name.startswith("log_") and bool(keywords)
    return False


def modules():
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def test_every_template_of_the_package_is_a_literal():
    found = {path: faults_of(tree_of(PACKAGE / path), path) for path in modules()}
    assert {path: lines for path, lines in found.items() if lines} == {}
