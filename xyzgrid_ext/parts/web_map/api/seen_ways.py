"""Routes for viewers who only ask, without walking: through visible rooms and exits."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import Portal, Route, Rules
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.visibility.room_view import RoomRows, ViewMaker
from xyzgrid_ext.game.visibility.viewer import Sights, Viewer, sees_map
from xyzgrid_ext.game.world import lookups
from xyzgrid_ext.game.world.world import Live, Room


@dataclass(frozen=True, eq=False)
class KnownRooms:
    """The rooms of a map that a viewer knows, in the form that the rules of a route use."""

    sight: Sight

    def __contains__(self, coord: Coord) -> bool:
        """Whether the room at a coordinate is known."""
        number = self.sight.grid.room_at(coord)
        return number is not None and self.sight.knows(number)

    def rooms(self, grid: Grid) -> Bools:
        """Return (n,) bool: the known rooms; none if the map is another one by now."""
        same = grid is self.sight.grid
        return self.sight.rooms() if same else np.zeros(grid.rooms, dtype=bool)


class SeenWays:
    """The routes of one viewer, for one question."""

    def __init__(self, live: Live, viewer: Viewer) -> None:
        self._live, self._viewer, self.sights = live, viewer, Sights(live, viewer)

    def find(self, start: Room, goal: Room) -> Route | None:
        """Find the shortest route through what the viewer sees; None if there is none."""
        live = self._live
        on_demand().check_exits(live)
        keys = [key for key in (*live.grids, *live.copies) if sees_map(live, self._viewer, key)]
        only: dict[str, Any] = {key: KnownRooms(self.sights.of(key)) for key in keys}
        return live.routes.find(start, goal, Rules(self._may_take, only=only))

    def names(self, route: Route) -> list[tuple[str, str]] | None:
        """Return the name of each exit of a route, and of the room behind it.

        Return None if the viewer cannot take one of the exits.
        """
        numbers = defaultdict[str, set[int]](set)
        for step in route.steps:
            for key, number in (step.source, step.target):
                numbers[key].add(number)
        rows = {key: RoomRows(self._maker(key), sorted(numbers[key])) for key in numbers}
        names = []
        for step in route.steps:
            exit_ = rows[step.source[0]].exit(step.source[1], step.link)
            if exit_ is None or not exit_.leads_to(self._live.number(step.target)):
                return None
            names.append((exit_.name, rows[step.target[0]].name(step.target[1])))
        return names

    def _maker(self, key: str) -> ViewMaker:
        return ViewMaker(self._live, self._viewer, key, self.sights)

    def _may_take(self, portal: Portal) -> bool:
        """Whether the viewer sees an exit, knows its target, and can go through now."""
        key, number = portal.source
        maker = self._maker(key)
        exit_obj = lookups.exit_at(self._live, portal.source, portal.link)
        if exit_obj is None or not self._viewer.may_view(exit_obj) or not maker.sight.knows(number):
            return False
        if exit_obj.id is None:  # it is not made yet
            view = maker.unmade_exit(portal.link, exit_obj)
        else:
            view = maker.exit_of(portal.source, exit_obj)
        return view is not None and view.leads_to(self._live.number(portal.target))
