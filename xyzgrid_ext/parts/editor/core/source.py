"""The source of a map module, and the places of a map's data in it.

    ROOMS = {(0, 0): room("Hall", ...)}            ◄─ the entry of a room
    XYMAP_DATA = {"zcoord": "inn", "prototypes": {**ROOMS, **EXITS}}

The source is read, never run. A name is replaced by its value if it is assigned once, at the top of
the module, and nothing else uses or changes it. All other data is computed by the module's own
code. A loop that only gives each entry the same keys, as the contrib's example does, is no use:

    for key, prot in ROOMS.items():
        prot["prototype_parent"] = "xyz_room"
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError

_CHANGES = {"update", "setdefault", "pop", "popitem", "clear", "append", "extend", "insert"}


class UnwritableError(UsageError):
    """Raised where the editor cannot change the source of a map; the message says why."""


@dataclass(frozen=True)
class DictEntry:
    """An entry of a dict literal in source: the dict, and the entry's number in it, from 0."""

    dict: ast.Dict
    number: int

    @property
    def key(self) -> ast.expr:
        """The expression of the key."""
        key = self.dict.keys[self.number]
        assert key is not None
        return key

    @property
    def value(self) -> ast.expr:
        """The expression of the value."""
        return self.dict.values[self.number]


@dataclass
class Entries:
    """The entries of a dict in source, with those of dicts included by `**`.

    Attributes:
        by_key: the value of a key -> its entry.
        is_whole: whether `by_key` has all entries: their keys are literals.
        last: the dict literal to which an entry may be added; None if there is none.
    """

    by_key: dict[object, DictEntry] = field(default_factory=dict)
    is_whole: bool = True
    last: ast.Dict | None = None


