"""Commands of `evennia xyzgrid` that move a game to our classes, or to another database.

    adopt      takes the game over from the contrib
    unadopt    gives it back
    fetch      fills an empty database from a SQLite file

`adopt` and `unadopt` show the plan, ask, carry it out, and say what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.spawn import Adoption, OwnClass, Unadoption
from xyzgrid_ext.game import compat
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli import migration
from xyzgrid_ext.game.cli.diff import departure_lines
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.running import beside_a_stopped_game
from xyzgrid_ext.game.cli.terminal import confirm
from xyzgrid_ext.game.db import grid, transfer
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world.current import current

DELETE_3D, FORGET = "--delete-3d", "--forget"
_SHOWN = 20
_THEIRS, _ADOPT = "This game has a grid of the contrib", "evennia xyzgrid adopt"

_LINES = """
server/conf/settings.py
    EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "{launcher}"
    PROTOTYPE_MODULES += ["{prototypes}"]
commands/default_cmdsets.py
    from {commands} import XYZGridCmdSet"""
OUR_LINES = _LINES.format(
    launcher="xyzgrid_ext.game.cli.launcher.xyzcommand",
    prototypes="xyzgrid_ext.game.spawn.prototypes",
    commands=compat.COMMANDS,
)
CONTRIB_LINES = _LINES.format(
    launcher="evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand",
    prototypes="evennia.contrib.grid.xyzgrid.prototypes",
    commands="evennia.contrib.grid.xyzgrid.commands",
)


@beside_a_stopped_game("adopt")
def adopt(request: Request) -> int:
    """Take the game over from the contrib."""
    plan = migration.adoption(request.names)
    print("\n".join(_adoption_lines(plan)))
    if not plan:
        print("Nothing to do: the grid is ours.")
        return 0
    confirm("Make this grid ours? (A copy of the database first is never wrong.)", request)
    migration.adopt(plan)
    print(
        "\nThe grid is ours. These lines must say so, in place of the contrib's:\n"
        f"{OUR_LINES}\n\nThen: evennia xyzgrid plan, and evennia start.\n"
        "The contrib's path files in server/.cache are no longer used. "
        "The way back: evennia xyzgrid unadopt"
    )
    return 0


@beside_a_stopped_game("unadopt")
def unadopt(request: Request) -> int:
    """Give the game back to the contrib."""
    delete, forget = DELETE_3D in request.options, FORGET in request.options
    plan = migration.unadoption()
    if not plan:
        print("Nothing to do: there is no grid of ours.")
        return 0
    print("\n".join(_unadoption_lines(plan, delete=delete, forget=forget)))
    if delete and plan.solid:
        gone = drain(spawning.removal_steps(current(), map(map_key, plan.solid), TERMINAL))
        for line in departure_lines(gone, current()):
            print(line)
    confirm("Give this grid back to the contrib?", request)
    migration.unadopt(plan, delete_solid=delete, forget=forget)
    print(
        "\nThe grid is the contrib's. These lines must say so, in place of ours:\n"
        f"{CONTRIB_LINES}\n\nTake out XYZGRID_START and XYZGRID_WALK_DELAY, then: evennia start"
    )
    return 0


@beside_a_stopped_game("fetch")
def fetch(request: Request) -> int:
    """Fill the empty database of the settings from a SQLite file."""
    if len(request.names) != 1:
        raise UsageError("which file?", "name the old database: fetch server/evennia.db3")
    counts: dict[str, int] = {}
    transfer.fetch(request.names[0], counts.__setitem__)
    print(
        f"{sum(counts.values())} rows of {sum(map(bool, counts.values()))} tables, among them "
        f"{counts['objects_objectdb']} objects and {counts['accounts_accountdb']} accounts.\n"
        f"{request.names[0]} is as it was. Then: evennia xyzgrid plan, and evennia start."
    )
    return 0


def hint() -> bool:
    """Mention the contrib's grid to a user who looks among our maps for one of the contrib's.

    Return whether there is one.
    """
    if has_maps := grid.contrib_has_maps():
        print(f"{_THEIRS}. Take it over: {_ADOPT}")
    return has_maps


def require_maps() -> None:
    """Refuse work on our maps if there are none.

    Raises:
        UsageError: in that case; it says so if the game has a grid of the contrib.

    """
    if current().loaded:
        return
    if grid.contrib_has_maps():
        raise UsageError(_THEIRS, f"take it over: {_ADOPT}")
    raise UsageError("There are no maps yet", "`evennia xyzgrid add` adds some")


def _adoption_lines(plan: Adoption) -> Iterator[str]:
    for record in plan.records:
        yield f"{record['reference']}: {_quoted(record['maps'])}"
    yield (
        f"{_number(plan.rooms, 'room')} and {_number(plan.exits, 'exit')} change to our classes, "
        f"{_number(len(plan.directions), 'exit')} get the tag of their direction; "
        "nothing is made anew"
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
    yield from _own_classes(plan.own_classes)
    if plan.orphans:
        yield f"{_number(plan.orphans, 'tag')} of prototypes, left over by the contrib, stay"


def _own_exits(plan: Adoption) -> Iterator[str]:
    for found in plan.own_exits[:_SHOWN]:
        yield (
            f"! #{found.id} '{found.key}' of {found.room} is not a way of the map and stays a "
            "builder's own; it has coordinates, so that spawn removes it, as the contrib's does"
        )
    if len(plan.own_exits) > _SHOWN:
        yield f"! and {len(plan.own_exits) - _SHOWN} exits more like these"


def _own_classes(classes: Iterable[OwnClass]) -> Iterator[str]:
    for one in classes:
        if not one.imports:
            yield f"! {one.path}, of {_number(one.number, 'object')}, cannot be imported"
        elif not one.mixes_ours_in:
            yield (
                f"! {one.path}, of {_number(one.number, 'object')}, is the game's own and stays: "
                "give it our XYZRoomMixin or XYZExitMixin (see `python -m xyzgrid_ext docs "
                "howto/classes`), or it shows our maps as the contrib does, and no more"
            )


def _unadoption_lines(plan: Unadoption, *, delete: bool, forget: bool) -> Iterator[str]:
    if plan.map_data:
        yield f"the contrib gets the maps {_quoted(map(str, plan.map_data))}"
    yield (
        f"{_number(plan.rooms, 'room')} and {_number(plan.exits, 'exit')} change to the contrib's "
        "classes, the tags of directions go; nothing is made anew"
    )
    if plan.solid:
        fate = (
            "are deleted with their rooms"
            if delete
            else f"stay as rooms without a map; {DELETE_3D} removes them"
        )
        yield f"! the contrib has no 3D maps: {_quoted(plan.solid)} {fate}"
    for name, data in plan.map_data.items():
        if (data.get("options") or {}).get("rooms") == "lazy":
            yield f"! '{name}' is lazy: the contrib's next spawn makes all of its rooms"
    for name in plan.missing:
        yield f"! no module defines '{name}' any more: its rooms stay, without a map"
    for one in plan.own_classes:
        yield (
            f"! {one.path}, of {_number(one.number, 'object')}, mixes ours in: take that out of it"
        )
    if plan.memories:
        fate = "goes" if forget else f"stays, for a later adoption; {FORGET} removes it"
        yield (
            "what characters, accounts and machines remember of this package (explored rooms, "
            f"journeys, hints), {plan.memories:,} of them, {fate}"
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _ids(ids: Sequence[int]) -> str:
    return ", ".join(f"#{pk}" for pk in ids)
