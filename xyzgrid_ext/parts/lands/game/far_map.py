"""`map far`: an endless land from afar, where one symbol stands for many cells.

~~~^^nn"",,o Ashwick        the seed gives all of it, whether or not it is drawn; a worker
~~~~^^n#####@,,,TT          draws it, and the last pictures are kept
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.base.lru_cache import LRUCache, text_bytes
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screens import client_height, client_width, legend_text
from xyzgrid_ext.game.visibility.names import place_text
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST, is_inside_land
from xyzgrid_ext.parts.lands.game.maps import ground_at, land_ground, land_picture_of, land_places

_CODE = re.compile(r"\|\w")  # of colours
_BESIDE = 8  # rows of the screen for the text around it
_WIDEST, _HIGHEST = 120, 50
_BYTES = 2_000_000
_pictures = PerWorld(lambda: LRUCache[str](_BYTES, text_bytes))


def far_map(live: Live, looker: Looker, here: Room, zoom: int) -> Generator[Any, None, str]:
    """Return a picture of the land around a room; for screen readers, a list of its places.

    Each symbol stands for `zoom` by `zoom` cells.

    Raises:
        PlayerError: if the looker may not see all of it.
    """
    key = here[0]
    grid, viewer = live.grids[key], CharacterViewer(live, looker)
    if key in live.in_fog and not viewer.sees_all:
        raise PlayerError(
            _("You know only what you have seen of {name}.").format(name=grid.title),
            _("|wmap|n shows where you are."),
        )
    x, y, _z = grid.coord(here[1])
    if screenreader.is_on(looker):
        return _named(live, key, (x, y))
    size = (
        min(client_width(looker), _WIDEST),
        max(9, min(client_height(looker) - _BESIDE, _HIGHEST)),
    )
    cache, name = _pictures.of(live), (key, x // zoom, y // zoom, zoom, size)

    def draw() -> str:
        return "\n".join(land_picture_of(live.loaded[key], (x, y), size, zoom))

    new_picture = (
        None
        if name in cache
        else (yield from run_in_thread("land drawn from afar", FEWEST_FOR_THREAD, draw))
    )
    picture = cache.get(name, lambda: new_picture or draw())
    scale = _("Each symbol stands for {zoom} by {zoom} cells.").format(zoom=zoom)
    symbols = set(_CODE.sub("", picture))
    names = [f"|w{s}|n {name}" for s, name in land_ground().symbols.items() if s in symbols]
    legend = legend_text(names, size[0])
    return "\n".join((f"|w{grid.title}|n", picture, legend, f"|x{scale}|n"))


def _named(live: Live, key: str, here: tuple[int, int]) -> str:
    """Return the places of a land in words, the nearest first."""

    def far(place: tuple[str, tuple[int, int]]) -> int:
        return abs(place[1][0] - here[0]) + abs(place[1][1] - here[1])

    places = sorted(land_places(live.loaded[key]).items(), key=far)
    texts = [_("{name} is at ({x},{y}).").format(name=name, x=x, y=y) for name, (x, y) in places]
    return "\n".join(texts) or _("This land has no named places.")


def no_room_error(live: Live, place: Place) -> PlayerError | None:
    """Return the error that a place of an endless land has no room; None for other maps."""
    key, (x, y, _z) = map_key(place.map), place.coord
    if key not in live.grids or live.grids[key].tiles is None:
        return None
    if live.is_undrawn(place):
        text = _("The land at {place} is not drawn yet.")
        cure = _("It is drawn when somebody comes near.")
        return PlayerError(text.format(place=place_text(live, place)), cure)
    if is_inside_land(x, y):
        text = _("Nobody can stand at {place}: there is {ground}.")
        ground = ground_at(live.loaded[key], (x, y))
        return PlayerError(text.format(place=place_text(live, place), ground=ground))
    bounds = _("Coordinates of this land go from {least} to {most}.")
    return PlayerError(
        _("There is no room at {place}.").format(place=place_text(live, place)),
        bounds.format(least=-FARTHEST, most=FARTHEST - 1),
    )
