"""Lets workers and listeners survive exceptions, which are logged once and counted.

    with surviving("walks"):            @surviving("walks")
        one_step()                      def _tick(character): ...

A game's hook, typeclass or lock can raise anything, even during a login or somebody else's walk.
The exception ends only that operation: the worker continues with the next one, the log gets the
first traceback, and `evennia xyzgrid doctor` reports the fault while the server runs.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection
from evennia.utils import logger

_MOST = 100  # different faults that are counted
_LONG = 200  # characters of a fault's text


@dataclass(frozen=True)
class FaultCount:
    """How many exceptions a worker has raised, and the time and the text of the last."""

    times: int
    at: str
    text: str


class WorkerFaults:
    """The exceptions that workers of this process have raised since its start, for the doctor."""

    def __init__(self) -> None:
        self._faults: dict[tuple[str, str, str], FaultCount] = {}

    def note(self, worker: str, err: BaseException) -> None:
        """Count an exception of a worker; the first one of each is logged."""
        key = worker, type(err).__name__, _line_of(err)
        if key not in self._faults:
            if len(self._faults) >= _MOST:
                return
            logger.log_err(f"xyzgrid: {worker}: {''.join(traceback.format_exception(err))}")
        times = self._faults[key].times if key in self._faults else 0
        text = f"{type(err).__name__}: {_text_of(err)}"[:_LONG]
        self._faults[key] = FaultCount(times + 1, time.strftime("%Y-%m-%d %H:%M:%S"), text)

    def by_worker(self) -> dict[str, dict[str, object]]:
        """Return worker -> {"times": how many faults, "at": time of the last, "text": its text}."""
        summary: dict[str, dict[str, Any]] = {}
        for (worker, _kind, _line), fault in sorted(self._faults.items(), key=lambda i: i[1].at):
            times = fault.times + (summary[worker]["times"] if worker in summary else 0)
            summary[worker] = {"times": times, "at": fault.at, "text": fault.text}
        return summary

    def clear(self) -> None:
        """Forget all faults."""
        self._faults.clear()


def _line_of(err: BaseException) -> str:
    """Return the line of code that raised an exception."""
    frames = traceback.extract_tb(err.__traceback__, limit=-1)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""


def _text_of(err: BaseException) -> str:
    try:
        return str(err)
    except Exception:  # noqa: BLE001 - code of a game's own
        return ""


worker_faults = WorkerFaults()
"""The faults of this process."""


@contextmanager
def surviving(worker: str) -> Iterator[None]:
    """Return a context that catches and counts any exception, so that only its body ends.

    `worker` names the body in the log and in `evennia xyzgrid doctor`.
    """
    try:
        yield
    except Exception as err:  # noqa: BLE001 - this is what it is for
        worker_faults.note(worker, err)
        if isinstance(err, DatabaseError):  # busy, or gone for a moment
            connection.close_if_unusable_or_obsolete()
