"""`evennia xyzgrid …` in a moment: a process has a game's Evennia loaded, and forks for each call.

    calls = Preloaded(game_dir, environment)
    call = calls.begin(["xyzgrid", "list"], log)  # as `evennia xyzgrid list >log 2>&1 </dev/null`
    call.pid, call.wait(60)

Each call is a new process that has imported nothing of the game's maps, as one of the launcher is;
only the seconds that Evennia takes to load are spent once. Who changes the game's settings makes a
new one.

    tests ──begin──► python preloaded.py ──fork──► keeper ──fork──► the call
      ▲                                              │ waits          │
      └───────────── pid, exit code ─────────────────┘ ◄──────────────┘
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn


class Call:
    """One call that runs or has ended; like a `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], answers: socket.socket) -> None:
        self.args = list(words)
        self.returncode: int | None = None
        self._answers = answers
        answers.settimeout(120)  # the first one waits until Evennia is loaded
        self.pid = self._answer()

    def wait(self, timeout: float) -> int:
        """Return the exit code, negative for a signal; raise subprocess.TimeoutExpired."""
        if self.returncode is None:
            self._answers.settimeout(timeout)
            try:
                self.returncode = self._answer()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout) from None
            self._answers.close()
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

    def _answer(self) -> int:
        said = self._answers.recv(20)
        if not said:
            raise RuntimeError(f"{self.args}: the process that has Evennia loaded has ended")
        return int(said)


class Preloaded:
    """The process that has Evennia loaded, with the settings of one game."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(theirs.fileno())],
                cwd=folder,
                env=dict(environment) | {"DJANGO_SETTINGS_MODULE": "server.conf.settings"},
                umask=0o077,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )

    def begin(self, words: Sequence[str], log: IO[str]) -> Call:
        """Begin a call, which prints into a file."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            told = json.dumps(list(words)).encode()
            socket.send_fds(self._control, [told], [theirs.fileno(), log.fileno()])
        return Call(words, ours)

    def close(self) -> None:
        """End it; calls go on."""
        self._control.close()
        self._process.wait(30)


def _serve(control: socket.socket) -> None:
    """Fork for every call, until nobody can ask any more."""
    sys.path.insert(0, os.getcwd())
    import django

    django.setup()
    import evennia

    evennia._init()
    from django.conf import settings
    from django.db import connections

    for path in settings.EXTRA_LAUNCHER_COMMANDS.values():
        __import__(path.rpartition(".")[0])
    gc.freeze()  # nothing that is loaded is garbage, for any call
    connections.close_all()  # each call has its own
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    while True:
        told, fds, _flags, _address = socket.recv_fds(control, 65536, 2)
        if not told:
            return
        if not os.fork():
            control.close()
            _keep(json.loads(told), *fds)
        for fd in fds:
            os.close(fd)


def _keep(words: list[str], answers: int, log: int) -> NoReturn:
    """Run a call in a process of its own; tell its id, and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if not (pid := os.fork()):
        os.close(answers)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os._exit(_ran(words))
    os.close(log)
    with socket.socket(fileno=answers) as told:
        told.send(b"%d" % pid)
        told.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    os._exit(0)


def _ran(words: list[str]) -> int:
    """Do what Evennia's launcher does with the words of a game's own command."""
    from evennia.server import evennia_launcher

    sys.argv[:] = ["evennia", *words]
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115 it is open until the end
    code: object = 0
    try:
        assert evennia_launcher.run_custom_commands(*words), f"no command {words[0]!r}"
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 a fork ends here, whatever it was
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
