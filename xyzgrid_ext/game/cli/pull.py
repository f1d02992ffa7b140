"""`pull`: shows what builders changed in the game, and writes it into the map files.

    file ─┐                 shown: ~ + - ! ?, and the diff of the file
    game ─┴─► differences ─►
                            --apply: the file is written, read again, and rooms and exits that were
                            made by hand become those of the map, with all that is in them

A value changed on both sides is a conflict, and stays until somebody decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.editing import policy
from xyzgrid_ext.core.editing.operations import Operation
from xyzgrid_ext.core.editing.values import Document, cell_of
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.spawn import XYZ, SpawnPlan
from xyzgrid_ext.core.spawn.differences import Refuse
from xyzgrid_ext.core.spawn.merging import Difference
from xyzgrid_ext.game.base import elsewhere
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.drawing import written_steps
from xyzgrid_ext.game.cli.naming import no_room, parts_of
from xyzgrid_ext.game.cli.pull_text import CONFLICT, SHOWN, told
from xyzgrid_ext.game.cli.pulled import (
    APPLY,
    CLASSES,
    GAME,
    Pulled,
    applied,
    conflicts_of,
    file_of,
    is_new,
    xyz_of,
)
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.maps import editing
from xyzgrid_ext.game.maps.editing import EditedMap
from xyzgrid_ext.game.spawn import by_hand, record, spawning
from xyzgrid_ext.game.world.world import Live

OPTIONS = frozenset({APPLY, GAME, CLASSES})
NOTHING = "Nothing to take: the files say what is in the game."


class _Written(NamedTuple):
    """The changes to write into a file, in the form for `written_steps`."""

    digest: str
    text: str
    document: Document


def found_steps(
    live: Live,
    names: Sequence[str],
    pace: Pace,
    options: Collection[str],
    refused: list[Finding],
) -> Steps[list[Pulled]]:
    """Find the differences between the game and the files of maps, or of parts of maps."""
    game, classes = GAME in options, CLASSES in options
    keys, is_meant, named = parts_of(live, names)
    found, differing = list[Pulled](), list[Difference]()
    for key in keys:
        try:
            if key in live.loaded:
                editing.refuse_large(
                    live.loaded[key], editing.LAND_ROOMS
                )  # before its file is read once more
            meant = editing.find(live.loaded, key, editing.LAND_ROOMS)
            size, work = meant.grid.rooms, partial(editing.opened, meant)
            one = yield from elsewhere.beside("files", size, work)
        except UsageError:  # it is too large to be written, or not of this game's files
            if names:
                raise
            continue
        refuse = refuses(one, policy.CLASSES if classes else ())
        changed = yield from by_hand.changed_steps(live, key, one.document, refuse, pace, classes)
        refused += changed.faults
        own = _chosen(changed.differences, live, key, is_meant)
        differing += own
        if own:
            taken = tuple(d for d in own if not d.why and (game or not d.is_conflict))
            found.append(Pulled(one, own, taken, refuse))
    for name, part in named:
        if not any(part(xyz) for one in differing if (xyz := xyz_of(one)) is not None):
            raise no_room(name)
    return found


def refuses(one: EditedMap, allowed: Collection[str] = ()) -> Refuse:
    """Return a function that refuses operations beyond a builder's rights or a file's language."""

    def refuse(document: Document, op: Operation) -> None:
        policy.refuse_code(document, op, allowed)
        one.refuse(op, str(op.get("room", "")))

    return refuse


def _chosen(
    found: Sequence[Difference], live: Live, key: str, is_meant: Callable[[XYZ], bool]
) -> tuple[Difference, ...]:
    """Return the differences in the chosen rooms, including rooms that were dug from there."""
    grid = live.grids[key]

    def means(place: str) -> bool:
        x, y, z = cell_of(place)
        name = key if grid.levels is None else f"{key}:{z}"
        return is_meant(XYZ(x, y, name))

    meant = {one.place for one in found if means(one.place)}
    new = {one.place for one in found if one.field == "room" and is_new(one)}
    while True:  # new rooms that are dug from others come with these
        more = {
            to
            for one in found
            if one.field == "exit" and is_new(one)
            for to in [one.game["to"]]
            if to in new and one.place in meant and to not in meant
        }
        if not more:
            break
        meant |= more
    return tuple(
        one
        for one in found
        if one.place in meant
        or (one.field == "exit" and is_new(one) and one.game["to"] in meant & new)
    )


def taken_steps(grid: Any, found: Sequence[Pulled], pace: Pace) -> Steps[list[str]]:
    """Write the taken changes into the files; report them and the ones that remain.

    Rooms and exits of builders then belong to the map, with everything in them.

    Raises:
        UsageError: if a file has changed meanwhile, or cannot hold the changes; it then stays as it
            was.

    """
    lines = []
    for one in found:
        if one.taken:
            lines.append((yield from _take_steps(grid, one, pace)))
        left = tuple(d for d in one.found if d not in one.taken)
        lines += [line for d in left for line in told(d, one)][:SHOWN]
    if conflicts_of(found):
        lines.append(CONFLICT)
    return lines or [NOTHING]


def _take_steps(grid: Any, one: Pulled, pace: Pace) -> Steps[str]:
    key, name = map_key(one.map.found.name), file_of(one.map)
    size, work = len(one.map.document["rooms"]), partial(applied, one)
    document, _ops, text = yield from elsewhere.beside("files", size, work)
    row = _Written(one.map.found.digest, text, document)
    live, _found, _document = yield from written_steps(grid, key, row, pace)
    grid.install(live)
    by_hand.adopt(live, one.taken)
    todo = yield from spawning.plan_steps(live, [key], pace=pace)
    yield from spawning.apply_steps(live, _about(todo, one), pace, f"pull {one.map.found.name}")
    left = {d.spot for d in one.found if d not in one.taken}
    assert todo.wanted is not None  # it is a plan of the whole map
    places = {d.spot for d in one.taken if d.spot is not None} - left
    yield from record.put_steps(todo.wanted, places, pace)
    rooms = counted(len({d.place for d in one.taken}), "room")
    return f"{counted(len(one.taken), 'change')} of {rooms} taken into {name}"


def _about(todo: SpawnPlan, one: Pulled) -> SpawnPlan:
    """Return the part of a plan that concerns taken rows with no other changes to lose."""
    left = {d.row for d in one.found if d not in one.taken}
    rows = {d.row for d in one.taken} - left
    gone = {d.spot for d in one.taken if d.game is None}
    return SpawnPlan(
        {},
        {},
        {k: v for k, v in todo.changed_rooms.items() if v[0].id in rows},
        {k: v for k, v in todo.changed_exits.items() if v[0].id in rows},
        {},
        {k: v for k, v in todo.gone_exits.items() if k in gone or k.room in gone},
        ids=todo.ids,
    )
