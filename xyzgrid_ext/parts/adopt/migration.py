"""Moves a game from the contrib's grid to this package's, and back.

    contrib's script, map_data ──► references to its modules ──► our script
    rooms and exits            ──► the same rows, of our classes
    exits                      ──► and tagged with their directions, which the maps define

`adoption` and `unadoption` make a plan as a value; `take_over` and `give_back` carry it out in one
transaction, so that a killed process leaves the game unchanged. The words show the plan, ask, carry
it out, and say what to do next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from django.db import transaction
from evennia.contrib.grid.xyzgrid.xymap import MAP_DATA_KEYS

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import MapError, RefusedError, errors_of
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.model import GameClass
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.dispatch import confirm
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.report import departure_lines, game_classes
from xyzgrid_ext.game.cli.running import while_game_is_stopped
from xyzgrid_ext.game.db import memory, typeclass_paths
from xyzgrid_ext.game.maps.loader import load_by_name, load_map_data, load_maps, with_distinct_names
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.visibility.needs import ATTRIBUTE as NEEDS
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.adopt import rows
from xyzgrid_ext.parts.adopt.adoption import (
    Adoption,
    Records,
    Unadoption,
    directions_of,
    shared_coordinates,
)

# --- the plans


def plan_adoption(references: Sequence[str] = ()) -> Adoption:
    """Plan the changes that move the game to this package's classes.

    The number of queries does not grow with the number of rooms.

    Args:
        references: modules to read maps from, besides those that the contrib's grid names.

    Raises:
        MapError: if one of these does not load, or if no list of the maps can be found.
    """
    scripts = typeclass_paths.grid_scripts()
    theirs = [script for script in scripts if not script.is_ours]
    unreadable = any(not isinstance(script.map_data, Mapping) for script in theirs)
    rooms, exits = rows.rooms_and_exits()
    if unreadable and not references:
        raise _unreadable(rooms.values())
    listed = _maps_by_key(scripts, references)
    staying_maps = {
        script.id: staying
        for script in theirs
        if (staying := {n: d for n, d in _stored_maps(script).items() if map_key(n) not in listed})
    }
    free = [script for script in scripts if script.id not in staying_maps]
    target = free[0] if free else None
    left = tuple(str(name) for staying in staying_maps.values() for name in staying)
    but = {map_key(name) for name in left}
    records = _records(listed)
    loaded = with_distinct_names(
        chain.from_iterable(load_by_name(r["reference"], r["maps"]) for r in records)
    )
    grids = {
        map_key(loaded_map.name): loaded_map.grid
        for loaded_map in loaded
        if loaded_map.grid is not None
    }
    faults = chain.from_iterable(
        errors_of(loaded_map.findings) for loaded_map in loaded if loaded_map.grid is None
    )
    zs = {z for grid in grids.values() for z in grid.zkeys}
    directions = directions_of(exits, grids)
    untagged = (e for e in exits if e.direction is None and e.room.z in zs)
    settled = not records if target is None else _is_settled(target, records)
    opened = rows.exits_without_coordinate()
    return Adoption(
        script=target.id if target else None,
        dropped=tuple(script.id for script in free[1:]),
        kept=staying_maps,
        records=records,
        rooms=rows.count_of_class(typeclass_paths.CONTRIB_ROOM, but),
        exits=rows.count_of_class(typeclass_paths.CONTRIB_EXIT, but),
        directions=directions,
        script_changes=not settled or len(free) > 1,
        unreadable=unreadable,
        left=left,
        unmapped=_unmapped(rooms.values(), zs | but),
        findings=tuple(faults),
        own_exits=tuple(e for e in untagged if e.id not in directions),
        opened=sum(room in rooms for room in opened.values()),
        doubled=shared_coordinates(rooms),
        game_classes=tuple(_game_classes()),
        orphans=typeclass_paths.count_orphan_labels(),
        needs=rows.exits_with(NEEDS),
    )


def plan_unadoption() -> Unadoption:
    """Plan the changes that move the game back to the contrib's classes.

    Raises:
        MapError: if a map module cannot be read: the contrib's whole grid would not load.
    """
    scripts = typeclass_paths.grid_scripts()
    map_data: dict[Any, Any] = {}
    for script in scripts:
        map_data |= {} if script.is_ours else _stored_maps(script)
    stays: list[Record] = []
    solid: list[str] = []
    missing: list[str] = []
    changes = any(script.is_ours for script in scripts)
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
        rooms=rows.count_of_class(typeclass_paths.OUR_ROOM),
        exits=rows.count_of_class(typeclass_paths.OUR_EXIT),
        game_classes=tuple(cls for cls in _game_classes() if cls.has_mixin),
        memories=memory.count_holders(),
    )


# --- carrying them out


def take_over(plan: Adoption) -> None:
    """Carry out an adoption, completely or not at all."""
    but = {map_key(name) for name in plan.left}

    def change() -> None:
        rows.retype(typeclass_paths.CONTRIB_ROOM, typeclass_paths.OUR_ROOM, but)
        rows.retype(typeclass_paths.CONTRIB_EXIT, typeclass_paths.OUR_EXIT, but)
        rows.tag_directions(plan.directions)
        if not plan.script_changes:
            return
        for pk, staying in plan.kept.items():
            rows.store_maps(pk, staying, ())
        typeclass_paths.drop_scripts(plan.dropped)
        if plan.script is not None:
            rows.retype_script(plan.script, typeclass_paths.OUR_GRID)
        rows.store_maps(plan.script or get_xyzgrid().pk, {}, plan.records)

    _all_or_nothing(change)


def give_back(plan: Unadoption, *, delete_solid: bool = False, forget: bool = False) -> None:
    """Carry out an unadoption, completely or not at all.

    Args:
        plan: the changes.
        delete_solid: remove 3D maps with their rooms; otherwise these stay as rooms without a map.
        forget: remove what characters and accounts remember; otherwise `adopt` takes it up again.
    """
    keys = {map_key(name) for name in plan.solid} if delete_solid else set()
    records = [r for r in plan.records if not {map_key(name) for name in r["maps"]} & keys]

    def change() -> None:
        if keys:
            spawning.delete(get_xyzgrid().live, keys)
        rows.retype(typeclass_paths.OUR_ROOM, typeclass_paths.CONTRIB_ROOM)
        rows.retype(typeclass_paths.OUR_EXIT, typeclass_paths.CONTRIB_EXIT)
        rows.untag_directions()
        if plan.script is not None:
            typeclass_paths.drop_scripts(plan.dropped)
            rows.retype_script(plan.script, typeclass_paths.CONTRIB_GRID)
            rows.store_maps(plan.script, plan.map_data, records)
        if forget:
            memory.remove_all()

    _all_or_nothing(change)


def _all_or_nothing(change: Callable[[], None]) -> None:
    try:
        with transaction.atomic():
            change()
    finally:
        typeclass_paths.flush_objects()


# --- which maps


def _stored_maps(script: typeclass_paths.GridScriptRow) -> Mapping[object, object]:
    return script.map_data if isinstance(script.map_data, Mapping) else {}


def _maps_by_key(
    scripts: Iterable[typeclass_paths.GridScriptRow], references: Iterable[str]
) -> dict[str, tuple[str, str]]:
    """Map keys of maps to (reference, name); given references replace the contrib's."""
    listed: dict[str, tuple[str, str]] = {}
    for script in scripts:
        for record in script.records:
            listed |= {map_key(name): (record["reference"], name) for name in record["maps"]}
        for name, data in _stored_maps(script).items():
            if isinstance(data, Mapping) and (module := data.get("module_path")):
                listed[map_key(name)] = (str(module), str(name).strip())
    for reference in references:
        loaded_maps = load_maps(reference)
        if faults := [
            finding for loaded_map in loaded_maps for finding in errors_of(loaded_map.findings)
        ]:
            raise MapError("\n".join(map(str, faults)))
        listed |= {
            map_key(loaded_map.name): (reference, loaded_map.name) for loaded_map in loaded_maps
        }
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
    return script.is_ours and not script.map_data and plain == wanted


