"""How it is measured: times, memory, queries; and one line of JSON to the parent for each figure.

{"key": "load", "value": 8.1, "p99": null, "runs": 5}
"""

import gc
import json
import math
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

MB = 1024 * 1024


def report(key: str, value: object, **more: object) -> None:
    """Tell the parent a figure at once, so that it has it whatever happens later."""
    print(json.dumps({"key": key, "value": value, **more}), flush=True)


def once(action: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds that one call took, and its result."""
    gc.collect()
    begin = time.perf_counter()
    result = action()
    return (time.perf_counter() - begin) * 1000, result


def median(first: float, action: Callable[[], Any], runs: int) -> float:
    """Milliseconds of a first run and of more, as many as fit into some seconds: their median."""
    times = [first]
    while len(times) < runs and sum(times) + times[-1] < 10_000:
        times.append(once(action)[0])
    return statistics.median(times)


def each(
    key: str,
    action: Callable[..., Any],
    arguments: Iterable[tuple[Any, ...]],
    clock: Callable[[], float] = time.perf_counter,
    **more: object,
) -> list[Any]:
    """Report median and 99th percentile of one call for each of some arguments; its results."""
    times, results = [], []
    gc.collect()
    for these in arguments:
        begin = clock()
        result = action(*these)
        times.append((clock() - begin) * 1000)
        results.append(result)
    times.sort()
    p99 = times[math.ceil(0.99 * len(times)) - 1]
    report(key, statistics.median(times), p99=p99, runs=len(times), **more)
    return results


@contextmanager
def queries() -> Iterator[list[int]]:
    """Count the statements sent to the database: the one number in the list, afterwards."""
    count = [0]

    def counted(execute: Callable[..., Any], *args: Any) -> Any:
        count[0] += 1
        return execute(*args)

    with connection.execute_wrapper(counted):
        yield count


def resident() -> float | None:
    """MB of memory that this process holds now; None where the system does not tell (no /proc)."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * resource.getpagesize() / MB


def peak() -> float:
    unit = 1 if sys.platform == "darwin" else 1024  # the one system that counts in bytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MB


def number(value: float) -> str:
    """Three significant digits; all digits of larger numbers."""
    limits = ((100, 0), (10, 1), (1, 2), (0.1, 3), (0, 4))
    return f"{value:,.{next(digits for limit, digits in limits if abs(value) >= limit)}f}"
