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
    """A map with differences; `taken` are those that `--apply` would write."""

    map: EditedMap
    found: tuple[Difference, ...]
    taken: tuple[Difference, ...]
    refuse: Refuse


def apply_taken(one: Pulled) -> tuple[Document, list[Operation], str]:
    """Return the document of a map with the taken changes, their operations, and the file's text.

    Raises:
        UsageError: if the file cannot hold them.
    """
    document = one.map.document
    ops = operations(document, one.taken)
    for op in ops:
        document = try_operation(document, op, one.refuse)
    source = one.map.source
    assert source is not None  # else nothing is taken
    return document, ops, source.rewrite(document, room_origins(one.map.document, ops))


def is_new(one: Difference) -> bool:
    """Whether a difference is a builder's new room or exit that can be written."""
    return one.field in ("room", "exit") and isinstance(one.game, dict)


def difference_place(one: Difference) -> XYZ | None:
    """Return the place of a difference; None if it has none."""
    return one.spot.room if isinstance(one.spot, ExitKey) else one.spot


def map_file(one: EditedMap) -> str:
    """Return the path of a map's file in the game folder; else its name, or the reference."""
    file = one.found.file
    return one.found.reference if file is None else in_game_folder(file)


def in_game_folder(file: Path) -> str:
    """Return the path of a file in the game folder; else its name."""
    game, whole = Path(settings.django_settings.GAME_DIR).resolve(), file.resolve()
    return whole.relative_to(game).as_posix() if whole.is_relative_to(game) else file.name


def count_conflicts(found: Sequence[Pulled]) -> int:
    """Return the number of conflicts that a person must decide."""
    return sum(d.is_conflict and d not in one.taken for one in found for d in one.found)


def is_left(found: Sequence[Pulled]) -> bool:
    """Whether an apply leaves some changes out."""
    return any(len(one.taken) < len(one.found) for one in found)


def is_open(found: Sequence[Pulled]) -> bool:
    """Whether there is anything to take or to decide."""
    return any(one.taken for one in found) or count_conflicts(found) > 0


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


def pull_lines(found: Sequence[Pulled]) -> Iterator[str]:
    """Yield the differences map by map, each file's diff, and a summary; nothing without any."""
    for one in found:
        yield f"{one.map.found.name} ({map_file(one.map)})"
        own = [line for d in one.found for line in difference_lines(d, one)]
        yield from own[:SHOWN]
        if len(own) > SHOWN:
            yield f"... and {len(own) - SHOWN:,} more lines"
        if one.taken:
            yield from _diff(one)
    if found:
        taken = count_text(sum(len(one.taken) for one in found), "change")
        never = sum(bool(d.why) for one in found for d in one.found)
        conflicts = count_conflicts(found)
        clashes = count_text(conflicts, "conflict")
        yield f"{taken} to take, {clashes}, {never:,} that cannot be taken"
        if conflicts:
            yield CONFLICT


def _diff(one: Pulled) -> list[str]:
    try:
        return difference(one.map, apply_taken(one)[2])
    except UsageError as error:
        return [str(error)]


def difference(one: EditedMap, after: str) -> list[str]:
    """Return the unified diff of the files of a map, which `git apply` takes in the game folder.

    `after` has their texts; an empty one stays as it is.
    """
    lines: list[str] = []
    for file, before, text in zip(one.found.files, one.texts, after.split(BREAK), strict=False):
        sides = (before.splitlines(), (text or before).splitlines())
        name = in_game_folder(file)
        lines += unified_diff(*sides, f"a/{name}", f"b/{name}", lineterm="")
    return lines


def difference_lines(one: Difference, of: Pulled) -> Iterator[str]:
    """Yield lines about a difference: its place, and both values."""
    xyz = difference_place(one)
    where = one.place if xyz is None else _written(xyz, of)
    if name := one.exit if one.made is None else one.made.name:
        where = f"{where} {name}"
    sign = "?" if one.why else "!" if one not in of.taken else _sign(one)
    field = _field(one)
    why = f": {one.why}" if one.why else ""
    if one.field in ("room", "exit"):
        yield f"{sign} {where}{_whole(one, of)}{why}"
        return
    if one.field in ("alias", "tag"):
        yield f"{sign} {where} {field} {'-' if one.game is None else '+'} {_words(one.key)}{why}"
        return
    to = _target(one.game, of) if one.field == "to" else one.game
    file = _written(one.file, of) if isinstance(one.file, XYZ) else one.file
    old, new = _short(file), _short(to)
    if old is not None and new is not None:
        yield f"{sign} {where} {field}: {old} -> {new}{why}"
        return
    yield f"{sign} {where} {field}{why}"
    for side, value in (("file", file), ("game", to)):
        yield from (f"    {side}: {line}" for line in str(value or "nothing").splitlines())


