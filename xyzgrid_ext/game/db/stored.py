"""The border at which stored rows come in: one that is damaged harms nothing beside itself.

A disk, an older version or a hand in the database may have put anything there. An unreadable row
counts as not stored; the log says so once, with the traceback.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import DatabaseError
from evennia.utils import logger

T = TypeVar("T")


class Rows:
    """Reads stored values, and remembers of which the log was told in this process."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def read(self, what: str, read: Callable[[], T], otherwise: T) -> T:
        """The result of `read` for a stored row; `otherwise` if it is damaged. `what` names it."""
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
