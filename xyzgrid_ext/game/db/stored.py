"""The guard for reading stored rows: a damaged row does not affect the others.

A disk fault, an older version or a manual change may have damaged a row. An unreadable row counts
as missing; the log reports it once, with the traceback.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import DatabaseError
from evennia.utils import logger

T = TypeVar("T")


class Rows:
    """Reads stored values, and logs each damaged one once per process."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def read(self, what: str, read: Callable[[], T], otherwise: T) -> T:
        """Return the result of `read` for the stored row `what`; `otherwise` if it is damaged."""
        try:
            return read()
        except DatabaseError:
            raise  # the row may be sound: it is the database that does not answer
        except Exception:  # noqa: BLE001 - foreign content, whatever it is
            if what not in self._told:
                self._told.add(what)
                logger.log_trace(f"xyzgrid: {what} in the database is damaged; it is passed over")
            return otherwise


_rows = Rows()
read_stored = _rows.read