class Source:
    """The source of a module, parsed; positions are numbers of characters from its beginning."""

    def __init__(self, text: str) -> None:
        if "\r" in text.replace("\r\n", "\n") or "\f" in text or text.startswith("\ufeff"):
            raise UnwritableError("the module has unusual line ends", "save it with plain ones")
        try:
            self.tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            said = f"the module is not valid Python: {error}"
            raise UnwritableError(said, "correct it") from None
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._filled: dict[str, set[object]] = {}
        self._assigned = self._assignments()
        self._tokens: list[tuple[int, int, int, str]] | None = None

    # --- positions

    def start(self, node: ast.expr) -> int:
        """Return the position of the first character of an expression."""
        return self._at(node.lineno, node.col_offset)

    def end(self, node: ast.expr) -> int:
        """Return the position after the last character of an expression."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)

    def segment(self, node: ast.expr) -> str:
        """Return the text of an expression."""
        return self.text[self.start(node) : self.end(node)]

    def line_start(self, at: int) -> int:
        """Return where the line begins that contains the position `at`."""
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Return where the line ends that contains the position `at`: before its line break."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > at and self.text[end - 1] == "\r" else end

    def tokens(self, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Yield (type as in `tokenize`, end, text) of operators and comments of a range of text."""
        if self._tokens is None:
            self._tokens = [
                (
                    self._starts[token.start[0] - 1] + token.start[1],
                    token.type,
                    self._starts[token.end[0] - 1] + token.end[1],
                    token.string,
                )
                for token in tokenize.generate_tokens(io.StringIO(self.text, newline="").readline)
                if token.type in (tokenize.OP, tokenize.COMMENT)
            ]
        for at, kind, until, text in self._tokens:
            if begin <= at and until <= end:
                yield kind, until, text

    def _at(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode())
        return self._starts[line - 1] + column

    # --- data

    def map_dict(self, name: str, cure: str) -> ast.Dict:
        """Return the dict literal that is the XYMAP_DATA of the map `name`.

        Raises:
            UnwritableError: if code computes it; `cure` is then what the user is told to do.
        """
        several = self._literal(self._assigned.get("XYMAP_DATA_LIST"))
        nodes = several.elts if isinstance(several, ast.List | ast.Tuple) else []
        if not nodes and (assigned := self._assigned.get("XYMAP_DATA")) is not None:
            nodes = [assigned]
        for node in nodes:
            found = self.resolve(node)
            if not isinstance(found, ast.Dict):
                continue
            zcoord = self.value(found, "zcoord")
            if zcoord is not None and map_key(self.constant(zcoord)) == map_key(name):
                return found
        raise UnwritableError(f"the module makes the data of '{name}' by code of its own", cure)

    def value(self, dict_: ast.Dict, name: str) -> ast.expr | None:
        """Return the value of the key `name` in a dict literal.

        None if the dict has no such key, or if a later `**` or computed key may replace it.
        """
        entry = self.entry(dict_, name)
        return None if entry is None else entry.value

    def entry(self, dict_: ast.Dict, name: str) -> DictEntry | None:
        """Return the entry of the key `name` in a dict literal; None if `value` would be None."""
        for number in reversed(range(len(dict_.keys))):
            key = dict_.keys[number]
            if key is None or not isinstance(key, ast.Constant):
                return None
            if key.value == name:
                return DictEntry(dict_, number)
        return None

    def entries(self, node: ast.expr | None) -> Entries:
        """Return the entries of a dict literal, or of the dict that a name in the module means."""
        entries = Entries()
        if isinstance(literal := self.resolve(node), ast.Dict):
            self._collect(literal, entries)
        else:
            entries.is_whole = node is None
        return entries

    def _collect(self, dict_: ast.Dict, entries: Entries) -> None:
        entries.last = dict_
        for number, (key, value) in enumerate(zip(dict_.keys, dict_.values, strict=True)):
            if key is None:
                inner = self.resolve(value)
                if isinstance(inner, ast.Dict):
                    self._collect(inner, entries)
                else:
                    entries.is_whole = False
                continue
            try:
                entries.by_key[ast.literal_eval(key)] = DictEntry(dict_, number)
            except (ValueError, TypeError, SyntaxError):
                entries.is_whole = False

    def resolve(self, node: ast.expr | None) -> ast.expr | None:
        """Return the expression that a name in the module means; any other one as it is.

        None if the name is used twice, so that it may mean something else by then.
        """
        for _step in range(20):
            if not isinstance(node, ast.Name):
                return node
            node = self._literal(self._assigned.get(node.id)) if self._used[node.id] == 1 else None
        return None

    def keys_added_in_loops(self, node: ast.expr | None) -> set[object]:
        """Return the keys, as "desc", that loops set in each value of the dict named `node`."""
        return self._filled.get(node.id, set()) if isinstance(node, ast.Name) else set()

    def constant(self, node: ast.expr) -> object:
        """Return the value of a constant or of a name that means one; None for the rest."""
        value = self._assigned.get(node.id) if isinstance(node, ast.Name) else node
        return value.value if isinstance(value, ast.Constant) else None

    def _literal(self, node: ast.expr | None) -> ast.expr | None:
        return self._assigned.get(node.id) if isinstance(node, ast.Name) else node

    def _assignments(self) -> dict[str, ast.expr]:
        """Return the values of names that are assigned once and never changed."""
        values: dict[str, ast.expr] = {}
        for statement in self.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    values[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    values[name] = value
        stored: Counter[str] = Counter()
        self._used: Counter[str] = Counter()
        for loop in self.tree.body:
            if isinstance(loop, ast.For) and (filling := _filling(loop)):
                name, keys = filling
                self._filled.setdefault(name, set()).update(keys)
                self._used[name] -= 1
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name):
                (self._used if isinstance(node.ctx, ast.Load) else stored)[node.id] += 1
            elif isinstance(node, ast.Subscript | ast.Attribute):
                is_change = not isinstance(node.ctx, ast.Load) or (
                    isinstance(node, ast.Attribute) and node.attr in _CHANGES
                )
                if is_change and (name := _root(node.value)):
                    stored[name] += 2
        return {name: value for name, value in values.items() if stored[name] == 1}


def _filling(loop: ast.For) -> tuple[str, set[object]] | None:
    """Return the dict whose entries a loop gives keys, and these keys; None if it does more."""
    match loop.iter:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items" | "values")):
            targets = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        case _:
            return None
    keys, todo = set[object](), [*loop.body]
    while todo:
        match todo.pop():
            case ast.If(body=body, orelse=orelse):
                todo += [*body, *orelse]
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=entry), slice=ast.Constant(value=key))]
            ) if entry in targets:
                keys.add(key)
            case _:
                return None
    return name, keys


def _root(node: ast.expr) -> str:
    """Return the name at the root of an expression: `a` of `a["b"].c`; empty if there is none."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
