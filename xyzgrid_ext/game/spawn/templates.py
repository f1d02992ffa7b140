"""Resolves prototypes, each distinct one once, however many rooms are made from it.

A prototype is Evennia's: a dict with `prototype_parent`, attributes, tags, locks, callables and
protfuncs. A Template is the common part of all objects made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from evennia.contrib.grid.xyzgrid.xyzroom import XYZExit, XYZRoom
from evennia.objects.models import ObjectDB
from evennia.prototypes import prototypes as protlib
from evennia.prototypes.spawner import flatten_prototype
from evennia.utils.dbserialize import to_pickle
from evennia.utils.funcparser import ParsingError
from evennia.utils.utils import class_from_module, dbid_to_obj, make_iter

from xyzgrid_ext.core.findings import Finding, MapError, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid import Grid, place_text
from xyzgrid_ext.core.grid.model import Ints, Prototype
from xyzgrid_ext.core.mapdata.faults import path_text
from xyzgrid_ext.core.mapdata.kinds import STORABLE
from xyzgrid_ext.core.names import name_key, typed_aliases
from xyzgrid_ext.core.parts import advice_for_part
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.core.spawn.model import AttributeKey, ThingKey
from xyzgrid_ext.foreign.code import cause_of, foreign_code, only_exceptions
from xyzgrid_ext.foreign.values import is_plain, plain
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.process import announce
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.parts import absent_part, game_parts
from xyzgrid_ext.game.spawn import creation

_CONTRIB = "evennia.contrib.grid.xyzgrid.xyzroom."
_OURS = {f"{_CONTRIB}XYZRoom": paths.ROOM, f"{_CONTRIB}XYZExit": paths.EXIT}


class ParentPrototypes:
    """Looks parents of prototypes up by name, each once; Evennia would query the database anew."""

    def __init__(self) -> None:
        self._by_name: dict[str, Mapping[str, object]] = {}

    def with_parents(self, prototype: Prototype, names: tuple[str, ...] = ()) -> dict[str, object]:
        """Return a copy of a prototype with dicts in place of its parents' names, and theirs.

        Raises:
            LookupError: if there is no prototype with a parent's name.
            ValueError: if a prototype is its own ancestor, or has a value that cannot be plain;
                `names` are those on the way to it.
        """
        copy: dict[str, Any] = dict(_plain_value(prototype))
        parents = copy.get("prototype_parent")
        if parents:
            several = [parents] if isinstance(parents, str | Mapping) else parents
            copy["prototype_parent"] = [self._parent(parent, names) for parent in several]
        return copy

    def _parent(
        self, parent: str | Mapping[str, object], names: tuple[str, ...]
    ) -> dict[str, object]:
        if isinstance(parent, Mapping):
            return self.with_parents(parent, names)
        name = parent.lower()
        if name in names:
            raise ValueError(f"its parents lead back to '{name}'")
        if name not in self._by_name:
            no_db = not settings.setting_value("XYZGRID_USE_DB_PROTOTYPES")
            try:
                matches = protlib.search_prototype(name, require_single=True, no_db=no_db)
            except KeyError as err:  # it says how many were found, and not of what
                raise LookupError(f"there is no prototype '{parent}'") from err
            (match,) = matches
            key = match.get("prototype_key", "")
            if key != name:  # Evennia takes a part of a name, too
                raise LookupError(f"there is no prototype '{parent}'; did you mean '{key}'?")
            self._by_name[name] = match
        return self.with_parents(self._by_name[name], (*names, name))


def prototype_names() -> list[str]:
    """Return the names of the prototypes that the game's modules have."""
    return sorted(str(row["prototype_key"]) for row in protlib.search_prototype(no_db=True))


