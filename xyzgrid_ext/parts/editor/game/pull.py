"""`pull`: shows what builders changed in the game, and writes it into the map files.

    file ─┐                 shown: ~ + - ! ?, and the diff of the file
    game ─┴─► differences ─►
                            --apply: the file is written, read again, and rooms and exits that were
                            made by hand become those of the map, with all that is in them

A value changed on both sides is a conflict, and stays until somebody decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from evennia.utils.ansi import raw

from xyzgrid_ext.core.coords import level_name, map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.spawn import XYZ, ExitKey, SpawnPlan
from xyzgrid_ext.game.base import background, settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Account, Character
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.actions import YES, print_report
from xyzgrid_ext.game.cli.dispatch import carry_out
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import CHANGES, JobReport, Order
from xyzgrid_ext.game.cli.naming import map_keys_in, no_room_error, require_maps, resolve_names
from xyzgrid_ext.game.cli.report import count_text, fault_lines
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import record, spawning
from xyzgrid_ext.game.typeclasses.script import GridScript
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core import policy
from xyzgrid_ext.parts.editor.core.by_hand import Difference, Refuse, operations, try_operation
from xyzgrid_ext.parts.editor.core.operations import Operation, room_origins
from xyzgrid_ext.parts.editor.core.values import Document, parse_far_target, parse_place
from xyzgrid_ext.parts.editor.game import by_hand, edits
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.jobs import written_steps
from xyzgrid_ext.parts.editor.game.maps import BREAK, EditedMap

APPLY, PREFER, CLASSES = "--apply", "--prefer-game", "--classes"


class Pulled(NamedTuple):
    """A map with differences between game and file; `taken` are those that `--apply` writes."""

    map: EditedMap
    differences: tuple[Difference, ...]
    taken: tuple[Difference, ...]
    refuse: Refuse


def _apply_taken(pulled: Pulled) -> tuple[Document, list[Operation], str]:
    """Return a map after the taken changes: (its document, their operations, its file's text).

    Raises:
        UsageError: if the file cannot hold them.
    """
    document = pulled.map.document
    ops = operations(document, pulled.taken)
    for op in ops:
        document = try_operation(document, op, pulled.refuse)
    source = pulled.map.source
    assert source is not None  # else nothing is taken
    return document, ops, source.rewrite(document, room_origins(pulled.map.document, ops))


def is_new(difference: Difference) -> bool:
    """Whether a difference is a builder's new room or exit that can be written."""
    return difference.field in ("room", "exit") and isinstance(difference.game, dict)


def _difference_place(difference: Difference) -> XYZ | None:
    """Return the place of a difference; None if it has none."""
    return difference.spot.room if isinstance(difference.spot, ExitKey) else difference.spot


def _map_file(map_: EditedMap) -> str:
    """Return the path of a map's file in the game folder; else its name, or the reference."""
    file = map_.files.file
    return map_.files.reference if file is None else _in_game_folder(file)


def _in_game_folder(file: Path) -> str:
    """Return the path of a file in the game folder; else its name."""
    game, whole = Path(settings.django_settings.GAME_DIR).resolve(), file.resolve()
    return whole.relative_to(game).as_posix() if whole.is_relative_to(game) else file.name


def _count_conflicts(maps: Sequence[Pulled]) -> int:
    """Return the number of conflicts that a person must decide."""
    return sum(d.is_conflict and d not in p.taken for p in maps for d in p.differences)


def is_left(maps: Sequence[Pulled]) -> bool:
    """Whether `--apply` leaves some differences out."""
    return any(len(pulled.taken) < len(pulled.differences) for pulled in maps)


def _is_open(maps: Sequence[Pulled]) -> bool:
    """Whether there is any difference to take, or a conflict to decide."""
    return any(pulled.taken for pulled in maps) or _count_conflicts(maps) > 0


CONFLICT = (
    "! is a conflict: the file has changed since it was spawned, or nobody knows whether. "
    f"{PREFER} takes the game's side, `spawn` the file's."
)
_FIELDS = {
    "name": "key",
    "desc": "attribute desc",
    "to": "destination",
    "class": "typeclass",
    "alias": "aliases",
    "tag": "tags",
}
SHOWN, _LONG = 60, 60  # lines of a list; characters of a value in one line


def _pull_lines(maps: Sequence[Pulled]) -> Iterator[str]:
    """Yield the answer to `pull`: differences map by map, each file's diff, and a summary."""
    for pulled in maps:
        yield f"{pulled.map.files.name} ({_map_file(pulled.map)})"
        lines = [line for d in pulled.differences for line in difference_lines(d, pulled)]
        yield from lines[:SHOWN]
        if len(lines) > SHOWN:
            yield f"... and {len(lines) - SHOWN:,} more lines"
        if pulled.taken:
            yield from _diff(pulled)
    if maps:
        changes = count_text(sum(len(pulled.taken) for pulled in maps), "change")
        never = sum(bool(d.why) for pulled in maps for d in pulled.differences)
        conflicts = _count_conflicts(maps)
        clashes = count_text(conflicts, "conflict")
        yield f"{changes} to take, {clashes}, {never:,} that cannot be taken"
        if conflicts:
            yield CONFLICT


def _diff(pulled: Pulled) -> list[str]:
    try:
        return file_diff(pulled.map, _apply_taken(pulled)[2])
    except UsageError as error:
        return [str(error)]


def file_diff(map_: EditedMap, after: str) -> list[str]:
    """Return the unified diff of the files of a map, as lines; paths are in the game folder.

    `after` has their new texts with BREAK between them; a file with an empty one stays as it is.
    """
    lines: list[str] = []
    for file, before, text in zip(map_.files.paths, map_.texts, after.split(BREAK), strict=False):
        sides = (before.splitlines(), (text or before).splitlines())
        name = _in_game_folder(file)
        lines += unified_diff(*sides, f"a/{name}", f"b/{name}", lineterm="")
    return lines


def difference_lines(d: Difference, pulled: Pulled) -> Iterator[str]:
    """Yield lines about a difference of a map: `~ (1,0,inn) key: Hall -> Cellar`."""
    xyz = _difference_place(d)
    where = d.place if xyz is None else _written(xyz, pulled)
    if name := d.exit if d.made is None else d.made.name:
        where = f"{where} {name}"
    sign = "?" if d.why else "!" if d not in pulled.taken else _sign(d)
    field = _field(d)
    why = f": {d.why}" if d.why else ""
    if d.field in ("room", "exit"):
        yield f"{sign} {where}{_whole(d, pulled)}{why}"
        return
    if d.field in ("alias", "tag"):
        yield f"{sign} {where} {field} {'-' if d.game is None else '+'} {_words(d.key)}{why}"
        return
    to = _target(d.game, pulled) if d.field == "to" else d.game
    file = _written(d.file, pulled) if isinstance(d.file, XYZ) else d.file
    old, new = _short(file), _short(to)
    if old is not None and new is not None:
        yield f"{sign} {where} {field}: {old} -> {new}{why}"
        return
    yield f"{sign} {where} {field}{why}"
    for side, value in (("file", file), ("game", to)):
        yield from (f"    {side}: {line}" for line in str(value or "nothing").splitlines())


def _sign(d: Difference) -> str:
    if d.field in ("room", "exit"):
        return "-" if d.game is None else "+"
    return "~"


def _field(d: Difference) -> str:
    """Return the field of a difference, in the words of `plan`."""
    field = _FIELDS.get(d.field, d.field)
    return f"{field} {_words(d.key)}" if d.field in ("attribute", "lock") else field


def _written(xyz: XYZ, pulled: Pulled) -> str:
    """Return the place of a room; if it is of the map, with the map's name as in its file."""
    grid = pulled.map.files.grid
    znames = dict(zip(grid.zkeys, map(grid.zname, range(grid.levels or 1)), strict=True))
    return xyz.text(znames.get(xyz.z, xyz.z))


def _target(to: str | None, pulled: Pulled) -> str | None:
    """Return a target in the form of a document as `plan` writes it: (2,0,inn)."""
    if to is None:
        return None
    files = pulled.map.files
    x, y, z, name = parse_far_target(to) or (*parse_place(to), files.name)
    has_levels = files.grid.levels is not None if name == files.name else z > 0
    return XYZ(x, y, "").text(level_name(name, z) if has_levels else name)


def _whole(d: Difference, pulled: Pulled) -> str:
    """Return a room or an exit that a builder made or removed, in a few words."""
    if d.game is None:
        name = "" if d.file == d.exit else f" {d.file}"
        return f"{name}: removed in the game"
    if isinstance(d.game, str):  # an exit that cannot be taken: it stands before
        return ""
    if "to" in d.game:
        return f" -> {_target(d.game['to'], pulled)}"
    return f" {d.game['name']}: a new room (#{d.row})"


def _words(key: Any) -> str:
    if isinstance(key, str):
        return key
    name, category = key
    return f"{name} ({category})" if category else str(name)


def _short(value: object) -> str | None:
    """Return a value in one line; None if it is too long."""
    text = "nothing" if value in (None, "") else str(value)
    return text if len(text) <= _LONG and "\n" not in text else None


OPTIONS = frozenset({APPLY, PREFER, CLASSES})
"""The options of `evennia xyzgrid pull`."""
PULL = "pull"
"""The word of the launcher, and of its job."""
_NOTHING = "Nothing to take: the files say what is in the game."


class Written(NamedTuple):
    """New texts of a map's files, the document they give, and the hash of the present files."""

    digest: str
    text: str
    document: Document


def _find_differences_steps(
    live: Live,
    names: Sequence[str],
    pace: Pace,
    options: Collection[str],
    refused: list[Finding],
    not_compared: list[str],
) -> Steps[list[Pulled]]:
    """Find the differences between the game and the files of maps, or of parts of maps.

    `refused` gets the faults of maps, `not_compared` texts on why other maps are left out.
    """
    game, classes = PREFER in options, CLASSES in options
    keys, is_meant, named = resolve_names(live, names)
    maps, all_chosen = list[Pulled](), list[Difference]()
    for key in keys:
        try:
            if key in live.loaded:
                editing.refuse_large(
                    live.loaded[key], editing.LAND_ROOMS
                )  # before its file is read once more
            files = editing.find_map(live.loaded, key, editing.LAND_ROOMS)
            size, work = files.grid.rooms, partial(editing.open_map, files)
            map_ = yield from background.run_in_thread("files", size, work)
        except UsageError:  # it is too large to be written, or not of this game's files
            if names:
                raise
            continue
        refuse = make_refuse(map_, policy.CLASSES if classes else ())
        changed = yield from by_hand.differences_steps(
            live, key, map_.document, refuse, pace, classes
        )
        refused += changed.faults
        not_compared += [changed.why_not] * bool(changed.why_not)
        chosen = _chosen(changed.differences, live, key, is_meant)
        all_chosen += chosen
        if chosen:
            taken = tuple(d for d in chosen if not d.why and (game or not d.is_conflict))
            maps.append(Pulled(map_, chosen, taken, refuse))
    for name, part in () if not_compared else named:
        if not any(part(xyz) for d in all_chosen if (xyz := _difference_place(d)) is not None):
            raise no_room_error(name)
    return maps


def make_refuse(map_: EditedMap, allowed: Collection[str] = ()) -> Refuse:
    """Return a function that refuses operations with code but `allowed`, or no file can hold."""

    def refuse(document: Document, op: Operation) -> None:
        policy.refuse_code(document, op, allowed)
        map_.refuse(op, str(op.get("room", "")))

    return refuse


def _chosen(
    all_: Sequence[Difference], live: Live, key: str, is_meant: Callable[[XYZ], bool]
) -> tuple[Difference, ...]:
    """Return the differences in the chosen rooms, including rooms that were dug from there."""
    grid = live.grids[key]

    def means(place: str) -> bool:
        x, y, z = parse_place(place)
        name = key if grid.levels is None else f"{key}:{z}"
        return is_meant(XYZ(x, y, name))

    places = {d.place for d in all_ if means(d.place)}
    new = {d.place for d in all_ if d.field == "room" and is_new(d)}
    while True:  # new rooms that are dug from others come with these
        more = {
            to
            for d in all_
            if d.field == "exit" and is_new(d)
            for to in [d.game["to"]]
            if to in new and d.place in places and to not in places
        }
        if not more:
            break
        places |= more
    return tuple(
        d
        for d in all_
        if d.place in places or (d.field == "exit" and is_new(d) and d.game["to"] in places & new)
    )


def _write_taken_steps(grid: GridScript, maps: Sequence[Pulled], pace: Pace) -> Steps[list[str]]:
    """Write the taken changes into the files; report them and the ones that remain.

    Rooms and exits of builders then belong to the map, with everything in them.

    Raises:
        UsageError: if a file has changed meanwhile, or cannot hold the changes; it then stays as it
            was.
    """
    lines = []
    for pulled in maps:
        if pulled.taken:
            lines.append((yield from _take_steps(grid, pulled, pace)))
        left = tuple(d for d in pulled.differences if d not in pulled.taken)
        lines += [line for d in left for line in difference_lines(d, pulled)][:SHOWN]
    if _count_conflicts(maps):
        lines.append(CONFLICT)
    return lines or [_NOTHING]


def _take_steps(grid: GridScript, pulled: Pulled, pace: Pace) -> Steps[str]:
    key, name = map_key(pulled.map.files.name), _map_file(pulled.map)
    size, work = len(pulled.map.document["rooms"]), partial(_apply_taken, pulled)
    document, _ops, text = yield from background.run_in_thread("files", size, work)
    row = Written(pulled.map.files.digest, text, document)
    live, _found, _document = yield from written_steps(grid, key, row, pace)
    grid.install(live)
    by_hand.adopt_objects(live, pulled.taken)
    todo = yield from spawning.plan_steps(live, [key], pace=pace)
    todo_taken, what = _about(todo, pulled), f"pull {pulled.map.files.name}"
    yield from spawning.apply_steps(live, todo_taken, pace, what)
    left = {d.spot for d in _left(pulled)}
    assert todo.wanted is not None  # it is a plan of the whole map
    places = {d.spot for d in pulled.taken if d.spot is not None} - left
    yield from record.store_rows_steps(todo.wanted, places, pace)
    if ids := {d.made.id for d in pulled.taken if d.made is not None}:
        for part in game_parts():
            part.pulled(live, ids)
    rooms = count_text(len({d.place for d in pulled.taken}), "room")
    return f"{count_text(len(pulled.taken), 'change')} of {rooms} taken into {name}"


def _left(pulled: Pulled) -> Iterator[Difference]:
    """Yield the changes to rooms and exits that are not taken, which a spawn would undo."""
    return (d for d in pulled.differences if d.made is None and d not in pulled.taken)


def _about(todo: SpawnPlan, pulled: Pulled) -> SpawnPlan:
    """Return the part of a plan that concerns taken rows with no other changes to lose."""
    left_rows = {d.row for d in _left(pulled)}
    rows = {d.row for d in pulled.taken} - left_rows
    spots = {d.spot for d in pulled.taken if d.game is None}
    return SpawnPlan(
        {},
        {},
        {k: v for k, v in todo.changed_rooms.items() if v[0].id in rows},
        {k: v for k, v in todo.changed_exits.items() if v[0].id in rows},
        {},
        {k: v for k, v in todo.gone_exits.items() if k in spots or k.room in spots},
        ids=todo.ids,
    )


def pull(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Show what builders changed in the game, or with --apply, write it into files; as a job."""
    require_maps()
    options = {name for name in order.names if name.startswith("--")}
    names = tuple(name for name in order.names if name not in options)
    live, faults, _ = yield from grid.renewed_steps(map_keys_in(names))
    refused: list[Finding] = []
    not_compared: list[str] = []
    maps = yield from _find_differences_steps(
        live, names, order.pace, options, refused, not_compared
    )
    faults = (*faults, *refused)
    fault_texts = (*not_compared, *fault_lines(faults))
    if APPLY not in options:
        size = sum(len(pulled.map.document["rooms"]) for pulled in maps)
        lines = yield from background.run_in_thread("files", size, lambda: tuple(_pull_lines(maps)))
        lines = (*(lines or (() if not_compared else (_NOTHING,))), *fault_texts)
        return JobReport(lines, 1 if fault_texts else CHANGES if _is_open(maps) else 0)
    report = yield from _write_taken_steps(grid, maps, order.pace)
    return JobReport((*report, *fault_texts), int(bool(fault_texts) or is_left(maps)))


def pull_changes(request: Request) -> int:
    """Run `evennia xyzgrid pull`: print builders' changes, or write them; return the exit code."""
    require_maps()
    words = (*request.names, *sorted(request.options))
    if APPLY in request.options:  # it asks nothing: it has been shown before
        return carry_out(PULL, words, replace(request, options=request.options | YES))
    return print_report(PULL, words)


def refuse_files(character: Character, account: Account, request: Request) -> None:
    """Refuse `pull --apply` in the game for maps that a builder may not edit.

    Raises:
        PlayerError: for the first such map, or for `--classes`; never for developers.
    """
    if APPLY not in request.options or character.check_permstring("Developer"):
        return
    if CLASSES in request.options:
        raise PlayerError(
            _("You are not allowed to write classes and permissions into files."),
            _("A developer can do that."),
        )
    live = current()
    roles = edits.roles_of(account.pk) if account and edits.is_ready() else {}
    for key in resolve_names(live, request.names).keys:
        if roles.get(key) not in edits.WRITERS:
            name = raw(live.grids[key].name)
            raise PlayerError(
                _("You are not allowed to change the file of '{name}'.").format(name=name),
                _("An owner of the map or a developer can do that."),
            )
