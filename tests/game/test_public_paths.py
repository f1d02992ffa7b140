"""What databases, settings and modules of older games name is there, under the very names."""

from importlib import import_module

import pytest
from django.apps import apps
from evennia.utils.utils import callables_from_module, class_from_module, variable_from_module
from public_paths import CMDSET, DJANGO, IMPORT, INPUT_FUNCTIONS, NAMES, PATHS, TYPECLASS

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


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
    assert set(callables_from_module("xyzgrid_ext.game.oob")) == set(INPUT_FUNCTIONS)


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