def templates_steps(
    grid: Grid, parents: ParentPrototypes, pace: Pace, needed: Collection[int] | None = None
) -> Steps[list[Template]]:
    """Return one template for each of `grid.protos`, in order; empty ones for indices not `needed`.

    Raises:
        RefusedError: if prototypes cannot be resolved; each fault names a place that uses it.
    """
    templates: list[Template] = []
    faults: list[Finding] = []
    used = used_prototypes(grid) if needed is None else needed
    of_rooms = _numbers_in(grid.room_proto)

    def resolve(numbers: Iterable[int]) -> None:
        for number in numbers:
            if number not in used:
                templates.append(_UNUSED)
                continue
            try:
                base = XYZRoom if number in of_rooms else XYZExit
                templates.append(resolve_prototype(grid.protos[number], parents, grid.name, base))
            except RefusedError as err:
                place = first_uses(grid)[number]
                moved = (replace(f, file=f"{place} {f.file}".strip()) for f in err.findings)
                faults.extend(moved)

    yield from pace.each("prototypes", range(len(grid.protos)), resolve)
    if faults:
        raise RefusedError(faults)
    return templates


_UNUSED = Template("", "")


def resolve_prototype(
    prototype: Prototype, parents: ParentPrototypes, map_name: str, base: type = object
) -> Template:
    """Return the template of a prototype, with its parents resolved.

    Raises:
        RefusedError: if it or one of its things cannot be resolved, or if its class is not based on
            `base`; the file of a finding about a thing is its place: `things[0]`.
    """
    try:
        with only_exceptions():  # it may import the modules of classes and parents
            embedded = parents.with_parents(prototype)
            if not (flat := flatten_prototype(embedded)):
                raise TypeError("it is empty; a class of the legend may have none")
            template = _template(flat, prototype, map_name)
            template = replace(template, defaults=frozenset(template.attrs) - _given(embedded))
            if not issubclass(class_from_module(template.typeclass), base):
                raise TypeError(f"its class {template.typeclass} is not based on {base.__name__}")
    except Exception as err:
        raise RefusedError([_fault(err, prototype)]) from err
    faults: list[Finding] = []
    for number, item in enumerate(template.things):
        try:
            if isinstance(item, Mapping):  # anything else is refused where things are made
                resolve_prototype(item, parents, map_name)
        except RefusedError as err:
            findings = map(finding_about_thing, err.findings)
            faults += [replace(finding, file=f"things[{number}]") for finding in findings]
    if errors_of(faults):
        raise RefusedError(faults)
    return template


def finding_about_thing(finding: Finding) -> Finding:
    """Return a finding about a thing: only a warning if the part that has its class is absent."""
    if finding.code == "absent-part":
        return replace(finding, severity=Severity.WARNING)
    return finding


def without_absent(things: Mapping[ThingKey, Any]) -> dict[ThingKey, Any]:
    """Return thing -> prototype without the things whose classes are of absent parts."""
    parents = ParentPrototypes()
    different = {id(prototype): prototype for prototype in things.values()}
    absent = {
        number
        for number, prototype in different.items()
        if absent_part(str(flatten_prototype(parents.with_parents(prototype)).get("typeclass", "")))
    }
    return {key: value for key, value in things.items() if id(value) not in absent}


def used_prototypes(grid: Grid) -> set[int]:
    """Return the indices in `grid.protos` that any room or exit has; -1 stands for none."""
    return _numbers_in(grid.link_proto) | _numbers_in(grid.room_proto)


def _numbers_in(column: Ints) -> set[int]:
    """Return the different numbers in a column of prototypes; -1 stands for none."""
    return set(np.unique(column).tolist())


def first_uses(grid: Grid) -> dict[int, str]:
    """Return index in `grid.protos` -> the first room or exit with it, in words, `(1,0,town) n`."""
    places: dict[int, str] = {}
    numbers, first = np.unique(grid.link_proto, return_index=True)
    for number, link in zip(numbers.tolist(), first.tolist(), strict=True):
        room = place_text(grid, int(grid.source[link]))
        places[number] = f"{room} {grid.way_of(link).direction}"
    numbers, first = np.unique(grid.room_proto, return_index=True)
    for number, room in zip(numbers.tolist(), first.tolist(), strict=True):
        places[number] = place_text(grid, room)
    return places


