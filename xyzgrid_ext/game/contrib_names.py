"""Makes the contrib's names find this package's grid, rooms and exits, for code that knows those.

    get_xyzgrid ──────────────────► the contrib's grid, if that has maps or is alone; else ours;
                                    without any, a new one, the contrib's if its launcher is set
    XYZRoom.objects.get_xyz … ────► `typeclasses.managers`: rooms and exits of any class

Games import these names before and after this package, so the function's code is replaced, and the
methods of the managers. This happens when the contrib's modules are imported: in the Server,
`evennia shell`, and any script that sets Django up. The Portal never imports them and pays nothing.
The database decides at each call which grid is meant: after `unadopt`, it is the contrib's again.

What runs here later imports what it needs: at the start, Evennia has no classes yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any

_CONTRIB = "evennia.contrib.grid.xyzgrid."


@cache
def connect() -> None:
    """Replace the contrib's functions and managers by ours, now or when it is imported."""
    for name, connect_names in (
        (f"{_CONTRIB}xyzgrid", _connect_grid),
        (f"{_CONTRIB}xyzroom", _connect_managers),
    ):
        if (module := sys.modules.get(name)) is not None:
            connect_names(module)
        else:
            sys.meta_path.insert(0, _AfterImport(name, connect_names))


class _AfterImport(MetaPathFinder):
    """Calls a function once with a module that has just been imported."""

    def __init__(self, name: str, call: Callable[[Any], None]) -> None:
        self._name, self._call = name, call

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        """Return the spec that the other finders return, with a loader that calls back."""
        if name != self._name:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                load(module)
                self._call(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _connect_grid(module: ModuleType) -> None:
    theirs = module.get_xyzgrid
    original = FunctionType(theirs.__code__, vars(module), theirs.__name__, theirs.__defaults__)
    theirs.__wrapped__, theirs.__code__ = original, _get_xyzgrid.__code__


def _get_xyzgrid(print_errors: bool = True) -> object:
    # this runs among the names of the contrib's module: what it needs, it has to import
    from xyzgrid_ext.game.contrib_names import find_for_contrib

    return find_for_contrib(print_errors)


def find_for_contrib(print_errors: bool) -> Any:
    """Return the grid script that the contrib's `get_xyzgrid(print_errors)` shall return."""
    from evennia.contrib.grid.xyzgrid.xyzgrid import get_xyzgrid

    from xyzgrid_ext.game.base import settings
    from xyzgrid_ext.game.db.grid import contrib_grids
    from xyzgrid_ext.game.world.current import find_grid, get_grid

    theirs = contrib_grids()
    has_maps = any(script.db.map_data for script in theirs)
    if has_maps and len(theirs) == 1 and theirs[0].ndb.loaded:
        return theirs[0]  # as at each look at a room of the contrib's: nothing else is asked
    if has_maps or (find_grid() is None and (theirs or settings.has_contrib_launcher())):
        return get_xyzgrid.__wrapped__(print_errors)
    return get_grid()


def _connect_managers(module: ModuleType) -> None:
    for manager, names in (
        (module.XYZManager, ("filter_xyz", "get_xyz")),
        (module.XYZExitManager, ("filter_xyz_exit", "get_xyz_exit")),
    ):
        for name in names:
            setattr(manager, name, _forwarded(name))


def _forwarded(name: str) -> Callable[..., object]:
    def method(manager: object, *args: object, **kwargs: object) -> object:
        from xyzgrid_ext.game.typeclasses import managers

        return getattr(managers.XYZExitManager, name)(manager, *args, **kwargs)

    method.__name__ = name
    return method
