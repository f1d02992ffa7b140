"""Lists what builders changed in the running game, room by room, as operations."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.editing.operations import apply_all
from xyzgrid_ext.core.editing.values import OperationError
from xyzgrid_ext.core.spawn.by_hand import Difference, operations
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps, perform
from xyzgrid_ext.game.cli.pull import Pulled, is_new, refuses, told
from xyzgrid_ext.game.spawn import by_hand
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.web.edit.drafts import OpenDraft


def changes(draft: OpenDraft) -> list[dict[str, Any]]:
    """Return the changes in the game that neither the file nor the draft has, room by room.

    `ops` put the usable changes of a room into the draft; None if no changes are usable.
    """
    found = perform(_changed(draft))
    rooms: dict[str, list[Difference]] = {}
    new = {one.place for one in found if is_new(one) and not one.exit}
    for one in found:
        to = one.game["to"] if is_new(one) and one.exit else one.place
        rooms.setdefault(to if to in new else one.place, []).append(one)
    told = (_room(place, tuple(own), draft) for place, own in sorted(rooms.items()))
    return [one for one in told if one is not None]


def _changed(draft: OpenDraft) -> Steps[tuple[Difference, ...]]:
    one = draft.map
    key, refuse = map_key(one.found.name), refuses(one)
    changed = yield from by_hand.changed_steps(current(), key, one.document, refuse, SERVER)
    return changed.differences


def _room(place: str, found: tuple[Difference, ...], draft: OpenDraft) -> dict[str, Any] | None:
    """Return one room of the list; None if the draft already has all its changes."""
    taken = tuple(one for one in found if not one.why)
    shown = Pulled(draft.map, found, taken, refuses(draft.map))
    lines = [line for one in found for line in told(one, shown)]
    try:
        ops = operations(draft.document, shown.taken)
        document, _undo = apply_all(draft.document, ops)
    except OperationError as error:
        if error.code == "room-exists":  # already taken over, or drawn meanwhile
            return None
        ops, document = [], draft.document
        lines.append(error.message)
    if shown.taken and ops and document == draft.document:
        return None
    name = draft.document["rooms"].get(place, {}).get("name", "")
    conflict = any(one.is_conflict for one in found)
    return {"room": place, "name": name, "lines": lines, "conflict": conflict, "ops": ops or None}
