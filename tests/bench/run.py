"""Starts the measuring processes, one after the other, and gathers their figures.

Each has a fresh process and its own copy of an empty database, in a folder that goes with it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from worker import DATABASE, FOLDER, SIDE


class Figure(NamedTuple):
    """A median of some runs, with the 99th percentile where there are many."""

    value: Any
    p99: float | None = None
    runs: int = 1


def begin_task(
    task: str, options: Mapping[str, Any], environment: Mapping[str, str], errors: Any = None
) -> subprocess.Popen[str]:
    """Begin a task in a process of its own, which prints its figures; errors go to that file."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("worker.py")), task, json.dumps(options)],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


class Bench:
    """Runs tasks in a throw-away folder.

    `figures` are by side ("ours", "contrib", an engine), what was run, rooms, and their name.
    """

    def __init__(self, folder: Path) -> None:
        self.figures: dict[tuple[str, str, int, str], Figure] = {}
        self.wrong: list[str] = []
        self._folder, self._tables = folder, folder / DATABASE
        (line,) = self._lines("ours", "tables", {})
        self.versions: dict[str, str] = line["value"]

    def run(self, side: str, task: str, name: str, rooms: int, /, **options: Any) -> None:
        """Run `task_….py` with one side's prototypes; its figures get that name and size."""
        print(f"measuring {rooms:,} rooms: {name}, {side} ...", file=sys.stderr, flush=True)
        for line in self._lines(side, task, options):
            if line["key"] == "wrong":
                self.wrong.append(f"{side}, {rooms:,} rooms: {line['value']}")
            else:
                key = side, line.get("of", name), rooms, line["key"]
                self.figures[key] = Figure(line["value"], line.get("p99"), line.get("runs", 1))

    def _lines(self, side: str, task: str, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
        with TemporaryDirectory(dir=self._folder) as own, open(f"{own}/errors", "w+b") as errors:
            if task != "tables":
                shutil.copy(self._tables, own)
            os.mkdir(f"{own}/cache")
            process = begin_task(task, options, {FOLDER: own, SIDE: side}, errors)
            try:
                yield from (json.loads(line) for line in process.stdout or () if line[:1] == "{")
            finally:
                process.kill() if sys.exc_info()[0] else None
                code = process.wait()
            if code:
                errors.seek(0)
                text = errors.read().decode(errors="replace")[-3000:]
                raise SystemExit(f"bench: {task}, {side} failed ({code}):\n{text}")
            if task == "tables":
                shutil.move(f"{own}/{DATABASE}", self._tables)
