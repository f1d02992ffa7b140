"""What builders read of contents: each slot, and how it compares with the file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.grammar import Request, Word
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn.things import existing_things
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.contents.respawning import is_as_written
from xyzgrid_ext.parts.contents.rows import Slot, is_slot
from xyzgrid_ext.parts.contents.stock import stock_of


class Standing(StrEnum):
    """How a slot, and what is in it, compare with the file."""

    HERE = "here"
    MADE = "to be made"  # nothing has been there yet
    MISSING = "missing"  # it has gone
    CHANGED = "changed"  # it is there, as the file had it before
    SURPLUS = "surplus"  # it is there, and the file no longer has it


def compare_slot(live: Live, slot: Slot) -> Standing:
    """Return how a slot of the file compares with what is in it."""
    if slot.pk is None:
        return Standing.MISSING if slot.times else Standing.MADE
    return Standing.HERE if is_as_written(live, slot) else Standing.CHANGED


def list_contents(request: Request) -> list[str]:
    """Return the slots of the maps that a request names, or of all, line by line.

    Raises:
        UsageError: if there is no map of a name.
    """
    live = current()
    stock = stock_of(live)
    drain(stock.read_steps(live))
    keys = [map_key(name) for name in request.names] or sorted(live.grids)
    lines: list[str] = []
    for key in keys:
        if key not in live.everywhere:
            raise UsageError(f"there is no map '{key}'", "`list` shows all maps")
        slots = {slot for room, each in stock.in_rooms.items() if room[0] == key for slot in each}
        lines += _of_map(live, key, sorted(slots, key=lambda slot: (str(slot.owner), slot.name)))
    return lines


def _of_map(live: Live, key: str, tops: Sequence[Slot]) -> Iterator[str]:
    """Yield the lines of a map; none if it has no contents."""
    rows = [(compare_slot(live, slot), slot) for top in tops for slot in (top, *top.inside)]
    expected = {slot.pk for _standing, slot in rows}
    surplus = [
        (thing, pk)
        for thing, (pk, _is_of_absent) in existing_things().items()
        if is_slot(thing.name) and pk not in expected and live.room_at_xyz(*thing.room) is not None
        if thing.room.z in live.everywhere[key].zkeys
    ]
    if not rows and not surplus:
        return
    counts = Counter(standing for standing, _slot in rows)
    counts[Standing.SURPLUS] = len(surplus)
    yield f"{key}: " + ", ".join(f"{counts[each]} {each}" for each in Standing if counts[each])
    for standing, slot in rows:
        yield f"  {_owner(live, slot)} {slot.name}: {standing}{_more(live, standing, slot)}"
    for thing, pk in surplus:
        place = live.place_text(thing.room)
        yield f"  {place} {thing.name}: {Standing.SURPLUS} (#{pk}); `spawn` removes it"


def _owner(live: Live, slot: Slot) -> str:
    room = live.room_of(slot.owner) if isinstance(slot.owner, int) else None
    return str(slot.owner) if room is None else live.place_text(live.xyz(room))


def _more(live: Live, standing: Standing, slot: Slot) -> str:
    if standing is Standing.MADE:
        return ", when somebody is near"
    if standing is Standing.MISSING:
        if slot.row.seconds is None:
            return ", and never comes back"
        left = slot.due - time.time()
        words = " while " + ", ".join(slot.row.words) if slot.row.words else ""
        if slot.due < 0:
            return ", comes back when all have gone"
        return f", comes back in {left:,.0f} s" if left > 0 else f", comes back{words}"
    here = live.room_of(slot.at)
    holder = objects.object_by_id(slot.at) if here is None else None
    place = (
        live.place_text(live.xyz(here)) if here is not None else getattr(holder, "key", "nowhere")
    )
    return f", in {place} (#{slot.pk})"


WORDS = (
    Word("contents", "contents [MAP ...]", "show the contents of rooms, and what is missing", """
Shows what rooms should have by the key `contents`, and what they have: what is here and where, what
is to be made when somebody comes near, what is missing and when it comes back, what has changed in
the file and is brought up to date when somebody comes near, and what the file no longer has, which
`spawn` removes.

    evennia xyzgrid contents town
""", answer=list_contents, nothing="No map has contents."),
)  # fmt: skip
"""The words of `evennia xyzgrid` about contents."""
