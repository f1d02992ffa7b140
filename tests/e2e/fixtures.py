"""A real server, a real telnet session.

The fixtures for the tests of folders `e2e`:

    server       one running game for the whole test session: a copy of the game dir in a temporary
                 folder, on a free block of ports, with its worlds spawned
    telnet       telnet() -> a client that sees the connection screen; closed after the test
    guest        guest() -> a client that is logged in as a guest, at the first prompt
    new_game     new_game() -> a game of the test's own that does not run yet, as it is in the
                 repository; new_game("limbo") has a database without maps, new_game("worlds") has
                 all maps: these start at once, as copies of what is made once for all tests
    new_database new_database() -> the address of an empty database for XYZGRID_DATABASE_URL, or of
                 a copy of another one; an empty text without XYZGRID_TEST_DATABASE: then a game has
                 a file

A client is a `tools.runner.telnet.Telnet`:

    client = guest()
    assert "Lantern Square" in client.ask("look")      # all of the answer
    client.ask("goto mill", r"You arrive", timeout=60)  # until a text, or NotSeenError
    server.reload()                                    # connections stay
    client.read_until("Reloaded")

`server.evennia("xyzgrid", "list")` does what the launcher does with these words, and returns what
that printed; `server.logs()` gives the ends of its logs. Evennia takes seconds to load: so Portal,
Server and commands of a game are forks of a process that has it loaded; test_boot.py starts one
without.
`play()` and `halt()` do what a person does. Whatever happens to the tests, the processes of these
games are stopped: they are known by the pid files in the copies.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
DATABASE_SERVER = os.environ.get("XYZGRID_TEST_DATABASE", "")
AMP = 6  # in the block of ports of a game
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))

from tools.runner import direct_start  # noqa: E402
from tools.runner.__main__ import SUPERUSER, read_connection, write_connection  # noqa: E402
from tools.runner.clones import (  # noqa: E402
    PASSWORD,
    Databases,
    Stage,
    Workshop,
    copy_made,
    copy_sources,
    free_ports,
)
from tools.runner.game import Game  # noqa: E402
from tools.runner.preloaded import Call, Loader, Preloaded  # noqa: E402
from tools.runner.telnet import Telnet  # noqa: E402

pytest.register_assert_rewrite("tools.runner.schemas")
pytest_plugins = ("tests.e2e.browser.fixtures",)

# the longest files begin first: at the end they would keep one process busy, and the others idle
LONGEST = (
    *("test_running_game.py", "test_pane.py", "test_boot.py", "test_adversary.py"),
    *("test_edit_together.py", "test_map_page.py"),
    *("test_wheel.py", "test_edit.py", "test_gmcp_session.py", "test_dungeon_session.py"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))


@dataclass(frozen=True)
class TestGame(Game):
    """A copy of the game dir, played and stopped with the commands that a person uses."""

    __test__ = False  # no test class, in spite of its name
    loader: Loader | None = None
    loaded: list[Preloaded] = field(default_factory=list, compare=False)

    def preloaded(self) -> Preloaded:
        """Return the process that has Evennia loaded for this game."""
        assert self.loader is not None
        if not self.loaded:
            self.loaded.append(self.loader.load(self.folder, self._env()))
        return self.loaded[0]

    def begin(self, log: IO[str], *arguments: str) -> Call:
        """Begin what the launcher does with `xyzgrid …`, on the settings as they are now."""
        return self.preloaded().begin(arguments, log)

    def unload(self) -> None:
        while self.loaded:
            self.loaded.pop().close()

    def evennia(self, *arguments: str, timeout: float = 120) -> str:
        if arguments[0] != "xyzgrid":
            return super().evennia(*arguments, timeout=timeout)
        path = self.folder / "server" / "logs" / "command.log"
        path.parent.mkdir(exist_ok=True)
        with path.open("w") as log:
            call = self.begin(log, *arguments)
        try:
            call.wait(timeout)
        finally:
            call.kill()
        return path.read_text()

    def play(self, **variables: str) -> "subprocess.CompletedProcess[str]":
        return self._run("play", **variables)

    def halt(self) -> "subprocess.CompletedProcess[str]":
        return self._run("stop")

    def note(self) -> None:
        told = {"superuser": SUPERUSER, "password": PASSWORD}
        ports = {"port base": str(self.base), "interface": self.interface}
        write_connection(self.folder, told | ports)

    def builder(self) -> Telnet:
        """Return a client that is logged in as the superuser, at the first prompt."""
        noted = read_connection(self.folder)
        client = Telnet(self.host, self.base)
        client.read_until("connect guest")
        client.ask(f"connect {noted['superuser']} {noted['password']}", "You become")
        client.read()
        return client

    def reload(self) -> None:
        """Restart the server behind the portal as a builder does, which is the fastest way."""
        with self.builder() as client:
            client.ask("reload", r"\.\.\. Server restarted\.")

    def _program(self, *arguments: str) -> list[str]:
        if arguments != ("start",):
            return super()._program(*arguments)
        words = [sys.executable, "-P", direct_start.__file__, str(self.base + AMP)]
        return [*words, *self.preloaded().twistd]

    def _run(self, what: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        with subprocess.Popen(
            [sys.executable, "-m", "tools.runner", what, "--game", str(self.folder)],
            cwd=REPOSITORY,
            env=self._env() | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as command:
            try:
                output, _ = command.communicate(timeout=600)
            except BaseException:  # also Ctrl-C: it shall not go on to start a server
                command.terminate()
                command.wait(60)
                raise
        return subprocess.CompletedProcess(command.args, command.returncode, output)


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[..., str]]:
    databases, numbers = Databases(DATABASE_SERVER), count()
    with contextlib.ExitStack() as made:

        def make(like: str = "template1") -> str:
            name = f"xyzgrid_{os.getpid()}_{next(numbers)}"
            made.callback(databases.drop, name)
            return databases.make(name, like)

        yield make


@pytest.fixture(scope="session")
def new_game(
    tmp_path_factory: pytest.TempPathFactory, new_database: Callable[..., str]
) -> Iterator[Callable[..., TestGame]]:
    environment = {
        name: value
        for name, value in os.environ.items()
        # what the tests of tests/game set for themselves is not for these games
        if name not in ("TEST_DB_PATH", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
        and not name.startswith(("XYZGRID_", "EVENNIA_"))
    }
    kept = REPOSITORY / ".pytest_cache" / "games"
    workshop = Workshop(kept, environment, Databases(DATABASE_SERVER))
    # told to end (by a time limit, say), pytest would leave the servers behind
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.ExitStack() as games:
        games.callback(signal.signal, signal.SIGTERM, before)
        loader = Loader(environment)
        games.callback(loader.close)

        def make(stage: Stage | None = None) -> TestGame:
            place = tmp_path_factory.mktemp("clone")
            if stage is None:
                folder, database = copy_sources(place), new_database()
            else:
                made = workshop.made(stage)
                folder, database = copy_made(made, place), new_database(made.name)
            own = environment | {"XYZGRID_DATABASE_URL": database}
            base = games.enter_context(free_ports())
            game = TestGame(folder, base, environment=own, loader=loader)
            games.callback(game.stop)
            games.callback(game.unload)
            if stage is not None:
                game.note()
            return game

        yield make


@pytest.fixture(scope="session")
def server(new_game: Callable[..., TestGame]) -> TestGame:
    game = new_game("worlds")
    game.start()
    return game


@pytest.fixture
def telnet(server: TestGame) -> Iterator[Callable[[], Telnet]]:
    with contextlib.ExitStack() as clients:

        def connect() -> Telnet:
            client = clients.enter_context(Telnet(server.host, server.base))
            client.read_until("connect guest")
            client.read()
            return client

        yield connect


@pytest.fixture
def guest(telnet: Callable[[], Telnet]) -> Callable[[], Telnet]:
    def log_in() -> Telnet:
        client = telnet()
        client.ask("connect guest", r"You become \w+\.")
        client.read()
        return client

    return log_in
