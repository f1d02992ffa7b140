"""Finds what is wrong with the game's settings of this package.

A wrong setting stops nothing: its default counts, or for a limit the usual one. So that somebody
notices, the log tells of it at each start, as do `evennia xyzgrid doctor` and each web process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.conf import settings as django_settings

from xyzgrid_ext import parts
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.limits import is_limit_value
from xyzgrid_ext.game.base.setting_rows import PREFIX, Limit, Setting

Fault = tuple[str, str]
"""What is wrong, and what to do about it, as two texts."""


def setting_faults(rows: Mapping[str, Setting], limits: Mapping[str, Limit]) -> Iterator[Fault]:
    """Yield what is wrong with the game's values of these settings and limits."""
    yield from _name_faults(rows)
    for row in rows.values():
        yield from _value_faults(row)
        yield from _path_faults(row)
    yield from _limit_faults(limits)


def _name_faults(rows: Mapping[str, Setting]) -> Iterator[Fault]:
    names = set(rows)
    for part in parts.all_parts():  # one that is off may be back
        with parts.guard(part.name):
            names |= {row.name for row in parts.part_settings([part])}
    for name in dir(django_settings):
        if name.startswith(PREFIX) and name not in names:
            yield f"there is no setting {name}", _cure(name, rows, "reference/settings")


def _cure(name: str, rows: Iterable[str], page: str) -> str:
    near = likely_word(name, rows)
    return f"did you mean {near}?" if near else f"see `python -m xyzgrid_ext docs {page}`"


def _value_faults(row: Setting) -> Iterator[Fault]:
    value = settings.raw_value(row)
    try:
        row.read(value)
    except (TypeError, ValueError):
        cure = f"correct it; until then it is {row.default!r}, the default"
        yield f"{row.name} = {value!r} is not {row.takes}", cure


def _path_faults(row: Setting) -> Iterator[Fault]:
    path = settings.raw_value(row)
    if not (row.is_path and path and isinstance(path, str)):
        return
    try:
        settings.import_path(path)
    except Exception as err:  # noqa: BLE001 a module of the game can raise anything
        text = f"{row.name} = {path!r} cannot be imported: {type(err).__name__}: {err}"
        yield text, "correct it; until then it counts as not set"


def _limit_faults(rows: Mapping[str, Limit]) -> Iterator[Fault]:
    for name, value in settings.setting_value("XYZGRID_LIMITS").items():
        if name not in rows:
            cure = _cure(str(name), rows, "reference/bounds")
            yield f"XYZGRID_LIMITS: there is no limit {name!r}", cure
        elif not is_limit_value(value):
            text = f"XYZGRID_LIMITS: {name} is {value!r}, not a whole number, 0 or more"
            yield text, f"correct it; until then it is {rows[name].usual}, the default"
