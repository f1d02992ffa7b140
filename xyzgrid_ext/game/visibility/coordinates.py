"""Turns typed coordinates into places and rooms, and back into text.

    (x,y)          on the sheet of the viewer
    (x,y,NAME)     on a drawn map, or on a level: (2,2,cube:0)
    (x,y,z)        on another sheet of the viewer's 3D map
    (x,y,z,NAME)   in a 3D map

In `(x,y,NAME)`, the third part names a map if there is a known map of that name, even if the name
is a number; otherwise it names a level.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.land.tiles import FARTHEST, is_of_land
from xyzgrid_ext.core.target import Coordinates
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.maps.lands import ground_at
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.viewer import Viewer, is_alike, sees_map, viewer_of
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room


class FarError(PlayerError):
    """Raised for a place in an endless land where the land has not been drawn yet.

    Attributes:
        place: the place.

    """

    def __init__(self, live: Live, place: Place) -> None:
        text = _("The land at {place} is not drawn yet.")
        super().__init__(
            text.format(place=written(live, place)), _("It is drawn when somebody comes near.")
        )
        self.place = place


def place_of(target: Coordinates, live: Live, viewer: Viewer) -> Place:
    """Return the place that coordinates name, from the position of a viewer.

    The map and the level exist, but there may be no room at the place.

    Raises:
        PlayerError: if they are malformed, or name a map or level that does not exist.

    """
    if target.xy is None:
        raise PlayerError(
            _("'{text}' is not a coordinate.").format(text=target.text),
            _("Write (x,y), (x,y,map) or (x,y,z,map)."),
        )
    if target.name is None:
        key, z = _standing_on(live, viewer)
    elif (level := known_level(live, viewer, target.name)) is not None:
        key, z = _named(live, viewer, level, target.name)
    else:
        key, z = _numbered(live, viewer, target)
    return Place(live.grids[key].name, Coord(*target.xy, z))


def room_at(target: Coordinates, live: Live, viewer: Viewer) -> Room:
    """Return the room at typed coordinates.

    Raises:
        PlayerError: if `place_of` raises it, or if there is no room.

    """
    return room_of(place_of(target, live, viewer), live)


def room_of(place: Place, live: Live) -> Room:
    """Return the room at this place.

    Raises:
        PlayerError: if there is none.

    """
    if (room := live.locate(place)) is None:
        if drawing.is_undrawn(live, place):
            raise FarError(live, place)
        key, (x, y, _z) = map_key(place.map), place.coord
        is_land = key in live.grids and live.grids[key].tiles is not None
        if is_land and is_of_land(x, y):
            text = _("Nobody can stand at {place}: there is {ground}.")
            ground = ground_at(live.loaded[key], (x, y))
            raise PlayerError(text.format(place=written(live, place), ground=ground))
        cure = _("|wmap|n shows where the rooms are.")
        if is_land:
            bounds = _("Coordinates of this land go from {least} to {most}.")
            cure = bounds.format(least=-FARTHEST, most=FARTHEST - 1)
        text = _("There is no room at {place}.")
        raise PlayerError(text.format(place=written(live, place)), cure)
    return room


def written(live: Live, place: Place) -> str:
    """Return a place as people write it: without a level if the map has none."""
    x, y, z = place.coord
    if (copy := live.copies.get(map_key(place.map))) is not None:
        # told only to those inside it, who need no name for it
        return f"({x},{y})" if copy.levels is None else f"({x},{y},{z})"
    level = live.level(place.map)
    return place.written(is_flat=level is not None and live.grids[level[0]].levels is None)


def name_of(live: Live, room: Room) -> str:
    """Return the name of a room, or its coordinates if it is not spawned."""
    return unmade.name_of(live, room) or written(live, live.router.place(room))


def name_among(live: Live, room: Room) -> str:
    """Return the name of a room, with its coordinate if others of its map share its prototype.

    The coordinate can be typed on the same map: `The Silvering Rooms (3,1,6)`. No query.
    """
    (key, number), name = room, name_of(live, room)
    grid = live.grids[key]
    if int((grid.room_proto == grid.room_proto[number]).sum()) < 2:
        return name
    coord = grid.coord(number)[: 2 if grid.levels is None else 3]
    return f"{name} ({','.join(map(str, coord))})"


def known_level(live: Live, looker: Any, name: str) -> tuple[str, int] | None:
    """Return the map and sheet of a name; in fog and dungeons only those where the viewer has been.

    For a matrix in play, and for a map without rooms, the error says why nothing is shown.
    """
    level = live.level(name)
    if level is not None and is_alike(live, level[0]):
        return level
    viewer = viewer_of(live, looker)
    if level is None:
        # how many levels a game has is not told, so it has all of them
        level = split_level(map_key(name))
        is_game = level is not None and level[0] in live.played
        return level if level is not None and is_game and viewer.plays(live, level[0]) else None
    if viewer.plays(live, level[0]) or not live.has_rooms(level[0]):
        return level
    return level if sees_map(live, viewer, level[0]) else None


def _standing_on(live: Live, viewer: Viewer) -> tuple[str, int]:
    """Return the map and the level where the viewer is."""
    if (here := viewer.here) is None:
        raise PlayerError(
            _("You are not on a map, so a coordinate must name its map."),
            _("Write (x,y,map) or (x,y,z,map)."),
        )
    return here[0], live.grids[here[0]].coord(here[1]).z


def _named(live: Live, viewer: Viewer, level: tuple[str, int], name: str) -> tuple[str, int]:
    """Return the map and sheet of a known name; the name of a whole 3D map gives no sheet."""
    grid = live.grids[level[0]]
    if grid.levels is None or viewer.plays(live, level[0]):
        return level
    if split_level(name) is None:
        raise PlayerError(
            _("{name} has several levels.").format(name=grid.name),
            _("Say which one, 0 to {last}: (x,y,z,{name}).").format(
                last=grid.levels - 1, name=grid.name
            ),
        )
    return level


def _numbered(live: Live, viewer: Viewer, target: Coordinates) -> tuple[str, int]:
    """Return the map and the sheet for `z` on the viewer's map, or for `z,NAME`."""
    if target.level is None:
        raise _no_map(target.name or "")
    if target.map is None:
        key = _standing_on(live, viewer)[0]
    elif (
        split_level(target.map) is None
        and (level := known_level(live, viewer, target.map)) is not None
    ):
        key = level[0]
    else:
        raise _no_map(target.map)
    return key, target.level if viewer.plays(live, key) else checked_level(live, key, target.level)


def _no_map(name: str) -> PlayerError:
    return PlayerError(
        _("There is no map '{name}'.").format(name=name),
        _("Write (x,y,map) or (x,y,z,map) with the name of a map."),
    )


def checked_level(live: Live, key: str, z: int) -> int:
    """Return the level `z` of a map.

    Raises:
        PlayerError: if the map has no such level.

    """
    grid = live.grids[key]
    if grid.levels is None and z:
        raise PlayerError(
            _("{name} has only one level, so there is no level {level}.").format(
                name=grid.name, level=z
            ),
            _("Leave the level out: (x,y,map)."),
        )
    if not 0 <= z < (grid.levels or 1):
        raise PlayerError(
            _("{name} has no level {level}.").format(name=grid.name, level=z),
            _("Its levels are 0 to {last}.").format(last=(grid.levels or 1) - 1),
        )
    return z
