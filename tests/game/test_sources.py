"""Modules of maps are run again when a file of theirs has changed, and only then."""

import importlib
import itertools
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.game.maps import sources
from xyzgrid_ext.game.maps.sources import Sources, is_current

numbers = itertools.count()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a function: name="source", ... -> the name of a package of these modules."""
    name = f"land_{next(numbers)}"
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)

    def write(**modules):
        for module, source in modules.items():
            (folder / f"{module}.py").write_text(source.replace("PACKAGE", name))
        importlib.invalidate_caches()
        return name

    yield write
    for loaded in [key for key in sys.modules if key.split(".")[0] == name]:
        del sys.modules[loaded]


def test_module_is_run_again_only_when_it_has_changed(package):
    sources = Sources()
    name = package(town="A = 1")
    module = sources.module(f"{name}.town")
    assert sources.module(f"{name}.town") is module
    assert is_current(sources.digests(f"{name}.town"))
    name = package(town="A = 1\nGONE = True")
    old = sources.module(f"{name}.town")
    digests = sources.digests(f"{name}.town")
    package(town="A = 2\nNEW = True ")
    assert not is_current(digests)
    new = sources.module(f"{name}.town")
    assert (old.A, new.A) == (1, 2)
    assert not hasattr(new, "GONE"), "it begins with nothing"
    assert sys.modules[f"{name}.town"] is new
    assert sys.modules[name].town is new


def test_what_imports_a_changed_module_is_run_again_after_it(package):
    sources = Sources()
    name = package(
        colours="RED = 1",
        legends="from PACKAGE.colours import RED\nRoom = RED",
        town="from . import legends\nA = legends.Room",
        hill="A = 1",
    )
    hill = sources.module(f"{name}.hill")
    assert sources.module(f"{name}.town").A == 1
    package(colours="RED = 5")
    assert not is_current(sources.digests(f"{name}.town"))
    assert sources.module(f"{name}.town").A == 5
    assert sources.module(f"{name}.hill") is hill


@pytest.mark.parametrize("fault", ["A = (", "A = 1 / 0", "import PACKAGE.nowhere", "exit()"])
def test_a_module_that_fails_leaves_everything_as_it_was(package, fault):
    sources = Sources()
    name = package(shared="VALUE = 1", town="from PACKAGE import shared\nA = shared.VALUE")
    old = sources.module(f"{name}.town")
    shared = sys.modules[f"{name}.shared"]
    package(shared="VALUE = 2", town=f"from PACKAGE import shared\n{fault}")
    with pytest.raises((Exception, SystemExit)):
        sources.module(f"{name}.town")
    assert sys.modules[f"{name}.town"] is old
    assert sys.modules[f"{name}.shared"] is shared
    assert not is_current(sources.digests(f"{name}.town")), "it is tried again next time"
    package(town="from PACKAGE import shared\nA = shared.VALUE")
    assert sources.module(f"{name}.town").A == 2


def test_modules_of_typeclasses_and_rings_are_left_alone(package, tmp_path):
    sources = Sources()
    name = package(
        rooms="from evennia.objects.objects import DefaultRoom\nclass LandRoom(DefaultRoom): pass",
        town="import json\nfrom PACKAGE import rooms\nA = rooms.LandRoom",
    )
    sources.module(f"{name}.town")
    files = [path for path, _ in sources.digests(f"{name}.town")]
    assert files == [str(tmp_path / name / "town.py")]
    package(rooms="raise RuntimeError", town="from PACKAGE import rooms\nA = 2")
    assert sources.module(f"{name}.town").A == 2
    name = package(day="import PACKAGE.night\nA = 1", night="import PACKAGE.day\nB = 1")
    assert sources.module(f"{name}.day").A == 1
    package(night="import PACKAGE.day\nB = 2")
    sources.module(f"{name}.day")
    assert sys.modules[f"{name}.night"].B == 2


def test_large_module_is_compiled_in_another_process(package, monkeypatch):
    name = package(town="from PACKAGE import legend\nA = legend.A", legend="A = 1")
    found = Sources()
    found.module(f"{name}.town")
    compiled = []

    def run_in_process(work, *values):
        compiled.append(Path(values[1]).stem)
        return work(*values)

    monkeypatch.setattr(sources, "_LARGE", 0)
    monkeypatch.setattr(sources, "run_in_process", run_in_process)
    package(town="from PACKAGE import legend\nA = legend.A + 1", legend="A = 2")
    assert (found.module(f"{name}.town").A, sys.modules[f"{name}.legend"].A) == (3, 2)
    assert {*compiled} == {"town", "legend"}
    town = sys.modules[f"{name}.town"]
    package(legend="A = (")
    with pytest.raises(SyntaxError, match="was never closed"):
        found.module(f"{name}.town")
    assert sys.modules[f"{name}.town"] is town
