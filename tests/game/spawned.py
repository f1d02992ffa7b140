"""Maps that are spawned for one test, or once for all tests of a file.

    shared_maps = spawned_once(TOWN, CUBE)      in a file of tests

    def test_a_walk_ends(grid, player): ...     each test finds the maps as they were spawned

The maps are made in a transaction that lasts as long as the file, and each test undoes what it
changed, as it is a transaction within. Of what is in memory nothing is kept from test to test but
what was read from the map modules, which never changes: all objects, and with them what stands in
`ndb` and in handlers, are loaded anew from the database.
"""

import sys
import types
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count

import pytest

numbers = count(1000)  # names of one width: what wraps in lists does so in each test
HALL = r"""
+ 0 1 2

1 #-#
  |
0 #-->#

+ 0 1 2

"""


def spawn(datas, folder, monkeypatch):
    """Return the grid, with these maps added and spawned; matrix files are written to a folder."""
    grid = add(datas, folder, monkeypatch)
    grid.spawn()
    return grid


def add(datas, folder, monkeypatch):
    """The same, but not spawned."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    grid = get_xyzgrid()
    name = f"testmaps_{next(numbers)}"
    module = types.ModuleType(name)
    module.__file__ = str(folder / "maps.py")
    module.XYMAP_DATA_LIST = []
    for data in datas:
        if "matrix" in data:
            path = folder / f"{data['zcoord']}.matrix"
            path.write_text(data["matrix"], encoding="utf-8")
            data = data | {"matrix": path.name}
        module.XYMAP_DATA_LIST.append(data)
    monkeypatch.setitem(sys.modules, name, module)
    grid.add(name)
    return grid


def rename_in_module(grid, old, new):
    """Give a map another name in the module of the grid's first maps, and read it again."""
    module = sys.modules[grid.records[0]["reference"]]
    module.XYMAP_DATA_LIST = [
        data | {"zcoord": new} if data["zcoord"] == old else data for data in module.XYMAP_DATA_LIST
    ]
    grid.reload()


def make_limbo(settings):
    """Return a room that is home and first place of everything made without one."""
    from evennia import create_object

    room = create_object(settings.BASE_ROOM_TYPECLASS, key="Limbo", nohome=True)
    home_is(room, settings)
    return room


def home_is(room, settings):
    # never by number: PostgreSQL does not start again at 1 after a rollback
    settings.DEFAULT_HOME = settings.START_LOCATION = settings.GUEST_HOME = room.dbref
    settings.GUEST_START_LOCATION = room.dbref


@cache
def models_in_memory():
    """The models of which Evennia keeps the objects; those of typeclasses are with their model."""
    from django.apps import apps
    from evennia.utils.idmapper.models import SharedMemoryModel

    kept = [model for model in apps.get_models() if issubclass(model, SharedMemoryModel)]
    return [model for model in kept if not model._meta.proxy]


def forget_objects():
    """Forget the objects that Evennia keeps in memory: their rows are gone, or other ones."""
    from evennia.commands import cmdhandler

    # by force: Evennia's own flush spares objects that hold something in `ndb`
    for model in models_in_memory():
        model.flush_instance_cache(force=True)
    # Evennia 6.1 keeps merged command sets with their objects, and compares these by id alone:
    # exits of this test would answer for those of the next
    cmdhandler._CMDSET_MERGE_CACHE.clear()


@dataclass(frozen=True)
class SharedMaps:
    """What all tests of a file have: their limbo's number, and the maps of our grid as read."""

    limbo: int
    loaded: tuple | None

    def put(self, settings):
        """Let the world of this process be these maps, as after a start; return limbo."""
        from evennia.objects.models import ObjectDB

        from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
        from xyzgrid_ext.game.world.world import Live

        if self.loaded is not None:
            get_xyzgrid().install(Live(self.loaded))
        room = ObjectDB.objects.get(pk=self.limbo)
        home_is(room, settings)
        return room


@contextmanager
def undone(database):
    """A transaction that lasts until the end, and is undone then."""
    from django.db import transaction

    atomic = transaction.atomic()
    atomic._from_testcase = True  # as those of Django's tests: durable ones may begin within
    with database.unblock():
        atomic.__enter__()
    try:
        yield
    finally:
        with database.unblock():
            transaction.set_rollback(True)
            atomic.__exit__(None, None, None)
            forget_objects()


@contextmanager
def savepoint_undone():
    """What a test changes within is undone at the end, also in memory."""
    from django.db import transaction

    forget_objects()
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        forget_objects()


def spawned_once(*datas):
    """Return a fixture for a file, to be called `shared_maps`: these maps are in its database."""
    return built_once(lambda folder, monkeypatch: spawn(datas, folder, monkeypatch))


def built_once(build):
    """The same of a function (folder, monkeypatch) -> the grid, or None; limbo is there."""

    @pytest.fixture(scope="module")
    def shared_maps(django_db_setup, django_db_blocker, tmp_path_factory):
        from django.conf import settings
        from django.test import override_settings

        from xyzgrid_ext.game.base import settings as conf

        folder = tmp_path_factory.mktemp("maps")
        with ExitStack() as stack:
            stack.enter_context(override_settings())  # what is set from here on ends with it
            monkeypatch = stack.enter_context(pytest.MonkeyPatch.context())
            stack.enter_context(undone(django_db_blocker))
            monkeypatch.setattr(conf, "server_folder", lambda: folder)
            with django_db_blocker.unblock():
                limbo = make_limbo(settings)
                grid = build(folder, monkeypatch)
                loaded = tuple(grid.live.loaded.values()) if grid is not None else None
                forget_objects()
            yield SharedMaps(limbo.pk, loaded)

    return shared_maps
