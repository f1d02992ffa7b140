"""`shift`: moves a whole map, in its file, in the files that lead there, and in the database.

    record ─► files written ─► read again ─► as before, but moved? ─► rooms moved, record gone
                                               no: files put back, record gone

The rooms move and the record goes in one transaction. So whoever is killed finds the map as it was
or the record. Then `shift` alone puts the files back and does it all again, and `shift --back` only
puts them back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from evennia.server.models import ServerConfig
from evennia.utils.ansi import raw

from xyzgrid_ext.core.coords import Coord, Place, level_name, map_key, split_level
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.places import authored_place
from xyzgrid_ext.core.matrix.rewrite import shift_nodes
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.moves import xyz_to_place
from xyzgrid_ext.game.base import background, settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Account, Character
from xyzgrid_ext.game.base.files import replace_file
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.actions import print_report
from xyzgrid_ext.game.cli.dispatch import carry_out
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import CHANGES, JobReport, Order
from xyzgrid_ext.game.cli.naming import find_level, require_maps
from xyzgrid_ext.game.cli.report import count_text
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import moving
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core.shifting import shift_module
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.game import maps as editing

SHIFT, DRY, BACK = "shift", "--dry-run", "--back"
_ROW = "xyzgrid shift"
_NUMBERS = re.compile(r"\(?\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*(?:,\s*(-?\d{1,3})\s*)?\)?")
_NOWHERE = Coord(0, 0, 0)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True)
class MovedFile:
    """A file that names places of a moved map, with its text before and after."""

    path: str
    before: str
    after: str

    def put(self, text: str) -> None:
        """Write `text`, which is `before` or `after`.

        Raises:
            UsageError: if somebody else has changed the file.
        """
        now = Path(self.path).read_bytes().decode("utf-8")
        if now not in (self.before, self.after):
            raise UsageError(
                f"{self.path} has changed since the shift began",
                f"put it back by hand, then `evennia xyzgrid {SHIFT} {BACK}`",
            )
        if now != text:
            replace_file(Path(self.path), [text])


@dataclass(frozen=True)
class StoredShift:
    """A shift of a map that has begun, stored so that one that was cut off can be finished."""

    map: str
    by: Coord
    files: tuple[MovedFile, ...]

    def store(self) -> None:
        """Store it in the database."""
        files = [[file.path, file.before, file.after] for file in self.files]
        ServerConfig(db_key=_ROW, db_value=json.dumps([self.map, self.by, files])).save()

    def put_back(self) -> None:
        """Write the files as they were."""
        for file in self.files:
            file.put(file.before)


def _stored_shift() -> StoredShift | None:
    """Return the shift that was cut off; None if none was. One query."""
    text = ServerConfig.objects.filter(db_key=_ROW).values_list("db_value", flat=True).first()
    if text is None:
        return None
    name, by, files = json.loads(text)
    return StoredShift(name, Coord(*by), tuple(MovedFile(*file) for file in files))


def _forget() -> None:
    ServerConfig.objects.filter(db_key=_ROW).delete()


def shift(grid: Any, order: Order) -> Steps[JobReport]:
    """Move a whole map, in its file, the game and the files that name it; as a job.

    Raises:
        UsageError: if the map cannot move so far, or a file cannot say so.
    """
    require_maps()
    old = _stored_shift()
    if old is not None:
        cut_off = f"a shift of '{old.map}' by {_written(old.by)} was cut off"
        if order.maps or DRY in order.names:
            cure = f"`evennia xyzgrid {SHIFT}` finishes it, `{SHIFT} {BACK}` takes it back"
            raise UsageError(cut_off, cure)
        order.agree(f"{cut_off}. {'Take it back' if BACK in order.names else 'Finish it'}?")
        old.put_back()
        name, by = old.map, old.by
    else:
        name, by = _meant(order.maps)
    renewed = yield from grid.renewed_steps(None)
    live: Live = renewed.live
    key, _level = find_level(live, name)
    if BACK in order.names:
        _forget()
        grid.install(live)
        return JobReport((f"the files are as before; no room of '{name}' has moved.",))
    new = StoredShift(live.grids[key].name, by, tuple(_changes(live, key, by)))
    moves = {
        xyz: _moved_xyz(xyz, by) for xyz in objects.rooms_by_place() if xyz_to_place(xyz).map == key
    }
    verb = "moves" if len(moves) == 1 else "move"
    lines = [f"{count_text(len(moves), 'room')} of '{new.map}' {verb} by {_written(by)}"]
    lines += [f"~ {file.path}" for file in new.files]
    start = settings.setting_value("XYZGRID_START")
    if start is not None and _place(start, key, by) != _place(start, key, _NOWHERE):
        lines.append(f"XYZGRID_START still says {authored_place(start)}: change it in the settings")
    if DRY in order.names:
        return JobReport((*lines, *(line for file in new.files for line in _diff(file))), CHANGES)
    if old is None:
        order.agree("\n".join((*lines, "Write the files, and move the rooms?")))
        new.store()
    before = yield from background.run_in_thread("files", 1_000, partial(_facts, live, key, by))
    try:
        for file in new.files:
            file.put(file.after)
        renewed = yield from grid.renewed_steps(None)
        after = yield from background.run_in_thread(
            "files", 1_000, partial(_facts, renewed.live, key)
        )
        if key in renewed.stale:
            raise RefusedError(renewed.faults)
        if fault := next((at for at in before if after.get(at) != before[at]), None):
            raise UsageError(
                f"{fault}: the file would not say what it says now, as its own code makes that",
                "move it by hand in the file, then `spawn --moved`; nothing has changed",
            )
    except BaseException:
        new.put_back()
        _forget()
        raise
    with transaction.atomic():
        moving.move_rooms(renewed.live, moves, frozenset(moves.values()))
        _forget()
    grid.install(renewed.live)
    return JobReport((*lines, "`evennia xyzgrid plan` shows what else is to do."))


def _meant(words: list[str]) -> tuple[str, Coord]:
    """Return the map, and how far it moves.

    Raises:
        UsageError: if that is not what the words say.
    """
    name, far = (words or [""])[0], " ".join(words[1:])
    cure = f"write two numbers, `{SHIFT} {name or 'town'} 4,0`, or a third one for levels"
    if not name:
        raise UsageError("there is no shift to finish", cure)
    if (numbers := _NUMBERS.fullmatch(far)) is None:
        raise UsageError(f"{far!r} does not say how far '{name}' moves", cure)
    if (by := Coord(*(int(part or 0) for part in numbers.groups()))) == _NOWHERE:
        raise UsageError(f"'{name}' would stay where it is", cure)
    return name, by


def _changes(live: Live, key: str, by: Coord) -> Iterator[MovedFile]:
    """Yield the files that change."""
    files = editing.find_map(live.loaded, key, editing.LAND_ROOMS)
    if files.matrix_file is not None:
        text = files.matrix_file.read_bytes().decode("utf-8")
        try:
            yield MovedFile(str(files.matrix_file), text, shift_nodes(text, by))
        except ValueError as error:
            raise UsageError(f"{files.matrix_file}: {error}", "move it by less") from error
    if files.file is not None:
        text = _text_of(files)
        yield MovedFile(str(files.file), text, shift_module(text, files.name, by, is_own=True))
    seen_files = {files.file}
    for other in live.loaded:
        if live.loaded[other].grid is None:
            continue
        other_files = editing.find_map(live.loaded, other, editing.LAND_ROOMS)
        if other_files.file is None or other_files.data is None or other_files.file in seen_files:
            continue
        seen_files.add(other_files.file)
        ends = other_files.grid.outside.values()
        leads = any(_place(end, key, by) != _place(end, key, _NOWHERE) for end in ends)
        try:
            text = _text_of(other_files)
            new = shift_module(text, files.name, by, is_own=False)
        except UnwritableError as error:
            if not leads:
                continue
            raise UsageError(
                f"{other_files.name}, which leads there: {error.message}", error.cure
            ) from error
        if new != text:
            yield MovedFile(str(other_files.file), text, new)


def _text_of(files: editing.MapFiles) -> str:
    """Return the text of a module, also of a map whose rooms the editor cannot draw."""
    return editing.module_source(files._replace(kind=""))


def _moved_xyz(xyz: XYZ, by: Coord) -> XYZ:
    level = split_level(xyz.z)
    z = xyz.z if level is None else level_name(level[0], level[1] + by.z)
    return XYZ(xyz.x + by.x, xyz.y + by.y, z)


def _place(place: Place, key: str, by: Coord) -> tuple[str, int, int, int]:
    """Return a place after a map has moved."""
    level = split_level(map_key(place.map))
    name = map_key(place.map) if level is None or level[0] != key else level[0]
    x, y, z = place.coord
    z = level[1] if level is not None and name == level[0] else z
    return (name, x + by.x, y + by.y, z + by.z) if name == key else (name, x, y, z)


_Facts = Mapping[str, object]


def _facts(live: Live, key: str, by: Coord = _NOWHERE) -> _Facts:
    """Return what maps say about each room, after a map has moved."""
    return {
        f"{grid.name} {place[1:]}": facts
        for grid in live.grids.values()
        if grid.tiles is None
        for place, facts in _rooms(grid, key, by)
    }


def _rooms(grid: Grid, key: str, by: Coord) -> Iterator[tuple[tuple[str, int, int, int], object]]:
    texts = [_text(proto) for proto in grid.protos]
    for room in range(grid.rooms):
        area = grid.room_area[room].item() if grid.room_area is not None else -1
        exits = sorted(
            (grid.way_of(link).direction, _place(grid.target_of(link), key, by))
            for link in grid.links_of(room)
        )
        text = texts[grid.room_proto[room]]
        yield _place(grid.place(room), key, by), (text, area >= 0 and grid.areas[area].key, exits)


def _text(proto: Record) -> str:
    """Return what a prototype says; other values may name places."""
    parts = [proto.get(name) for name in ("prototype_parent", "key", "desc", "typeclass")]
    return _ADDRESS.sub("", repr(parts))


def _written(by: Coord) -> str:
    return f"({','.join(map(str, by if by.z else by[:2]))})"


def _diff(file: MovedFile) -> Iterator[str]:
    texts = (file.before.splitlines(), file.after.splitlines())
    yield from unified_diff(*texts, f"{file.path}, now", f"{file.path}, then", lineterm="", n=1)


def shift_map(request: Request) -> int:
    """Run `evennia xyzgrid shift`: move a map, or show what changes; return the exit code."""
    words = (*request.names, *sorted(request.options & {DRY, BACK}))
    return print_report(SHIFT, words) if DRY in words else carry_out(SHIFT, words, request)


def refuse_shift(character: Character, account: Account, request: Request) -> None:
    """Raise a PlayerError for all but developers, since files of several maps change."""
    if not character.check_permstring("Developer"):
        name = raw(" ".join(request.names[:1]))
        raise PlayerError(
            _("You are not allowed to change the file of '{name}'.").format(name=name),
            _("A developer can do that."),
        )
