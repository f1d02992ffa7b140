"""Evennia in a moment: a process has a game's Evennia loaded, and forks for each call.

    loader = Loader(environment)
    calls = loader.load(game_dir, environment)
    call = calls.begin(["xyzgrid", "list"], log)  # as `evennia xyzgrid list >log 2>&1 </dev/null`
    call.pid, call.wait(60)
    calls.twistd           the words to use for `twistd`, which then starts a Portal or a Server

Each call is a new process that has imported nothing of the game's maps, as one of the launcher is;
only the seconds that Evennia takes to load are spent once, and once more when the game's settings
or modules change.

    tests ───────────┐ socket
    fork_client.py ──┴────► fork_server.py ──fork──► keeper ──fork──► the call
      ▲       ▲                                        │ waits          │
      │       └────────── pid, exit code ──────────────┘ ◄──────────────┘
    Portal

What needs no settings is loaded once for all games, by a `Loader`.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import IO

from tools.runner import fork_client

PADDING = 2000  # bytes that a fork has for the command line that it shows


class Call:
    """One call that runs or has ended; like a `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], pid: int, link: socket.socket) -> None:
        self.args = list(words)
        self.pid = pid
        self.returncode: int | None = None
        self._link = link

    def wait(self, timeout: float) -> int:
        """Return the exit code, negative for a signal; raise subprocess.TimeoutExpired."""
        if self.returncode is None:
            self._link.settimeout(timeout)
            try:
                said = self._link.recv(20)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout) from None
            if not said:
                raise RuntimeError(f"{self.args}: who waits for its end is gone")
            self.returncode = int(said)
            self._link.close()
        return self.returncode

    def poll(self) -> int | None:
        """Return the exit code if it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End it, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait(10)


class Preloaded:
    """The process that has Evennia loaded, with the settings of one game."""

    def __init__(self, path: str, environment: Mapping[str, str], owned: socket.socket) -> None:
        self._path, self._environment, self._owned = path, dict(environment), owned

    @property
    def twistd(self) -> list[str]:
        """The words to use for `twistd`."""
        return [sys.executable, "-I", "-S", fork_client.__file__, self._path, "twistd"]

    def begin(self, words: Sequence[str], log: IO[str]) -> Call:
        """Begin a call, which prints into a file."""
        with open(os.devnull) as nothing:
            files = nothing.fileno(), log.fileno(), log.fileno()
            return Call(words, *fork_client.ask(self._path, words, self._environment, files))

    def close(self) -> None:
        """End it; calls go on."""
        self._owned.close()


class Loader:
    """The process that has libraries loaded, of which that of a game is a fork."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="forks-")
        self._numbers = count()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            script = Path(__file__).with_name("fork_server.py")
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(script), str(theirs.fileno()), "-" * PADDING],
                env=environment,
                umask=0o077,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )

    def load(self, folder: Path, environment: Mapping[str, str]) -> Preloaded:
        """Load Evennia with the settings of a game; calls wait for that."""
        path = f"{self._place.name}/{next(self._numbers)}"
        environment = dict(environment) | {"DJANGO_SETTINGS_MODULE": "server.conf.settings"}
        ours, theirs = socket.socketpair()
        with theirs, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(path)
            listener.listen()
            told = json.dumps([str(folder), environment]).encode()
            socket.send_fds(self._control, [told], [listener.fileno(), theirs.fileno()])
        return Preloaded(path, environment, ours)

    def close(self) -> None:
        """End it; what it has loaded goes on."""
        self._control.close()
        self._process.wait(30)
        self._place.cleanup()
