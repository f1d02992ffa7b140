"""A cache of recent answers, for repeated requests.

An answer is valid for a few seconds; after that, changes in the game become visible. It is cached
for one asker only. All answers together have a limit in bytes; the oldest are removed first.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

SECONDS = 2.0
BYTES = 32 * 1024 * 1024


class Body(NamedTuple):
    """The body of a response, and its hash."""

    content: bytes
    digest: str

    @classmethod
    def of(cls, content: bytes) -> Body:
        """Make a body with its hash; equal contents have equal hashes."""
        return cls(content, blake2b(content, digest_size=12).hexdigest())


class Cache:
    """A thread-safe cache of the bodies of answers, by asker and request."""

    def __init__(
        self,
        seconds: float = SECONDS,
        most: int = BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds, self._most, self._clock = seconds, most, clock
        self._kept: OrderedDict[Hashable, tuple[float, Body]] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0

    def get(self, name: Hashable) -> Body | None:
        """Return an answer that is still valid, or None."""
        with self._lock:
            at, body = self._kept.get(name, (0.0, None))
            return body if body is not None and self._clock() - at < self._seconds else None

    def put(self, name: Hashable, body: Body) -> None:
        """Store an answer; remove old ones and those above the limit."""
        with self._lock:
            self._drop(name)
            self._kept[name] = self._clock(), body
            self.bytes += len(body.content)
            while self._kept and (self.bytes > self._most or self._is_old()):
                self._drop(next(iter(self._kept)))

    def _is_old(self) -> bool:
        at, _body = next(iter(self._kept.values()))
        return self._clock() - at >= self._seconds

    def _drop(self, name: Hashable) -> None:
        if name in self._kept:
            self.bytes -= len(self._kept.pop(name)[1].content)
