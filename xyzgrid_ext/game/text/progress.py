"""How much of the maps somebody has explored.

    Explored: 12 of 40 rooms, 30%.        below `map`, on a map in fog
    Lantern Quay   34 of 40 rooms, 85%     `map explored`, all maps that one has visited

Dungeons are left out, since their size is part of the game. The one that somebody is in has a line
of its own in `score`.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.visibility import explored, matrix_state
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.visibility.dungeon_state import dungeon_at
from xyzgrid_ext.game.world.world import Live


def below_map(live: Live, character: Any, key: str) -> str:
    """Return the line below a map; empty if everybody sees all of the map."""
    if key not in live.in_fog:
        return ""
    return "|x" + _("Explored: {share}.").format(share=_share(live, character, key)) + "|n"


def overview(live: Live, character: Any) -> str:
    """Return a line for each map that a character has visited, sorted by name."""
    keys = [
        key
        for key, grid in live.grids.items()
        if "dungeon" not in grid.options
        and matrix_state.knows(live, character, key)
        and explored.been(live, character, key).any()
    ]
    if not keys:
        return _("You have not explored any maps yet.")
    names = {key: title(live.grids[key]) for key in keys}
    wide = max(map(len, names.values()))
    keys.sort(key=lambda key: name_key(names[key]))
    lines = [f"  |w{names[key]:<{wide}}|n  {_share(live, character, key)}" for key in keys]
    return "\n".join((_("Explored:"), *lines))


def in_dungeon(live: Live, character: Any) -> str:
    """Return what was seen and done in the dungeon around a character; empty outside dungeons."""
    if (found := dungeon_at(character.location)) is None:
        return ""
    state = found[0]
    seen, done = len(state.record.seen), len(state.record.taken)
    rooms = ngettext("{number} room seen", "{number} rooms seen", seen).format(number=seen)
    things = ngettext("{number} thing done", "{number} things done", done).format(number=done)
    text = _("In {map}: {rooms}, {things}. Type |wnotes|n to see what is left.")
    if state.record.ended is not None:
        text = _("In {map}: {rooms}, {things}. It is won.")
    return text.format(map=title(live.grids[state.key]), rooms=rooms, things=things)


def _share(live: Live, character: Any, key: str) -> str:
    """Return the explored share as `12 of 40 rooms, 30%`; only complete maps show 100."""
    number, total = int(explored.been(live, character, key).sum()), live.grids[key].rooms
    if live.grids[key].tiles is not None:  # what is drawn so far says nothing of an endless land
        return ngettext("{number} room", "{number} rooms", number).format(number=number)
    return ngettext(
        "{number} of {total} room, {share}%", "{number} of {total} rooms, {share}%", total
    ).format(number=number, total=total, share=100 * number // total)
