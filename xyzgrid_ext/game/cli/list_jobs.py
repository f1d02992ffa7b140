"""The jobs that change the list of maps: `add`, a builder's `dungeon`, `delete`, `prune`."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.diff import departure_lines, diff_lines
from xyzgrid_ext.game.cli.naming import (
    unknown,
)
from xyzgrid_ext.game.cli.orders import JobReport, Order
from xyzgrid_ext.game.cli.report import (
    counted,
    moved_parts,
    never_made_lines,
    size_of,
)
from xyzgrid_ext.game.cli.spawn_jobs import checked_steps, spawn
from xyzgrid_ext.game.cli.undoing import undone_lines, undone_steps
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.dungeon_site import site_of
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.orphans import numbers, orphans_steps
from xyzgrid_ext.game.visibility.coordinates import name_of, written


def add(grid: Any, order: Order) -> Steps[JobReport]:
    """Put the maps of files on the list, and report on these maps."""
    known = {map_key(name) for record in grid.records for name in record["maps"]}
    found = yield from grid.add_steps(order.names, order.pace)
    lines, keys = list[str](), {map_key(one.name) for one in found}
    for one in found:
        word = "read again" if map_key(one.name) in known else "added"
        lines.append(f"{word} '{one.name}': {size_of(one.grid) if one.grid else ''}")
        lines += [indent(str(finding), "  ") for finding in one.findings]
    findings = yield from checked_steps(grid.live)
    told = (f for f in findings if f.code == "no-such-target" and map_key(f.file) in keys)
    lines += map(str, told)
    if keys <= grid.live.lazy:
        return JobReport((*lines, "Rooms are made when somebody comes: there is nothing to spawn."))
    return JobReport((*lines, "Make the rooms: evennia xyzgrid spawn"))


def dungeon(grid: Any, order: Order) -> Steps[JobReport]:
    """Make the dungeon that a builder ordered, with its rooms; report only on that dungeon."""
    (one,) = yield from grid.add_steps(order.names, order.pace)
    made = yield from spawn(grid, Order((one.name,), order.pace))
    live, key = grid.live, map_key(one.name)
    site = site_of(live.grids[key])
    if site is None or live.spawned(key) != one.grid.rooms:
        return made
    entrance = live.grids[key].place(site.start)
    lines = (
        f"The dungeon '{one.name}' is ready: {size_of(one.grid)}.".replace(", ", " and "),
        f"Its entrance is {name_of(live, (key, site.start))}: type",
        f"  open {one.name.split()[-1]} = {written(live, entrance)}",
        "and the place where you stand then has a way in.",
    )
    return JobReport((*(str(finding) for finding in one.findings), *lines))


def delete(grid: Any, order: Order) -> Steps[JobReport]:
    """Remove maps with their rooms, or the whole grid."""
    if not order.maps:
        gone = yield from _removed_steps(
            grid, order, None, ["This removes the whole grid with all its rooms and exits."]
        )
        grid.delete()
        return JobReport((*gone, "The grid is gone."))
    # also of renamed maps, whose old names are no longer listed
    known = {key: key for key in spawning.spawned()}
    known |= {map_key(name): name for record in grid.records for name in record["maps"]}
    for name in order.maps:
        if map_key(name) not in known:
            raise unknown(name, known.values())
    keys = [map_key(name) for name in order.maps]
    shown = ", ".join(f"'{known[key]}'" for key in keys)
    files = dict.fromkeys(
        record["reference"]
        for record in grid.records
        for name in record["maps"]
        if map_key(name) in keys and not is_order(record["reference"])
    )
    question = f"This removes {shown} with all rooms and exits."
    lines = [*never_made_lines(grid.live, keys), question]
    gone = yield from _removed_steps(grid, order, keys, lines)
    yield from grid.remove_steps(order.maps, order.pace)
    stay = (f"{file} stays: `evennia xyzgrid add {file}` adds it again." for file in files)
    return JobReport((*gone, f"{shown} gone.", *stay))


def _removed_steps(
    grid: Any, order: Order, keys: list[str] | None, question: list[str]
) -> Steps[list[str]]:
    """Remove the rooms of maps after asking; return what became of those in them."""
    todo = yield from spawning.removal_steps(grid.live, keys, order.pace)
    todo = replace(todo, with_contents=order.with_contents)
    leaving = departure_lines(todo, grid.live)
    undone = yield from undone_steps(grid.live, todo, order.pace)
    order.agree("\n".join((*leaving, *undone_lines(undone), *question)))
    yield from spawning.apply_steps(grid.live, todo, order.pace, " ".join(("delete", *order.maps)))
    return leaving


def prune(grid: Any, order: Order) -> Steps[JobReport]:
    """Remove rooms and exits of maps that are not on the list any more."""
    left = yield from orphans_steps(grid.live, order.pace)
    left = replace(left, with_contents=order.with_contents)
    if not left:
        return JobReport(("Nothing to do: all rooms that the grid made are of maps on its list.",))
    rooms, exits = counted(len(left.gone_rooms), "room"), counted(len(left.gone_exits), "exit")
    maps = ", ".join(f"'{name}'" for name in numbers(left)) or "maps that have no rooms any more"
    shown = "\n".join(diff_lines(left, grid.live)[:-1])
    order.agree(f"{shown}\nThis removes {rooms} and {exits} of {maps}.")
    done = yield from spawning.apply_steps(grid.live, left, order.pace, "prune")
    line = ", ".join((f"removed {rooms} and {exits}", *moved_parts(done)))
    return JobReport((*departure_lines(left, grid.live), line))
