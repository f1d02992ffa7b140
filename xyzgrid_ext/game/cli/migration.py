"""Moves a game from the contrib's grid to this package's, and back.

    contrib's script, map_data ──► references to its modules ──► our script
    rooms and exits            ──► the same rows, of our classes
    exits                      ──► and tagged with their directions, which the maps define

`adoption` and `unadoption` make a plan as a value; `adopt` and `unadopt` carry it out in one
transaction, so that a killed process leaves the game unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db import transaction
from evennia.contrib.grid.xyzgrid.xymap import MAP_DATA_KEYS

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import MapError, RefusedError, errors_of
from xyzgrid_ext.core.spawn import (
    XYZ,
    Adoption,
    OwnClass,
    Records,
    Unadoption,
    directions_of,
    doubled,
)
from xyzgrid_ext.game.cli.own_classes import own_classes
from xyzgrid_ext.game.db import dungeon_copies, memory, typeclass_paths
from xyzgrid_ext.game.maps.loader import datas_of, distinct, load, load_listed
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.visibility.needs import ATTRIBUTE as NEEDS

# --- the plans


def adoption(references: Sequence[str] = ()) -> Adoption:
    """Plan the changes that move the game to this package's classes.

    The number of queries does not grow with the number of rooms.

    Args:
        references: modules to read maps from, besides those that the contrib's grid names.

    Raises:
        MapError: if one of these does not load, or if no list of the maps can be found.

    """
    scripts = typeclass_paths.grid_scripts()
    theirs = [script for script in scripts if not script.ours]
    unreadable = any(not isinstance(script.map_data, Mapping) for script in theirs)
    rooms, exits = typeclass_paths.rooms_and_exits()
    if unreadable and not references:
        raise _unreadable(rooms.values())
    listed = _listed(scripts, references)
    kept = {
        script.id: staying
        for script in theirs
        if (staying := {n: d for n, d in _stored(script).items() if map_key(n) not in listed})
    }
    free = [script for script in scripts if script.id not in kept]
    target = free[0] if free else None
    left = tuple(str(name) for staying in kept.values() for name in staying)
    but = {map_key(name) for name in left}
    records = _records(listed)
    loaded = distinct(chain.from_iterable(load_listed(r["reference"], r["maps"]) for r in records))
    grids = {map_key(one.name): one.grid for one in loaded if one.grid is not None}
    faults = chain.from_iterable(errors_of(one.findings) for one in loaded if one.grid is None)
    zs = {z for grid in grids.values() for z in spawning.levels_of(grid)}
    directions = directions_of(exits, grids)
    untagged = (e for e in exits if e.direction is None and e.room.z in zs)
    settled = not records if target is None else _is_settled(target, records)
    opened = typeclass_paths.exits_without_coordinate()
    return Adoption(
        script=target.id if target else None,
        dropped=tuple(script.id for script in free[1:]),
        kept=kept,
        records=records,
        rooms=typeclass_paths.count(typeclass_paths.CONTRIB_ROOM, but),
        exits=typeclass_paths.count(typeclass_paths.CONTRIB_EXIT, but),
        directions=directions,
        script_changes=not settled or len(free) > 1,
        unreadable=unreadable,
        left=left,
        unmapped=_unmapped(rooms.values(), zs | but),
        findings=tuple(faults),
        own_exits=tuple(e for e in untagged if e.id not in directions),
        opened=sum(room in rooms for room in opened.values()),
        doubled=doubled(rooms),
        own_classes=tuple(_own_classes()),
        orphans=typeclass_paths.orphaned_labels(),
        needs=typeclass_paths.exits_with(NEEDS),
    )


def unadoption() -> Unadoption:
    """Plan the changes that move the game back to the contrib's classes.

    Raises:
        MapError: if a map module cannot be read: the contrib's whole grid would not load.

    """
    scripts = typeclass_paths.grid_scripts()
    map_data: dict[Any, Any] = {}
    for script in scripts:
        map_data |= {} if script.ours else _stored(script)
    stays: list[Mapping[str, Any]] = []
    solid: list[str] = []
    missing: list[str] = []
    changes = any(script.ours for script in scripts)
    for record in (record for script in scripts for record in script.records if changes):
        drawn, others = _data_of(record["reference"])
        for name in record["maps"]:
            if (data := drawn.get(map_key(name))) is not None:
                map_data[data["zcoord"]] = data
                continue
            (solid if map_key(name) in others else missing).append(name)
            stays.append({"reference": record["reference"], "maps": [name]})
    return Unadoption(
        script=scripts[0].id if changes else None,
        dropped=tuple(script.id for script in scripts[1:]),
        map_data=map_data,
        records=tuple(stays),
        solid=tuple(solid),
        missing=tuple(missing),
        rooms=typeclass_paths.count(typeclass_paths.OUR_ROOM),
        exits=typeclass_paths.count(typeclass_paths.OUR_EXIT),
        own_classes=tuple(one for one in _own_classes() if one.mixes_ours_in),
        memories=memory.count(),
    )


# --- carrying them out


def adopt(plan: Adoption) -> None:
    """Carry out an adoption, completely or not at all."""
    but = {map_key(name) for name in plan.left}

    def change() -> None:
        typeclass_paths.retype(typeclass_paths.CONTRIB_ROOM, typeclass_paths.OUR_ROOM, but)
        typeclass_paths.retype(typeclass_paths.CONTRIB_EXIT, typeclass_paths.OUR_EXIT, but)
        typeclass_paths.tag_directions(plan.directions)
        if not plan.script_changes:
            return
        for pk, staying in plan.kept.items():
            typeclass_paths.store(pk, staying, ())
        typeclass_paths.drop_scripts(plan.dropped)
        if plan.script is not None:
            typeclass_paths.retype_script(plan.script, typeclass_paths.OUR_GRID)
        typeclass_paths.store(plan.script or get_xyzgrid().pk, {}, plan.records)

    _all_or_nothing(change)


def unadopt(plan: Unadoption, *, delete_solid: bool = False, forget: bool = False) -> None:
    """Carry out an unadoption, completely or not at all.

    Args:
        plan: the changes.
        delete_solid: remove 3D maps with their rooms; otherwise these stay as rooms without a map.
        forget: remove what characters and accounts remember; otherwise `adopt` takes it up again.

    """
    gone = {map_key(name) for name in plan.solid} if delete_solid else set()
    records = [r for r in plan.records if not {map_key(name) for name in r["maps"]} & gone]

    def change() -> None:
        if gone:
            spawning.delete(get_xyzgrid().live, gone)
        typeclass_paths.retype(typeclass_paths.OUR_ROOM, typeclass_paths.CONTRIB_ROOM)
        typeclass_paths.retype(typeclass_paths.OUR_EXIT, typeclass_paths.CONTRIB_EXIT)
        # no file tells the ways of a copy: adopted again, it has them from these tags
        typeclass_paths.untag_directions(dungeon_copies.all_copies(get_xyzgrid()))
        if plan.script is not None:
            typeclass_paths.drop_scripts(plan.dropped)
            typeclass_paths.retype_script(plan.script, typeclass_paths.CONTRIB_GRID)
            typeclass_paths.store(plan.script, plan.map_data, records)
        if forget:
            memory.remove_all()

    _all_or_nothing(change)


def _all_or_nothing(change: Callable[[], None]) -> None:
    try:
        with transaction.atomic():
            change()
    finally:
        typeclass_paths.forget()


# --- which maps


def _stored(script: typeclass_paths.GridScriptRow) -> Mapping[Any, Any]:
    return script.map_data if isinstance(script.map_data, Mapping) else {}


def _listed(
    scripts: Iterable[typeclass_paths.GridScriptRow], references: Iterable[str]
) -> dict[str, tuple[str, str]]:
    """Map keys of maps to (reference, name); given references replace the contrib's."""
    listed: dict[str, tuple[str, str]] = {}
    for script in scripts:
        for record in script.records:
            listed |= {map_key(name): (record["reference"], name) for name in record["maps"]}
        for name, data in _stored(script).items():
            if isinstance(data, Mapping) and (module := data.get("module_path")):
                listed[map_key(name)] = (str(module), str(name).strip())
    for reference in references:
        found = load(reference)
        if faults := [finding for one in found for finding in errors_of(one.findings)]:
            raise MapError("\n".join(map(str, faults)))
        listed |= {map_key(one.name): (reference, one.name) for one in found}
    return listed


