"""What databases, settings and modules of older games name is there, under the very names."""

import lzma
import sqlite3
from contextlib import closing
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from evennia.utils.utils import callables_from_module, class_from_module, variable_from_module
from public_paths import (
    ATTRIBUTE,
    CMDSET,
    DJANGO,
    IMPORT,
    INPUT_FUNCTIONS,
    NAMES,
    PATHS,
    TAG,
    TYPECLASS,
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

OLD_GAMES = Path(__file__).resolve().parents[1] / "e2e" / "old_games"
EVENNIA = {  # names and categories that Evennia, its contrib and these games gave
    ATTRIBUTE: [
        *((word, None) for word in ("_*", "desc", "creator_*", "keep_log", "prelogout_location")),
        *(("mapdata", None), ("owner", None), ("*", "channel"), ("*", "inputline")),
    ],
    TAG: [
        *(("*", word) for word in (None, "account", "from_prototype", "plural_key")),
        *(("*", f"room_{axis}_coordinate") for axis in "xyz"),
        *(("*", f"exit_dest_{axis}_coordinate") for axis in "xyz"),
    ],
}


def test_every_path_that_games_hold_leads_to_something():
    missing = []
    for path in PATHS:
        try:
            module = import_module(path.module)
        except ImportError as error:
            missing.append(f"{path}: {error}")
            continue
        if path.name and not hasattr(module, path.name):
            missing.append(f"{path}: {path.module} has no {path.name}")
    assert missing == []


def test_classes_that_databases_name_call_themselves_by_that_path():
    stored = {str(path) for path in PATHS if path.held_by in (TYPECLASS, CMDSET)}
    assert stored == {class_from_module(path).path for path in stored}


def test_evennia_finds_by_path_what_settings_name():
    named = [path for path in PATHS if path.name and path.held_by != IMPORT]
    missing = [p for p in named if variable_from_module(p.module, p.name) is None]
    assert missing == []


def test_evennia_finds_the_input_functions_of_our_clients():
    assert set(callables_from_module("xyzgrid_ext.game.oob")) == {
        *INPUT_FUNCTIONS,
        "xyzgrid_edit",
        "default",
    }


def test_django_knows_the_app_by_its_label():
    labels = [name.name for name in NAMES if (name.kind, name.holder) == (DJANGO, "app label")]
    assert labels == ["xyzgrid_web"]
    assert [apps.get_app_config(label).name for label in labels] == ["xyzgrid_ext.web"]


def test_command_sets_keep_their_keys():
    keys = {name.name for name in NAMES if (name.kind, name.holder) == (DJANGO, "command set")}
    sets = [path for path in PATHS if path.name.endswith("CmdSet")]
    assert {getattr(import_module(path.module), path.name).key for path in sets} == keys


def test_one_path_stands_once_for_each_that_holds_it():
    kept = [(str(path), path.held_by, path.where) for path in PATHS]
    assert len(kept) == len(set(kept))


@pytest.fixture(scope="module", params=sorted(OLD_GAMES.glob("*.db3.xz")), ids=lambda f: f.name)
def old_database(request, tmp_path_factory):
    """Return a function that asks a database of an older game: rows of a statement."""
    file = tmp_path_factory.mktemp("old") / "evennia.db3"
    file.write_bytes(lzma.decompress(request.param.read_bytes()))
    with closing(sqlite3.connect(file)) as connection:
        yield lambda statement: connection.execute(statement).fetchall()


def test_no_old_database_holds_a_path_that_is_not_listed(old_database):
    held = {TYPECLASS: set(), CMDSET: set()}
    for table in ("objects_objectdb", "scripts_scriptdb", "accounts_accountdb", "comms_channeldb"):
        rows = old_database(f"SELECT db_typeclass_path FROM {table}")
        held[TYPECLASS] |= {path for (path,) in rows}
    for table in ("objects_objectdb", "accounts_accountdb"):
        stored = old_database(f"SELECT db_cmdset_storage FROM {table} WHERE db_cmdset_storage > ''")
        held[CMDSET] |= {path for (paths,) in stored for path in paths.split(",")}
    ours = {(kind, path) for kind in held for path in held[kind] if path.startswith("xyzgrid_ext.")}
    assert ours
    assert ours <= {(path.held_by, str(path)) for path in PATHS}


def test_no_old_database_holds_a_name_that_is_not_listed(old_database):
    rows = {ATTRIBUTE: "typeclasses_attribute", TAG: "typeclasses_tag"}
    missing = []
    for kind, table in rows.items():
        listed = [(name.name, name.category) for name in NAMES if name.kind == kind]
        listed += EVENNIA[kind]
        found = old_database(f"SELECT DISTINCT db_key, db_category FROM {table}")
        missing += [
            (kind, key, category)
            for key, category in found
            if not any(category == c and fnmatchcase(key, name) for name, c in listed)
        ]
    assert missing == []
