"""Fuzzing: every reader gets inputs that are nearly right, each under limits, the same by seed."""

from __future__ import annotations

import gc
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from limits import Children, Failure, Tally, outcome
from minimise import minimised
from readers import Reader

RARE = 20  # races are slower still
FEW = 10  # a reader with a database is slower by so much: it gets so many times fewer inputs


def made(reader: Reader, seed: int) -> Any:
    """The input of this seed."""
    return reader.mutate(Random(f"{reader.name} {seed}"), reader.seeds())


def tried(reader: Reader, seed: int, known: Counter[str] | None = None) -> bool | Failure:
    """What a reader says to the input of a seed; a fault of a new kind with its least input."""
    value = made(reader, seed)
    found = outcome(reader.read, value, reader.refuses, reader.seconds)
    if isinstance(found, bool):
        return found
    sign, told = found
    shortest = ""
    if known is not None and not known[sign] and not sign.startswith("over "):

        def fails(one: Any) -> bool:
            again = outcome(reader.read, one, reader.refuses, reader.seconds)
            return not isinstance(again, bool) and again[0] == sign

        shortest = _shown(minimised(value, fails))
    if known is not None:
        known[sign] += 1
    return Failure(seed, sign, told, shortest)


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except (RecursionError, ValueError) as error:  # deep lists, and numbers of many digits
        return f"not to be shown: {type(error).__name__}"
    return text if len(text) < 400 else f"{text[:300]} … {text[-80:]}"


def fuzz(reader: Reader, folder: Path, first: int, count: int, seconds: float) -> Tally:
    """Try so many inputs of a reader, from seed `first` on, at most so long."""
    reader.seeds()  # made once, for all children
    gc.collect()
    gc.freeze()
    known: Counter[str] = Counter()

    def one(seed: int) -> bool | Failure:
        return tried(reader, seed, known)

    def ready() -> None:
        os.chdir(folder)
        reader.ready()

    return Children(folder, one, ready).run(first, count, seconds)


def report(kind: str, failures: list[Failure]) -> list[str]:
    """Faults, one for each sign, with seeds and what to type to see it again."""
    command, _colon, name = kind.partition(": ")
    lines = []
    for sign, number in Counter(failure.sign for failure in failures).most_common():
        own = [failure for failure in failures if failure.sign == sign]
        lines.append(f"{kind}: {sign} ({number} times, seeds {[f.seed for f in own][:5]})")
        lines += [f"    {own[0].told}"] if own[0].told else []
        lines += [f"    input {f.shortest}" for f in own if f.shortest][:1]
        if command in ("fuzz", "races", "faults"):
            again = f"--only '{name}' --first {own[0].seed} --inputs 1 --rows -"
            lines.append(f"    sh tools/trust {command} {again}")
    return lines
