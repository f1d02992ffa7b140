"""The differences between a map's file and the game, as `pull` finds and writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext.core.editing.operations import Operation, origins_of
from xyzgrid_ext.core.editing.values import Document
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.core.spawn.differences import Refuse, tried
from xyzgrid_ext.core.spawn.merging import Difference, operations
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.maps.editing import EditedMap

APPLY, GAME, CLASSES = "--apply", "--prefer-game", "--classes"


class Pulled(NamedTuple):
    """A map with differences; `taken` are those that `--apply` would write."""

    map: EditedMap
    found: tuple[Difference, ...]
    taken: tuple[Difference, ...]
    refuse: Refuse


def applied(one: Pulled) -> tuple[Document, list[Operation], str]:
    """Return the document of a map with the taken changes, their operations, and the file's text.

    Raises:
        UsageError: if the file cannot hold them.

    """
    document = one.map.document
    ops = operations(document, one.taken)
    for op in ops:
        document = tried(document, op, one.refuse)
    source = one.map.source
    assert source is not None  # else nothing is taken
    return document, ops, source.written(document, origins_of(one.map.document, ops))


def is_new(one: Difference) -> bool:
    """Whether a difference is a builder's new room or exit that can be written."""
    return one.field in ("room", "exit") and isinstance(one.game, dict)


def xyz_of(one: Difference) -> XYZ | None:
    """Return the place of a difference; None if it has none."""
    return one.spot.room if isinstance(one.spot, ExitKey) else one.spot


def file_of(one: EditedMap) -> str:
    """Return the path of a map's file in the game folder; else its name, or the reference."""
    file, game = one.found.file, Path(settings.game_dir()).resolve()
    if file is None:
        return one.found.reference
    whole = file.resolve()
    return whole.relative_to(game).as_posix() if whole.is_relative_to(game) else file.name


def conflicts_of(found: Sequence[Pulled]) -> int:
    """Return the number of conflicts that a person must decide."""
    return sum(d.is_conflict and d not in one.taken for one in found for d in one.found)


def is_left(found: Sequence[Pulled]) -> bool:
    """Whether an apply leaves some changes out."""
    return any(len(one.taken) < len(one.found) for one in found)


def is_open(found: Sequence[Pulled]) -> bool:
    """Whether there is anything to take or to decide."""
    return any(one.taken for one in found) or conflicts_of(found) > 0
