"""Map modules that are written for a test."""

import importlib
import sys
from itertools import count

import pytest

numbers = count()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder whose files are modules of the package of its name."""
    found = tmp_path / f"maps_{next(numbers)}"
    found.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    yield found
    for name in [name for name in sys.modules if name.split(".")[0] == found.name]:
        del sys.modules[name]


@pytest.fixture
def loaded(folder):
    """Return a function that writes a module and loads it."""
    from xyzgrid_ext.game.maps.loader import load_maps

    def write_and_load(text, name="m"):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return load_maps(f"{folder.name}.{name}")

    return write_and_load