def _unmapped(rooms: Iterable[XYZ], zs: Iterable[str]) -> dict[str, int]:
    zcoords, levels = set(zs), dict[str, int]()
    for xyz in rooms:
        if xyz.z not in zcoords:
            levels[xyz.z] = levels.get(xyz.z, 0) + 1
    return levels


def _unreadable(rooms: Iterable[XYZ]) -> MapError:
    zs = ", ".join(f"'{z}'" for z in sorted({xyz.z for xyz in rooms})) or "no map"
    return MapError(
        "the contrib's list of its maps cannot be read: a class that it names, most likely one of "
        f"a legend, is gone.\nIts rooms are on {zs}",
        "name the modules of these maps: evennia xyzgrid adopt world.mymap ...",
    )


def _data_of(reference: str) -> tuple[dict[str, Record], set[str]]:
    """Return the drawn maps of a module in the contrib's form, and the keys of its other maps."""
    if reference.endswith(SUFFIX):
        return {}, {map_key(loaded_map.name) for loaded_map in load_maps(reference)}
    try:
        datas = load_map_data(reference)
    except RefusedError as err:
        raise MapError(
            "\n".join(map(str, err.findings)),
            f"until {reference} is corrected, the contrib cannot load any map",
        ) from err
    stored = {map_key(data["zcoord"]): {**data, "module_path": reference} for data in datas}
    drawn: dict[str, Record] = {
        key: data
        for key, data in stored.items()
        if data.get("map") and data.keys() <= {*MAP_DATA_KEYS}
    }
    return drawn, stored.keys() - drawn.keys()


