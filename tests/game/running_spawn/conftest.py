"""A land that changes on disk, and a server that spawns while it runs."""

import importlib
import itertools
import sys

import pytest

numbers = itertools.count()
SOURCE = """
XYMAP_DATA = {"zcoord": "NAME", "map": '''
+ 0 1 2

0 DRAWN

+ 0 1 2
''', "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "KEY"}}}
"""


@pytest.fixture
def land(tmp_path, monkeypatch, limbo):
    """Return a function (map, drawing, name of rooms) -> the reference of its module, written."""
    from job_server import THREE

    name = f"realm_{next(numbers)}"
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)

    def write(key, drawn=THREE, room="A room"):
        source = SOURCE.replace("NAME", key).replace("DRAWN", drawn).replace("KEY", room)
        (folder / f"{key}.py").write_text(source)
        importlib.invalidate_caches()
        return f"{name}.{key}"

    yield write
    for loaded in [key for key in sys.modules if key.split(".")[0] == name]:
        del sys.modules[loaded]


@pytest.fixture
def server(limbo, clock):
    from job_server import Server

    found = Server(clock).start()
    yield found
    found.worker.stop()
