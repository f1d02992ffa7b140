"""The parts: each a folder here, or a package of its own that is found by its entry point.

    [project.entry-points."xyzgrid_ext.parts"]
    tides = "tides:PART"

Only manifests are loaded here; of their paths, `load` loads each at its moment. This module is the
kernel's; the folders beside it are the parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any, NamedTuple

from xyzgrid_ext.core.parts import CorePart, Part, TerminalPart, use

GROUP = "xyzgrid_ext.parts"


class Chosen(NamedTuple):
    """The parts of a process, each behind those that it needs or uses, and why others are off."""

    parts: tuple[Part, ...]
    off: Mapping[str, str]


@cache
def installed() -> Mapping[str, tuple[tuple[Part, str], ...]]:
    """Return all parts by name, with their places; a name that is taken twice has two."""
    parts = defaultdict[str, list[tuple[Part, str]]](list)
    for module in iter_modules(__path__, f"{__name__}."):
        if module.ispkg:
            part: Part = import_module(module.name).PART
            parts[part.name].append((part, module.name))
    for entry in sorted(entry_points(group=GROUP)):
        part = entry.load()
        parts[part.name].append((part, entry.value))
    return {name: tuple(parts[name]) for name in sorted(parts)}


def everything() -> list[Part]:
    """Return all parts that are installed; of two of one name, the first."""
    return [part for (part, _place), *_rest in installed().values()]


def chosen(names: Iterable[str] | None = None) -> Chosen:
    """Return the parts with these names, or all, whose needs are among them."""
    there = installed()
    wanted = sorted(there if names is None else set(names))
    off = {name: "there is no such part" for name in wanted if name not in there}
    parts = dict[str, Part]()
    for name in wanted:
        match there.get(name, ()):
            case [(part, _place)]:
                parts[name] = part
            case [(_part, first), (_other, second), *_rest]:
                off[name] = f"two parts have this name: {first} and {second}"
    while lacking := {
        name: [need for need in part.needs if need not in parts]
        for name, part in parts.items()
        if not parts.keys() >= set(part.needs)
    }:
        for name, needs in lacking.items():
            off[name] = f"it needs {' and '.join(needs)}"
            del parts[name]
    others = {name: parts.keys() & {*part.needs, *part.uses} for name, part in parts.items()}
    order = TopologicalSorter({name: sorted(others[name]) for name in parts}).static_order()
    return Chosen(tuple(parts[name] for name in order), off)


def part_at(path: str) -> str:
    """Return the name of the part in whose folder a path would be; empty for other paths."""
    return (
        path.removeprefix(f"{__name__}.").partition(".")[0]
        if path.startswith(f"{__name__}.")
        else ""
    )


def load(path: str) -> Any:
    """Return what a path `module:NAME` names."""
    module, _colon, name = path.partition(":")
    return getattr(import_module(module), name)


def use_core_of(names: tuple[str, ...] | None) -> None:
    """Have this process use what these parts add to core, or all."""
    parts = chosen(names).parts
    use(core_of(parts), absent_of(parts))


def absent_of(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the manifests of all other parts that are installed."""
    names = {part.name for part in parts}
    yield from (rows[0][0] for name, rows in installed().items() if name not in names)


@cache
def terminal_parts() -> tuple[TerminalPart, ...]:
    """Return what all parts add to the kernel's words of the terminal."""
    return tuple(load(part.terminal) for part in chosen().parts if part.terminal)


def settings_of(parts: Iterable[Part]) -> Iterator[Any]:
    """Yield the settings of parts, rows of `game.base.setting_rows`."""
    for part in parts:
        if part.settings:
            yield from load(part.settings)


def core_of(parts: Iterable[Part]) -> Iterator[CorePart]:
    """Yield what parts add to core, loaded one after the other."""
    for part in parts:
        if part.core:
            yield load(part.core)