def _sign(one: Difference) -> str:
    if one.field in ("room", "exit"):
        return "-" if one.game is None else "+"
    return "~"


def _field(one: Difference) -> str:
    """Return the field of a difference, in the words of `plan`."""
    field = _FIELDS.get(one.field, one.field)
    return f"{field} {_words(one.key)}" if one.field in ("attribute", "lock") else field


def _written(xyz: XYZ, of: Pulled) -> str:
    """Return the place of a room; if it is of the map, with the map's name as in its file."""
    grid = of.map.found.grid
    znames = dict(zip(grid.zkeys, map(grid.zname, range(grid.levels or 1)), strict=True))
    return xyz.text(znames.get(xyz.z, xyz.z))


def _target(to: str | None, of: Pulled) -> str | None:
    """Return a target in the form of a document as `plan` writes it: (2,0,inn)."""
    if to is None:
        return None
    found = of.map.found
    x, y, z, name = parse_far_target(to) or (*parse_place(to), found.name)
    has_levels = found.grid.levels is not None if name == found.name else z > 0
    return XYZ(x, y, "").text(level_name(name, z) if has_levels else name)


def _whole(one: Difference, of: Pulled) -> str:
    """Return a room or an exit that a builder made or removed, in a few words."""
    if one.game is None:
        name = "" if one.file == one.exit else f" {one.file}"
        return f"{name}: removed in the game"
    if isinstance(one.game, str):  # an exit that cannot be taken: it stands before
        return ""
    if "to" in one.game:
        return f" -> {_target(one.game['to'], of)}"
    return f" {one.game['name']}: a new room (#{one.row})"


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
PULL = "pull"
NOTHING = "Nothing to take: the files say what is in the game."


class Written(NamedTuple):
    """The changes to write into a file, in the form for `written_steps`."""

    digest: str
    text: str
    document: Document


def find_differences_steps(
    live: Live,
    names: Sequence[str],
    pace: Pace,
    options: Collection[str],
    refused: list[Finding],
    left: list[str],
) -> Steps[list[Pulled]]:
    """Find the differences between the game and the files of maps, or of parts of maps.

    `refused` gets the faults of maps, `left` what keeps other maps from being compared.
    """
    game, classes = PREFER in options, CLASSES in options
    keys, is_meant, named = resolve_names(live, names)
    found, differing = list[Pulled](), list[Difference]()
    for key in keys:
        try:
            if key in live.loaded:
                editing.refuse_large(
                    live.loaded[key], editing.LAND_ROOMS
                )  # before its file is read once more
            meant = editing.find_map(live.loaded, key, editing.LAND_ROOMS)
            size, work = meant.grid.rooms, partial(editing.open_map, meant)
            one = yield from background.run_in_thread("files", size, work)
        except UsageError:  # it is too large to be written, or not of this game's files
            if names:
                raise
            continue
        refuse = make_refuse(one, policy.CLASSES if classes else ())
        changed = yield from by_hand.differences_steps(
            live, key, one.document, refuse, pace, classes
        )
        refused += changed.faults
        left += [changed.why_not] * bool(changed.why_not)
        own = _chosen(changed.differences, live, key, is_meant)
        differing += own
        if own:
            taken = tuple(d for d in own if not d.why and (game or not d.is_conflict))
            found.append(Pulled(one, own, taken, refuse))
    for name, part in () if left else named:
        if not any(part(xyz) for one in differing if (xyz := difference_place(one)) is not None):
            raise no_room_error(name)
    return found


def make_refuse(one: EditedMap, allowed: Collection[str] = ()) -> Refuse:
    """Return a function that refuses operations beyond a builder's rights or a file's language."""

    def refuse(document: Document, op: Operation) -> None:
        policy.refuse_code(document, op, allowed)
        one.refuse(op, str(op.get("room", "")))

    return refuse


