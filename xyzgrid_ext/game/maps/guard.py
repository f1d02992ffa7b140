"""The guard for reading maps: an exception refuses only the map that raised it.

Exceptions of an author's module, of a legend class or of the contrib's parser become findings, with
the line of the author's code if there is one; the traceback goes to the log. The values of a module
are turned into plain ones here, once, so that nobody else meets those of an author.
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from evennia.utils import logger

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.core.parts import advice_for_part
from xyzgrid_ext.foreign.code import cause_of, foreign_code, only_exceptions
from xyzgrid_ext.foreign.values import is_plain, plain
from xyzgrid_ext.game.base.process import announce
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.loaded import LoadedMap, refused_map
from xyzgrid_ext.game.maps.sources import sources
from xyzgrid_ext.parts import part_at

_RESTORE = "give its Python path, such as world.town; or restore its file"
_CURE = "correct the map; `evennia xyzgrid help` has more"


def read_guarded(name: str, reference: str, read: Callable[[], LoadedMap]) -> LoadedMap:
    """Return `read()`; if it raises, a map of this name with the fault as findings and no grid."""
    try:
        with only_exceptions():
            return read()
    except RefusedError as err:
        return refused_map(name, reference, *err.findings)
    except (MapError, UsageError) as err:
        cure = err.cure or _CURE
        return refused_map(name, reference, Finding.error("not-read", err.message, cure, name))
    except Exception as err:  # noqa: BLE001 - this is the guard
        logger.log_trace(f"xyzgrid: the map {name!r} of {reference} cannot be read")
        return refused_map(name, reference, raised_finding(name, err))


def module_values(reference: str, *names: str) -> list[Any]:
    """Return the values of these names in an author's module as it is on disk, made plain, or None.

    Raises:
        RefusedError: if there is no such module, or if it raises an exception.
    """
    try:
        module = sources.module(reference)
        return [_value_of(module, name, f"{name} of {reference}") for name in names]
    except Exception as err:
        finding = import_finding(reference, err)
        if finding.code not in ("no-module", "absent-part"):
            logger.log_trace(f"xyzgrid: {reference} cannot be imported")
        raise RefusedError([finding]) from err


def _value_of(module: ModuleType, name: str, what: str) -> object:
    if name in vars(module):
        value = vars(module)[name]
        if is_plain(value):
            return value
    return call_in_game_thread(_plain_value, module, name, what)


def _plain_value(module: ModuleType, name: str, what: str) -> object:
    with foreign_code(what, announce):
        return plain(getattr(module, name, None))


# --- exceptions as findings

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parents[1]
_PYTHON = Path(traceback.__file__).parent
_NOT_SHOWN = {_HERE, _PACKAGE / "foreign"}  # folders of what only runs the author's code
_LONG = 500  # characters of what an exception says
_SHOWN = 80  # characters of a line
_DEEP = 200  # lines of a traceback: one of a recursion has thousands


def import_finding(reference: str, err: BaseException) -> Finding:
    """Return the finding for a failed import, with the place in the author's own files."""
    err = cause_of(err)
    missing = err.name if isinstance(err, ModuleNotFoundError) else None
    if missing and f"{reference}.".startswith(f"{missing}."):
        return Finding.error(
            "no-module",
            f"there is no module '{reference}'",
            _module_meant(reference, missing),
            reference,
        )
    if name := part_at(missing or ""):
        message = f"this map needs the part {name}, which is not there"
        return Finding.error("absent-part", message, advice_for_part(name), reference)
    if isinstance(err, OSError) and str(err.filename).endswith(".py"):
        message = f"{Path(err.filename).name} cannot be read: {err.strerror}"
        return Finding.error("import-error", message, "restore it, or make it readable", reference)
    message, cure = _in_words(err), f"correct {reference}"
    if isinstance(err, SyntaxError) and err.filename:
        file, message = Path(err.filename).name, _with_line(err)
        cure += "; is a comma or a bracket missing in this line, or at the end of the one above?"
        return Finding.error("import-error", message, cure, file, line=err.lineno or 0)
    # the author's own line, even where it is a library that it calls which gave up
    frames = _frames(err)
    authors = [frame for frame in frames if "site-packages" not in Path(frame.filename).parts]
    if not frames:  # it went wrong before any line of the author's was run
        return Finding.error("import-error", message, cure, reference)
    return _at((authors or frames)[-1], "import-error", message, cure)


def _module_meant(reference: str, missing: str) -> str:
    """Return the cure for a module of which this part of its path does not exist."""
    package, _dot, last = missing.rpartition(".")
    paths = sys.modules[package].__path__ if package else None
    near = likely_word(last, (module.name for module in pkgutil.iter_modules(paths)))
    path = f"{package}.{near}".lstrip(".") + reference.removeprefix(missing)
    return f"did you mean '{path}'?" if near else _RESTORE


def raised_finding(name: str, err: BaseException) -> Finding:
    """Return the finding for an exception while a map was read, with the author's line if known."""
    err = cause_of(err)
    message = f"the map cannot be read: {_in_words(err)}"
    cure = "correct its data and the classes of its legend; the log has the traceback"
    frames = [frame for frame in _frames(err) if _is_authors(Path(frame.filename))]
    if frames:
        return _at(frames[-1], "not-read", f"{name}: {message}", cure)
    return Finding.error("not-read", message, cure, name)


def _with_line(err: SyntaxError) -> str:
    """Return the text of a syntax error and the line that it is about."""
    parts = (type(err).__name__, err.msg[:_LONG], (err.text or "").strip()[:_SHOWN])
    return ": ".join(filter(None, parts))


def _in_words(err: BaseException) -> str:
    """Return the text of any exception; even that may fail for an author's own class."""
    try:
        text = str(err)
    except Exception:  # noqa: BLE001 - code of an author's own
        text = ""
    return f"{type(err).__name__}: {text[:_LONG]}".removesuffix(": ")


def _frames(err: BaseException) -> list[traceback.FrameSummary]:
    """Return the lines that were being run, except those that import modules."""
    # not what is in the lines: to read it of a file that is long, or gone, is of no use
    frames = traceback.StackSummary.extract(
        traceback.walk_tb(err.__traceback__), lookup_lines=False, limit=-_DEEP
    )
    return [
        frame
        for frame in frames
        if frame.filename not in (importlib.__file__, contextlib.__file__)
        and not frame.filename.startswith("<frozen")
        and Path(frame.filename).parent not in _NOT_SHOWN
    ]


def _is_authors(file: Path) -> bool:
    """Whether a file belongs neither to this package, nor to an installed one, nor to Python."""
    folders = set(file.parts)
    is_library = "site-packages" in folders or file.is_relative_to(_PYTHON)
    return not is_library and not file.is_relative_to(_PACKAGE)


def _at(frame: traceback.FrameSummary, code: str, message: str, cure: str) -> Finding:
    return Finding.error(code, message, cure, Path(frame.filename).name, line=frame.lineno or 0)
