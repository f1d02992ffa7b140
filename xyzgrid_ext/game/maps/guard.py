"""The guard for reading maps: an exception refuses only the map that raised it.

Exceptions of an author's module, of a legend class or of the contrib's parser become findings, with
the line of the author's code if there is one; the traceback goes to the log. The values of a module
are turned into plain ones here, once, so that nobody else meets those of an author.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from evennia.utils import logger

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.foreign.code import foreign_code, only_exceptions
from xyzgrid_ext.foreign.values import is_plain, plain
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.base.waiting import tell
from xyzgrid_ext.game.maps.import_faults import import_finding, raised_finding
from xyzgrid_ext.game.maps.loaded import LoadedMap, fault, refused
from xyzgrid_ext.game.maps.sources import sources

_CURE = "correct the map; `evennia xyzgrid help` has more"


def guarded(name: str, reference: str, read: Callable[[], LoadedMap]) -> LoadedMap:
    """Read a map, or return the findings that refuse it; a faulty map never raises an exception."""
    try:
        with only_exceptions():
            return read()
    except RefusedError as err:
        return refused(name, reference, *err.findings)
    except (MapError, UsageError) as err:
        code = "no-dungeon" if isinstance(err, MapError) else "not-read"
        return refused(name, reference, fault(name, code, err.message, err.cure or _CURE))
    except Exception as err:  # noqa: BLE001 - this is the guard
        logger.log_trace(f"xyzgrid: the map {name!r} of {reference} cannot be read")
        return refused(name, reference, raised_finding(name, err))


def values_of(reference: str, *names: str) -> list[Any]:
    """Return plain values of an author's module as it is now on disk, None for a missing name.

    Raises:
        RefusedError: if there is no such module, or if it raises an exception.

    """
    try:
        module = sources.module(reference)
        return [_value_of(module, name, f"{name} of {reference}") for name in names]
    except Exception as err:
        finding = import_finding(reference, err)
        if finding.code != "no-module":
            logger.log_trace(f"xyzgrid: {reference} cannot be imported")
        raise RefusedError([finding]) from err


def _value_of(module: ModuleType, name: str, what: str) -> Any:
    if name in vars(module):
        value = vars(module)[name]
        if is_plain(value):
            return value
    return in_game(_made_plain, module, name, what)


def _made_plain(module: ModuleType, name: str, what: str) -> Any:
    with foreign_code(what, tell):
        return plain(getattr(module, name, None))