def _records(listed: Mapping[str, tuple[str, str]]) -> Records:
    names: dict[str, list[str]] = {}
    for reference, name in listed.values():
        names.setdefault(reference, []).append(name)
    return tuple({"reference": reference, "maps": maps} for reference, maps in names.items())


def _is_settled(script: typeclass_paths.GridScriptRow, records: Records) -> bool:
    """Whether a grid already belongs to this package and has exactly these maps."""
    plain = [(record["reference"], list(record["maps"])) for record in script.records]
    wanted = [(record["reference"], list(record["maps"])) for record in records]
    return script.ours and not script.map_data and plain == wanted


def _unmapped(rooms: Iterable[XYZ], zs: Iterable[str]) -> dict[str, int]:
    known, found = set(zs), dict[str, int]()
    for xyz in rooms:
        if xyz.z not in known:
            found[xyz.z] = found.get(xyz.z, 0) + 1
    return found


def _unreadable(rooms: Iterable[XYZ]) -> MapError:
    zs = ", ".join(f"'{z}'" for z in sorted({xyz.z for xyz in rooms})) or "no map"
    return MapError(
        "the contrib's list of its maps cannot be read: a class that it names, most likely one of "
        f"a legend, is gone.\nIts rooms are on {zs}",
        "name the modules of these maps: evennia xyzgrid adopt world.mymap ...",
    )


def _data_of(reference: str) -> tuple[dict[str, Mapping[str, Any]], set[str]]:
    """Return the drawn maps of a module in the contrib's form, and the keys of its other maps."""
    if reference.endswith(SUFFIX):
        return {}, {map_key(one.name) for one in load(reference)}
    try:
        datas = datas_of(reference)
    except RefusedError as err:
        raise MapError(
            "\n".join(map(str, err.findings)),
            f"until {reference} is corrected, the contrib cannot load any map",
        ) from err
    stored = {map_key(data["zcoord"]): {**data, "module_path": reference} for data in datas}
    drawn: dict[str, Mapping[str, Any]] = {
        key: data
        for key, data in stored.items()
        if data.get("map") and data.keys() <= {*MAP_DATA_KEYS}
    }
    return drawn, stored.keys() - drawn.keys()


def _own_classes() -> Iterable[OwnClass]:
    return own_classes(typeclass_paths.typeclasses_on_grid(), typeclass_paths.typeclasses())
