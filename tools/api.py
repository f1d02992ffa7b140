"""The page docs/reference/api.md: the public names, their signatures and their docstrings.

    a row of PUBLIC ─ import ─► its source ─ ast ─► signature as written ┐
                                 docstring ─ sections ─► lists           ┴─► Markdown

It imports the package, so Evennia must be set up. tests/parts/together/game/test_api_page.py holds
the page against what is made here; `make pages` writes it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from textwrap import dedent

HEAD = """\
# Python API

The names on this page stay valid. If one of them moves, its old path still works, and Python raises
a `DeprecationWarning`. All other names may change with any version.

In signatures, `Room` is a pair: the key of a map, and the number of a room in it.
"""
PUBLIC = {
    "Map modules": """
        xyzgrid_ext.parts.dungeons.game.dungeon
        xyzgrid_ext.game.maps.stairs.StairsUp
        xyzgrid_ext.game.maps.stairs.StairsDown
        xyzgrid_ext.game.maps.stairs.StairsBoth
        xyzgrid_ext.parts.dungeons.core.masks.rotations_of_row
    """,
    "The grid": """
        xyzgrid_ext.xyzgrid.get_xyzgrid
        xyzgrid_ext.testing.grid_of
        xyzgrid_ext.xyzgrid.find_xyzgrid
        xyzgrid_ext.xyzgrid.world
        xyzgrid_ext.xyzgrid.XYZGrid add add_maps maps_from_module remove remove_map reload
            spawn get_map get_exit records live grid
    """,
    "Rooms, exits and machines": """
        xyzgrid_ext.xyzroom.XYZRoomMixin xyz map_appearance at_puzzle_solved
        xyzgrid_ext.xyzroom.XYZExitMixin xyz xyz_destination direction
        xyzgrid_ext.xyzroom.XYZManager filter_xyz
        xyzgrid_ext.xyzroom.XYZExitManager filter_xyz_exit get_xyz_exit
        xyzgrid_ext.parts.boards.machine.Machine at_board_won
    """,
    "Hooks of a game": """
        xyzgrid_ext.core.parts.NeedsWord
        xyzgrid_ext.parts.dungeons.game.actions.record_beaten
        xyzgrid_ext.game.travel.exploring.reveal
        xyzgrid_ext.game.text.screenreader.is_on
    """,
    "Routes": """
        xyzgrid_ext.core.routes.Router find blocking way place
        xyzgrid_ext.core.routes.Rules
        xyzgrid_ext.core.routes.Route
        xyzgrid_ext.core.routes.RouteStep
        xyzgrid_ext.core.routes.nearest_rooms
        xyzgrid_ext.core.routes.rooms_within
        xyzgrid_ext.core.routes.unreachable_rooms
        xyzgrid_ext.core.routes.trap_rooms
        xyzgrid_ext.core.routes.speedwalk
        xyzgrid_ext.core.routes.allow_all
        xyzgrid_ext.core.routes.allow_none
        xyzgrid_ext.core.routes.build_world
    """,
    "Maps without a server": """
        xyzgrid_ext.core.coords.Coord
        xyzgrid_ext.core.coords.Direction
        xyzgrid_ext.core.coords.Place
        xyzgrid_ext.core.matrix.Matrix
        xyzgrid_ext.core.matrix.parse
        xyzgrid_ext.core.matrix.write
        xyzgrid_ext.core.matrix.check
        xyzgrid_ext.core.grid.Grid coord room_at
        xyzgrid_ext.core.grid.from_matrix
        xyzgrid_ext.core.grid.from_rooms
        xyzgrid_ext.core.grid.check_grid
        xyzgrid_ext.core.grid.check_world
        xyzgrid_ext.core.findings.Finding
        xyzgrid_ext.core.findings.Severity
    """,
    "Dungeons without a server": """
        xyzgrid_ext.parts.dungeons.core.masks.RoomMask
        xyzgrid_ext.parts.dungeons.core.masks.Side
        xyzgrid_ext.parts.dungeons.core.masks.Component
        xyzgrid_ext.parts.dungeons.core.masks.Catalogue of
        xyzgrid_ext.parts.dungeons.core.masks.check_catalogue
        xyzgrid_ext.parts.dungeons.core.Parameters
        xyzgrid_ext.parts.dungeons.core.Dungeon
        xyzgrid_ext.parts.dungeons.core.generate
        xyzgrid_ext.parts.dungeons.core.to_grid
        xyzgrid_ext.parts.proof.core.read_problem
        xyzgrid_ext.parts.proof.core.problem_from_grid
        xyzgrid_ext.parts.proof.core.prove
        xyzgrid_ext.parts.proof.core.measure
        xyzgrid_ext.parts.proof.core.Proof
        xyzgrid_ext.parts.proof.core.Certificate
    """,
    "Boards without a server": """
        xyzgrid_ext.parts.boards.core.board.Board
        xyzgrid_ext.parts.boards.core.board.Play
        xyzgrid_ext.parts.boards.core.board.begin
        xyzgrid_ext.parts.boards.core.board.press
        xyzgrid_ext.parts.boards.core.board.tick
        xyzgrid_ext.parts.boards.core.board.undo
        xyzgrid_ext.parts.boards.core.board.play_replay
        xyzgrid_ext.parts.boards.core.board.read_replay
        xyzgrid_ext.parts.boards.core.board.replay_text
        xyzgrid_ext.parts.boards.core.automaton.load
        xyzgrid_ext.parts.boards.core.automaton.make_automaton
        xyzgrid_ext.parts.boards.core.automaton.solve
    """,
    "Errors": """
        xyzgrid_ext.core.errors.GridError
        xyzgrid_ext.core.errors.UsageError
        xyzgrid_ext.core.findings.MapError
        xyzgrid_ext.core.findings.RefusedError
    """,
}
"""What is public: heading -> Python paths, each with those of its members that are public."""

_WIDTH = 88
_SECTION = re.compile(r"(\w[^\n]*):")
_ITEM = re.compile(r"([\w*, ]+): (.*)", re.DOTALL)


def page() -> str:
    """Return the text of the page."""
    text = HEAD
    for heading, rows in PUBLIC.items():
        text += f"\n## {heading}\n"
        path, public = "", None
        for word in rows.split():
            if "." in word:
                path, public = word, _imported(word)
                text += _entry("###", path, public)
            else:
                member = inspect.getattr_static(public, word)
                text += _entry("####", f"{path.rpartition('.')[2]}.{word}", member)
    return text


def _imported(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def _entry(mark: str, path: str, public: object) -> str:
    """Return the part of the page about one name."""
    title = path if mark == "####" else path.rpartition(".")[2]
    blocks = [f"{mark} {title}", f"```text\n{_signature(path, public)}\n```"]
    blocks += _paragraphs(inspect.getdoc(public) or "")
    if isinstance(public, type) and issubclass(public, Enum):
        blocks.append(f"Members: {', '.join(f'`{member.name}`' for member in public)}.")
    return "\n" + "\n\n".join(blocks) + "\n"


def _signature(path: str, public: object) -> str:
    """Return a name with its arguments, as the source writes them."""
    if isinstance(public, type):
        made_by = _fields(public)
        if not (made_by or getattr(public, "_is_protocol", False)) and "__init__" in vars(public):
            made_by = _arguments(public.__init__)
        return _call(path, made_by, "") if made_by else path
    code = public.fget if isinstance(public, property) else public
    if isinstance(code, classmethod | staticmethod):
        code = code.__func__
    node = _node(code)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if isinstance(public, property):
        return path + returns.replace(" -> ", ": ")
    return _call(path, _arguments(code), returns)


def _call(path: str, arguments: list[str], returns: str) -> str:
    line = f"{path}({', '.join(arguments)}){returns}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{path}(", *(f"    {argument}," for argument in arguments), f"){returns}"])


def _node(code: object) -> ast.FunctionDef | ast.ClassDef:
    """Return the syntax tree of a function or class."""
    return ast.parse(dedent(inspect.getsource(code))).body[0]


def _fields(public: type) -> list[str]:
    """Return the fields of a dataclass or named tuple, as arguments."""
    if not (hasattr(public, "__dataclass_fields__") or hasattr(public, "_fields")):
        return []
    rows = (row for row in _node(public).body if isinstance(row, ast.AnnAssign))
    return [
        re.sub(r" = field\(.*", " = …", ast.unparse(row))
        for row in rows
        if not row.target.id.startswith("_")
    ]


def _arguments(code: object) -> list[str]:
    """Return the arguments of a function, without its object and those of its own use."""
    given = _node(code).args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    pairs = [*zip(plain, defaults, strict=True)]
    rows = [_argument(row, _value(default, code)) for row, default in pairs]
    if given.vararg:
        rows.append(f"*{_argument(given.vararg)}")
    elif given.kwonlyargs:
        rows.append("*")
    pairs = [*zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    rows += [_argument(row, _value(default, code)) for row, default in pairs]
    if given.kwarg:
        rows.append(f"**{_argument(given.kwarg)}")
    return [row for row in rows if row not in ("self", "cls") and not row.startswith("_")]


def _argument(row: ast.arg, default: str = "") -> str:
    return f"{ast.unparse(row)} = {default}" if default else ast.unparse(row)


def _value(default: ast.expr | None, code: object) -> str:
    """Return a default as text: the value of a constant of the module if it is a plain one."""
    if isinstance(default, ast.Name):
        value = code.__globals__.get(default.id)
        if isinstance(value, str | int | float | tuple) and len(repr(value)) < 40:
            return repr(value)
    return "" if default is None else ast.unparse(default)


def _paragraphs(docstring: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring; a section such as `Args:` becomes a list."""
    for block in re.split(r"\n\n+", docstring):
        head, _, rest = block.partition("\n")
        if (section := _SECTION.fullmatch(head)) and rest.startswith("    "):
            yield from _section(section[1], dedent(rest))
        elif block:
            yield block


def _section(title: str, text: str) -> Iterator[str]:
    items = [" ".join(item.split()) for item in re.split(r"\n(?=\S)", text)]
    if title in ("Returns", "Yields"):
        yield f"{title} {' '.join(items)}"
        return
    yield f"{title}:"
    pairs = (_ITEM.fullmatch(item) for item in items)
    yield "\n".join(
        f"- `{pair[1]}`: {pair[2]}" if pair else f"- {item}"
        for pair, item in zip(pairs, items, strict=True)
    )
