"""The values of a route search: rooms, portals, rules, routes, and the exits that block one.

    town                     glasswork
    #--#--T ====portal====> #--#--#       a transition: anybody may use it
                               :
                               :..portal..> #   a wormhole: restricted, only who knows it may use it

A map's own table holds the links that everybody may use at the same cost. Every other link is a
portal, an object of its own: transitions, wormholes, links that need something, and exits that a
builder opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from xyzgrid_ext.core.grid import Grid, LinkFlag, Way, is_apart
from xyzgrid_ext.core.grid.from_rooms import parse_direction
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes.explored import Explored

Room = tuple[str, int]
"""A room of the world: the key of its map (`map_key`), and its number in the map's Grid."""


@dataclass(frozen=True)
class Portal:
    """A link that a search asks about: to another map, restricted, or opened while the game ran.

    All other links are in the `Table` of their map. `link` is its number in the grid of `source`,
    or negative if it was opened. If it is `restricted`, some walkers may not use it. `needs` has
    what it needs, as `item:lamp`.
    """

    source: Room
    target: Room
    link: int
    weight: float
    restricted: bool
    wormhole: bool = False
    needs: tuple[str, ...] = ()


MayUse = Callable[[Portal], bool]
"""Says whether one character may use a portal; called when a search meets the portal."""


def allow_none(portal: Portal) -> bool:
    """Return False: for a walker who may use no restricted portal."""
    return False


def allow_all(portal: Portal) -> bool:
    """Return True: for a walker who may use every portal."""
    return True


class Rules(NamedTuple):  # made for each question, like `Route`: in a third of a dataclass's time
    """The portals that one walker may use, for one question.

    Attributes:
        may_use: called for each restricted portal, at most once per search.
        wormholes: whether wormholes may be used at all.
        only: key of a map -> the rooms that a route may use; its start need not be one. None for
            all rooms.
        where: keys of the maps to which `only` applies; None for all. On these maps, rooms without
            fog may be used, too.
        without: key of a map -> (n,) bool, the rooms that a route may not use.
    """

    may_use: MayUse = allow_none
    wormholes: bool = True
    only: Explored | None = None
    where: frozenset[str] | None = None
    without: Mapping[str, Bools] = MappingProxyType({})

    def allowing(self, may_use: MayUse) -> Rules:
        """Return rules that also let through what `may_use` allows."""
        return self._replace(may_use=lambda portal: self.may_use(portal) or may_use(portal))


class RouteStep(NamedTuple):  # made by the dozen for each route: thrice as fast as a dataclass
    """One step of a route: the link with number `link` leads from `source` to `target`."""

    source: Room
    link: int
    target: Room


class Route(NamedTuple):
    """The steps from start to goal, none if they are one room; `cost` is the sum of weights."""

    steps: tuple[RouteStep, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class BlockedRoute:
    """Why there is no route: `portals` are those on the best path that the walker may not use."""

    portals: tuple[Portal, ...]
    route: Route = field(compare=False)
    """The route that there would be if those portals were open."""


def uses_explored_routes(grid: Grid) -> bool:
    """Whether routes use only exits whose target the walker knows (`routes: explored`)."""
    return bool(grid.options.get("routes") == "explored")


def must_be_known(grid: Grid, link: int) -> bool:
    """Whether routes may use a link only for those who know where it leads.

    So it is on maps with the option `routes: explored`, and for links out of maps that are
    `is_apart`.
    """
    return uses_explored_routes(grid) or (link in grid.outside and is_apart(grid))


def is_restricted(grid: Grid, link: int) -> bool:
    """Whether not everybody may use a link in routes.

    It has needs, is a hidden wormhole, or only those may use it who know its target.
    """
    if link in grid.needs or must_be_known(grid, link):
        return True
    hidden = grid.options.get("wormholes", "hidden") == "hidden"
    return bool(hidden and grid.link_flags[link] & LinkFlag.WORMHOLE)


class Gate:
    """Says for one search whether a portal may be used; asks the rules once about each portal."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._answers: dict[tuple[Room, int], bool] = {}

    def __call__(self, portal: Portal) -> bool:
        """Whether this walker may use a portal."""
        if portal.wormhole and not self._rules.wormholes:
            return False
        if not portal.restricted:
            return True
        name = (portal.source, portal.link)
        if name not in self._answers:
            self._answers[name] = self._rules.may_use(portal)
        return self._answers[name]


def way_word(way: Way) -> str:
    """Return the word for an exit in directions to a player: in most cases its name.

    It is the token if a legend's `direction_aliases` give the exit another direction than its name
    says: `u` for an exit `east`.
    """
    direction = parse_direction(way.key)
    is_renamed = direction != name_key(way.key) and way.token not in (direction, *way.aliases)
    return way.token if is_renamed else way.key


def speedwalk(tokens: Iterable[str]) -> str:
    """Return directions as one line to type or to read: `3n e` for `n`, `n`, `n`, `e`."""
    counted = ((token, len(list(group))) for token, group in groupby(tokens))
    return " ".join(f"{count}{token}" if count > 1 else token for token, count in counted)