def _chosen(
    found: Sequence[Difference], live: Live, key: str, is_meant: Callable[[XYZ], bool]
) -> tuple[Difference, ...]:
    """Return the differences in the chosen rooms, including rooms that were dug from there."""
    grid = live.grids[key]

    def means(place: str) -> bool:
        x, y, z = parse_place(place)
        name = key if grid.levels is None else f"{key}:{z}"
        return is_meant(XYZ(x, y, name))

    places = {one.place for one in found if means(one.place)}
    new = {one.place for one in found if one.field == "room" and is_new(one)}
    while True:  # new rooms that are dug from others come with these
        more = {
            to
            for one in found
            if one.field == "exit" and is_new(one)
            for to in [one.game["to"]]
            if to in new and one.place in places and to not in places
        }
        if not more:
            break
        places |= more
    return tuple(
        one
        for one in found
        if one.place in places
        or (one.field == "exit" and is_new(one) and one.game["to"] in places & new)
    )


def write_taken_steps(grid: GridScript, found: Sequence[Pulled], pace: Pace) -> Steps[list[str]]:
    """Write the taken changes into the files; report them and the ones that remain.

    Rooms and exits of builders then belong to the map, with everything in them.

    Raises:
        UsageError: if a file has changed meanwhile, or cannot hold the changes; it then stays as it
            was.
    """
    lines = []
    for one in found:
        if one.taken:
            lines.append((yield from _take_steps(grid, one, pace)))
        left = tuple(d for d in one.found if d not in one.taken)
        lines += [line for d in left for line in difference_lines(d, one)][:SHOWN]
    if count_conflicts(found):
        lines.append(CONFLICT)
    return lines or [NOTHING]


def _take_steps(grid: GridScript, one: Pulled, pace: Pace) -> Steps[str]:
    key, name = map_key(one.map.found.name), map_file(one.map)
    size, work = len(one.map.document["rooms"]), partial(apply_taken, one)
    document, _ops, text = yield from background.run_in_thread("files", size, work)
    row = Written(one.map.found.digest, text, document)
    live, _found, _document = yield from written_steps(grid, key, row, pace)
    grid.install(live)
    by_hand.adopt_objects(live, one.taken)
    todo = yield from spawning.plan_steps(live, [key], pace=pace)
    yield from spawning.apply_steps(live, _about(todo, one), pace, f"pull {one.map.found.name}")
    left = {d.spot for d in _left(one)}
    assert todo.wanted is not None  # it is a plan of the whole map
    places = {d.spot for d in one.taken if d.spot is not None} - left
    yield from record.store_rows_steps(todo.wanted, places, pace)
    if ids := {d.made.id for d in one.taken if d.made is not None}:
        for part in game_parts():
            part.pulled(live, ids)
    rooms = count_text(len({d.place for d in one.taken}), "room")
    return f"{count_text(len(one.taken), 'change')} of {rooms} taken into {name}"


def _left(one: Pulled) -> Iterator[Difference]:
    """Yield the changes to rooms and exits that are not taken, which a spawn would undo."""
    return (d for d in one.found if d.made is None and d not in one.taken)


def _about(todo: SpawnPlan, one: Pulled) -> SpawnPlan:
    """Return the part of a plan that concerns taken rows with no other changes to lose."""
    left = {d.row for d in _left(one)}
    rows = {d.row for d in one.taken} - left
    spots = {d.spot for d in one.taken if d.game is None}
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
    """Show what builders changed in the game, or with --apply, write it into the files."""
    require_maps()
    options = {name for name in order.names if name.startswith("--")}
    names = tuple(name for name in order.names if name not in options)
    live, faults, _ = yield from grid.renewed_steps(map_keys_in(names))
    refused: list[Finding] = []
    left: list[str] = []
    found = yield from find_differences_steps(live, names, order.pace, options, refused, left)
    faults = (*faults, *refused)
    told_faults = (*left, *fault_lines(faults))
    if APPLY not in options:
        size = sum(len(one.map.document["rooms"]) for one in found)
        shown = yield from background.run_in_thread("files", size, lambda: tuple(pull_lines(found)))
        shown = (*(shown or (() if left else (NOTHING,))), *told_faults)
        return JobReport(shown, 1 if told_faults else CHANGES if is_open(found) else 0)
    report = yield from write_taken_steps(grid, found, order.pace)
    return JobReport((*report, *told_faults), int(bool(told_faults) or is_left(found)))


def pull_changes(request: Request) -> int:
    """Print builders' changes, or write them into the files."""
    require_maps()
    words = (*request.names, *sorted(request.options))
    if APPLY in request.options:  # it asks nothing: it has been shown before
        return carry_out(PULL, words, replace(request, options=request.options | YES))
    return print_report(PULL, words)


def refuse_files(character: Character, account: Account, request: Request) -> None:
    """Refuse to write the files of maps that a builder may not edit.

    Raises:
        PlayerError: for the first of them; to all but developers for classes.
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
