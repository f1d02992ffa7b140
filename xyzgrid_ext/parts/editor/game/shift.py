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
    """A file of maps, with its text before and after."""

    path: str
    before: str
    after: str

    def put(self, text: str) -> None:
        """Write one of the texts.

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
            editing.replace_file(Path(self.path), text)


@dataclass(frozen=True)
class StoredShift:
    """A shift that has begun: the name of the map, how far it moves, and the files."""

    map: str
    by: Coord
    files: tuple[MovedFile, ...]

    def store(self) -> None:
        """Write the record."""
        files = [[file.path, file.before, file.after] for file in self.files]
        ServerConfig(db_key=_ROW, db_value=json.dumps([self.map, self.by, files])).save()

    def put_back(self) -> None:
        """Write the files as they were."""
        for file in self.files:
            file.put(file.before)


def stored_shift() -> StoredShift | None:
    """Return the shift that was cut off; None if none was. One query."""
    text = ServerConfig.objects.filter(db_key=_ROW).values_list("db_value", flat=True).first()
    if text is None:
        return None
    name, by, files = json.loads(text)
    return StoredShift(name, Coord(*by), tuple(MovedFile(*file) for file in files))


def _forget() -> None:
    ServerConfig.objects.filter(db_key=_ROW).delete()


def shift(grid: Any, order: Order) -> Steps[JobReport]:
    """Move a whole map.

    Raises:
        UsageError: if the map cannot move so far, or a file cannot say so.
    """
    require_maps()
    begun = stored_shift()
    if begun is not None:
        cut_off = f"a shift of '{begun.map}' by {_written(begun.by)} was cut off"
        if order.maps or DRY in order.names:
            cure = f"`evennia xyzgrid {SHIFT}` finishes it, `{SHIFT} {BACK}` takes it back"
            raise UsageError(cut_off, cure)
        order.agree(f"{cut_off}. {'Take it back' if BACK in order.names else 'Finish it'}?")
        begun.put_back()
        name, by = begun.map, begun.by
    else:
        name, by = _meant(order.maps)
    renewed = yield from grid.renewed_steps(None)
    live: Live = renewed.live
    key, _level = find_level(live, name)
    if BACK in order.names:
        _forget()
        grid.install(live)
        return JobReport((f"the files are as before; no room of '{name}' has moved.",))
    wanted = StoredShift(live.grids[key].name, by, tuple(_changes(live, key, by)))
    moves = {
        xyz: _moved_xyz(xyz, by) for xyz in objects.rooms_by_place() if xyz_to_place(xyz).map == key
    }
    verb = "moves" if len(moves) == 1 else "move"
    said = [f"{count_text(len(moves), 'room')} of '{wanted.map}' {verb} by {_written(by)}"]
    said += [f"~ {file.path}" for file in wanted.files]
    start = settings.setting_value("XYZGRID_START")
    if start is not None and _place(start, key, by) != _place(start, key, _NOWHERE):
        said.append(f"XYZGRID_START still says {authored_place(start)}: change it in the settings")
    if DRY in order.names:
        return JobReport((*said, *(line for file in wanted.files for line in _diff(file))), CHANGES)
    if begun is None:
        order.agree("\n".join((*said, "Write the files, and move the rooms?")))
        wanted.store()
    before = yield from background.run_in_thread("files", 1_000, partial(_facts, live, key, by))
    try:
        for file in wanted.files:
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
        wanted.put_back()
        _forget()
        raise
    with transaction.atomic():
        moving.move_rooms(renewed.live, moves, frozenset(moves.values()))
        _forget()
    grid.install(renewed.live)
    return JobReport((*said, "`evennia xyzgrid plan` shows what else is to do."))


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
    own = editing.find_map(live.loaded, key, editing.LAND_ROOMS)
    if own.matrix_file is not None:
        text = own.matrix_file.read_bytes().decode("utf-8")
        try:
            yield MovedFile(str(own.matrix_file), text, shift_nodes(text, by))
        except ValueError as error:
            raise UsageError(f"{own.matrix_file}: {error}", "move it by less") from error
    if own.file is not None:
        text = _text_of(own)
        yield MovedFile(str(own.file), text, shift_module(text, own.name, by, is_own=True))
    seen = {own.file}
    for other in live.loaded:
        if live.loaded[other].grid is None:
            continue
        found = editing.find_map(live.loaded, other, editing.LAND_ROOMS)
        if found.file is None or found.data is None or found.file in seen:
            continue
        seen.add(found.file)
        ends = found.grid.outside.values()
        leads = any(_place(end, key, by) != _place(end, key, _NOWHERE) for end in ends)
        try:
            text = _text_of(found)
            new = shift_module(text, own.name, by, is_own=False)
        except UnwritableError as error:
            if not leads:
                continue
            raise UsageError(
                f"{found.name}, which leads there: {error.message}", error.cure
            ) from error
        if new != text:
            yield MovedFile(str(found.file), text, new)


def _text_of(found: editing.Found) -> str:
    """Return the text of a module, also of a map whose rooms the editor cannot draw."""
    return editing.module_source(found._replace(kind=""))


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
    """Move a map, or show what that would change."""
    words = (*request.names, *sorted(request.options & {DRY, BACK}))
    return print_report(SHIFT, words) if DRY in words else carry_out(SHIFT, words, request)


def refuse_shift(character: Character, account: Account, request: Request) -> None:
    """Refuse all but developers, since files of several maps change.

    Raises:
        PlayerError: for the first map that is named.
    """
    if not character.check_permstring("Developer"):
        name = raw(" ".join(request.names[:1]))
        raise PlayerError(
            _("You are not allowed to change the file of '{name}'.").format(name=name),
            _("A developer can do that."),
        )
