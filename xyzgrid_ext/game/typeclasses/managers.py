"""`XYZRoom.objects` and `XYZExit.objects`: rooms and exits by coordinate, as with the contrib.

    contrib   objects ⋈ links ⋈ tags, for each of up to six parts: 13 tables in one statement
    ours      the few tags first, then objects ⋈ links, for each part: 7 tables

A planner orders eight tables at most (PostgreSQL's `join_collapse_limit`): beyond it takes them as
they come, which can take minutes on rows that it has not counted yet.

The contrib's XYZRoom and XYZExit, and ours, stand for rooms and exits of any class, also of one
that this process has not imported. A game's own class stands for itself and its subclasses. The
contrib's managers get these methods, too: see `game.contrib_names`.

On a lazy map, `get_xyz` and `get_xyz_exit` make the requested room, with its exits; `filter_xyz`
and similar methods find only existing rooms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from evennia.contrib.grid.xyzgrid import xyzroom as contrib

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.game.base.evennia_types import ExitObject, RoomObject
from xyzgrid_ext.game.base.task import is_game_thread
from xyzgrid_ext.game.db import objects, typeclass_paths
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.world.current import current

_ANY = "*"
_SOURCE = (objects.X, objects.Y, objects.Z)
_TARGET = (objects.X_TO, objects.Y_TO, objects.Z_TO)
_EVERYWHERE = (_ANY, _ANY, _ANY)
_ROOMS = {typeclass_paths.CONTRIB_ROOM, typeclass_paths.OUR_ROOM}
_EXITS = {typeclass_paths.CONTRIB_EXIT, typeclass_paths.OUR_EXIT}


class XYZManager(contrib.XYZManager):
    """The contrib's room manager, with queries that stay fast and find rooms of any class."""

    def filter_xyz(
        self, xyz: tuple[object, object, object] = _EVERYWHERE, **kwargs: object
    ) -> QuerySet:
        """Return all objects at a coordinate (x, y, name of the map); `*` matches any part."""
        return _with_tags(self, dict(zip(_SOURCE, xyz, strict=True)), kwargs)

    def get_xyz(
        self, xyz: tuple[object, object, object] = (0, 0, "map"), **kwargs: object
    ) -> RoomObject:
        """Return the one room with a coordinate.

        Raises:
            DoesNotExist, MultipleObjectsReturned: as Django's `get` does.
        """
        _make_room(xyz)
        return _only_result(self, self.filter_xyz(xyz, **kwargs), f"at {_xyz_text(xyz)}")


class XYZExitManager(contrib.XYZExitManager, XYZManager):
    """The contrib's exit manager, with queries that stay fast and find exits of any class."""

    def filter_xyz_exit(
        self,
        xyz: tuple[object, object, object] = _EVERYWHERE,
        xyz_destination: tuple[object, object, object] = _EVERYWHERE,
        **kwargs: object,
    ) -> QuerySet:
        """Return all exits from one coordinate to another; `*` matches any part."""
        parts = (*_SOURCE, *_TARGET), (*xyz, *xyz_destination)
        return _with_tags(self, dict(zip(*parts, strict=True)), kwargs)

    def get_xyz_exit(
        self,
        xyz: tuple[object, object, object] = (0, 0, "map"),
        xyz_destination: tuple[object, object, object] = (0, 0, "map"),
        **kwargs: object,
    ) -> ExitObject:
        """Return the one exit that matches.

        Raises:
            DoesNotExist, MultipleObjectsReturned: as Django's `get` does.
        """
        _make_room(xyz)
        exits = self.filter_xyz_exit(xyz, xyz_destination, **kwargs)
        return _only_result(self, exits, f"from {_xyz_text(xyz)} to {_xyz_text(xyz_destination)}")


def _with_tags(manager: Any, parts: Mapping[str, object], more: Mapping[str, object]) -> QuerySet:
    """Return all objects with the tag of each part that is not `*`: category -> its value."""
    wanted = {category: map_key(value) for category, value in parts.items() if value != _ANY}
    path = manager.model.path
    if path in _ROOMS | _EXITS:
        # not by family, which knows only imported classes
        objs = manager.get_queryset().filter(db_destination__isnull=path in _ROOMS, **more)
        if not wanted:
            objs = objs.filter(db_tags__db_category=objects.Z)
    else:
        objs = manager.filter_family(**more)
    for numbers in objects.tag_ids(wanted).values():
        objs = objs.filter(db_tags__in=numbers)
    return objs.distinct()


def _only_result(manager: Any, objs: QuerySet, where: str) -> Any:
    """Return the only result of a query.

    Raises:
        DoesNotExist, MultipleObjectsReturned: if there is none, or if there are several.
    """
    few = list(objs[:2])
    if len(few) == 1:
        return few[0]
    name = manager.model.__name__
    if few:
        raise manager.model.MultipleObjectsReturned(f"more than one {name} {where}")
    raise manager.model.DoesNotExist(f"no {name} {where}")


def _xyz_text(xyz: tuple[object, object, object]) -> str:
    return f"({','.join(map(str, xyz))})"


def _make_room(xyz: tuple[object, object, object]) -> None:
    """Make the room at a coordinate if its map is lazy; threads of a website make no rooms."""
    live, (x, y) = current(), map(parse_whole_number, xyz[:2])
    if not live.on_demand or x is None or y is None or not is_game_thread():
        return
    place = Place(map_key(xyz[2]), Coord(x, y))
    live = on_demand().ready(live, place) or live
    if (room := live.locate(place)) is not None:
        on_demand().ensure(live, room)
