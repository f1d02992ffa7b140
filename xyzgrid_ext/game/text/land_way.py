"""A way over an endless land in words, leg by leg: `12 steps to the north along the road`."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.land.directions import LandLeg
from xyzgrid_ext.game.text.directions import steps_in_words
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility.dungeon_map import title

_DIRECTIONS = {
    "north": gettext_noop("to the north"),
    "northeast": gettext_noop("to the northeast"),
    "east": gettext_noop("to the east"),
    "southeast": gettext_noop("to the southeast"),
    "south": gettext_noop("to the south"),
    "southwest": gettext_noop("to the southwest"),
    "west": gettext_noop("to the west"),
    "northwest": gettext_noop("to the northwest"),
}


def legs_in_words(legs: Iterable[LandLeg], land: Grid | None, listens: bool) -> str:
    """Return a line for each leg; below or behind the title of the land, if it is given.

    `listens` is whether they are read aloud.
    """
    told = [_leg(leg) for leg in legs]
    if listens and land is not None:
        return sentence(_("in {map}: {exits}").format(map=title(land), exits=" ".join(told)))
    if listens:
        return "\n".join(told)
    lines = [f"  {one}" for one in told]
    return "\n".join(
        lines if land is None else [f"  {title(land)}:", *(f"  {one}" for one in lines)]
    )


def _leg(leg: LandLeg) -> str:
    if leg.is_road and leg.place:
        text = _("{steps} {direction} along the road to {place}.")
    elif leg.is_road:
        text = _("{steps} {direction} along the road.")
    elif leg.place:
        text = _("{steps} {direction} to {place}.")
    else:
        text = _("{steps} {direction}.")
    direction = _(_DIRECTIONS[leg.direction])
    return text.format(steps=steps_in_words(leg.steps), direction=direction, place=leg.place)
