"""The routes of one viewer, depending on its knowledge, possessions and chosen options.

    may_route    an exit that it knows and that lets it through now
    may_hint     an exit that may be named as what is in the way
    route_rules  these, and the rooms that it may enter ─► a route

goto/walk X       without wormholes          goto X via Y      first to Y
goto/explored X   only through rooms it has visited     goto nearest Z    the nearest of some rooms

A wormhole may be used only after it was used, unless the map says that they are known; the rules
of a map may let fewer rooms be known. Builders know all exits and pass without their needs, but
other locks stop them too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from xyzgrid_ext.core.grid.descriptions import words_that_reveal
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import ExploredRooms, Portal, Route, Rules, nearest_rooms
from xyzgrid_ext.core.routes.model import BlockedRoute, must_be_known
from xyzgrid_ext.core.routes.questions import cheapest_pair
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, map_refusal
from xyzgrid_ext.game.world import hooks, lookups
from xyzgrid_ext.game.world.world import Room

# --- exits


def may_route(viewer: CharacterViewer) -> Callable[[Portal], bool]:
    """Return a test of portals (exits): whether a character knows it and may go through now."""
    live, walker = viewer.live, viewer.character
    is_known = _is_known(viewer)
    on_demand().check_exits(live)

    def may_route(portal: Portal) -> bool:
        if not is_known(portal):
            return False
        grid = live.grids[portal.source[0]]
        if not portal.needs and (viewer.sees_all or not must_be_known(grid, portal.link)):
            return True
        exit_obj = lookups.exit_at(live, portal.source, portal.link)
        if exit_obj is None or not needs.may_pass(exit_obj, walker):
            return False
        if not hooks.allows(exit_obj, walker, "call"):
            return False
        return viewer.sees_all or (
            hooks.allows(exit_obj, walker, "view")
            and map_rules_of(grid).may_route(live, portal.source, _drawn(portal))
        )

    return may_route


def may_hint(viewer: CharacterViewer) -> Callable[[Portal], bool]:
    """Return a test of portals (exits): whether a character may be told of it even if shut."""
    live, is_known = viewer.live, _is_known(viewer)

    def may_hint(portal: Portal) -> bool:
        if not is_known(portal):
            return False
        if viewer.sees_all:
            return True
        exit_obj = lookups.exit_at(live, portal.source, portal.link)
        if exit_obj is None or not hooks.allows(exit_obj, viewer.character, "view"):
            return False
        grid = live.grids[portal.source[0]]
        return not must_be_known(grid, portal.link) or map_rules_of(grid).is_known_exit(
            live, portal.source, _drawn(portal)
        )

    return may_hint


def _drawn(portal: Portal) -> int | None:
    """Return the link of a portal on its map; None if a builder opened it."""
    return portal.link if portal.link >= 0 else None


def _is_known(viewer: CharacterViewer) -> Callable[[Portal], bool]:
    """Return a gate for all exits except wormholes that a character has not used."""
    live, wormholes = viewer.live, viewer.wormholes

    def is_known(portal: Portal) -> bool:
        if viewer.sees_all or not portal.wormhole:
            return True
        if not live.is_hidden(portal.source, portal.link):
            return True
        return live.wormhole_id(portal.source, portal.link) in wormholes

    return is_known


# --- routes


def route_rules(viewer: CharacterViewer, journey: Journey | None = None) -> Rules:
    """Return the rules for searching a character's routes, with the options of a journey."""
    live, rooms = viewer.live, dict(viewer.explored)
    limited = set() if viewer.sees_all else set(live.in_fog)
    for key in live.apart:
        if map_refusal(live, viewer, key):  # only its start is for routes
            start = live.grids[key].start
            rooms[key] = ExploredRooms.of(() if start is None else (start,))
            limited.add(key)
    gate, wormholes = may_route(viewer), journey is None or journey.wormholes
    if journey is not None and journey.explored:
        return Rules(gate, wormholes, rooms)
    return Rules(gate, wormholes, rooms if limited else None, frozenset(limited) or None)


def closed_rooms(viewer: CharacterViewer) -> Mapping[str, Bools]:
    """Return map key -> (n,) bool: its rooms into which `goto` leads nobody but builders."""
    return {} if viewer.sees_all else viewer.live.without_goto


def is_first_sight(viewer: CharacterViewer, room: Room) -> bool:
    """Whether a viewer has never been in a room of a map with `routes: seen`."""
    key, number = room
    grid = viewer.live.grids[key]
    if viewer.sees_all or grid.options.get("routes") != "seen":
        return False
    return grid.coord(number) not in viewer.explored.get(key, ())


def may_lead_to(viewer: CharacterViewer, room: Room) -> bool:
    """Whether `goto` leads a viewer to a room: one that it has seen, or was told of."""
    if not is_first_sight(viewer, room):
        return True
    words, walker = words_that_reveal(viewer.live.grids[room[0]], room[1]), viewer.character
    return words is not None and all(
        needs.is_true_for(word, walker, walker.location) for word in words
    )


def find_route(viewer: CharacterViewer, here: Room, goal: Room, journey: Journey) -> Route | None:
    """Return the best route, if possible around rooms into which `goto` leads nobody; or None."""
    find, rules = viewer.live.routes.find, route_rules(viewer, journey)
    closed = closed_rooms(viewer)
    around = find(here, goal, rules._replace(without=closed)) if closed else None
    return around or find(here, goal, rules)


def cheapest_ends(
    viewer: CharacterViewer,
    starts: Mapping[Room, float],
    goals: Mapping[Room, float],
    journey: Journey,
    around: Collection[str],
) -> tuple[Room, Room] | Portal | None:
    """Return (start, goal) with the cheapest route between them: see `cheapest_pair`; or None.

    If no route is open, return a shut exit on the best one, as `shut_exit` does. Maps in `around`
    are entered only at goals.
    """
    world, rules = viewer.live.routes.world, route_rules(viewer, journey)
    pair = cheapest_pair(world, starts, goals, rules, around=around)
    if pair is not None:
        return pair
    hinted = rules.allowing(may_hint(viewer))
    pair = cheapest_pair(world, starts, goals, hinted, around=around)
    return None if pair is None else shut_exit(viewer, *pair, journey)


def shut_exit(viewer: CharacterViewer, here: Room, goal: Room, journey: Journey) -> Portal | None:
    """Return a shut exit on the best route, if no route is open; None if none exists at all.

    Of several it is the first that every route needs, or else the first.
    """
    rules, may_know = route_rules(viewer, journey), may_hint(viewer)

    def blocked(without: Portal | None = None) -> BlockedRoute | None:
        """Return the best route if all exits but one could be opened."""
        find = viewer.live.routes.blocking
        return find(here, goal, rules, lambda exit_: exit_ != without and may_know(exit_))

    if (best := blocked()) is None:
        return None
    return next((exit_ for exit_ in best.portals if not blocked(exit_)), best.portals[0])


def nearest_for(
    viewer: CharacterViewer,
    here: Room,
    goals: Collection[Room] | Bools,
    journey: Journey | None = None,
    *,
    most: int = 10,
) -> list[Room]:
    """Return at most `most` rooms of `goals` that can be reached, the nearest by route first."""
    world = viewer.live.routes.world
    return nearest_rooms(world, here, goals, route_rules(viewer, journey), most=most)


def walk_seconds(steps: int) -> float:
    """Return the duration of a walk; its first step takes no time."""
    return max(0, steps - 1) * settings.setting_value("XYZGRID_WALK_DELAY")