def _fault(err: Exception, prototype: Prototype) -> Finding:
    if isinstance(err, _AbsentClassError):
        message = f"it needs the part {err}, which the game does not have"
        return Finding.error("absent-part", message, advice_for_part(str(err)))
    label = plain(prototype.get("key") or prototype.get("prototype_key") or dict(prototype))
    cure = "correct it where the map has it"
    if isinstance(err, LookupError):
        cure = "correct it in the map module, or add the module of its parent to PROTOTYPE_MODULES"
    if isinstance(err, ParsingError):
        cure = "write $$ for a $ that the text keeps, such as $$state(...) of an ExtendedRoom"
    if isinstance(err, TypeError):
        cure = "give it the prototype_parent xyz_room (for exits xyz_exit), or another class"
    message = f"the prototype {label!r:.200} cannot be resolved: {_in_words(err)}"
    return Finding.error("unresolved-prototype", message, cure)


def _in_words(err: Exception) -> str:
    cause = cause_of(err)
    return str(err) if cause is err else f"{type(cause).__name__}: {cause}"


def _given(embedded: Record) -> set[AttributeKey]:
    """Return the Attributes that a prototype or a parent gives, other than a base prototype."""
    if str(embedded.get("prototype_key", "")).lower() in _BASES:
        return set()
    names: set[AttributeKey] = {(_word(name), None) for name in embedded}
    for name, _value, *columns in embedded.get("attrs") or ():
        category = columns[0] if columns else None
        names.add((_word(name), _word(category) if category else None))
    return names.union(*map(_given, embedded.get("prototype_parent") or ()))


_BASES = ("xyz_room", "xyz_exit")
_THINGS = "things"


def _template(flat: dict[str, Any], authored: Mapping[str, object], map_name: str) -> Template:
    if "typeclass" not in flat:
        raise ValueError("it has no typeclass")
    attrs: dict[tuple[str, str | None], tuple[Any, str]] = {}
    varying: dict[str, object] = {}
    things: tuple[Any, ...] = ()
    for label, value, category, lock in flat.get("attrs", ()):
        if label == _THINGS and category is None:  # objects of their own, no attribute
            things = tuple(make_iter(value))
            continue
        name, is_new = _word(label), _varies(value)
        if is_new:
            varying[name] = value
        group = None if category is None else _word(category)
        attrs[name, group] = (None if is_new else to_pickle(value), lock or "")
    given = (
        row(attrs[name, None][0])
        for part in game_parts()
        for name, row in part.locks.items()
        if (name, None) in attrs
    )
    locks = _locks(";".join((*given, str(_value(flat.get("locks", "")) or ""))))
    key = flat.get("key")
    creation.add_locks("", locks)  # refuses what is no lock
    called = str(_value(key)) if key is not None else None
    return Template(
        prototype_key=_prototype_key(flat, authored, map_name),
        typeclass=_typeclass(str(_value(flat["typeclass"]))),
        key=called,
        attrs=attrs,
        locks=locks,
        aliases=(*map(name_key, _words(flat.get("aliases"))), *typed_aliases(called or "")),
        permissions=_words(flat.get("permissions")),
        tags=tuple(
            (_word(_value(tag)), _word(category) if category else None, data and str(data))
            for tag, category, data in _tags(flat)
        ),
        varying=frozenset(varying),
        home=_home(flat.get("home")),
        things=things,
        is_varied="exec" in flat or any(map(_varies, _texts(flat))),
        fresh=partial(_fresh, varying) if varying else None,
    )


