"""Dungeons by a pool of processes, beside what the machine's cores give to any pure Python at once.

    python tests/bench/dungeons.py --pool 2                200 dungeons a run, 5 runs
    python tests/bench/dungeons.py --pool 4 --count 1000   more processes, longer runs

Cores of a machine may share a clock, a cache or a hypervisor, and others may use them. So each
measurement, in one process and in all, comes with that of a loop of pure Python just before. The
loop in all processes, by the loop in one, is the ceiling; how near dungeons come to it is what the
pool achieves. Where others use the cores, that is mostly chance. The last column is less so: it
divides the processor time that the dungeons take in one process by that of all processes, with the
one that hands out the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import repeat
from multiprocessing import active_children
from statistics import median
from time import clock_gettime, perf_counter, process_time
from typing import NamedTuple

from tools.measures import designed
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Dungeon, Parameters
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.terminal import Stock, batches, make_dungeons
from xyzgrid_ext.terminal.where import Here, WorkPlace
from xyzgrid_ext.workers import Pool

RUNS = 5
_TURNS = 20_000  # of the loop, for each dungeon
_FIRST_SEED = 900_000


class Rate(NamedTuple):
    """Pieces of work a second, in one process and in all of them."""

    one: float
    all: float
    share: float = 1.0  # of all processor time, what one process takes for the same

    @property
    def times(self) -> float:
        """How many times as much all processes do."""
        return self.all / self.one


def proved(dungeon: Dungeon, _catalogue: Catalogue) -> int:
    """A proved dungeon's states."""
    assert dungeon.certificate is not None
    return dungeon.certificate.states


def measured(dungeon: Dungeon, _catalogue: Catalogue) -> object:
    """The figures of a dungeon for a table."""
    assert dungeon.certificate is not None
    walk = dungeon.certificate.walkthrough
    return dungeon.certificate.metrics, designed(dungeon.problem(), dungeon.solved, walk)


def furnished(dungeon: Dungeon, _catalogue: Catalogue) -> str:
    """A digest of a dungeon's furnished rooms."""
    return sha256(repr(dungeon.rooms).encode()).hexdigest()


WORK: dict[str, tuple[Callable[[Dungeon, Catalogue], object], int]] = {
    "made and proved": (proved, 1),
    "measured for a table": (measured, 2),
    "furnished": (furnished, 6),
}
"""What is done with each dungeon, and how many times as long it takes."""


def loop(turns: int) -> int:
    """Do some work in pure Python that needs no memory."""
    found = 0
    for number in range(turns):
        found = (found * 31 + number) & 0xFFFF
    return found


def print_rates(workers: int, count: int) -> None:
    """Measure, and print a table."""
    stock = Stock.of(CATALOGUE, "the catalogue")
    rates: dict[str, list[tuple[Rate, Rate]]] = {name: [] for name in WORK}
    with closing(Pool(workers)) as work:
        begin = perf_counter()
        list(work.map(loop, repeat(_TURNS * count // 10, workers)))
        _made(work, stock, furnished, range(workers * 8))
        started = perf_counter() - begin
        _made(Here(), stock, furnished, range(8))
        for run in range(RUNS):
            for name, (each, long) in WORK.items():
                first = _FIRST_SEED + run * count
                seeds = range(first, first + max(workers, count // long))
                ceiling = _loop_rate(work, workers, count)
                rates[name].append((ceiling, _rate(work, stock, each, seeds)))
    print(f"{workers} processes started and warm in {started:.1f} s; {RUNS} runs in turn")
    columns = f"{'in one':>8}{'in all':>9}{'times':>8}{'best':>7}  of the ceiling       of the time"
    print(f"{'a second':<22}{columns}")
    _print_row("a loop", [ceiling for pairs in rates.values() for ceiling, _own in pairs])
    for name, pairs in rates.items():
        near = [own.times / ceiling.times for ceiling, own in pairs]
        share = median(own.share for _, own in pairs)
        more = f"  {median(near):.2f}, best {max(near):.2f}     {share:.2f}"
        _print_row(name, [own for _, own in pairs], more)


def _print_row(name: str, rates: Sequence[Rate], near: str = "") -> None:
    one, every, _share = (median(column) for column in zip(*rates, strict=True))
    times = [rate.times for rate in rates]
    print(f"{name:<22}{one:>8.1f}{every:>9.1f}{median(times):>8.2f}{max(times):>7.2f}{near}")


def _loop_rate(work: WorkPlace, workers: int, count: int) -> Rate:
    turns = _TURNS * count
    begin = perf_counter()
    loop(turns)
    middle = perf_counter()
    list(work.map(loop, [turns] * workers))
    return Rate(1 / (middle - begin), workers / (perf_counter() - middle))


def _rate(
    work: WorkPlace,
    stock: Stock,
    each: Callable[[Dungeon, Catalogue], object],
    seeds: Sequence[int],
) -> Rate:
    begin, used = perf_counter(), _processor_time()
    one = _made(Here(), stock, each, seeds)
    middle, used_by_one = perf_counter(), _processor_time()
    every = _made(work, stock, each, seeds)
    end, used_by_all = perf_counter(), _processor_time()
    assert one == every, "other processes made other dungeons"
    share = (used_by_one - used) / (used_by_all - used_by_one)
    return Rate(len(one) / (middle - begin), len(every) / (end - middle), share)


def _processor_time() -> float:
    """Return the processor time of this process and its children, in seconds."""
    # Linux has a clock for each process, which its number names: man clock_gettime
    clocks = (~child.pid << 3 | 2 for child in active_children() if child.pid)
    return process_time() + sum(map(clock_gettime, clocks))


def _made(
    work: WorkPlace,
    stock: Stock,
    each: Callable[[Dungeon, Catalogue], object],
    seeds: Sequence[int],
) -> list[object]:
    wanted = [Parameters(seed, 7, 1, 34) for seed in seeds]
    parts = work.map(make_dungeons, repeat(stock), repeat(each), batches(wanted))
    return [made for part in parts for made in part]
