"""A game dir as a running thing: its ports, its processes, start and stop.

Evennia finds "the game" by a port alone, and would stop or enter any other game there. Here a game
is known by the processes whose command line names the pid files of its game dir.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
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
PARTS = ("portal", "server")
START_SECONDS = 60  # without any work on it
_WINDOW, _WORK = 5.0, 0.25  # seconds of CPU within as many seconds: a game that only waits has less
STOP_SECONDS, _PROBED_SECONDS = 20, 3.0  # other programs look whether a port is free, too


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

    @property
    def websocket_port(self) -> int:
        """The port to which clients in browsers, and others, connect by WebSocket."""
        return self.base + 2

    # -- processes

    def pid(self, part: str) -> int | None:
        """Return the process id of `part` ("portal" or "server") if it runs for this game dir."""
        try:
            number = int(self._pid_file(part).read_text())
        except (FileNotFoundError, ValueError):
            return None
        return number if number in self.processes() else None

    def pids(self) -> dict[str, int]:
        """Return the parts that run, with their process ids."""
        found = {part: self.pid(part) for part in PARTS}
        return {part: number for part, number in found.items() if number is not None}

    def processes(self) -> list[int]:
        """Return all processes of this game, also those that have written no pid file yet."""
        marks = [f"--pidfile={self._pid_file(part)}" for part in PARTS]
        return [
            number
            for number, command_line in _processes()
            if any(mark in command_line.split("\0") for mark in marks)
        ]

    def _pid_file(self, part: str) -> Path:
        return self.folder / "server" / f"{part}.pid"

    # -- start

    def check_ports(self) -> None:
        """Raise GameError if a port of the block is taken, and not only for a moment."""
        for offset, use in PORTS.items():
            port = self.base + offset
            if not _until(partial(self._is_free, port), _PROBED_SECONDS):
                raise GameError(
                    f"port {port} ({use}) is in use by another game or program, which was left"
                    " alone.\nTake another block of ports, for example:"
                    f" XYZGRID_PORT_BASE={self.base + 100} make play"
                )

    def _is_free(self, port: int) -> bool:
        return not (_taken(self.interface, port) or _taken("127.0.0.1", port))

    def bootstrap(self, **variables: str) -> None:
        """Make or update the database, in a process of its own; see bootstrap.py."""
        script = Path(__file__).with_name("bootstrap.py")
        done = subprocess.run(
            # -P: the folder of the script is no place to import from
            [sys.executable, "-P", str(script), str(self.folder)],
            env=self._env() | variables,
            umask=0o077,  # the database is nobody else's
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            raise GameError("the game could not be prepared; what went wrong stands above")

    def start(self) -> None:
        """Start portal and server. Returns when a login works; raises GameError if none does."""
        self.check_ports()
        with self._stopped_on_failure(), contextlib.ExitStack() as launchers:

            def launch() -> "subprocess.Popen[bytes]":
                launcher = launchers.enter_context(self._launch("start"))
                launchers.callback(launcher.kill)  # in the end its work is done
                return launcher

            try:
                self.wait_for_login(START_SECONDS, launch)
            except NotSeenError as error:
                raise GameError(f"no login works: {error}\n{self.logs()}") from None

    @contextlib.contextmanager
    def _stopped_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:  # Ctrl-C too: half a game is none
            self.stop()
            raise

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
        self._launcher_log.parent.mkdir(mode=0o700, exist_ok=True)
        with self._launcher_log.open("w") as out:
            return subprocess.Popen(
                self._program(*arguments),
                cwd=self.folder,
                env=self._env(),
                umask=0o077,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C here is not meant for the game
            )

    def _program(self, *arguments: str) -> list[str]:
        return [str(Path(sys.executable).with_name("evennia")), *arguments]

    @property
    def _launcher_log(self) -> Path:
        return self.folder / "server" / "logs" / "launcher.log"

    def wait_for_login(
        self, seconds: float, launch: "Callable[[], subprocess.Popen[bytes]] | None" = None
    ) -> None:
        """Return when a guest can log in and sees where they are; tell what it waits for.

        Time counts only while nothing works on the game: a busy machine may take its time.
        `launch` starts the game. Evennia's launcher waits ten seconds for the portal, which on a
        busy machine takes longer, and goes without a server: then it is started once more.

        Raises NotSeenError after some seconds; at once if the launcher ended and nothing runs.
        """
        begun = window = time.monotonic()
        end, used = begun + seconds, self._work()
        launcher = launch() if launch is not None else None
        while True:
            now = time.monotonic()
            if now - window >= _WINDOW:
                work = self._work()
                if work - used >= _WORK:
                    end = now + seconds
                print(f"  {now - begun:.0f} s: {self._doing()}", flush=True)
                window, used = now, work
            given_up = now > end
            if launch is not None and launcher is not None and launcher.poll() is not None:
                given_up |= not self.processes()  # a slow one has no pid file yet
                if set(self.pids()) == {"portal"}:
                    launcher = launch()
            try:
                return self._try_login()
            except (OSError, NotSeenError) as error:
                if given_up:
                    raise NotSeenError(str(error)) from None
            time.sleep(0.3)

    def _doing(self) -> str:
        """Return what a start waits for."""
        running = self.pids()
        if "portal" not in running:
            return "the portal is starting"
        return "waiting for a login" if "server" in running else "the server is starting"

    def _work(self) -> float:
        """Return the seconds of CPU that the processes of this game have used; 0 without /proc."""
        ticks = 0
        for number in self.processes():
            with contextlib.suppress(OSError):  # it may just have ended
                stat = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                ticks += int(stat[11]) + int(stat[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def _try_login(self) -> None:
        if self.pid("server") is None:
            raise NotSeenError("there is no server")
        # who came before the server was up is never greeted, or answered: so not with much patience
        with Telnet(self.host, self.base, timeout=10) as client:
            client.read_until("connect guest", timeout=3)
            client.send("connect guest")
            # with every guest's place taken the server answers as well
            seen = client.read_until(r"You become \w+\.|guest accounts are in use")
            if "You become" in seen:
                client.ask("look", r"\S")
                if "again" in client.ask("quit", "Quitting|again"):  # a guest is asked first
                    client.ask("quit", "Quitting")
                client.read_to_end()

    # -- stop

    def stop(self) -> bool:
        """Stop this game, by its processes; returns if there was anything to stop."""
        running = self.processes()
        # The portal takes the server with it, in good order, once both know each other. Not by INT:
        # that may be ignored, for a game that was started in the background.
        first = self.pid("portal") or self.pid("server")
        steps = [([first] if first else running, signal.SIGTERM, STOP_SECONDS / 2)]
        steps += [(None, signal.SIGTERM, STOP_SECONDS / 2), (None, signal.SIGKILL, 5)]
        for chosen, number, seconds in steps:
            for process in chosen or self.processes():
                _signal(process, number)
            if _until(lambda: not self.processes() and all(map(_ended, running)), seconds):
                break
        else:
            raise GameError(f"still running: {self.processes()}")
        for part in PARTS:
            # left behind by a crash; twistd would not start over one whose number some other
            # process has by now
            self._pid_file(part).unlink(missing_ok=True)
        return bool(running)

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


def _processes() -> Iterator[tuple[int, str]]:
    """Give the id and the command line of every process, arguments parted by NUL."""
    proc = Path("/proc")
    if (proc / "self" / "cmdline").exists():
        for entry in proc.iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):  # it may just have ended
                    yield int(entry.name), (entry / "cmdline").read_bytes().decode(errors="replace")
        return
    table = subprocess.run(
        ["ps", "-axww", "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    for line in table.stdout.splitlines():
        number, _, command_line = line.strip().partition(" ")
        yield int(number), command_line.replace(" ", "\0")


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _ended(pid: int) -> bool:
    """Return whether a process has let go of its ports: it has no command line before that."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True  # or there is no /proc, and the table of processes has told
    return state in "ZX"


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
