"""An inn whose rooms are in a file, spawned, and a builder in it."""

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

    def spawn(*texts):
        for text in texts:
            names.append(f"pulled_{next(numbers)}")
            (tmp_path / f"{names[-1]}.py").write_text(text)
        importlib.invalidate_caches()
        grid = get_xyzgrid()
        grid.add(*names)
        grid.spawn()
        return [tmp_path / f"{name}.py" for name in names]

    yield spawn
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def files(spawned):
    """Return the files of a map of rooms and of a drawn one, both spawned."""
    from worlds import DRAWN

    from tests.parts.editor.game.inn_map import INN

    return spawned(INN, DRAWN)


@pytest.fixture
def inn(files):
    """Return the file of the inn."""
    return files[0]


@pytest.fixture
def builder(files, superuser):
    """Return a builder in the hall."""
    from worlds import room_named

    superuser.character.move_to(room_named("Hall"), quiet=True)
    return superuser
