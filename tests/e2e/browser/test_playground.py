"""The docs' playground in a real browser: Python in the page, what one made in its address."""

import contextlib
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.e2e.browser.fixtures import Window
from tools import playground

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[3]
DATASET = "document.getElementById('playground').dataset"
DONE = f"{DATASET}.state === 'idle'"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *about):
        pass


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """Return the address of a server that has the playground's page alone, as the docs have it."""
    pytest.importorskip("furo", reason="no Sphinx here: sh tools/env .venv dev,docs")
    playground.main()
    if not (playground.PAGE / "vendor").is_dir():
        pytest.skip("npm brought no Pyodide")
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    shutil.copy(ROOT / "docs" / "playground.md", source)
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-c",
        ROOT / "docs",
        "-D",
        "root_doc=playground",
    ]
    subprocess.run([*command, source, built], check=True, capture_output=True)
    shutil.copytree(built, built / "bare", ignore=shutil.ignore_patterns("vendor"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def opened(chromium, docs):
    """Return a function: a window of a width with the playground at a path, once it is there."""
    with contextlib.ExitStack() as windows:

        def opened(path, width=1280, until=f"{DATASET}.shown", **more):
            chromium.windows += 1
            name = f"playground {chromium.windows}"
            chromium.ask(call="open", args=[name, {"width": width, "height": 900}, more])
            page = Window(chromium, name, docs)
            windows.callback(page, "close")
            page.go(path)
            page.until(until)
            return page

        yield opened


@pytest.fixture(scope="module")
def page(opened):
    return opened("playground.html")


def shown(page, name):
    return page.value(
        f"document.querySelector('[data-out={name}], [data-part={name}]').textContent"
    )


def press(page, key):
    page("press", "[data-part=board]", key)
    page.until(DONE)


def change(page, file, old, new):
    """Change a text of the board that is open, and play it."""
    text = page.value(f"document.querySelector('[data-part={file}]').value")
    assert old in text
    page("fill", f"[data-part={file}]", text.replace(old, new, 1))
    page("click", "[data-do=change]")
    page.until(DONE)


def terminal(*arguments):
    """Return what a command prints in CPython."""
    command = [sys.executable, "-m", "xyzgrid_ext", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_a_dungeon_of_a_seed_is_that_of_the_terminal_byte_for_byte(page):
    page("fill", "[name=dungeon]", "41")
    page("fill", "[name=floors]", "2")
    page("press", "[name=floors]", "Enter")
    page.see("[data-out=head]", "seed 41")
    told = ["--tier", "3", "--floors", "2"]
    data = page.value("document.querySelector('[data-part=data]').value")
    assert data + "\n" == terminal("generate", "--seed", "41", *told, "--json")
    assert shown(page, "proof") + "\n" == terminal("prove", "41", *told, "--walk")
    assert page.value("location.hash") == "#dungeon=41&tier=3&floors=2"
    page.shot("playground, a dungeon")


def test_masks_are_placed_in_a_room_until_one_does_not_fit(page):
    page("click", "[data-tab=masks]")
    page("fill", "[name=masks]", "200700\nfiller_000010\n000400")
    page("click", "[data-section=masks] form button")
    page.see("[data-part=tried]", "000400 (000400) does not fit: 000400 is taken")
    assert shown(page, "plan") == "+-a-+\n|aaa|\n|..b|\n|...|\n+---+"
    assert "filler_000400" not in page.value("document.querySelector('[name=fitting]').innerHTML")
    page.shot("playground, masks")
    page("fill", "[name=masks]", "2007")
    page("click", "[data-section=masks] form button")
    page.see("[data-part=fault]", "mask 1: '2007' is not a mask: it has 4 digits")


def test_a_board_is_played_to_its_win_and_changed(page):
    page("click", "[data-tab=board]")
    page.see("[data-out=intro]", "The Salt Store")
    press(page, "ArrowRight")
    press(page, "Backspace")
    press(page, "l")
    press(page, "l")
    assert shown(page, "standing") == "The salt is dry, every sack in its place. (moves 2, par 2)"
    page.until("location.hash === '#board=boxes&level=1&keys=ll'")
    page.shot("playground, a board")
    page("click", "[data-part=rules] summary")
    change(page, "game", "@*** **** ***@****h", "@*** **** ***@****hh")
    assert "boxes.game:1:1: a transition of 20" in page.see("[data-part=fault]", "boxes.game")
    change(page, "game", "@*** **** ***@****hh", "@*** **** ***@****h")
    # its answer puts the text back that it was about: the next change has to come after it
    page.until("[...document.querySelectorAll('[data-part=fault]')].every(one => !one.textContent)")
    change(page, "game", "# @o .#", "#@ o .#")
    page.see("[data-part=board]", "#@ o .#")
    assert shown(page, "fault") == ""
