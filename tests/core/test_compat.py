"""Old names of modules give the modules that have the code now."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from xyzgrid_ext.game import compat

PACKAGE = Path(__file__).resolve().parents[2] / "xyzgrid_ext"


def test_an_old_name_is_the_new_module_itself_and_warns():
    sys.modules.pop("xyzgrid_ext.game.platform.sqlite", None)
    with pytest.warns(DeprecationWarning, match="now xyzgrid_ext.tuning.sqlite"):
        old = import_module("xyzgrid_ext.game.platform.sqlite")
    new = import_module("xyzgrid_ext.tuning.sqlite")
    assert old is new
    assert (new.__name__, new.__spec__.name) == ("xyzgrid_ext.tuning.sqlite",) * 2


def test_an_old_name_works_in_every_form_of_import():
    code = (
        "from xyzgrid_ext.game.platform import sqlite\n"
        "import xyzgrid_ext.game.platform.sqlite as again\n"
        "import xyzgrid_ext.tuning.sqlite\n"
        "from importlib import reload\n"
        "assert sqlite is again is xyzgrid_ext.tuning.sqlite is reload(sqlite)\n"
        "print('the same')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "the same\n", done.stderr
    assert "<string>:1: DeprecationWarning" in done.stderr  # where it is imported, and once
    assert done.stderr.count("Warning") == 1


def test_every_new_name_is_that_of_a_module():
    new = {*compat.MOVED.values(), *compat.NAMES.values()}
    places = [(name, PACKAGE.joinpath(*name.split("."))) for name in sorted(new)]
    missing = [
        name
        for name, place in places
        if not (place.with_suffix(".py").exists() or (place / "__init__.py").exists())
    ]
    assert missing == []


def test_what_databases_hold_is_not_called_old():
    for path in compat.STORED:
        assert compat.modern(path) == path


def test_what_settings_hold_is_called_by_its_new_name():
    old = "xyzgrid_ext.game.launcher.xyzcommand"
    new = "xyzgrid_ext.game.cli.launcher.xyzcommand"
    assert compat.old_paths([old, new, "evennia.oob"]) == {old: new}


def test_an_unknown_name_is_no_module():
    for name in ("xyzgrid_ext.game.platform.nothing", "xyzgrid_ext.game.nothing"):
        with pytest.raises(ModuleNotFoundError):
            import_module(name)