def _fresh(varying: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of varying Attributes for one object.

    Raises:
        MapError: if a function raises an exception, or gives what cannot be plain.
    """
    values = {}
    for name, value in varying.items():
        try:
            values[name] = _value(value)
        except Exception as err:
            message = f"the function of '{name}' in a prototype fails: {_in_words(err)}"
            raise MapError(message, "correct it, and spawn again") from err
    return values


def _texts(flat: Record) -> Iterator[object]:
    """Yield a prototype's key, locks, aliases, permissions and tags, which may be functions."""
    yield from (flat.get("key"), flat.get("locks"))
    for name in ("aliases", "permissions"):
        yield from make_iter(flat.get(name) or ())
    yield from (tag for tag, *_columns in flat.get("tags", ()))


def _words(values: object) -> tuple[str, ...]:
    words = (str(_value(value)).strip() for value in make_iter(values or ()))
    return tuple(word for word in words if word)


def _word(text: object) -> str:
    """Return a name or tag in the form of Evennia's handlers."""
    return str(text).strip().lower()


def _home(value: object) -> int | None:
    """Return the id of an object that a prototype names as `#7`, as an object, or by a protfunc."""
    if value is None:
        return None
    obj = dbid_to_obj(_value(value), ObjectDB)
    if not isinstance(obj, ObjectDB):
        raise ValueError(f"its home {value!r} is no object")
    return int(obj.pk)


class _AbsentClassError(ValueError):
    """The class of a prototype is of a part that the game does not have, and is named."""


def _tags(flat: Record) -> list[tuple[Any, Any, Any]]:
    return [(tag, *[*columns, None, None][:2]) for tag, *columns in flat.get("tags", ())]


def _locks(text: str) -> tuple[str, ...]:
    """Return lock definitions; the last one of each access type counts, as in Evennia."""
    by_type = {}
    for lock in filter(None, (part.strip() for part in text.split(";"))):
        by_type[lock.split(":", 1)[0].strip()] = lock
    return tuple(by_type.values())


def _typeclass(path: str) -> str:
    """Return the full path of a typeclass; modules that name the contrib's own classes get ours."""
    if name := absent_part(path):
        raise _AbsentClassError(name)
    cls = class_from_module(path, settings.django_settings.TYPECLASS_PATHS)
    full = f"{cls.__module__}.{cls.__name__}"
    return _OURS.get(full, full)


def _prototype_key(
    flat: Mapping[str, object], authored: Mapping[str, object], map_name: str
) -> str:
    """Return the author's own key, or one computed from the prototype.

    Evennia gives a prototype without key a random one, which leaves an orphan in the database at
    every spawn; the parent's key and the map's name are the same every time.
    """
    if authored.get("prototype_key"):
        return str(authored["prototype_key"]).lower()
    parent = authored.get("prototype_parent")
    if isinstance(parent, Mapping):
        parent = parent.get("prototype_key")
    elif not isinstance(parent, str):
        parent = next((p for p in make_iter(parent or ()) if isinstance(p, str)), None)
    return str(parent or f"xyzgrid {map_name}").lower()


def _varies(value: object) -> bool:
    """Whether a value is made anew for each object. Made once here, it shows its faults."""
    if isinstance(value, str):
        return "$" in value and bool(_value(value) != value)
    return _is_called(value) and bool(_value(value) != value)


def _is_called(value: object) -> bool:
    first = value[0] if isinstance(value, list | tuple) and value else value
    return callable(first)


def _plain_value(value: object) -> Any:
    """Return a value as a plain one.

    Raises:
        ValueError: if anything in it cannot be plain; it says where that is.
    """
    if is_plain(value):
        return value
    converted = plain(value)
    for fault in STORABLE.faults(converted):
        if fault.severity is Severity.ERROR:
            raise ValueError(f"{path_text(fault.path)}: {fault.message}".removeprefix(": "))
    return converted


def _value(value: object) -> Any:
    """Return a value as Evennia's spawner evaluates it: callables called, protfuncs evaluated.

    Raises:
        ValueError: if a function gives what cannot be plain.
    """
    init: Callable[..., object] = protlib.init_spawn_value
    if not _is_called(value):
        return _plain_value(init(value, _plain_value))
    with foreign_code("a function of a prototype", announce):
        return _plain_value(init(value, _plain_value))
