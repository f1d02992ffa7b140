"""A room for screen readers: without a map, but with the known targets of its exits.

Glassgate Street.
The street climbs between houses whose windows are all of different ages.
Exits: north to The Works Gate (locked, you have the bronze key) and south to Lantern Square.
You see: a lamp.

A route is one sentence for each map, and a speedwalk for clients:

In town: 2 north. Then in glasswork: forward, 3 up, 2 right, wormhole.
Speed-walk: 2n fo 3u 2ri wh.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.routes import RouteStep, speedwalk, way_word
from xyzgrid_ext.game.text import doors
from xyzgrid_ext.game.text.directions import counted, floor_in_words
from xyzgrid_ext.game.text.screenreader.text import listed, paragraphs
from xyzgrid_ext.game.visibility import needs, room_view
from xyzgrid_ext.game.visibility.viewer import untold
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room


def level(live: Live, looker: Any, here: Room | None) -> str:
    """Return `floor 2` on maps with levels; empty elsewhere, and in a matrix game."""
    if here is None or (grid := live.grids[here[0]]).levels is None:
        return ""
    if untold(live, looker, here[0]):
        return ""
    return floor_in_words(grid, grid.coord(here[1]).z)


def coordinate(place: str, number: str) -> str:
    """Return `at 4, 4, town, number 508` for `(4,4,town)` and `(#508)`, which builders see."""
    parts = [_("at {place}").format(place=place.strip("()").replace(",", ", "))] if place else []
    if number:
        parts.append(_("number {number}").format(number=number.strip("(#)")))
    return ", ".join(parts)


def exits(live: Live, looker: Any, room: Any) -> str:
    """Return the exits of a room with their targets and doors; empty if there are none."""
    # known ends first: `west and east to the Hall` would seem to say where west leads
    ordered = sorted(leading(live, looker, room), key=lambda one: not one[1])
    names = [exit_in_words(looker, exit_obj, target) for exit_obj, target in ordered]
    # with commas within, those between would not be heard
    told = (
        "; ".join(names) if len(names) > 1 and any("," in one for one in names) else listed(names)
    )
    return _("Exits: {exits}.").format(exits=told) if names else ""


def exit_in_words(looker: Any, exit_obj: Any, target: str) -> str:
    """Return `north to the Hall (locked, you have the bronze key)`; `target` may be empty."""
    name = hooks.display_name(exit_obj, looker)
    if target:
        name = _("{exit} to {room}").format(exit=name, room=target)
    closed = shut(looker, exit_obj)
    return f"{name} ({closed})" if closed else name


def leading(live: Live, looker: Any, room: Any) -> Iterator[tuple[Any, str]]:
    """Yield exits with the names of the rooms behind them, which are empty if unknown."""
    here = live.where(room)
    view = room_view.room_view(live, looker, here) if here is not None else None
    targets = {} if view is None else {one.name: one.target for one in view.exits}
    for exit_obj in hooks.exits_of(room, looker):
        there = live.room_numbered(targets.get(exit_obj.key))
        target = None if there is None else live.object(there)
        yield exit_obj, "" if target is None else hooks.display_name(target, looker)


def shut(looker: Any, exit_obj: Any) -> str:
    """Return the door of an exit, and whether the looker can open it; empty if it is open."""
    if (door := needs.door_at(exit_obj)) is not None:
        return door.shut(looker)
    if not (words := needs.needs_of(exit_obj)):
        return doors.mark(exit_obj, looker)
    if missing := needs.missing(exit_obj, looker):
        return _("locked, you need {things}").format(things=doors.needs_in_words(missing))
    # what was solved is open; what one carries has to be carried on
    if items := tuple(word for word in words if word.startswith("item:")):
        return _("locked, you have {things}").format(things=doors.needs_in_words(items))
    return ""


def aloud(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route, map by map with repeated exits counted, and its speedwalk."""
    told: list[str] = []
    for key, of_map in groupby(steps, key=lambda step: step.source[0]):
        text = _("then in {map}: {exits}") if told else _("in {map}: {exits}")
        told.append(text.format(map=live.grids[key].title, exits=exits_of(live, list(of_map))))
    return f"{paragraphs(told)}\n" + _("Speed-walk: {keys}.").format(keys=keys_of(live, steps))


def exits_of(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route in words: `2 north, east, up`."""
    return ", ".join(counted([way_word(live.router.way(step)) for step in steps])).replace(
        "\xa0", " "
    )


def keys_of(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits as keys: `2n e u`."""
    return speedwalk(live.router.way(step).token for step in steps)
