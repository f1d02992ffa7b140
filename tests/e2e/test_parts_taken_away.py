"""A game whose parts are taken from its disk: it runs, says what they left, and takes them back.

Its install is its own, beside its game dir, with a copied database of all worlds.
"""

import re
import shutil

import pytest

from tools.runner.clones import REPOSITORY
from tools.runner.game import Game
from tools.runner.telnet import Telnet

pytestmark = pytest.mark.once

PASSWORD = "correct-horse-7"
DRAFT = """
from django.apps import apps
rights = apps.get_model("xyzgrid_editor", "MapRight").objects
rights.create(map_key="town", account=1, who="admin", role="owner")
"""
MOOR = """
XYMAP_DATA = {
    "zcoord": "moor",
    "rooms": {
        (x, 0, 0): {"key": f"Moor {x}", "exits": {"east": {"to": ((x + 1) % 9, 0, 0)}}}
        for x in range(9)
    },
    "options": {"rooms": "lazy"},
}
"""


class Install:
    """A game and the package that it runs from."""

    def __init__(self, made):
        self.place = made.folder.parent
        self.parts, self.kept = self.place / "xyzgrid_ext/parts", self.place / "kept"
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / "xyzgrid_ext", self.place / "xyzgrid_ext", ignore=ignored)
        environment = {**made.environment, "PYTHONPATH": str(self.place)}
        self.made, self.game = made, Game(made.folder, made.base, environment=environment)

    def take_parts_away(self):
        self.kept.mkdir()
        for folder in self.parts.iterdir():
            if folder.is_dir():
                folder.rename(self.kept / folder.name)

    def put_parts_back(self):
        for folder in self.kept.iterdir():
            shutil.rmtree(self.parts / folder.name, ignore_errors=True)
            folder.rename(self.parts / folder.name)
        self.kept.rmdir()

    def start(self):
        self.game.bootstrap(EVENNIA_SUPERUSER_USERNAME="admin", EVENNIA_SUPERUSER_PASSWORD=PASSWORD)
        self.game.start()

    def word(self, *words):
        return self.game.evennia("xyzgrid", *words)

    def log_in(self, words, told):
        client = Telnet(self.game.host, self.game.base)
        client.read_until("connect guest")
        client.ask(words, told)
        return client, client.read()

    def create(self, name):
        with Telnet(self.game.host, self.game.base) as client:
            client.read_until("connect guest")
            client.ask(f"create {name} {PASSWORD}", r"Is this what you intended")
            client.ask("Y", "was created")
        return self.log_in(f"connect {name} {PASSWORD}", f"You become {name}")[0]


@pytest.fixture(scope="module")
def install(new_game):
    """A game in which two sit and explore, a map is half made, and somebody may draw."""
    install = Install(new_game("worlds"))
    (install.place / "world/moor.py").write_text(MOOR)
    install.word("add", "world.moor")
    install.game.evennia("shell", "-c", DRAFT)
    install.start()
    with install.create("Ben") as ben, install.create("Ann") as ann:
        ben.ask("goto the tavern", r"You have arrived", timeout=60)
        ben.ask("play", "Firing Line, in turns")
        ann.ask("goto the well", r"You have arrived", timeout=60)
        ann.ask("west", "Chapel of the drowned|out takes you back", timeout=60)
    with install.log_in(f"connect admin {PASSWORD}", "You become admin")[0] as admin:
        admin.ask(r"tel (3,0,moor)", "Moor 3")
    install.game.stop()
    install.take_parts_away()
    install.start()
    return install


def test_a_guest_looks_and_walks_over_drawings_levels_and_a_matrix(install):
    client, _seen = install.log_in("connect guest", "You become")
    with client:
        assert "Lantern Square" in client.ask("look")
        assert "@" in client.ask("map")
        for place in ("the tavern", "the lamp", "the annealing oven"):
            ends = r"You have arrived at|You stop, for you have not been here"
            while "arrived" not in client.ask(f"goto {place}", ends, timeout=120):
                pass  # it stops at the first sight of each place
    with install.log_in(f"connect admin {PASSWORD}", "You become admin")[0] as admin:
        admin.ask("tel (7,1,glasswork:0)", "Teleported")
        admin.ask("wormhole", r"\(1,8,")


def test_maps_are_refused_by_name_and_nothing_is_removed(install):
    text = install.word("check")
    assert "this map needs the part dungeons, which is not there" in text
    assert "this map is a matrix in play: it needs the part matrix_game" in text
    assert "needs the part boards, which the game does not have" in text
    lazy = "this map is a map whose rooms are made when somebody comes: it needs the part lands"
    assert lazy in text
    assert " 0 to remove" in (plan := install.word("plan")) or "Nothing" in plan, plan


def test_players_get_no_traceback(install):
    for name, place in (("Ben", "The Drowned Lantern"), ("Ann", "Chapel of the drowned")):
        client, seen = install.log_in(f"connect {name} {PASSWORD}", f"You become {name}")
        with client:
            seen += client.ask("look")
            assert place in seen
            assert "Traceback" not in seen + client.ask("look")


def test_parts_are_put_back_and_the_game_goes_on(install):
    text = install.word("doctor")
    for left in ("by the part boards ", "by the part editor ", "of cistern #1 "):
        assert f"left {left}" in text, text
    install.game.stop()
    install.put_parts_back()
    install.start()
    client, seen = install.log_in(f"connect Ben {PASSWORD}", "You become Ben")
    with client:
        assert "still sitting" in seen + client.ask("look")
    client, seen = install.log_in(f"connect Ann {PASSWORD}", "You become Ann")
    with client:
        client.ask("out", "The Old Well")
        assert "Traceback" not in seen
    assert not re.search("left (by|of)", install.word("doctor"))


def test_what_they_left_is_removed_and_they_work_again(install):
    install.game.stop()
    install.take_parts_away()
    text = install.word("doctor", "--fix")
    assert "removed cistern #1, a copy that no part keeps" in text
    assert "4 tables of parts that the game does not have" in text
    assert not re.search("left (by|of)", install.word("doctor"))
    install.put_parts_back()
    install.start()
    client, seen = install.log_in(f"connect Ben {PASSWORD}", "You become Ben")
    with client:
        assert "The Drowned Lantern" in seen + client.ask("look")
        client.ask("play", "Firing Line, in turns")
    assert not re.search("left (by|of)", install.word("doctor"))
