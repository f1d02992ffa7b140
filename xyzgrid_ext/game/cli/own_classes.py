"""A game's own classes of rooms and exits, and those of them that cannot find our grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import OwnClass
from xyzgrid_ext.foreign.code import only_exceptions
from xyzgrid_ext.game.db import grid, typeclass_paths
from xyzgrid_ext.game.typeclasses.on_grid import OnGrid
from xyzgrid_ext.game.world.current import current, find_grid

_KNOWN = {
    typeclass_paths.CONTRIB_ROOM,
    typeclass_paths.OUR_ROOM,
    typeclass_paths.CONTRIB_EXIT,
    typeclass_paths.OUR_EXIT,
}


def own_classes(on_grid: Mapping[str, int], others: Mapping[str, int]) -> Iterator[OwnClass]:
    """Yield the classes of rooms and exits of the grid that are neither the contrib's nor ours.

    Args:
        on_grid: paths of classes, with the number of their objects that have coordinates.
        others: paths of classes, with the number of all their objects; only subclasses of the
            contrib's count.

    """
    for path, number in sorted({**others, **on_grid}.items()):
        if path in _KNOWN:
            continue
        try:
            with only_exceptions():
                cls = class_from_module(path)
        except Exception:  # noqa: BLE001 - any error of an author's code is theirs
            if path in on_grid:
                yield OwnClass(path, number, imports=False)
            continue
        if path in on_grid or issubclass(cls, contrib.XYZRoom | contrib.XYZExit):
            yield OwnClass(path, number, mixes_ours_in=issubclass(cls, OnGrid))


def lost_lines() -> Iterator[str]:
    """Report classes on our maps whose objects use the contrib's grid, which also has maps."""
    if find_grid() is None or not grid.contrib_has_maps():
        return
    for one in own_classes(typeclass_paths.typeclasses_of(current().grids), {}):
        if not one.mixes_ours_in:
            yield (
                f"{one.path} shows no map, on {one.number:,} of our rooms and exits: it asks the "
                "contrib's grid, which has maps of its own. Mix our XYZRoomMixin or XYZExitMixin "
                "in, or take that grid over: evennia xyzgrid adopt"
            )
