"""Maps are spawned into a game that people play: nobody waits, nothing is reloaded."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tools.runner.telnet import NotSeenError, Telnet

WALKERS = 10
NOTHING_TO_DO = "Nothing to do: the rooms are as the maps say."
SLOW = 10.0  # seconds: an answer that takes longer never came; how quick they are, the bench tells

MAP = '''
def square(n):
    """A map of n times n rooms, each linked with its four neighbours."""
    row, between = "-".join("#" * n), " ".join("|" * n)
    numbers = " ".join(str(i % 10) for i in range(n))
    lines = f"\\n{between}\\n".join([row] * n).splitlines()
    drawn = "\\n".join(f"  {line}" for line in lines)
    return f"+ {numbers}\\n\\n{drawn}\\n\\n+ {numbers}\\n"


XYMAP_DATA = {
    "zcoord": "NAME",
    "map": square(SIZE),
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Grass", "desc": "DESC"}},
}
'''


class Launcher:
    """One run of `evennia xyzgrid ...`, in its own process."""

    def __init__(self, game, *words):
        self._log = game.folder / "server" / "logs" / f"xyzgrid-{time.monotonic_ns()}.log"
        self._log.parent.mkdir(exist_ok=True)
        self.words = words
        with self._log.open("w") as out:
            self.process = self._begun(game, out)

    def _begun(self, game, out):
        return game.begin(out, "xyzgrid", *self.words)

    @property
    def text(self):
        return self._log.read_text()

    def end(self, timeout=180):
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"{self.words} hangs:\n{self.text}") from None

    def wait_for(self, pattern, timeout=60):
        end = time.monotonic() + timeout
        while not re.search(pattern, self.text):
            assert self.process.poll() is None or re.search(pattern, self.text), self.text
            assert time.monotonic() < end, f"{pattern!r} was not seen:\n{self.text}"
            time.sleep(0.02)


class EvenniasLauncher(Launcher):
    """The same by Evennia's own launcher."""

    def _begun(self, game, out):  # into a file: Evennia's launcher hangs when a pipe closes
        return subprocess.Popen(
            [str(Path(sys.executable).with_name("evennia")), "xyzgrid", *self.words],
            cwd=game.folder,
            env=game._env(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def until(condition, timeout=60):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.1)


class Field:
    """A game of this file's own, whose maps the tests write."""

    def __init__(self, game):
        self.game = game

    def write(self, name, size, desc="Grass."):
        text = MAP.replace("NAME", name).replace("SIZE", str(size)).replace("DESC", desc)
        (self.game.folder.parent / "world" / f"{name}.py").write_text(text)

    def begin(self, *words):
        return Launcher(self.game, *words)

    def call(self, *words, code=0):
        """Run `evennia xyzgrid WORDS` to its end; what it printed."""
        launcher = self.begin(*words)
        assert launcher.end() == code, launcher.text
        return launcher.text

    def starts(self):
        if self.game.pid("server") is None:
            self.game.stop()
            self.game.start()

    def log(self):
        return (self.game.folder / "server" / "logs" / "server.log").read_text(errors="replace")

    @contextlib.contextmanager
    def guest(self):
        with Telnet(self.game.host, self.game.base) as client:
            client.read_until("connect guest")
            client.ask("connect guest", r"You become \w+\.")
            client.read()
            yield client


@pytest.fixture(scope="module")
def made(new_game):
    return Field(new_game("worlds"))


@pytest.fixture
def field(made):
    made.starts()
    return made


class Walker(threading.Thread):
    """Somebody who walks to and fro, and notes how long each answer takes."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.ended = client, threading.Event()
        self.took, self.fault = [], ""

    def run(self):
        try:
            while not self.ended.is_set():
                began = time.monotonic()
                way = ("east", "west")[len(self.took) % 2]
                self.client.ask(way, "Exits: ", timeout=30)
                self.took.append(time.monotonic() - began)
                self.ended.wait(0.5)
        except (OSError, NotSeenError) as err:
            self.fault = str(err)


def test_a_map_is_spawned_into_a_game_that_people_walk_in(field):
    field.write("meadow", 15)
    server = field.game.pid("server")
    with contextlib.ExitStack() as stack:
        walkers = [Walker(stack.enter_context(field.guest())) for _ in range(WALKERS)]
        for walker in walkers:
            walker.start()
        added = field.call("add", "world.meadow")
        spawned = field.call("spawn", "meadow", "--yes")
        # a quick spawn leaves them time for few steps
        until(lambda: min(len(walker.took) for walker in walkers) > 5)
        for walker in walkers:
            walker.ended.set()
        for walker in walkers:
            walker.join(60)
    assert "added 'meadow': 225 rooms, 840 exits" in added
    assert f"its server (process {server}) does the work" in spawned
    assert "made 225 rooms and 840 exits" in spawned
    assert [walker.fault for walker in walkers] == [""] * WALKERS
    assert max(seconds for walker in walkers for seconds in walker.took) < SLOW
    assert "Traceback" not in field.log()
    assert field.game.pid("server") == server, "it was not restarted"
    with field.game.builder() as builder:
        builder.ask("tel (0,0,meadow)", "Grass")
        assert "@-#-#" in builder.ask("map meadow", "@-#-#")
        builder.ask("goto (2,1)", "You have arrived", timeout=60)
        builder.ask("xyzgrid plan meadow", NOTHING_TO_DO, timeout=60)


@pytest.fixture(scope="module")
def unmade(made):
    """Two maps that are added, and not spawned."""
    made.starts()
    made.write("moor", 40)
    made.write("marsh", 30)
    made.call("add", "world.moor", "world.marsh")


def test_work_goes_on_after_a_reload_and_is_not_done_twice_at_once(field, unmade):
    with field.game.builder() as builder:
        builder.send("xyzgrid spawn moor")
        builder.ask("xyzgrid spawn moor", "is already running")
        until(lambda: "spawn moor: running" in builder.ask("xyzgrid jobs", "spawn moor: .*"))
        builder.ask("xyzgrid plan town", "It starts when spawn moor has ended.")
        builder.send("reload")
        builder.read_until("has restarted, and continues with spawn moor", timeout=120)
        builder.read_until(r"made [\d,]+ rooms? and [\d,]+ exits?", timeout=300)
        builder.read_until("Nothing to do", timeout=60)
        builder.ask("xyzgrid plan moor", NOTHING_TO_DO, timeout=60)
        builder.ask("xyzgrid jobs", "spawn moor: done", timeout=60)


def test_a_server_that_is_killed_is_told_and_the_next_spawn_finishes(field, unmade):
    spawn = EvenniasLauncher(field.game, "spawn", "marsh", "--yes")
    spawn.wait_for(r"exits [\d,]+ of", timeout=300)
    os.kill(field.game.pid("server"), signal.SIGKILL)
    assert spawn.end() == 1
    assert "no sign of life" in spawn.text
    assert "spawn marsh again finishes" in spawn.text
    field.starts()
    field.call("plan", "marsh", code=2)
    assert "its server" in field.call("spawn", "marsh", "--yes")
    with field.game.builder() as builder:
        builder.ask("xyzgrid plan marsh", NOTHING_TO_DO, timeout=60)
