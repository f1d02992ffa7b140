"""A grid for the tests of a game, on a database that is thrown away.

    with grid_of("world.village") as grid:
        room = XYZRoom.objects.get_xyz(xyz=(0, 0, "village"))

It works under `evennia test`, under pytest, and in a test of plain Python. Importing this module
needs no Django; within a game dir, the first use sets it up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Django is set up only when a test asks for a grid
    from xyzgrid_ext.xyzgrid import XYZGrid


class _OverError(Exception):
    """Raised at the end of a grid, so that everything is taken back."""


@contextmanager
def grid_of(*references: str) -> Iterator[XYZGrid]:
    """Return a context with the grid of these maps, spawned, for a test.

    At its end the database is as before it. The game's own list of maps does not count, and no
    real database is ever touched.

    Args:
        references: modules and files, as `evennia xyzgrid add` takes them.

    Raises:
        MapError: if one of them does not load.
    """
    _set_up()
    from django.test import override_settings
    from evennia import create_object
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game import startup
    from xyzgrid_ext.game.base import settings
    from xyzgrid_ext.game.spawn.caches import restored_on_failure
    from xyzgrid_ext.xyzgrid import find_xyzgrid, get_xyzgrid

    startup.connect()
    with suppress(_OverError), restored_on_failure() as touched:
        home = ObjectDB.objects.get_id(settings.django_settings.DEFAULT_HOME)
        home = home or create_object(settings.plain_classes()[0], key="Limbo", nohome=True)
        with override_settings(XYZGRID_MAPS=None, DEFAULT_HOME=home.dbref):
            grid = get_xyzgrid()
            try:
                grid.add(*references)
                grid.spawn()
                yield grid
            finally:
                touched.update(each.pk for each in ObjectDB.get_all_cached_instances())
        raise _OverError
    if (former := find_xyzgrid()) is not None:
        former.attributes.reset_cache()
        former.reload()


@cache
def _set_up() -> None:
    """Have Evennia, and a database of tests, whoever runs them."""
    import django
    from django.apps import apps

    if not apps.ready:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.conf.settings")
        sys.path.insert(0, os.getcwd())
        django.setup()
    import evennia
    from django.db import connection
    from django.test.utils import setup_databases

    evennia._init()
    name = str(connection.settings_dict["NAME"])
    if not (connection.in_atomic_block or "memorydb_" in name or name.startswith("test_")):
        setup_databases(verbosity=0, interactive=False)
