"""A game dir as a running thing: its ports, its processes, start and stop.

Evennia finds "the game" by a port alone, and would stop or enter any other game there. Here a game
is known by the processes that its pid files name, and these are believed only if their command
line names the same files.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.runner.telnet import NotSeenError, Telnet

DEFAULT_BASE = 4000
PORTS = {  # as mygame/server/conf/settings.py counts them
    0: "telnet",
    1: "web",
    2: "websocket",
    5: "web, from portal to server",
    6: "AMP, Evennia's own",
}
START_SECONDS = 180
STOP_SECONDS = 30


class GameError(Exception):
    """Something that the user must know or mend; the text says what and how."""


@dataclass(frozen=True)
class Game:
    """One game dir on one block of ports."""

    folder: Path
    base: int = DEFAULT_BASE
    interface: str = "127.0.0.1"
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    @property
    def host(self) -> str:
        """The address at which this machine reaches the game."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.interface, self.interface)

    @property
    def web_port(self) -> int:
        """The port of the website and the web client."""
        return self.base + 1

    # -- processes

    def pid(self, part: str) -> int | None:
        """Return the process id of `part` ("portal" or "server") if it runs for this game dir."""
        path = self.folder / "server" / f"{part}.pid"
        try:
            number = int(path.read_text())
        except (FileNotFoundError, ValueError):
            return None
        return number if f"--pidfile={path}" in _command_line(number) else None

    def pids(self) -> dict[str, int]:
        """Return the parts that run, with their process ids."""
        found = {part: self.pid(part) for part in ("portal", "server")}
        return {part: number for part, number in found.items() if number is not None}

    # -- start

    def check_ports(self) -> None:
        """Raise GameError if a port of the block is taken."""
        for offset, use in PORTS.items():
            port = self.base + offset
            if _taken(self.interface, port) or _taken("127.0.0.1", port):
                raise GameError(
                    f"port {port} ({use}) is in use by another game or program, which was left"
                    " alone.\nTake another block of ports, for example:"
                    f" XYZGRID_PORT_BASE={self.base + 100} make play"
                )

    def bootstrap(self, **variables: str) -> None:
        """Make or update the database, in a process of its own; see bootstrap.py."""
        script = Path(__file__).with_name("bootstrap.py")
        done = subprocess.run(
            # -P: the folder of the script is no place to import from
            [sys.executable, "-P", str(script), str(self.folder)],
            env=self._env() | variables,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            raise GameError("the game could not be prepared; what went wrong stands above")

    def start(self) -> None:
        """Start portal and server. Returns when a login works; raises GameError if none does."""
        self.check_ports()
        with self._launch("start") as launcher:
            try:
                self.wait_for_login(START_SECONDS, launcher)
            except NotSeenError as error:
                logs = self.logs()
                self.stop()
                raise GameError(f"no login works: {error}\n{logs}") from None
            finally:
                launcher.kill()  # its work is done

    def evennia(self, *arguments: str, timeout: float = 120) -> str:
        """Run a command of Evennia's launcher on this game; return what it printed."""
        with self._launch(*arguments) as launcher:
            try:
                launcher.wait(timeout)
            except subprocess.TimeoutExpired:
                raise GameError(
                    f"`evennia {' '.join(arguments)}` hangs:\n{self._launcher_log.read_text()}"
                ) from None
            finally:
                launcher.kill()
        return self._launcher_log.read_text()

    def _launch(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start Evennia's launcher. Its output goes to a file: it hangs when a pipe closes."""
        self._launcher_log.parent.mkdir(exist_ok=True)
        with self._launcher_log.open("w") as out:
            return subprocess.Popen(
                [str(Path(sys.executable).with_name("evennia")), *arguments],
                cwd=self.folder,
                env=self._env(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C here is not meant for the game
            )

    @property
    def _launcher_log(self) -> Path:
        return self.folder / "server" / "logs" / "launcher.log"

    def wait_for_login(
        self, seconds: float, launcher: "subprocess.Popen[bytes] | None" = None
    ) -> None:
        """Return when a guest can log in and sees where they are.

        Raises NotSeenError after some seconds; at once if the launcher ended and nothing runs.
        """
        end = time.monotonic() + seconds
        while True:
            given_up = time.monotonic() > end or (
                launcher is not None and launcher.poll() is not None and not self.pids()
            )
            try:
                return self._try_login()
            except (OSError, NotSeenError) as error:
                if given_up:
                    raise NotSeenError(str(error)) from None
            time.sleep(0.3)

    def _try_login(self) -> None:
        with Telnet(self.host, self.base) as client:
            # who came before the server was up is never greeted
            client.read_until("connect guest", timeout=3)
            client.send("connect guest")
            # with every guest's place taken the server answers as well
            seen = client.read_until(r"You become \w+\.|guest accounts are in use")
            if "You become" in seen:
                client.ask("look", r"\S")
                client.ask("quit", "Quitting")
                client.read_to_end()

    # -- stop

    def stop(self) -> bool:
        """Stop this game, by its processes; returns if there was anything to stop."""
        running = self.pids()
        if not running:
            return False
        # the portal takes the server with it, in good order
        first = "portal" if "portal" in running else "server"
        _signal(running[first], signal.SIGINT)
        if not _until(lambda: not self.pids(), STOP_SECONDS):
            for part, number in self.pids().items():
                print(f"The {part} (process {number}) does not stop, so it is killed.")
                _signal(number, signal.SIGKILL)
            if not _until(lambda: not self.pids(), 5):
                raise GameError(f"still running: {self.pids()}")
        for part in running:  # a killed process leaves its file behind
            (self.folder / "server" / f"{part}.pid").unlink(missing_ok=True)
        return True

    def reload(self) -> None:
        """Restart the server behind the portal, as `evennia reload` does; connections stay."""
        before = self.pid("server")
        output = self.evennia("reload")
        if not _until(lambda: self.pid("server") not in (None, before), 60):
            raise GameError(f"the server did not reload:\n{output}\n{self.logs()}")

    # -- what is known

    def logs(self, lines: int = 30) -> str:
        """Return the ends of the logs."""
        parts = []
        for name in ("launcher.log", "portal.log", "server.log"):
            path = self.folder / "server" / "logs" / name
            if path.exists():
                tail = path.read_text(errors="replace").splitlines()[-lines:]
                parts.append("\n".join([f"--- {path}", *tail]))
        return "\n".join(parts)

    def _env(self) -> dict[str, str]:
        bin_folder = str(Path(sys.executable).parent)  # Evennia looks for twistd on PATH
        return dict(self.environment) | {
            "PATH": os.pathsep.join([bin_folder, self.environment.get("PATH", "")]),
            "XYZGRID_PORT_BASE": str(self.base),
            "XYZGRID_INTERFACE": self.interface,
        }


def _command_line(pid: int) -> str:
    """Return the command line of a process; empty if there is none."""
    proc = Path("/proc") / str(pid) / "cmdline"
    if Path("/proc/self/cmdline").exists():
        try:
            return proc.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    answer = subprocess.run(
        ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return answer.stdout


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until the condition holds; return if it did in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def _taken(interface: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in interface else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # as the server does: a port that was just left is free
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((interface, port))
        except PermissionError:
            raise GameError(f"port {port} may not be opened; take one above 1024") from None
        except OSError:
            return True
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # where two may listen on one port, a connection tells
        probe.settimeout(1)
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(interface, interface)
        return probe.connect_ex((host, port)) == 0
