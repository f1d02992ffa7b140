"""The maps as JSON for the page and for scripts: read-only, and only what the user may see.

    GET maps                     {"you": {...}, "maps": [{"key", "name", ..., "rooms_at"}]}
    GET maps?hashes=yes          each with "hash": of all that the asker sees of the map
    GET maps/KEY?levels=a-b&page=n    the map (`core.view.payload`), "page", "pages", "next"
    GET path?from=NUM&to=NUM     {"rooms": [NUM], "steps": [...], "speedwalk": "3n e"}
    GET search?q=TEXT            {"rooms": [{"num", "name", "key", "map"}]}

The part lands adds `land/KEY`, an endless land from afar.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from django.http import HttpRequest
from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import Portal, Route, Rules, speedwalk
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.core.view.payload import Payload, head_payload, map_payload
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.names import rooms_containing
from xyzgrid_ext.game.visibility.room_view import RoomRows, ViewMaker
from xyzgrid_ext.game.visibility.viewer import Sights, Viewer, sees_map
from xyzgrid_ext.game.web import answers
from xyzgrid_ext.game.web.answers import UnknownError, open_visit
from xyzgrid_ext.game.web.replies import (
    MalformedError,
    api_url,
    json_bytes,
    json_reply,
    parse_levels,
)
from xyzgrid_ext.game.web.visitors import Asker
from xyzgrid_ext.game.world import lookups
from xyzgrid_ext.game.world.world import Live, Room

_NUMBER = re.compile(r"\d{1,12}", re.ASCII)
_LONGEST = 80  # letters of a name that is looked for


def _digest_of(asker: Asker, key: str) -> str:
    """Return the hash of all that the asker sees of a map.

    The map is written page by page: while a large text is written or freed, no other thread of the
    process can work, and so the whole game would wait.
    """
    digest = blake2b(digest_size=12)
    number, pages = 0, 1
    while number < pages:
        view, pages = answers.map_page(asker, key, None, number)
        digest.update(json_bytes(map_payload(view)))
        number += 1
    return digest.hexdigest()


# --- what there is


@json_reply
def maps(request: HttpRequest, asker: Asker) -> Payload:
    """Return {"you": …, "maps": those that the asker may see}; `?hashes=yes` adds their hashes.

    A hash depends on the whole map and on the viewer, so it takes as long as the map itself.
    """
    heads, you = call_in_game_thread(answers.visible_heads, asker)
    rows = [
        {**head_payload(head), "rooms_at": api_url(request, "xyzgrid-rooms", key=head.key)}
        for head in heads
    ]
    for head, row in zip(heads, rows, strict=True):
        if head.land:
            row["land_at"] = api_url(request, "xyzgrid-land", key=head.key)
    if request.GET.get("hashes") == "yes":
        for row in rows:
            row["hash"] = _digest_of(asker, row["key"])
    return {"you": you, "maps": rows}


@json_reply
def rooms(request: HttpRequest, asker: Asker, key: str) -> Payload:
    """Return page `?page=0` of the rooms of the map `key`, or of some of its `?levels=1-3`."""
    number = _number(request, "page", 0)
    levels = parse_levels(request.GET.get("levels", ""))
    view, pages = answers.map_page(asker, key, levels, number)
    data = {**map_payload(view), "page": number, "pages": pages}
    if number + 1 < pages:
        more = {"page": str(number + 1)}
        if levels is not None:
            more["levels"] = request.GET["levels"]
        data["next"] = api_url(request, "xyzgrid-rooms", more, key=key)
    return data


@json_reply
def path(request: HttpRequest, asker: Asker) -> Payload:
    """Return the route between two rooms, by their numbers: `?from=12&to=34`."""
    route = call_in_game_thread(find_path, asker, _number(request, "from"), _number(request, "to"))
    return {"rooms": [], "error": _("You know of no way there.")} if route is None else route


@json_reply
def search(request: HttpRequest, asker: Asker) -> Payload:
    """Return {"rooms": [those whose names contain the text `?q=`]}."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:_LONGEST]
    return {"rooms": call_in_game_thread(search_rooms, asker, text)}


def _number(request: HttpRequest, name: str, default: int | None = None) -> int:
    text = request.GET.get(name, "")
    if not text and default is not None:
        return default
    if _NUMBER.fullmatch(text) is None:
        raise MalformedError(_("'{name}' must be a number").format(name=name))
    return int(text)


@dataclass(frozen=True, eq=False)
class _KnownRooms:
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


class _VisibleRoutes:
    """Finds routes through the rooms and exits that one viewer sees, for one request."""

    def __init__(self, live: Live, viewer: Viewer) -> None:
        self._live, self._viewer, self.sights = live, viewer, Sights(live, viewer)

    def find(self, start: Room, goal: Room) -> Route | None:
        """Find the shortest route through what the viewer sees; None if there is none."""
        live = self._live
        on_demand().check_exits(live)
        keys = [key for key in (*live.grids, *live.copies) if sees_map(live, self._viewer, key)]
        only: dict[str, Any] = {key: _KnownRooms(self.sights.of(key)) for key in keys}
        return live.routes.find(start, goal, Rules(self._may_take, only=only))

    def names(self, route: Route) -> list[tuple[str, str]] | None:
        """Return (exit, room behind it), by name, for each step of a route, if all can be taken."""
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


_MOST = 50  # rooms of a search


def search_rooms(asker: Asker, text: str) -> list[Payload]:
    """Return the visible rooms whose name contains a text, 50 at most: {"num", "name", …}."""
    live, _account, looker = open_visit(asker)
    maps = {head.key: head.name for head in room_view.map_heads(live, looker)}
    sights, rooms = Sights(live, looker), list[Payload]()
    if not text:
        return rooms
    for room, name in rooms_containing(live, text):
        if room[0] in maps and sights.sees(room):
            x, y, z = live.router.place(room).coord
            where = {"key": room[0], "map": maps[room[0]], "x": x, "y": y, "z": z}
            rooms.append({"num": live.number(room), "name": name, **where})
            if len(rooms) == _MOST:
                break
    return rooms


def find_path(asker: Asker, start: int, goal: int) -> Payload | None:
    """Return the shortest route between two rooms, by number: `rooms`, `steps`, `cost` …; or None.

    Raises:
        UnknownError: if one of the rooms does not exist or is unknown to the asker.
    """
    live, _account, looker = open_visit(asker)
    routes, here, there = (
        _VisibleRoutes(live, looker),
        live.room_by_number(start),
        live.room_by_number(goal),
    )
    if here is None or there is None or not all(map(routes.sights.sees, (here, there))):
        raise UnknownError
    route = routes.find(here, there)
    names = None if route is None else routes.names(route)
    if route is None or names is None:
        return None
    steps = [
        {"exit": exit_, "num": live.number(step.target), "name": room, "key": step.target[0]}
        for step, (exit_, room) in zip(route.steps, names, strict=True)
    ]
    return {
        "rooms": [start, *(step["num"] for step in steps)],
        "steps": steps,
        "cost": route.cost,
        "speedwalk": speedwalk(live.router.way(step).token for step in route.steps),
    }
