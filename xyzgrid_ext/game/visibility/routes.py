"""The routes of one character, depending on its knowledge, possessions and chosen options.

goto/walk X       without wormholes          goto X via Y      first to Y
goto/explored X   only through rooms it has visited     goto nearest Z    the nearest of some rooms
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from xyzgrid_ext.core.routes import (
    ExploredRooms,
    Portal,
    Rules,
    Work,
    must_be_known,
    nearest_ends,
    told_rules,
)
from xyzgrid_ext.core.routes.questions import finding_nearest
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.dungeon_state import is_known_way
from xyzgrid_ext.game.visibility.room_names import RoomNames
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.visibility.ways import may_learn, may_use
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Room


def rules_of(viewer: OfCharacter, *, wormholes: bool = True, only_explored: bool = False) -> Rules:
    """Return the portals that a character may use."""
    gate = may_use(viewer)
    rooms: dict[str, ExploredRooms] = dict(viewer.explored)
    games = _games(viewer)
    rooms |= games
    if only_explored:
        return Rules(gate, wormholes, rooms)
    where = frozenset(games)
    if not viewer.sees_all:
        where |= viewer.live.in_fog
    return Rules(gate, wormholes, rooms if where else None, where or None)


def _games(viewer: OfCharacter) -> dict[str, ExploredRooms]:
    """Return the matrices that a character plays, each with its start, the only room for routes."""
    live, found = viewer.live, {}
    for key in live.played:
        if viewer.plays(live, key):
            start = live.grids[key].start
            found[key] = ExploredRooms.of(() if start is None else (start,))
    return found


def rules_for(viewer: OfCharacter, journey: Journey) -> Rules:
    """Return the rules for a character's journey: the portals that it may use."""
    return rules_of(viewer, wormholes=journey.wormholes, only_explored=journey.explored)


def ends(
    viewer: OfCharacter,
    starts: Mapping[Room, float],
    goals: Mapping[Room, float],
    journey: Journey,
    around: Collection[str],
) -> Work[tuple[Room, Room] | Portal | None]:
    """Find the start and the goal with the cheapest route between them; see `nearest_ends`.

    Return the first shut exit on the best route, if no route is open.
    """
    rules, may_know = rules_for(viewer, journey), _may_be_told(viewer)
    live = viewer.live
    found = yield from nearest_ends(live.routes.world, starts, goals, rules, around=around)
    if found is not None:
        return found
    told = told_rules(rules, may_know)
    found = yield from nearest_ends(live.routes.world, starts, goals, told, around=around)
    return None if found is None else (yield from shut(viewer, *found, journey))


def shut(viewer: OfCharacter, here: Room, goal: Room, journey: Journey) -> Work[Portal | None]:
    """Return the first shut exit on the best route, if no route is open."""
    rules = rules_for(viewer, journey)
    blocked = yield from viewer.live.routes.blocking(here, goal, rules, _may_be_told(viewer))
    return None if blocked is None else blocked.portals[0]


def nearest(
    viewer: OfCharacter,
    here: Room,
    goals: Collection[Room],
    journey: Journey | None = None,
    *,
    most: int = 10,
    is_meant: Callable[[Room], bool] | None = None,
) -> Work[list[Room]]:
    """Find the nearest of the given rooms by route, in slices; leave out unreachable ones."""
    rules = rules_of(viewer) if journey is None else rules_for(viewer, journey)
    while True:
        world = viewer.live.routes.world
        wanted = goals.marked(world) if isinstance(goals, RoomNames) else goals
        work = finding_nearest(world, here, wanted, rules, most=most, is_meant=is_meant)
        if (found := (yield from work)) is not None:
            return found


def seconds_of(steps: int) -> float:
    """Return the duration of a walk; its first step takes no time."""
    return max(0, steps - 1) * settings.walk_delay()


def _may_be_told(viewer: OfCharacter) -> Callable[[Portal], bool]:
    """Return a function that says which shut exits a character may learn of; never secret ones."""
    live, is_known = viewer.live, may_learn(viewer)

    def may_be_told(portal: Portal) -> bool:
        if not is_known(portal):
            return False
        if viewer.sees_all:
            return True
        exit_obj = unmade.exit_at(live, portal.source, portal.link)
        if exit_obj is None or not hooks.allows(exit_obj, viewer.character, "view"):
            return False
        grid = live.grids[portal.source[0]]
        return not must_be_known(grid, portal.link) or is_known_way(exit_obj)

    return may_be_told