def _game_classes() -> Iterable[GameClass]:
    return game_classes(typeclass_paths.grid_class_counts(), typeclass_paths.typeclass_counts())


DELETE_3D, FORGET = "--delete-3d", "--forget"
_SHOWN = 20

_LINES = """
server/conf/settings.py
    {settings}
commands/default_cmdsets.py
    from {commands} import XYZGridCmdSet"""
OUR_LINES = _LINES.format(
    settings="from xyzgrid_ext.hookup import hook_up\n\n    hook_up(globals())",
    commands=paths.COMMANDS,
)
"""The lines of a game's settings and command sets that use this package."""
_CONTRIB = "evennia.contrib.grid.xyzgrid"
CONTRIB_LINES = _LINES.format(
    settings=f'EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "{_CONTRIB}.launchcmd.xyzcommand"\n'
    f'    PROTOTYPE_MODULES += ["{_CONTRIB}.prototypes"]',
    commands=f"{_CONTRIB}.commands",
)
"""The same lines for the contrib."""


@while_game_is_stopped("adopt")
def adopt(request: Request) -> int:
    """Run `adopt`: take the game over from the contrib; return the exit code."""
    plan = plan_adoption(request.names)
    print("\n".join(_adoption_lines(plan)))
    if not plan:
        print("Nothing to do: the grid is ours.")
        return 0
    confirm("Make this grid ours? (A copy of the database first is never wrong.)", request)
    take_over(plan)
    print(
        "\nThe grid is ours. These lines must say so, in place of the contrib's:\n"
        f"{OUR_LINES}\n\nThen: evennia xyzgrid plan, and evennia start.\n"
        "The contrib's path files in server/.cache are no longer used. "
        "The way back: evennia xyzgrid unadopt"
    )
    return 0


@while_game_is_stopped("unadopt")
def unadopt(request: Request) -> int:
    """Run `unadopt`: give the game back to the contrib; return the exit code."""
    delete, forget = DELETE_3D in request.options, FORGET in request.options
    plan = plan_unadoption()
    if not plan:
        print("Nothing to do: there is no grid of ours.")
        return 0
    print("\n".join(_unadoption_lines(plan, delete=delete, forget=forget)))
    if delete and plan.solid:
        report = drain(spawning.removal_steps(current(), map(map_key, plan.solid), TERMINAL))
        for line in departure_lines(report, current()):
            print(line)
    confirm("Give this grid back to the contrib?", request)
    give_back(plan, delete_solid=delete, forget=forget)
    print(
        "\nThe grid is the contrib's. These lines must say so, in place of ours:\n"
        f"{CONTRIB_LINES}\n\nTake out XYZGRID_START and XYZGRID_WALK_DELAY, then: evennia start"
    )
    return 0


