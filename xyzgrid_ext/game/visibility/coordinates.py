"""Coordinates as people type them: `(4,4)`, `(4,4,town)`, `(2,2,0)`, `(2,2,0,cube)`.

    (x,y)          on the sheet where one stands
    (x,y,NAME)     on a drawn map, or on a level: (2,2,cube:0)
    (x,y,z)        on another sheet of the 3D map where one stands
    (x,y,z,NAME)   in a 3D map

A third part that is the name of a known map is a map, even if it is a number; else it is a level.
The brackets may be left out, and blanks are all the same.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.visibility.viewer import is_alike, sees_map, viewer_of
from xyzgrid_ext.game.world.world import Live, Room

_BARE = re.compile(r"[+-]?\d+\s*,\s*[+-]?\d+\s*(,.*)?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


def is_coordinates(text: str) -> bool:
    """Whether a text is meant as coordinates and not as a name."""
    text = text.strip()
    in_brackets = text.startswith("(") and text.endswith(")") and "," in text
    return in_brackets or _BARE.fullmatch(text) is not None


def parse_place(text: str, live: Live, caller: Any) -> Place:
    """The place that coordinates name, seen from where `caller` stands.

    Whether there is a room at it is not asked; the map and its level exist.

    Raises:
        GridError: if it cannot be read, or names a map or level that there is not.

    """
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    # the name of a map may hold commas
    parts = [part.strip() for part in inner.split(",", 2)]
    if len(parts) < 2 or not all(_NUMBER.fullmatch(part) for part in parts[:2]):
        raise GridError(
            _("'{text}' is no coordinate.").format(text=text.strip()),
            _("Write (x,y), (x,y,map) or (x,y,z,map)."),
        )
    x, y = int(parts[0]), int(parts[1])
    rest = parts[2] if len(parts) == 3 else ""
    if not rest:
        key, z = _standing_on(live, caller)
    elif (level := known_level(live, caller, _unquoted(rest))) is not None:
        key, z = _named(live, caller, level, _unquoted(rest))
    else:
        key, z = _numbered(live, caller, rest)
    return Place(live.grids[key].name, Coord(x, y, z))


def room_at(text: str, live: Live, caller: Any) -> Room:
    """The room at typed coordinates.

    Raises:
        GridError: as `parse_place`, and if there is no room.

    """
    return room_of(parse_place(text, live, caller), live)


def room_of(place: Place, live: Live) -> Room:
    """The room at a place.

    Raises:
        GridError: if there is none.

    """
    if (room := live.locate(place)) is None:
        raise GridError(
            _("There is no room at {place}.").format(place=written(live, place)),
            _("|wmap|n shows where the rooms are."),
        )
    return room


def written(live: Live, place: Place) -> str:
    """A place as people write it: without the level where a map has none."""
    x, y, z = place.coord
    if (copy := live.copies.get(map_key(place.map))) is not None:
        # told only to those inside it, who need no name for it
        return f"({x},{y})" if copy.levels is None else f"({x},{y},{z})"
    level = live.level(place.map)
    if level is not None and live.grids[level[0]].levels is None:
        return f"({x},{y},{place.map})"
    return f"({x},{y},{z},{place.map})"


def known_level(live: Live, caller: Any, name: str) -> tuple[str, int] | None:
    """The map and sheet that a name says; of maps in fog, and dungeons, only where one has been.

    Of a matrix that is played, and of a map without rooms, it is said why nothing is told. Who has
    no character, as at the terminal, knows all.
    """
    level = live.level(name)
    if caller is None or (level is not None and is_alike(live, level[0])):
        return level
    if level is None:
        # how many levels a game has is not told, so it has all of them
        level = split_level(map_key(name))
        is_game = level is not None and level[0] in live.played
        return level if level is not None and is_game and _plays(live, caller, level[0]) else None
    if _plays(live, caller, level[0]) or not live.spawned(level[0]):
        return level
    return level if sees_map(live, caller, level[0]) else None


def _plays(live: Live, caller: Any, key: str) -> bool:
    """Whether a map is a game of which the caller is told nothing, its size among it."""
    return caller is not None and viewer_of(live, caller).plays(live, key)


def _unquoted(name: str) -> str:
    for quote in ("'", '"'):
        if len(name) > 1 and name.startswith(quote) and name.endswith(quote):
            return name[1:-1]
    return name


def _standing_on(live: Live, caller: Any) -> tuple[str, int]:
    """The map and the sheet on which the caller stands."""
    here = live.where(caller.location) if caller is not None else None
    if here is None:
        raise GridError(
            _("You are not on a map, so a coordinate must name its map."),
            _("Write (x,y,map) or (x,y,z,map)."),
        )
    return here[0], live.grids[here[0]].coord(here[1]).z


def _named(live: Live, caller: Any, level: tuple[str, int], name: str) -> tuple[str, int]:
    """The map and the sheet that a known name says; a whole 3D map says no sheet."""
    grid = live.grids[level[0]]
    if grid.levels is None or _plays(live, caller, level[0]):
        return level
    if split_level(name) is None:
        raise GridError(
            _("{name} has several levels.").format(name=grid.name),
            _("Say which, 0 to {last}: (x,y,z,{name}).").format(
                last=grid.levels - 1, name=grid.name
            ),
        )
    return level


def _numbered(live: Live, caller: Any, text: str) -> tuple[str, int]:
    """`z` of the map where one stands, or `z,NAME`."""
    number, comma, name = (part.strip() for part in text.partition(","))
    name = _unquoted(name)
    if not _NUMBER.fullmatch(number):
        raise _no_map(_unquoted(text))
    if not comma:
        key = _standing_on(live, caller)[0]
    elif split_level(name) is None and (level := known_level(live, caller, name)) is not None:
        key = level[0]
    else:
        raise _no_map(name)
    z = int(number)
    return key, z if _plays(live, caller, key) else checked_level(live, key, z)


def _no_map(name: str) -> GridError:
    return GridError(
        _("There is no map '{name}'.").format(name=name),
        _("Write (x,y,map) or (x,y,z,map) with the name of a map."),
    )


def checked_level(live: Live, key: str, z: int) -> int:
    """The level `z` of a map.

    Raises:
        GridError: if the map has no such level.

    """
    grid = live.grids[key]
    if grid.levels is None and z:
        raise GridError(
            _("{name} is a single sheet; it has no level {level}.").format(name=grid.name, level=z),
            _("Leave the level out: (x,y,map)."),
        )
    if not 0 <= z < (grid.levels or 1):
        raise GridError(
            _("{name} has no level {level}.").format(name=grid.name, level=z),
            _("Its levels are 0 to {last}.").format(last=(grid.levels or 1) - 1),
        )
    return z
