"""Measuring processes: fresh ones, or for smoke tests forks of one that has Evennia loaded.

Evennia takes some seconds to load, a smallest task much less. All forks see one folder, a link
to the folder of the task that runs; there is one task at a time.

    bench ──task──► worker.py forks ──fork──► the task ──► its figures ──► bench
                       └─ waits ──► {"ended": its exit code} ──────────────►
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

FOLDER, SIDE = "XYZGRID_BENCH_FOLDER", "XYZGRID_BENCH_SIDE"


def fresh(
    task: str, options: Mapping[str, Any], environment: Mapping[str, str], errors: Any = None
) -> subprocess.Popen[str]:
    """Begin a task in a process of its own, which prints its figures; errors go to that file."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("worker.py")), task, json.dumps(options)],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE if task == "forks" else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        start_new_session=task == "forks",
    )


class Forks:
    """Begins tasks as `fresh` does, each in a fork of the process of its side."""

    def __init__(self) -> None:
        self._links = TemporaryDirectory(prefix="xyzgrid-bench-")
        self._processes: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            with process:  # its input ends, and so does it
                pass
        self._links.cleanup()

    def begin(
        self,
        task: str,
        options: Mapping[str, Any],
        environment: Mapping[str, str],
        errors: Any = None,
    ) -> Any:
        """Begin a task; those before it have ended."""
        if task == "tables":  # which Evennia needs to load
            return fresh(task, options, environment, errors)
        # the other sides are engines of routes, to which Evennia's settings are nothing
        side = "contrib" if environment[SIDE] == "contrib" else "ours"
        link = Path(self._links.name, side)
        link.unlink(missing_ok=True)
        link.symlink_to(environment[FOLDER])
        (link / "server").mkdir(exist_ok=True)
        link_is = {FOLDER: str(link), SIDE: side}
        process = self._processes.get(side)
        if process is None or process.poll() is not None:  # killed with a task
            self._processes[side] = fresh("forks", {}, link_is)
        return _Fork(self._processes[side], task, options, {**environment, **link_is}, errors)


class _Fork:
    """A task that runs or has ended: of a `subprocess.Popen` what its users ask for."""

    def __init__(
        self,
        process: subprocess.Popen[str],
        task: str,
        options: Mapping[str, Any],
        environment: Mapping[str, str],
        errors: Any,
    ) -> None:
        self.stdout = self
        self._process, self._code = process, None
        told = [task, dict(options), dict(environment), errors and errors.name]
        print(json.dumps(told), file=process.stdin, flush=True)

    def readline(self) -> str:
        """Return the next line, or nothing at its end."""
        line = "" if self._code is not None else self._process.stdout.readline()
        if line.startswith('{"ended"'):
            self._code, line = json.loads(line)["ended"], ""
        return line

    def wait(self) -> int:
        """Return the exit code."""
        while self.readline():
            pass
        return self._process.wait() if self._code is None else self._code

    def close(self) -> None:
        """Leave the output, which is that of all forks, open."""

    def kill(self) -> None:
        """End it, and the process that it is a fork of, unless it has ended."""
        if self._code is None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def serve(run: Any) -> None:
    """Fork for every task that is read from standard input, and tell how it ended."""
    for line in iter(sys.stdin.readline, ""):
        if not (pid := os.fork()):
            _work(run, *json.loads(line))
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(json.dumps({"ended": code}), flush=True)


def _work(
    run: Any, task: str, options: dict[str, Any], environment: dict[str, str], errors: str | None
) -> NoReturn:
    """Do a task as a fresh process does, and end."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if errors is not None:
        os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND), 2)
    os.environ.update(environment)
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    importlib.invalidate_caches()  # other modules are in the folder now
    code = 1
    try:
        run(task, options)
        code = 0
    except BaseException:  # noqa: BLE001 a fork ends here, whatever it was
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(code)
