"""Finds what is wrong with the game's settings of this package.

A wrong setting stops nothing: its default counts, or for a limit the usual one. So that somebody
notices, the log tells of it at each start, as do `evennia xyzgrid doctor` and each web process.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings as of_game

from xyzgrid_ext.core.mapdata.faults import meant
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.limits import LIMITS, is_bound
from xyzgrid_ext.game.base.setting_rows import PREFIX, SETTINGS

_PATHS = (
    *("XYZGRID_COMBAT", "XYZGRID_PARTY", "XYZGRID_EXPLORERS", "XYZGRID_JOURNAL"),
    "XYZGRID_ANSWERS",
)

Fault = tuple[str, str]
"""What is wrong, and what to do about it."""


def setting_faults() -> Iterator[Fault]:
    """Yield the faults of all settings."""
    yield from _of_names()
    yield from _of_values()
    yield from _of_paths()
    yield from _of_limits()


def _of_names() -> Iterator[Fault]:
    for name in dir(of_game):
        if name.startswith(PREFIX) and name not in SETTINGS:
            near = meant(name, SETTINGS)
            cure = (
                f"did you mean {near}?"
                if near
                else "see `python -m xyzgrid_ext docs reference/settings`"
            )
            yield f"there is no setting {name}", cure


def _of_values() -> Iterator[Fault]:
    for row in SETTINGS.values():
        value = settings.written(row.name)
        try:
            row.read(value)
        except (TypeError, ValueError):
            cure = f"correct it; until then it is {row.default!r}, the default"
            yield f"{row.name} = {value!r} is not {row.takes}", cure


def _of_paths() -> Iterator[Fault]:
    """Yield the settings whose paths cannot be imported."""
    for name in _PATHS:
        path = settings.written(name)
        if not path or not isinstance(path, str):
            continue
        try:
            settings.imported(path)
        except Exception as err:  # noqa: BLE001 a module of the game can raise anything
            text = f"{name} = {path!r} cannot be imported: {type(err).__name__}: {err}"
            yield text, "correct it; until then it counts as not set"


def _of_limits() -> Iterator[Fault]:
    for name, value in settings.limits().items():
        if name not in LIMITS:
            near = meant(str(name), LIMITS)
            cure = (
                f"did you mean {near}?"
                if near
                else "see `python -m xyzgrid_ext docs reference/bounds`"
            )
            yield f"XYZGRID_LIMITS: there is no limit {name!r}", cure
        elif not is_bound(value):
            text = f"XYZGRID_LIMITS: {name} is {value!r}, not a whole number, 0 or more"
            yield text, f"correct it; until then it is {LIMITS[name].usual}, the default"
