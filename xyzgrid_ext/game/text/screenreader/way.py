"""A route for screen readers: one sentence per map, and a speedwalk for clients.

In town: 2 north. Then in glasswork: forward, 3 up, 2 right, wormhole.
Speed-walk: 2n fo 3u 2ri wh.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from xyzgrid_ext.core.routes import RouteStep, speedwalk, way_word
from xyzgrid_ext.game.text.directions import counted
from xyzgrid_ext.game.text.screenreader.text import paragraphs
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.world.world import Live


def aloud(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route, map by map with repeated exits counted, and its speedwalk."""
    told: list[str] = []
    for key, of_map in groupby(steps, key=lambda step: step.source[0]):
        text = _("then in {map}: {exits}") if told else _("in {map}: {exits}")
        told.append(text.format(map=title(live.grids[key]), exits=exits_of(live, list(of_map))))
    return f"{paragraphs(told)}\n" + _("Speed-walk: {keys}.").format(keys=keys_of(live, steps))


def exits_of(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route in words: `2 north, east, up`."""
    return ", ".join(counted([way_word(live.router.way(step)) for step in steps])).replace(
        "\xa0", " "
    )


def keys_of(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits as keys: `2n e u`."""
    return speedwalk(live.router.way(step).token for step in steps)
