"""Files of maps that a test writes, and has spawned."""

import importlib
import itertools
import sys

import pytest

numbers = itertools.count()


@pytest.fixture
def spawned(limbo, tmp_path, monkeypatch):
    """Return a function: texts of modules -> their files, with the maps spawned."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def spawn(*texts, is_spawned=True):
        for text in texts:
            names.append(f"edited_{next(numbers)}")
            (tmp_path / f"{names[-1]}.py").write_text(text)
        importlib.invalidate_caches()
        grid = get_xyzgrid()
        grid.add(*names)
        if is_spawned:
            grid.spawn()
        return [tmp_path / f"{name}.py" for name in names]

    yield spawn
    for name in names:
        sys.modules.pop(name, None)
