"""The page of stored names lists what the package stores, and everything has the listed name."""

import ast
import re
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from evennia.utils.search import search_typeclass
from evennia.utils.utils import class_from_module, get_all_typeclasses
from worlds import LANE

import xyzgrid_ext
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.db import jobs, leftovers, record
from xyzgrid_ext.parts.editor.game import shift

PACKAGE = Path(xyzgrid_ext.__file__).parent
PAGE = PACKAGE.parent / "docs" / "reference" / "stored-names.md"


def rows(heading):
    """The rows of the table below a heading: cells, each with the names in it, or its text."""
    section = PAGE.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            cells = [cell.strip() for cell in line.replace("\\|", "¦").split("|")[1:-1]]
            yield [re.findall("`([^`]+)`", cell) or cell for cell in cells]


@pytest.mark.parametrize(("names", "kind", "what"), list(rows("Classes")))
def test_classes_call_themselves_by_the_listed_paths(names, kind, what):
    cls = class_from_module(names[0])
    assert cls.path == names[0]
    assert kind == "typeclass" or [cls.key] == what


def test_all_tables_and_server_rows_are_listed():
    listed = {(kind, names[0]) for names, kind, _what in rows("Tables, and rows of Evennia's own")}
    models = apps.get_app_config("xyzgrid_editor").get_models()
    prefixes = (jobs._PREFIX, record._PREFIX, record._HISTORY)
    assert listed == {
        *(("table", model._meta.db_table) for model in models),
        *(("ServerConfig", f"{prefix}*") for prefix in prefixes),
        ("ServerConfig", leftovers._KEY),
        ("ServerConfig", shift._ROW),
    }


def written(handler):
    """Yield (name, category) of all writes by `handler.add`; None for what is made at run time."""
    for file in sorted([*PACKAGE.glob("game/**/*.py"), *PACKAGE.glob("parts/**/*.py")]):
        module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(f".{handler}.add"):
                category = [keyword.value for keyword in node.keywords if keyword.arg == "category"]
                names = dict(vars(import_module(module)))
                yield tuple(value_of(one, names) for one in (node.args[0], *category))


def value_of(node, names):
    try:
        return eval(ast.unparse(node), names)
    except NameError:
        return None


@pytest.mark.parametrize(("handler", "heading"), [("attributes", "Attributes"), ("tags", "Tags")])
def test_all_names_that_are_written_are_listed(handler, heading):
    listed = [
        (name, category)
        for names, categories, *_rest in rows(heading)
        for name in names
        for category in categories or [""]
    ]
    missing = [
        (name, *category)
        for name, *category in written(handler)
        if category != [None]  # both copied from a prototype
        and not any(
            ("*" in known if name is None else fnmatchcase(name, known)) and category in ([of], [])
            for known, of in listed
        )
    ]
    assert missing == []


def test_evennia_finds_and_updates_rooms_by_their_public_path(spawn_maps, superuser):
    grid = spawn_maps({"zcoord": "lane", "map": LANE})
    room = grid.live.object(("lane", 0))
    assert (type(room).path, room.db_typeclass_path) == (paths.ROOM, paths.ROOM)
    assert room in search_typeclass(paths.ROOM)
    assert room in type(room).objects.all()
    superuser.character.move_to(room)
    assert {paths.ROOM, paths.EXIT} <= get_all_typeclasses().keys()  # as `typeclass/list` shows
    assert "updated its existing typeclass" in superuser.types("update here")
    assert room.db_typeclass_path == paths.ROOM
