"""Work for other processes that takes more than one call of core, or none."""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar
from zlib import compress, decompress

from xyzgrid_ext.core.dungeon import Dungeon, Parameters, generate
from xyzgrid_ext.core.dungeon.prove import Action, Metrics, Problem, prove
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.masks import Catalogue

T = TypeVar("T")


def compiled(source: bytes, file: str) -> bytes:
    """Return the code of a module for `marshal`, which the same Python can load.

    Raises:
        SyntaxError, ValueError: if the source is none.

    """
    return marshal.dumps(compile(source, file, "exec", dont_inherit=True))


class ProofInFull(NamedTuple):
    """The proof of a dungeon with all that is told of it; no metrics if it has faults."""

    findings: tuple[Finding, ...]
    metrics: Metrics | None = None
    walkthrough: tuple[Action, ...] = ()


def proof_in_full(problem: Problem, solved: Mapping[str, bool]) -> ProofInFull:
    """Prove a dungeon, and find a way through it."""
    found = prove(problem, solved)
    if (proof := found.certificate) is None:
        return ProofInFull(found.findings)
    return ProofInFull(found.findings, proof.metrics, proof.walkthrough)


_BATCH = 32  # dungeons that go to a process at once, at most
_SHARE = 8  # and at most so small a part of what is left: no process is the last for long


class Stock(NamedTuple):
    """The materials of dungeons: a catalogue as JSON, its file, and verdicts on its boards.

    The JSON is compressed, to 13 kB for the package's own: it goes along with every batch. Each
    process reads it once.
    """

    rows: bytes
    file: str
    solved: tuple[tuple[str, bool], ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Any], file: str) -> Stock:
        """Return the stock of a catalogue's rows, without verdicts.

        Raises:
            RefusedError: with all faults of the rows.

        """
        rows = list(rows)
        Catalogue.of(rows, file)  # rows that are sound are plain data
        return cls(compress(json.dumps([dict(row) for row in rows]).encode()), file)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue, which caches what it finds for the next dungeon."""
        return _catalogue(self.rows, self.file)


@lru_cache(4)
def _catalogue(rows: bytes, file: str) -> Catalogue:
    return Catalogue.of(json.loads(decompress(rows)), file)


def dungeons(
    stock: Stock, each: Callable[[Dungeon, Catalogue], T], wanted: Sequence[Parameters]
) -> list[T | GridError]:
    """Make dungeons, prove them, and return what `each` returns for them.

    The work ends at the first dungeon that fails, and its error is returned. `each` should return
    little, since its result must be sent, and reading it takes the other process's time.
    """
    made: list[T | GridError] = []
    catalogue, solved = stock.catalogue, dict(stock.solved)
    for parameters in wanted:
        try:
            made.append(each(generate(parameters, catalogue, solved), catalogue))
        except GridError as error:
            return [*made, error]
    return made


def batches(wanted: Sequence[T]) -> Iterator[Sequence[T]]:
    """Split work into batches for several processes: large ones first, single ones at the end."""
    at = 0
    while at < len(wanted):
        size = max(1, min(_BATCH, (len(wanted) - at) // _SHARE))
        yield wanted[at : at + size]
        at += size


def furnished(parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]) -> Dungeon:
    """Return a dungeon with its furniture, the slowest part, which is usually made on demand."""
    dungeon = generate(parameters, catalogue, solved)
    assert dungeon.rooms
    return dungeon
