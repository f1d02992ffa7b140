"""Starts the measuring processes, one after the other, and gathers their figures.

Each has a fresh process and its own copy of an empty database, in a folder that goes with it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Timer
from typing import Any

from worker import DATABASE, FOLDER, SIDE


@dataclass(frozen=True)
class Figure:
    """A median of some runs, with the 99th percentile where there are many."""

    value: float
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


# side ("ours", "contrib"), what was run, rooms, name of the figure
Key = tuple[str, str, int, str]


@dataclass
class Results:
    """All that came back."""

    figures: dict[Key, Figure] = field(default_factory=dict)
    skipped: dict[tuple[str, str, int], str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)


class Bench:
    """Runs tasks in a throw-away folder."""

    def __init__(self, folder: Path, patience: float) -> None:
        self.results = Results()
        self._folder = folder
        self._patience = patience
        self._tables = folder / DATABASE

    def make_tables(self) -> None:
        """Make the empty database that all others are copies of."""
        for line in self._lines("ours", "tables", {}, "tables", 0):
            self.results.versions = line["value"]

    def run(self, side: str, task: str, name: str, rooms: int, options: dict[str, Any]) -> None:
        """Run one task.

        Args:
            side: "ours" or "contrib": whose prototypes are installed.
            task: `task_….py`.
            name: what the figures of this run are kept under, unless the task says otherwise.
            rooms: the size, for the same.
            options: arguments of the task.

        """
        print(f"measuring {rooms:,} rooms: {name}, {side} ...", file=sys.stderr, flush=True)
        results = self.results
        for line in self._lines(side, task, options, name, rooms):
            whose, key = line.get("side", side), line["key"]
            if key == "skipped":
                results.skipped[whose, name, rooms] = line["value"]
            elif key == "wrong":
                results.wrong.append(f"{whose}, {rooms:,} rooms: {line['value']}")
            else:
                figure = Figure(line["value"], line.get("p99"), line.get("runs", 1))
                results.figures[whose, line.get("of", name), rooms, key] = figure

    def _lines(
        self, side: str, task: str, options: dict[str, Any], name: str, rooms: int
    ) -> Iterator[dict[str, Any]]:
        with TemporaryDirectory(dir=self._folder) as own, open(f"{own}/errors", "w+b") as errors:
            if task != "tables":
                shutil.copy(self._tables, own)
            os.mkdir(f"{own}/cache")
            process = begin_task(task, options, {FOLDER: own, SIDE: side}, errors)
            gave_up = Event()
            try:
                yield from self._patiently(process, gave_up)
            finally:
                process.kill()  # nothing if it has ended
                code = process.wait()
                process.stdout.close()
            if gave_up.is_set() and task == "tables":
                raise SystemExit(f"bench: no tables after {self._patience:g} s; give it more")
            if gave_up.is_set():
                reason = f"not done after {self._patience:g} s"
                self.results.skipped[side, name, rooms] = reason
            elif code:
                errors.seek(0)
                text = errors.read().decode(errors="replace")[-3000:]
                raise SystemExit(f"bench: {name}, {side}, {rooms:,} rooms failed ({code}):\n{text}")
            if task == "tables":
                shutil.move(f"{own}/{DATABASE}", self._tables)

    def _patiently(self, process: Any, gave_up: Event) -> Iterator[dict[str, Any]]:
        """Figures as they come; kill the process when none comes for too long."""

        def give_up() -> None:
            gave_up.set()
            process.kill()

        while True:
            timer = Timer(self._patience, give_up)
            timer.start()
            try:
                line = process.stdout.readline()
            finally:
                timer.cancel()
            if not line:
                process.wait()
                return
            if line.startswith("{"):
                yield json.loads(line)
