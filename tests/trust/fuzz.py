"""Fuzzing: every reader gets inputs that are nearly right, each under limits, the same by seed."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from random import Random

from limits import Children, Failure, Tally, outcome
from readers import Reader

RARE = 20  # races are slower still
FEW = 10  # a reader with a database is slower by so much: it gets so many times fewer inputs


def fuzz(reader: Reader, folder: Path, first: int, count: int, seconds: float) -> Tally:
    """Try so many inputs of a reader, from seed `first` on, at most so long."""
    reader.seeds()  # made once, for all children
    gc.collect()
    gc.freeze()

    def try_input(seed: int) -> bool | Failure:
        value = reader.mutate(Random(f"{reader.name} {seed}"), reader.seeds())
        result = outcome(reader.read, value, reader.refuses, reader.seconds)
        return result if isinstance(result, bool) else Failure(seed, *result)

    def ready() -> None:
        os.chdir(folder)
        reader.ready()

    return Children(folder, try_input, ready).run(first, count, seconds)
