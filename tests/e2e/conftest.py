"""A real server, a real telnet session.

The fixtures for the tests of this folder:

    server       one running game for the whole test session: a copy of the game dir in a temporary
                 folder, on a free block of ports, with its worlds spawned
    telnet       telnet() -> a client that sees the connection screen; closed after the test
    guest        guest() -> a client that is logged in as a guest, at the first prompt
    new_game     new_game() -> a game of the test's own that does not run yet
    new_database new_database() -> the address of an empty database for XYZGRID_DATABASE_URL; an
                 empty text without XYZGRID_TEST_DATABASE: then a game has a file

A client is a `tools.runner.telnet.Telnet`:

    client = guest()
    assert "Lantern Square" in client.ask("look")      # until nothing more comes
    client.ask("goto mill", r"You arrive", timeout=60)  # until a text, or NotSeenError
    server.reload()                                    # connections stay
    client.read_until("Reloaded")

`server.evennia("xyzgrid", "list")` runs the launcher on this game and returns what it printed;
`server.logs()` gives the ends of its logs. Whatever happens to the tests, the processes of these
games are stopped: they are known by the pid files in the copies.
"""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
DATABASE_SERVER = os.environ.get("XYZGRID_TEST_DATABASE", "")
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))
if DATABASE_SERVER:
    import psycopg  # it need not be there otherwise
else:
    collect_ignore = ["test_postgres.py"]

from tools.runner.game import PORTS, Game  # noqa: E402
from tools.runner.telnet import Telnet  # noqa: E402

RUNTIME_FILES = (
    *("__pycache__", "*.db3*", "*.pid", "*.log", "logs", ".static", ".media", ".cache"),
    *("secret_settings.py", "connection.txt"),
)


@dataclass(frozen=True)
class TestGame(Game):
    """A copy of the game dir, played and stopped with the commands that a person uses."""

    __test__ = False  # no test class, in spite of its name

    def play(self, **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run what `make play` runs; does not raise if that fails."""
        return self._run("play", **variables)

    def halt(self) -> "subprocess.CompletedProcess[str]":
        """Run what `make stop` runs."""
        return self._run("stop")

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


def free_block() -> int:
    """Return the first port of a block that nobody uses, below the ports of outgoing calls."""
    while True:
        base = random.randrange(15000, 32000, 10)
        with contextlib.ExitStack() as probes:
            try:
                for offset in PORTS:
                    probe = probes.enter_context(socket.socket())
                    probe.bind(("127.0.0.1", base + offset))
            except OSError:
                continue
        return base


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    made: list[str] = []

    def make() -> str:
        if not DATABASE_SERVER:
            return ""
        made.append(f"xyzgrid_{os.getpid()}_{len(made)}")
        execute(f"CREATE DATABASE {made[-1]}")
        return urlsplit(DATABASE_SERVER)._replace(path=f"/{made[-1]}").geturl()

    def execute(statement: str) -> None:
        with psycopg.connect(DATABASE_SERVER, autocommit=True) as connection:
            connection.execute(statement)

    yield make
    for name in made:
        execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def new_game(
    tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]
) -> Iterator[Callable[[], TestGame]]:
    games = []
    # told to end (by a time limit, say), pytest would leave the servers behind
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    environment = {
        name: value
        for name, value in os.environ.items()
        # what the tests of tests/game set for themselves is not for these games
        if name not in ("TEST_DB_PATH", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
        and not name.startswith(("XYZGRID_", "EVENNIA_"))
    }

    def make() -> TestGame:
        place = tmp_path_factory.mktemp("clone")
        for folder in ("mygame", "world"):
            ignore = shutil.ignore_patterns(*RUNTIME_FILES)
            shutil.copytree(REPOSITORY / folder, place / folder, ignore=ignore)
        own = environment | {"XYZGRID_DATABASE_URL": new_database()}
        games.append(TestGame(place / "mygame", free_block(), environment=own))
        return games[-1]

    try:
        yield make
    finally:
        for game in games:
            game.stop()
        signal.signal(signal.SIGTERM, before)


@pytest.fixture(scope="session")
def server(new_game: Callable[[], TestGame]) -> TestGame:
    game = new_game()
    played = game.play()
    if played.returncode:
        pytest.fail(f"the game does not start:\n{played.stdout}")
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
