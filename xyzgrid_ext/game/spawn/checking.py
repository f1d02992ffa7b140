"""Faults of a map's prototypes that only the game can see: parents, classes, locks, boards.

Loading a map checks only its data. Here, each prototype is resolved as in a spawn, including those
of things in rooms; nothing is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.maps import boards
from xyzgrid_ext.game.spawn.templates import (
    Parents,
    places_of_prototypes,
    resolved,
    templates_steps,
)

_BOARDS = ("board", "live")  # attributes of a machine that name one


def prototype_findings_steps(grids: Iterable[Grid], pace: Pace) -> Steps[list[Finding]]:
    """Return all faults in the prototypes of the given maps, by map name."""
    parents, found = Parents(), list[Finding]()
    for grid in grids:
        faults: list[Finding] = []
        try:
            yield from templates_steps(grid, parents, pace)
        except RefusedError as err:
            faults += err.findings
        for number, place in sorted(places_of_prototypes(grid).items()):
            if number >= 0:
                faults += _things(grid.protos[number], parents, f"{place} things")
        found += [replace(f, file=grid.name, message=f"{f.file}: {f.message}") for f in faults]
    return found


def _things(prototype: Mapping[str, Any], parents: Parents, place: str) -> Iterator[Finding]:
    for number, thing in enumerate(prototype.get("things") or ()):
        if not isinstance(thing, Mapping):
            continue  # the check of the map's data has told of it
        try:
            template = resolved(thing, parents, place)
        except RefusedError as err:
            yield from (replace(finding, file=f"{place}[{number}]") for finding in err.findings)
            continue
        yield from _boards(template, f"{place}[{number}]")


def _boards(machine: Template, place: str) -> Iterator[Finding]:
    """Report a machine's unknown boards."""
    if not hasattr(class_from_module(machine.typeclass), "at_board_won"):
        return
    known = boards.names()
    for word in _BOARDS:
        name, _lock = machine.attrs.get((word, None), (None, ""))
        if not isinstance(name, str) or name in known:
            continue
        near = get_close_matches(name[:40], known, 1)
        cure = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"
        message = f"there is no board {name[:40]!r}, which {word} names"
        yield Finding(Severity.ERROR, "no-such-board", message, cure, file=place)