def _adoption_lines(plan: Adoption) -> Iterator[str]:
    for record in plan.records:
        yield f"{record['reference']}: {_quote_names(record['maps'])}"
    yield (
        f"{_number(plan.rooms, 'room')} and {_number(plan.exits, 'exit')} change to our classes, "
        f"{_number(len(plan.directions), 'exit')} get the tag of their direction; "
        "nothing is made again"
    )
    if plan.unreadable:
        yield "! the contrib's own list of its maps cannot be read; what it names goes"
    for name in plan.left:
        yield (
            f"! '{name}' stays with the contrib, as its data was added without a module: put it "
            "into a module as XYMAP_DATA and name that, evennia xyzgrid adopt world.mymap"
        )
    for finding in plan.findings:
        yield f"! does not load: {finding}\nAdopt again when it does, to tag its exits."
    for z, number in sorted(plan.unmapped.items()):
        yield f"! no map has the {_number(number, 'room')} on '{z}': they will show no map"
    for xyz, ids in plan.doubled.items():
        yield f"! {xyz} is claimed by {_ids(ids)}; spawn keeps the first alone"
    yield from _own_exits(plan)
    for pk, key in islice(plan.needs.items(), _SHOWN):
        yield (
            f"! #{pk} '{key}' has an Attribute `needs`, which our exits read as what one needs to "
            "pass: rename it if it means something else"
        )
    if len(plan.needs) > _SHOWN:
        yield f"! and {len(plan.needs) - _SHOWN} exits more with `needs`"
    if plan.opened:
        yield f"{_number(plan.opened, 'exit')} that builders opened stay as they are"
    yield from _game_class_lines(plan.game_classes)
    if plan.orphans:
        yield f"{_number(plan.orphans, 'tag')} of prototypes, left over by the contrib, stay"


def _own_exits(plan: Adoption) -> Iterator[str]:
    for exit_ in plan.own_exits[:_SHOWN]:
        yield (
            f"! #{exit_.id} '{exit_.key}' of {exit_.room} is not a way of the map and stays a "
            "builder's own; it has coordinates, so that spawn removes it, as the contrib's does"
        )
    if len(plan.own_exits) > _SHOWN:
        yield f"! and {len(plan.own_exits) - _SHOWN} exits more like these"


def _game_class_lines(classes: Iterable[GameClass]) -> Iterator[str]:
    for cls in classes:
        if not cls.is_importable:
            yield f"! {cls.path}, of {_number(cls.number, 'object')}, cannot be imported"
        elif not cls.has_mixin:
            yield (
                f"! {cls.path}, of {_number(cls.number, 'object')}, is the game's own and stays: "
                "give it our XYZRoomMixin or XYZExitMixin (see `python -m xyzgrid_ext docs "
                "howto/classes`), or it shows our maps as the contrib does, and no more"
            )


def _unadoption_lines(plan: Unadoption, *, delete: bool, forget: bool) -> Iterator[str]:
    if plan.map_data:
        yield f"the contrib gets the maps {_quote_names(map(str, plan.map_data))}"
    yield (
        f"{_number(plan.rooms, 'room')} and {_number(plan.exits, 'exit')} change to the contrib's "
        "classes, the tags of directions go; nothing is made again"
    )
    if plan.solid:
        fate = (
            "are deleted with their rooms"
            if delete
            else f"stay as rooms without a map; {DELETE_3D} removes them"
        )
        yield f"! the contrib has no 3D maps: {_quote_names(plan.solid)} {fate}"
    for name, data in plan.map_data.items():
        if (data.get("options") or {}).get("rooms") == "lazy":
            yield f"! '{name}' is lazy: the contrib's next spawn makes all of its rooms"
    for name in plan.missing:
        yield f"! no module defines '{name}' any more: its rooms stay, without a map"
    for cls in plan.game_classes:
        yield (
            f"! {cls.path}, of {_number(cls.number, 'object')}, mixes ours in: take that out of it"
        )
    if plan.memories:
        fate = "goes" if forget else f"stays, for a later adoption; {FORGET} removes it"
        yield (
            "what characters, accounts and machines remember of this package (explored rooms, "
            f"journeys, hints), {plan.memories:,} of them, {fate}"
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _ids(ids: Sequence[int]) -> str:
    return ", ".join(f"#{pk}" for pk in ids)
