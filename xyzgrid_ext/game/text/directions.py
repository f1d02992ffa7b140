"""Routes and places in words: exits, steps, levels, legs over a land, rooms of the same name.

Alley, east of The Square      the room beside it that is called otherwise, if it is known
Cellar, below The Mill
Alley (3,0,town)               where no such room lies beside it, and for builders
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import RouteStep, speedwalk, way_word
from xyzgrid_ext.game.visibility.names import name_of, place_text
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, Sights
from xyzgrid_ext.game.world.world import Live, Room

_TOGETHER = "\N{NO-BREAK SPACE}"  # no line ends between a count and its word


def steps_in_words(number: int) -> str:
    """Return a number of steps as text: `1 step`, `7 steps`."""
    return ngettext("{number} step", "{number} steps", number).format(number=number)


def time_in_words(seconds: float) -> str:
    """Return a time as text: `about 20 seconds`, `about 3 minutes`."""
    if seconds < 90:
        number = max(1, round(seconds))
        return ngettext("about {number} second", "about {number} seconds", number).format(
            number=number
        )
    number = round(seconds / 60)
    return _("about {number} minutes").format(number=number)


def floor_in_words(grid: Grid, z: int) -> str:
    """Return the name of a level: `ground floor`, `floor 2`.

    It is `level 2` in a matrix whose levels stand one behind the other.
    """
    if not grid.drawn and grid.options.get("directions") != "compass":
        return _("level {level}").format(level=z)
    return _("ground floor") if z == 0 else _("floor {level}").format(level=z)


def route_in_words(live: Live, steps: Sequence[RouteStep], width: int) -> str:
    """Return the exits of a route and its speedwalk, map by map, in lines of `width` columns."""
    lines = []
    for key, of_map in groupby(steps, key=lambda step: step.source[0]):
        words = ", ".join(count_repeats([way_word(live.router.way(step)) for step in of_map]))
        lines += _wrap_lines(f"  {live.grids[key].title}: ", words, width)
    short = speedwalk(live.router.way(step).token for step in steps)
    lines += _wrap_lines(_("Speed-walk: "), short, width)
    return "\n".join(lines)


def count_repeats(words: Sequence[str]) -> list[str]:
    """Return words with each run of equal ones counted: `["3 north", "east"]`."""
    groups = ((word, len(list(group))) for word, group in groupby(words))
    return [f"{count}{_TOGETHER}{word}" if count > 1 else word for word, count in groups]


def exits_in_words(words: Sequence[str]) -> str:
    """Return the names of exits in one line, repeated ones counted: `3 north, east`."""
    return ", ".join(count_repeats(words)).replace(_TOGETHER, " ")


def _wrap_lines(head: str, text: str, width: int) -> list[str]:
    lines = textwrap.wrap(
        text,
        max(width, 20),
        initial_indent=head,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_TOGETHER, " ") for line in lines]


_BESIDE = {
    "north": gettext_noop("{name}, north of {place}"),
    "northeast": gettext_noop("{name}, northeast of {place}"),
    "east": gettext_noop("{name}, east of {place}"),
    "southeast": gettext_noop("{name}, southeast of {place}"),
    "south": gettext_noop("{name}, south of {place}"),
    "southwest": gettext_noop("{name}, southwest of {place}"),
    "west": gettext_noop("{name}, west of {place}"),
    "northwest": gettext_noop("{name}, northwest of {place}"),
    "up": gettext_noop("{name}, above {place}"),
    "down": gettext_noop("{name}, below {place}"),
}


def distinct_name(viewer: CharacterViewer, room: Room) -> str:
    """Return the name of a room and its place: `Cellar, below The Mill` or `Alley (3,0,town)`."""
    live, (key, number), name = viewer.live, room, name_of(viewer.live, room)
    grid, sights, veiled = live.grids[key], Sights(live, viewer), live.restricted_links(key)
    links = [] if viewer.sees_all else np.flatnonzero(grid.target == number).tolist()
    for link in links:
        beside = (key, int(grid.source[link]))
        text = _BESIDE.get(grid.ways[int(grid.way[link])].key)
        if text is None or link in veiled or not sights.knows(beside):
            continue
        place = name_of(live, beside)
        if name_key(place) != name_key(name):
            return _(text).format(name=name, place=place)
    return f"{name} {place_text(live, live.router.place(room))}"
