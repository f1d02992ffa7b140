"""What somebody has explored, and the exits that they have not taken yet (`map todo`).

    Not explored on Kelp Maze yet, the nearest first:
      south from Weedgate
      east and north from The Drip, 3 steps: 2n e
    and 4 more places.

An exit is unexplored if it leads from a visited room to an unvisited one, on any map; a hidden
wormhole is unexplored until it is used.

    Explored: 12 of 40 rooms, 30%.         below `map`, on a map in fog
    Lantern Quay   34 of 40 rooms, 85%     `map explored`, all maps that one has visited

A map whose size is part of the game is left out of the shares. The one that somebody is in has a
line of its own in `score`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import speedwalk
from xyzgrid_ext.core.view.sight import LinkKnowledge
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.db import rooms
from xyzgrid_ext.game.db.objects import chunked
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import game_parts, map_rules_of
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.text.directions import steps_in_words
from xyzgrid_ext.game.visibility import room_view, viewer_routes
from xyzgrid_ext.game.visibility.names import name_with_place
from xyzgrid_ext.game.visibility.viewer import (
    CharacterViewer,
    map_refusal,
    viewer_of,
    visited_rooms,
)
from xyzgrid_ext.game.world.world import Live, Room

_SHOWN = 10
_NAMED = 900  # exits: one query


class OpenEnd(NamedTuple):
    """A room with unexplored exits: their names, and the route there.

    Without a known route, `steps` is None and `walk` is empty.
    """

    room: Room
    exits: tuple[str, ...]
    steps: int | None
    walk: str


def todo_text(live: Live, character: Character, here: Room) -> str:
    """Return the list of unexplored exits as text."""
    key = here[0]
    open_ends = unexplored_exits(live, character, key)
    name = live.grids[key].title
    if not open_ends:
        return _("You have taken every exit on {map} that you know of.").format(map=name)
    places = nearest_open_ends(live, character, here, open_ends)
    lines = [_("Not yet explored in {map}, nearest first:").format(map=name)]
    links = screens.takes_links(character)
    lines += [f"  {_in_words(live, here, place, links=links)}" for place in places]
    if more := len(open_ends) - len(places):
        text = ngettext("and {number} more place.", "and {number} more places.", more)
        lines.append(text.format(number=more))
    return "\n".join(lines)


def unexplored_exits(live: Live, character: Character, key: str) -> dict[Room, tuple[str, ...]]:
    """Return room -> names of its unexplored exits, on the map `key`. Few queries."""
    grid, viewer = live.grids[key], viewer_of(live, character)
    sight, been = room_view.sight_of(live, character, key), visited_rooms(live, character, key)
    is_new = _newness_test(live, character, key)
    links: dict[int, int] = {}
    names_at: dict[int, list[str]] = defaultdict(list)

    # a hidden wormhole is unexplored even if its target is not
    may_be_new = (grid.target < 0) | ~been[grid.target] | (grid.link_flags & LinkFlag.WORMHOLE != 0)
    for link in np.flatnonzero(been[grid.source] & may_be_new).tolist():
        room = key, grid.source.item(link)
        if sight.link(link) is LinkKnowledge.NO or not (sight.secret(link) or is_new(link)):
            continue
        if (pk := live.exit_id(room, link)) is not None:
            links[pk] = link
        elif live.lacks_exits(room) and viewer.may_view(
            exit_ := on_demand().exit(live, room, link)
        ):
            names_at[room[1]].append(exit_.key)
    for pks in chunked(links, _NAMED):
        names, locked = rooms.exit_names_and_unseen(pks)
        for pk, name in names.items():
            if pk not in locked or viewer.may_view(locked[pk]):
                names_at[grid.source.item(links[pk])].append(name)
    return {(key, number): tuple(names) for number, names in sorted(names_at.items())}


def nearest_open_ends(
    live: Live, character: Character, here: Room, places: dict[Room, tuple[str, ...]]
) -> list[OpenEnd]:
    """Return the nearest of some rooms, given with their exits; those without a route come last."""
    viewer = CharacterViewer(live, character)
    near = viewer_routes.nearest_for(viewer, here, tuple(places))
    far = (room for room in places if room not in near)
    rules, ends = viewer_routes.route_rules(viewer), []
    for room in islice(chain(near, far), _SHOWN):
        route = live.routes.find(here, room, rules) if room in near else None
        steps = () if route is None else route.steps
        walk = speedwalk(live.router.way(step).token for step in steps)
        ends.append(OpenEnd(room, places[room], None if route is None else len(steps), walk))
    return ends


def _newness_test(live: Live, character: Character, key: str) -> Callable[[int], bool]:
    """Return a function that says whether a link leads to an unvisited room."""
    grid = live.grids[key]
    been = lru_cache(None)(lambda name: visited_rooms(live, character, name))
    has_visited = lru_cache(None)(
        lambda name: any(part.has_visited(character, name) for part in game_parts())
    )

    def is_new(link: int) -> bool:
        number = int(grid.target[link])
        target = (key, number) if number >= 0 else live.locate(grid.outside[link])
        if target is None or (target[0] != key and has_visited(target[0])):
            return False  # who was in a copy has not been in the map's own rooms
        return not been(target[0])[target[1]]

    return is_new


def _in_words(live: Live, here: Room, place: OpenEnd, *, links: bool) -> str:
    """Return a line of the list; `links` makes it clickable."""
    names, name = place.exits, name_with_place(live, place.room)
    if links and place.room == here:
        names = tuple(screens.link_markup(exit_, exit_) for exit_ in names)
    elif links:
        name = screens.room_link(live.xyz(place.room), name)
    exits = iter_to_str(names, endsep=_("and"))
    text = _("{exits} from {room}").format(exits=f"|w{exits}|n", room=name)
    if place.room == here:
        return text
    if place.steps is None:
        return text + _(", no way that you know of")
    return _("{text}, {steps}: {walk}").format(
        text=text, steps=steps_in_words(place.steps), walk=place.walk
    )


def explored_line(live: Live, character: Character, key: str) -> str:
    """Return `Explored: 12 of 40 rooms, 30%.` for a map; empty if everybody sees all of it."""
    if key not in live.in_fog:
        return ""
    return "|x" + _("Explored: {share}.").format(share=_share(live, character, key)) + "|n"


def explored_maps_text(live: Live, character: Character) -> str:
    """Return a line for each map that a character has visited, sorted by name."""
    names = {
        key: grid.title
        for key, grid in live.grids.items()
        if visited_rooms(live, character, key).any()
        and not map_refusal(live, character, key)
        and map_rules_of(grid).shows_room_count
    }
    if not names:
        return _("You have not explored any maps yet.")
    wide = max(map(len, names.values()))
    ordered = sorted(names, key=lambda key: name_key(names[key]))
    lines = [f"  |w{names[key]:<{wide}}|n  {_share(live, character, key)}" for key in ordered]
    return "\n".join((_("Explored:"), *lines))


def _share(live: Live, character: Character, key: str) -> str:
    """Return the explored share as `12 of 40 rooms, 30%`; only complete maps show 100."""
    number, total = int(visited_rooms(live, character, key).sum()), live.grids[key].rooms
    if live.grids[key].tiles is not None:  # what is drawn so far says nothing of an endless land
        return ngettext("{number} room", "{number} rooms", number).format(number=number)
    text = ngettext(
        "{number} of {total} room, {share}%", "{number} of {total} rooms, {share}%", total
    )
    return text.format(number=number, total=total, share=100 * number // total)
