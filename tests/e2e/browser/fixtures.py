"""A real browser: headless Chromium, driven over a pipe by `driver.mjs` (playwright-core).

    chromium     one browser for the whole test session; skips where something is missing
    window       window(width=1280, height=800) -> a `Window`, closed after the test;
                 script="…" runs in it before those of any page
    client       client() -> a window with the web client, logged in as a guest
    builder      a window in which the superuser is logged in to the website

    page = client()
    page.say("look")                          a line of the web client
    page.see(".room.here")                    wait until it is there, or fail
    page.shot("the pane")                     tests/e2e/artefacts/the pane.png
    page.value("document.title")              what a JavaScript expression is
    page("click", "#button")                  any method of a Playwright page
    assert page.outside == []                 nothing was asked of other machines

`sh tools/browser` installs what is missing; `make test` does that first.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tools.runner.__main__ import read_connection

HERE = Path(__file__).resolve().parent
ARTEFACTS = HERE.parent / "artefacts"
DOCS = HERE.parents[2] / "docs"
# the first is the same browser without the parts that only a screen needs: half the work
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class BrowserError(AssertionError):
    """What the browser answered; in a test that is a failure."""


@dataclass
class Driver:
    """The process that drives the browser."""

    process: "subprocess.Popen[str]"
    windows: int = 0

    def ask(self, **question: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise BrowserError(f"the browser has ended with {self.process.wait(10)}")
        said = json.loads(line)
        if "error" in said:
            raise BrowserError(f"{question}\n{said['error']}")
        return said["value"]


@dataclass
class Window:
    """A window of the browser, with cookies of its own."""

    driver: Driver
    name: str
    base: str
    size: dict[str, int] = field(default_factory=dict)

    def __call__(self, call: str, *args: Any) -> Any:
        """Call a method of the Playwright page: `page("keyboard.press", "Enter")`."""
        return self.driver.ask(page=self.name, call=call, args=list(args))

    def go(self, path: str) -> None:
        self("goto", self.base + path, {"waitUntil": "load"})

    def value(self, expression: str) -> Any:
        return self("evaluate", expression)

    def see(self, selector: str, text: str = "") -> str:
        """Wait for an element, and for a text in it; return all of its text."""
        try:
            self.until(
                f"[...document.querySelectorAll({json.dumps(selector)})]"
                f".some(one => one.textContent.includes({json.dumps(text)}))"
            )
        except BrowserError as error:
            self.shot("failure")
            found = self.value(
                f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)"
            )
            raise BrowserError(f"{error}\n{selector}: {found}") from None
        return str(self.value(f"document.querySelector({json.dumps(selector)}).textContent"))

    def until(self, expression: str, seconds: float = 60) -> None:
        """Wait until an expression is true.

        It is asked again and again: a page's policy forbids the script that would wait within it.
        """
        end = time.monotonic() + seconds
        while not self._is_true(expression):
            if time.monotonic() > end:
                raise BrowserError(f"not true within {seconds} s: {expression}")
            self("waitForTimeout", 50)

    def _is_true(self, expression: str) -> bool:
        try:
            return bool(self.value(f"!!({expression})"))
        except BrowserError:  # the page is changing
            return False

    def say(self, line: str) -> None:
        self("fill", ".inputfield", line)
        self("press", ".inputfield", "Enter")

    def stands_in(self, room: str) -> None:
        """Wait until the pane of the web client shows that one stands in a room."""
        self.see(".camera .room.here title", room)

    def shot(self, name: str) -> Path:
        """Keep a picture of the window among the artefacts of the test run."""
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        self("screenshot", {"path": str(path)})
        return path

    def picture(self, name: str, selector: str) -> None:
        path = ARTEFACTS / f"{name}.png"
        ARTEFACTS.mkdir(exist_ok=True)
        clip = self.value(
            "(({ x, y, width, height }) => ({ x, y, width, height: Math.min(height, 700) }))"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        self("screenshot", {"path": str(path), "clip": clip})
        if os.environ.get("XYZGRID_GOLDEN"):
            shutil.copy(path, DOCS / "pictures")

    @property
    def outside(self) -> list[str]:
        """What was asked of other machines, and refused."""
        return list(self("outside"))

    @property
    def complaints(self) -> list[str]:
        """What scripts failed with, and errors in the console."""
        return list(self("complaints"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Driver]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    node = shutil.which("node")
    missing = {
        "Chromium": program,
        "Node.js": node,
        "playwright-core": (HERE / "node_modules" / "playwright-core").is_dir(),
    }
    if lacks := [name for name, there in missing.items() if not there]:
        pytest.skip(f"no {' and no '.join(lacks)} here: sh tools/browser tells how to install it")
    with subprocess.Popen(
        [str(node), "driver.mjs", str(program)],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Driver(process)
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture
def window(chromium: Driver, server: Any) -> Iterator[Callable[..., Window]]:
    opened = []

    def open_window(width: int = 1280, height: int = 800, script: str = "", **more: Any) -> Window:
        chromium.windows += 1
        name, size = f"window {chromium.windows}", {"width": width, "height": height}
        chromium.ask(call="open", args=[name, size, more])
        page = Window(chromium, name, f"http://{server.host}:{server.web_port}", size)
        opened.append(page)
        page("addInitScript", {"content": script})
        return page

    yield open_window
    for one in opened:
        one("close")


@pytest.fixture
def client(window: Callable[..., Window]) -> Callable[..., Window]:
    def log_in(line: str = "connect guest", **more: Any) -> Window:
        page = window(**more)
        page.go("/webclient/")
        page.see("#messagewindow", "connect guest")
        page.say(line)
        page.see("#messagewindow", "You become")
        return page

    return log_in


@pytest.fixture
def page(client: Callable[..., Window]) -> Iterator[Window]:
    """Return a guest's web client, which must load nothing from outside and have no fault."""
    page = client()
    page.stands_in("Lantern Square")
    yield page
    assert page.outside == []
    assert page.complaints == []
    assert page.value("document.querySelectorAll('#messagewindow .err').length") == 0


@pytest.fixture
def builder(window: Callable[..., Window], server: Any) -> Window:
    noted = read_connection(server.folder)
    page = window()
    page.go("/auth/login/")
    page("fill", "input[name=username]", noted["superuser"])
    page("fill", "input[name=password]", noted["password"])
    page("press", "input[name=password]", "Enter")
    page.see("nav", "Logged in as")
    return page
