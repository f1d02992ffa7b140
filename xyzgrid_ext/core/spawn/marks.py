"""The spawned state of rows, in four numbers each, which shows who has changed a row since.

    spawned as   the file now   the game now
        A             A              B          the game changed it: `pull` takes it
        A             B              A          the file changed it: `spawn` makes it so
        A             B              C          both did, and neither may lose it unseen

A mark is a checksum of a value; the value itself is not stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, TypeAlias
from zlib import crc32

from xyzgrid_ext.core.spawn.fingerprints import stable_text
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    Template,
)

Marks: TypeAlias = tuple[int, int, int, int]
"""The checksums of a row's name, description and target, and of the rest of its prototype."""

DESC = ("desc", None)
NEEDS = ("needs", None)
_FIELDS = {"key": 0, "name": 0, "attribute desc": 1, "desc": 1, "destination": 2, "to": 2}
_REST = 3


class ChangedBy(Enum):
    """The side that has changed something since it was spawned."""

    GAME = "the game"
    FILE = "the file"
    BOTH = "both"
    UNKNOWN = "nobody knows"


class Marker:
    """Makes marks of wanted rows, and keeps those of their names, targets and templates.

    The templates must stay alive as long as it is used.
    """

    def __init__(self) -> None:
        self._of_text = _TextMarks({None: 0})
        self._of_template: dict[int, tuple[int, int]] = {}

    def room(self, spec: RoomSpec) -> Marks:
        """Return the marks of a wanted room."""
        return self._marks(spec.key, None, spec.template)

    def exit(self, spec: ExitSpec) -> Marks:
        """Return the marks of a wanted exit."""
        return self._marks(spec.key, spec.target, spec.template)

    def _marks(self, key: str, target: XYZ | None, template: Template) -> Marks:
        if (found := self._of_template.get(id(template))) is None:
            desc = mark(template.attrs.get(DESC, (None, ""))[0])
            found = self._of_template[id(template)] = desc, _rest(template)
        desc, rest = found
        return self._of_text[key], desc, self._of_text[target], rest


class _TextMarks(dict[str | XYZ | None, int]):
    """The marks of names and targets."""

    def __missing__(self, text: str | XYZ | None) -> int:
        found = self[text] = mark(text)
        return found


def name_of(place: Any) -> str:
    """Return a room's place or an exit's key as text."""
    if isinstance(place, ExitKey):
        return f"{place.room} {place.direction}"
    return str(place)


def spec_marks(spec: RoomSpec | ExitSpec) -> Marks:
    """Return the marks of one wanted row."""
    return Marker().exit(spec) if isinstance(spec, ExitSpec) else Marker().room(spec)


def who_changed(
    field: str, spec: RoomSpec | ExitSpec, row: Row, new: Any, base: Marks | None
) -> ChangedBy:
    """Find the side that has changed a field which differs from its map.

    Args:
        field: the field's name, as in a Change of a plan.
        spec: the wanted row of the map now.
        row: the row in the database.
        new: the value in the database.
        base: the spawned state of the row; None if unknown.

    """
    if base is None:
        return ChangedBy.UNKNOWN
    slot = _FIELDS.get(field, _REST)
    if base[slot] == spec_marks(spec)[slot]:
        return ChangedBy.GAME
    is_as_spawned = base[slot] == (mark(new) if slot != _REST else _rest_of(row, spec.template))
    return ChangedBy.FILE if is_as_spawned else ChangedBy.BOTH


def without_needs(spec: ExitSpec, row: Row, base: Marks | None) -> ExitSpec:
    """Return an exit's spec that ends its needs, if it has those that an earlier file gave it.

    Needs that a builder has given it stay, and those that a builder has changed. The file may have
    added to the prototype or changed it meanwhile.
    """
    former = replace(spec.template, attrs={**spec.template.attrs, NEEDS: row.traits.attrs[NEEDS]})
    if base is None or base[_REST] not in (_rest(former), _rest_of(row, former)):
        return spec
    free = replace(spec.template, attrs={**spec.template.attrs, NEEDS: ([], "")})
    return spec._replace(template=free)


def _rest_of(row: Row, template: Template) -> int:
    """Return the mark of what a row has of a template.

    If the file has only added to the prototype or changed Attributes, the row has all of the former
    prototype, so this is its mark. If the file has also taken something away, it is not.
    """
    own = row.traits
    attrs = {
        key: (value if key[0] in template.varying else own.attrs[key][0], own.attrs[key][1])
        for key, (value, _lock) in template.attrs.items()
        if key in own.attrs
    }
    return _rest(
        replace(
            template,
            typeclass=own.typeclass,
            attrs=attrs,
            locks=tuple(lock for lock in template.locks if lock in own.locks),
            aliases=tuple(alias for alias in template.aliases if alias.lower() in own.aliases),
            permissions=tuple(p for p in template.permissions if p.lower() in own.permissions),
            tags=tuple(tag for tag in template.tags if tag[:2] in own.tags),
            home=template.home if template.home is None else row.home,
        )
    )


def _rest(template: Template) -> int:
    attrs = sorted((key, value, lock) for key, (value, lock) in _texts(template).items())
    return mark(
        (
            template.typeclass,
            attrs,
            sorted(template.locks),
            sorted(template.aliases),
            sorted(template.permissions),
            sorted(template.tags, key=str),
            template.home,
        )
    )


def _texts(template: Template) -> Mapping[str, tuple[str, str]]:
    return {
        str(key): ("" if key[0] in template.varying else stable_text(value), lock)
        for key, (value, lock) in template.attrs.items()
        if key != DESC and (value or key != NEEDS)  # to need nothing is to have no needs
    }


def mark(value: Any) -> int:
    """Return the checksum of a value."""
    return crc32(stable_text(value).encode("utf-8", "surrogatepass"))
