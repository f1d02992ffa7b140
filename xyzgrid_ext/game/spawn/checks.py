"""Finds faults that loading a map cannot find, because they depend on the game.

commands      exits that are called as a command of players, which they take away
doubled       coordinates that a dict of a module has twice
items         things that exits need, by a name that nothing in the game has
prototypes    parents, classes, locks: each is resolved as in a spawn, nothing is made
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from evennia.prototypes import prototypes as protlib

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.grid import Grid, place_text
from xyzgrid_ext.core.grid.descriptions import things_of
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.grid.places import exit_text
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.core.mapdata.validate import doubled_coordinates
from xyzgrid_ext.core.names import item_names, name_key
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.core.spawn.wanted import exit_names
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.command_sets import player_words
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn.templates import (
    ParentPrototypes,
    finding_about_thing,
    first_uses,
    resolve_prototype,
    templates_steps,
    used_prototypes,
)

_ITEM = "item:"


def prototype_findings_steps(grids: Iterable[Grid], pace: Pace) -> Steps[list[Finding]]:
    """Return all faults of the prototypes of maps; each has the name of its map as its file."""
    parents, findings, commands = ParentPrototypes(), list[Finding](), player_words()
    for grid in grids:
        faults: list[Finding] = []
        try:
            templates = yield from templates_steps(grid, parents, pace)
            faults += _hidden_commands(grid, templates, commands)
        except RefusedError as err:
            faults += err.findings
        faults += yield from _things_steps(grid, parents, pace)
        # a thing that cannot be resolved is a fault of its room, too
        faults = list(dict.fromkeys(faults))
        findings += [replace(f, file=grid.name, message=f"{f.file}: {f.message}") for f in faults]
    return _once_a_part(findings)


def _once_a_part(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings, with one alone of those about things that wait for the same part."""
    rows = defaultdict[Any, list[Finding]](list)
    for finding in findings:
        waits = (finding.code, finding.severity) == ("absent-part", Severity.WARNING)
        rows[finding.cure if waits else finding].append(finding)
    return [
        replace(first, message=f"{first.message}; things that wait for it: {len(more) + 1}")
        if more
        else first
        for first, *more in rows.values()
    ]


def _hidden_commands(
    grid: Grid, templates: Sequence[Template], commands: Mapping[str, str]
) -> Iterator[Finding]:
    """Report the exits with the name of a command: Evennia lets them take the command's place."""
    pairs = grid.way.astype(np.int64) * (len(templates) + 1) + grid.link_proto
    for link in np.unique(pairs, return_index=True)[1].tolist():
        number = grid.link_proto.item(link)
        template = templates[number] if number >= 0 else Template("", "")
        key, aliases = exit_names(grid.way_of(link), template.key, template.aliases)
        hidden = {commands[word]: word for word in (*aliases, name_key(key)) if word in commands}
        for command, word in sorted(hidden.items()):
            place = place_text(grid, int(grid.source[link]))
            message = f"the exit '{key}' is called '{word}', and hides the command '{command}'"
            cure = f"give the exit another name than '{word}', or another alias"
            yield Finding.warning("hidden-command", message, cure, file=place)


def item_findings(grids: Iterable[Grid], world: Iterable[Grid]) -> Iterator[Finding]:
    """Yield warnings about things that exits of `grids` need and that the game has nowhere.

    A thing may be on any map of the `world`, a prototype, an object, or given by a part.
    """
    needed: dict[str, tuple[Grid, int, str]] = {}
    for grid in grids:
        for link, name in _items_needed(grid):
            needed.setdefault(name_key(name), (grid, link, name))
    if not needed:
        return
    names = {name for grid in world for name in _items_given(grid)}
    names |= {name for row in protlib.search_prototype() for name in item_names(row)}
    for key, (grid, link, name) in sorted(needed.items()):
        is_made = key in names or any("$" in made and key in made for made in names)
        if not is_made and not objects.is_item(name):
            near = likely_word(key, sorted(names))
            cure = f"did you mean {near!r}?" if near else "give a thing this name, or do it in code"
            message = (
                f"{exit_text(grid, link)} needs {name!r}, and nothing in the game has this name"
            )
            yield Finding.warning("word-of-nothing", message, cure, grid.name)


def _items_needed(grid: Grid) -> Iterator[tuple[int, str]]:
    for link, words in grid.needs.items():
        yield from ((link, word[len(_ITEM) :].strip()) for word in words if word.startswith(_ITEM))
    for part in core_parts():
        yield from part.items(grid)


def _items_given(grid: Grid) -> Iterator[str]:
    for thing in things_of(grid):
        yield from item_names(thing)
    for part in core_parts():
        words = (word for find in part.given.values() for word in find(grid))
        yield from (name_key(word[len(_ITEM) :]) for word in words if word.startswith(_ITEM))


def doubled_findings_steps(maps: Iterable[LoadedMap]) -> Steps[list[Finding]]:
    """Return findings about coordinates that are keys of a dict twice in the files of maps."""
    paths = sorted(
        {path for map_ in maps for path, _digest in map_.digests if path.endswith(".py")}
    )
    findings = list[Finding]()
    for path in paths:
        findings += yield from run_in_thread(
            "checked", FEWEST_FOR_THREAD, partial(_doubled_in, Path(path))
        )
    return findings


def _doubled_in(path: Path) -> list[Finding]:
    try:
        return doubled_coordinates(path.read_bytes(), path.name)
    except OSError:
        return []  # it went since the map was read


def _things_steps(grid: Grid, parents: ParentPrototypes, pace: Pace) -> Steps[list[Finding]]:
    """Return the faults of things that rooms and exits have by their prototypes."""
    with_things: list[int] = []
    findings: list[Finding] = []

    def look(part: Sequence[int]) -> None:
        with_things.extend(number for number in part if grid.protos[number].get("things"))

    def check(part: Sequence[int]) -> None:
        for number in part:
            findings.extend(_of_things(grid.protos[number], parents, f"{places[number]} things"))

    yield from pace.each("checked", sorted(used_prototypes(grid) - {-1}), look)
    places = first_uses(grid) if with_things else {}
    yield from pace.each("checked", with_things, check)
    made = [thing for part in core_parts() for thing in part.things(grid)]

    def check_made(things: Sequence[tuple[Sequence[int], str, Prototype]]) -> None:
        for _rooms, place, prototype in things:
            findings.extend(_of_thing(prototype, parents, place))

    yield from pace.each("checked", made, check_made)
    return findings


def _of_things(prototype: Prototype, parents: ParentPrototypes, place: str) -> Iterator[Finding]:
    for number, thing in enumerate(prototype.get("things") or ()):
        if not isinstance(thing, Mapping):
            continue  # the check of the map's data reports it
        yield from _of_thing(thing, parents, f"{place}[{number}]")


def _of_thing(thing: Prototype, parents: ParentPrototypes, place: str) -> Iterator[Finding]:
    try:
        template = resolve_prototype(thing, parents, place)
    except RefusedError as err:
        yield from (
            replace(finding, file=place) for finding in map(finding_about_thing, err.findings)
        )
        return
    for part in game_parts():
        yield from part.thing_findings(template, place)
