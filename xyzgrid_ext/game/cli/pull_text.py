"""What `pull` has found, as text: a line or some for each difference, and the diff of each file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import Any

from xyzgrid_ext.core.coords import level_name
from xyzgrid_ext.core.editing.values import cell_of, far_of
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.merging import Difference
from xyzgrid_ext.game.cli.pulled import GAME, Pulled, applied, conflicts_of, file_of, xyz_of
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.maps.editing import EditedMap

CONFLICT = (
    f"! is a conflict: the file has changed since it was spawned, or nobody knows whether. {GAME} "
    "takes the game's side, `spawn` the file's."
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


def lines(found: Sequence[Pulled]) -> Iterator[str]:
    """Yield the differences map by map, each file's diff, and a summary; nothing without any."""
    for one in found:
        yield f"{one.map.found.name} ({file_of(one.map)})"
        own = [line for d in one.found for line in told(d, one)]
        yield from own[:SHOWN]
        if len(own) > SHOWN:
            yield f"... and {len(own) - SHOWN:,} more lines"
        if one.taken:
            yield from _diff(one)
    if found:
        taken = counted(sum(len(one.taken) for one in found), "change")
        never = sum(bool(d.why) for one in found for d in one.found)
        conflicts = conflicts_of(found)
        yield f"{taken} to take, {counted(conflicts, 'conflict')}, {never:,} that cannot be taken"
        if conflicts:
            yield CONFLICT


def _diff(one: Pulled) -> list[str]:
    try:
        return difference(one.map, applied(one)[2])
    except UsageError as error:
        return [str(error)]


def difference(one: EditedMap, after: str) -> list[str]:
    """Return the unified diff of the file of a map, which `git apply` takes in the game folder."""
    before = one.source.source.text if one.source is not None else ""
    sides = (before.splitlines(), after.splitlines(), f"a/{file_of(one)}", f"b/{file_of(one)}")
    return list(unified_diff(*sides, lineterm=""))


def told(one: Difference, of: Pulled) -> Iterator[str]:
    """Yield lines about a difference: its place, and both values."""
    xyz = xyz_of(one)
    where = one.place if xyz is None else _written(xyz, of)
    if one.exit:
        where = f"{where} {one.exit}"
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
    return xyz.written(znames.get(xyz.z, xyz.z))


def _target(to: str | None, of: Pulled) -> str | None:
    """Return a target in the form of a document as `plan` writes it: (2,0,inn)."""
    if to is None:
        return None
    found = of.map.found
    x, y, z, name = far_of(to) or (*cell_of(to), found.name)
    has_levels = found.grid.levels is not None if name == found.name else z > 0
    return XYZ(x, y, "").written(level_name(name, z) if has_levels else name)


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


def _short(value: Any) -> str | None:
    """Return a value in one line; None if it is too long."""
    text = "nothing" if value in (None, "") else str(value)
    return text if len(text) <= _LONG and "\n" not in text else None
