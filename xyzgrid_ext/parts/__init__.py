"""The parts: each a folder here, or a package of its own that is found by its entry point.

    [project.entry-points."xyzgrid_ext.parts"]
    tides = "tides:PART"

Only manifests are loaded here; of their paths, `load` loads each at its moment. This module is the
kernel's; the folders beside it are the parts.

This is the border where code of parts comes in. A part that raises when it is read, or whose paths
name nothing, is off, and `faults` says why; everything else runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from traceback import format_exc
from typing import Any, NamedTuple

from xyzgrid_ext.core.parts import CorePart, Part, TerminalPart, set_parts

ENTRY_POINT_GROUP = "xyzgrid_ext.parts"
"""The entry-point group by which other packages offer parts."""
BUILT_IN_PREFIX = f"{__name__}."
"""How the module names of this package's own parts begin."""


class PartSelection(NamedTuple):
    """The parts in use, and the others with the reason why they are off.

    Attributes:
        parts: those in use, each after those that it needs or uses.
        off: name -> reason, of those that were named (or installed) and cannot be used.
    """

    parts: tuple[Part, ...]
    off: Mapping[str, str]


class PartFault(NamedTuple):
    """An exception that a part has raised: in one line, and its traceback."""

    reason: str
    traceback: str = ""


faults: dict[str, PartFault] = {}
"""The parts that have raised an exception while loading, by name; they stay off in this process."""


@contextmanager
def guard(name: str) -> Iterator[None]:
    """Return a context that catches what code of a part raises, and then turns the part off."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 a part can raise anything
        text = " ".join(str(error).split())
        faults[name] = PartFault(f"{type(error).__name__}: {text}", format_exc())


@cache
def installed_parts() -> Mapping[str, tuple[tuple[Part, str], ...]]:
    """Return name -> ((part, where it is from), ...), with one pair unless two parts share a name.

    That is the module of a built-in part, else the distribution and its version.
    """
    parts = defaultdict[str, list[tuple[Part, str]]](list)
    for module in iter_modules(__path__, BUILT_IN_PREFIX):
        if module.ispkg:
            with guard(module.name.rpartition(".")[2]):
                part = load(f"{module.name}:PART", Part)
                parts[part.name].append((part, module.name))
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP)):
        with guard(entry.name):
            part = load(entry.value, Part)
            parts[part.name].append((part, _place(entry)))
    return {name: tuple(parts[name]) for name in sorted(parts)}


def _place(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def all_parts() -> list[Part]:
    """Return all installed parts by ascending name; of two with one name, the first."""
    return [part for (part, _place), *_rest in installed_parts().values()]


def unknown_part(name: str) -> str:
    """Return the message that no part has this name, with the most similar name there is."""
    near = get_close_matches(name, [*installed_parts(), *faults], n=1)
    return "there is no such part" + "".join(f"; did you mean {other}?" for other in near)


def select_parts(names: Iterable[str] | None = None) -> PartSelection:
    """Return which of the named parts can be used together; None means all that are installed."""
    there = installed_parts()
    wanted = sorted({*there, *faults} if names is None else set(map(str, names)))
    off, parts = dict[str, str](), dict[str, Part]()
    for name in wanted:
        match there.get(name, ()):
            case _ if name in faults:
                off[name] = faults[name].reason
            case []:
                off[name] = unknown_part(name)
            case [(part, _place)]:
                parts[name] = part
            case [(_part, first), (_other, second), *_rest]:
                off[name] = f"two parts have this name: {first} and {second}"
    while True:
        while lacking := {
            name: [need for need in part.needs if need not in parts]
            for name, part in parts.items()
            if not parts.keys() >= set(part.needs)
        }:
            for name, needs in lacking.items():
                off[name] = f"it needs {' and '.join(needs)}"
                del parts[name]
        others = {name: parts.keys() & {*part.needs, *part.uses} for name, part in parts.items()}
        sorter = TopologicalSorter({name: sorted(others[name]) for name in parts})
        try:
            return PartSelection(tuple(parts[name] for name in sorter.static_order()), off)
        except CycleError as error:
            for name in (circle := error.args[1])[1:]:
                off[name] = f"these need or use each other: {', '.join(circle[1:])}"
                del parts[name]


def part_at(path: str) -> str:
    """Return the built-in part in whose folder a Python path is, installed or not; else ""."""
    return (
        path.removeprefix(BUILT_IN_PREFIX).partition(".")[0]
        if path.startswith(BUILT_IN_PREFIX)
        else ""
    )


def load(path: str, kind: type = object) -> Any:
    """Import and return the object at `module:NAME`, or the module at `module`.

    Raises:
        TypeError: if it is no instance of `kind`. Whatever the module raises is raised too.
    """
    module, _colon, name = path.partition(":")
    value = getattr(import_module(module), name) if name else import_module(module)
    if not isinstance(value, kind):
        raise TypeError(f"{path} is no {kind.__name__}")
    return value


def load_parts(names: Iterable[str] | None, **kinds: type) -> PartSelection:
    """Return the named parts (None: all) whose objects load; those that raise are turned off.

    Args:
        names: the names of parts.
        **kinds: fields of Part that hold paths, with the type of the object there, as
            `core=CorePart`.
    """
    while True:
        before, found = len(faults), select_parts(names)
        for part in found.parts:
            for field, kind in kinds.items():
                if path := getattr(part, field):
                    with guard(part.name):
                        load(path, kind)
        if len(faults) == before:
            return found


def use_core_of(names: Iterable[str] | None) -> None:
    """Activate the CorePart and TerminalPart of the named parts (None: all) in this process."""
    names = None if names is None else tuple(names)
    set_parts(core_parts_of(names), absent_parts_of(names), terminal_parts_of(names))


def absent_parts_of(names: Iterable[str] | None) -> Iterator[Part]:
    """Yield the installed parts that are not in use if these are named."""
    there = {part.name for part in select_parts(names).parts}
    yield from (rows[0][0] for name, rows in installed_parts().items() if name not in there)


def core_parts_of(names: Iterable[str] | None) -> Iterator[CorePart]:
    """Yield the CorePart of each of the named parts (None: all) that has one."""
    parts = load_parts(names, core=CorePart).parts
    yield from (load(part.core) for part in parts if part.core)


def terminal_parts_of(names: Iterable[str] | None) -> Iterator[TerminalPart]:
    """Yield the TerminalPart of each of the named parts (None: all) that has one."""
    parts = load_parts(names, terminal=TerminalPart).parts
    yield from (load(part.terminal) for part in parts if part.terminal)


def part_settings(parts: Iterable[Part]) -> Iterator[Any]:
    """Yield the settings that these parts add, each a `game.base.setting_rows.Setting`."""
    for part in parts:
        if part.settings:
            yield from load(part.settings)
