"""Faults: small wrong changes of one statement, found again after code has moved.

A fault is a row of text: the module, the function and the statement that it stood in when it was
chosen, the operator, and at which place of the statement. Nothing of it is a line number, so that
it is found wherever the statement went. Only statements of functions are chosen, for which tests
run them is known; texts for people, logging and types are left alone.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def both_ways(*pairs: tuple) -> dict:
    return dict(pairs) | {other: one for one, other in pairs}


COMPARED = both_ways(
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
)
COMPUTED = both_ways(
    (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.BitAnd, ast.BitOr), (ast.LShift, ast.RShift)
) | {ast.Div: ast.Mult, ast.Mod: ast.FloorDiv}
SWAPPED = both_ways(("min", "max"), ("any", "all"))
MESSAGES = {"_", "_n", "gettext", "ngettext", "gettext_lazy", "ngettext_lazy", "cast"}
LOGGERS = re.compile(r"^(logger|log|logging)\.")
UNSEEN = {"strict", "dispatch_uid"}  # arguments that are there for what cannot happen
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BLOCKS = {"body", "orelse", "finalbody", "handlers", "cases", "decorator_list", "annotation"}


@dataclass(frozen=True)
class Statement:
    """One statement of a function; of `if`, `for` … its first line only."""

    module: str
    function: str
    text: str
    """The statement without its layout and comments."""
    nth: int
    """0 for the first statement with this text in the function."""
    file: Path
    node: ast.stmt

    @property
    def lines(self) -> range:
        """The lines that it stands on, from 1."""
        inner = getattr(self.node, "body", None) or getattr(self.node, "cases", None)
        first = getattr(inner[0], "pattern", inner[0]).lineno if inner else 0
        last = max(self.node.lineno, first - 1) if inner else self.node.end_lineno
        return range(self.node.lineno, (last or self.node.lineno) + 1)


@dataclass(frozen=True)
class Change:
    """One way to make a statement wrong: this part of it replaced by that text."""

    operator: str
    part: ast.AST
    becomes: str


def statements(root: Path, package: str) -> list[Statement]:
    """Return the statements of all functions in a package at `root`, sorted by file."""
    found = []
    for file in sorted((root / package).rglob("*.py")):
        names = file.relative_to(root).with_suffix("").parts
        module = ".".join(names[:-1] if names[-1] == "__init__" else names)
        seen: dict[tuple[str, str], int] = defaultdict(int)
        for function, node in _inside(ast.parse(file.read_text(encoding="utf-8")), ()):
            text = ast.unparse(node).split("\n")[0]
            found.append(Statement(module, function, text, seen[function, text], file, node))
            seen[function, text] += 1
    return found


def _inside(node: ast.AST, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[str, ast.stmt]]:
    """Yield (qualified name of the function, statement) for all statements in functions below."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, SCOPES):
            yield from _inside(child, (*scopes, child))
            continue
        if isinstance(child, ast.stmt) and any(not isinstance(s, ast.ClassDef) for s in scopes):
            yield ".".join(scope.name for scope in scopes), child  # type: ignore[attr-defined]
        yield from _inside(child, scopes)


def changes(node: ast.stmt) -> list[Change]:
    """Return every way to make this statement wrong, in the order of its syntax tree."""
    found = []
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return []
        case ast.Raise(exc=raised):
            impossible = raised and ast.unparse(raised).startswith("AssertionError")
            return [] if impossible else [Change("raise removed", node, "pass")]
        case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal() | ast.Assert():
            return []
        case ast.Expr(value=ast.Call(func=called)):
            if LOGGERS.match(ast.unparse(called)):
                return []
            found.append(Change("call removed", node, "pass"))
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            found.append(Change("assignment removed", node, "pass"))
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            found.append(Change("nothing returned", value, "None"))
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            wrong = ast.AugAssign(node.target, COMPUTED[type(op)](), node.value)
            found.append(Change("arithmetic swapped", node, ast.unparse(wrong)))
        case ast.Continue():
            found.append(Change("break for continue", node, "break"))
        case ast.Break():
            found.append(Change("break removed", node, "pass"))
        case ast.If(test=test) if not isinstance(test, ast.UnaryOp):
            found.append(Change("condition negated", test, f"(not ({ast.unparse(test)}))"))
    for part in _parts(node):
        found += _changes_of_part(part)
    return found


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions of a statement, but for types and texts for people."""
    for name, field in ast.iter_fields(node):
        for child in field if isinstance(field, list) else [field]:
            if name in BLOCKS or not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.Call) and ast.unparse(child.func) in MESSAGES:
                continue
            if isinstance(child, ast.keyword) and child.arg in UNSEEN:
                continue
            yield child
            yield from _parts(child)


def _changes_of_part(part: ast.AST) -> Iterator[Change]:
    def change(operator: str, wrong: ast.AST | str) -> Change:
        text = wrong if isinstance(wrong, str) else ast.unparse(wrong)
        return Change(operator, part, f"({text})")

    match part:
        case ast.Compare():
            for place, op in enumerate(part.ops):
                ops = [*part.ops[:place], COMPARED[type(op)](), *part.ops[place + 1 :]]
                yield change("comparison", ast.Compare(part.left, ops, part.comparators))
        case ast.BoolOp():
            other = ast.Or() if isinstance(part.op, ast.And) else ast.And()
            yield change("and, or", ast.BoolOp(other, part.values))
        case ast.UnaryOp(op=ast.Not()):
            yield change("not dropped", part.operand)
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield change(
                "arithmetic swapped", ast.BinOp(part.left, COMPUTED[type(op)](), part.right)
            )
        case ast.IfExp():
            yield change("branches swapped", ast.IfExp(part.test, part.orelse, part.body))
        case ast.comprehension(ifs=[test, *_]):
            yield Change("condition negated", test, f"(not ({ast.unparse(test)}))")
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield Change("min, max, any, all", part.func, SWAPPED[name])
        case ast.Constant(value=bool() as value):
            yield change("constant", str(not value))
        case ast.Constant(value=int() | float() as value):
            yield change("one more", repr(value + 1))
            yield change("one less", repr(value - 1))
        case ast.Constant(value=str() as value) if re.fullmatch(r"\S{1,24}", value):
            yield change("constant", repr(value + "x"))


def planted(statement: Statement, change: Change) -> str:
    """Return the text of the statement's file with this change in it."""
    source = statement.file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    part = change.part
    first = starts[part.lineno - 1] + part.col_offset
    end = starts[part.end_lineno - 1] + part.end_col_offset
    text = (source[:first] + change.becomes.encode() + source[end:]).decode()
    compile(text, str(statement.file), "exec")
    return text


def find(row: dict, among: list[Statement]) -> tuple[Statement, Change] | None:
    """Return where a fault stands now and its change, or None if its statement is gone.

    In this order: in its place; in another module; in another class; anywhere, if the text is too
    long to be there by accident; with other names in it, if only one statement is built like that.
    A row may say in "now" what the text and the function were rewritten to.
    """
    row = row | row.get("now", {})
    own, nth = row["function"].rpartition(".")[2], row["nth"]

    def last(statement: Statement) -> str:
        return statement.function.rpartition(".")[2]

    same = [one for one in among if (one.text, one.nth) == (row["text"], nth)]
    shape = shape_of(row["text"])
    for tier in (
        [one for one in same if (one.module, one.function) == (row["module"], row["function"])],
        [one for one in same if one.function == row["function"]],
        [one for one in same if last(one) == own],
        [one for one in same if len(one.text) > 40],
        [one for one in among if last(one) == own and shape_of(one.text) == shape],
    ):
        beside = [one for one in tier if one.module.split(".")[-1] == row["module"].split(".")[-1]]
        only = tier if len(tier) == 1 else beside
        if len(only) == 1:
            kinds = [one for one in changes(only[0].node) if one.operator == row["operator"]]
            return (only[0], kinds[row["at"]]) if row["at"] < len(kinds) else None
    return None


def shape_of(text: str) -> str:
    """Return the text of a statement without its names: what is left when all are changed."""
    keywords = "if|else|for|in|not|and|or|is|return|yield|raise|del|with|as|lambda"
    return re.sub(rf"'[^']*'|\"[^\"]*\"|\b(?!(?:{keywords})\b)[^\W\d]\w*", "~", text)
