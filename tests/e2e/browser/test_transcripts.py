"""The demonstration is won over real connections by a program that knows only what it has read.

`make transcripts` and `make test-all` (XYZGRID_CHANNELS=all) try it, on every client. It keeps what
was typed and read in `tests/e2e/artefacts/*.txt`, takes a picture of the browser at each milestone,
and prints after how many commands each was reached.
"""

import os
import random
import re
import sys
from pathlib import Path

import pytest

from tools.runner.channels import MARKS, BrowserChannel, TelnetChannel

REPOSITORY = Path(__file__).resolve().parents[3]
ARTEFACTS = REPOSITORY / "tests/e2e/artefacts"
sys.path.append(str(REPOSITORY / "tests/game"))

from newcomer import Newcomer  # noqa: E402

CHANNELS = ("telnet 80", "telnet 40", "telnet, screen reader", "browser 1280", "browser 400")
if os.environ.get("XYZGRID_CHANNELS") != "all":
    CHANNELS = ()  # in this process, tests/parts/together/game/test_first_hour.py plays it
SEED = int(os.environ.get("XYZGRID_SEED", "1"))
# it types faster than anybody, and has no time for walks
SETTINGS = """
XYZGRID_LIMITS = {"questions": 10_000}
XYZGRID_WALK_DELAY = 0.05
"""


@pytest.fixture
def server(new_game):
    """A game in which nobody has done anything."""
    game = new_game("worlds")
    with (game.folder / "server/conf/secret_settings.py").open("a") as file:
        file.write(SETTINGS)
    game.start()
    yield game
    game.stop()


@pytest.fixture
def channel(request, server):
    kind, _, width = request.param.partition(" ")
    if kind == "browser":
        window = request.getfixturevalue("window")
        page = window(int(width), 800, script=MARKS, isMobile=int(width) < 600)
        channel = BrowserChannel(page)
    elif width.isdigit():
        channel = TelnetChannel(server.host, server.base, int(width))
    else:
        channel = TelnetChannel(server.host, server.base, screenreader=True)
    with channel:
        yield channel


class Guest(Newcomer):
    """Who plays by a channel."""

    def __init__(self, channel, name):
        super().__init__(channel.say, random.Random(SEED))
        self.channel, self.name = channel, name
        channel.say("connect guest")


class GuestInBrowser(Guest):
    """Who keeps a picture of each milestone, and looks at what the panes are told."""

    def __init__(self, channel, name):
        self.page, self.messages = channel.page, []
        super().__init__(channel, name)

    def say(self, line):
        known = len(self.marks)
        text = super().say(line)
        self.messages += self.page.value("messages.splice(0)")
        if came := re.search(r"You have arrived at ([^.]+)\.", " ".join(text.split())):
            *_, here = (info for name, _args, info in self.messages if name == "room_info")
            assert here["name"] == came[1]
            if here["num"] > 0:  # a matrix in play is on no map
                self.page.see(".camera .room.here title", came[1])
        if len(self.marks) > known:
            self.page("waitForTimeout", 1000)  # for the map
            self.page.shot(f"{self.name}, {len(self.marks)}")
        return text

    def has_understood_all(self):
        """Check that the messages are those of the docs, and that the client is content."""
        of_evennia = {"logged_in", "webclient_options"}  # as its own client exchanges them
        assert {name for name, _args, _more in self.messages} <= documented() | of_evennia
        assert self.page.complaints == self.page.outside == []
        assert self.page.value("document.querySelectorAll('#messagewindow .err').length") == 0


def documented():
    """The messages of the docs, by the names that browsers know."""
    page = (REPOSITORY / "docs/reference/clients.md").read_text("utf-8")
    found = set()
    for names in re.findall(r"^\| (`[A-Z].+?) \|", page, re.MULTILINE):
        first, *more = re.findall(r"`(.+?)`", names)
        found |= {first, *(first.rpartition(".")[0] + name for name in more)}
    return {name.replace(".", "_").lower() for name in found}


@pytest.mark.parametrize("channel", CHANNELS, indirect=True)
def test_who_knows_only_what_was_printed_comes_to_the_last_scene(channel, request):
    name = request.node.callspec.id
    guest = (GuestInBrowser if name.startswith("browser") else Guest)(channel, name)
    try:
        guest.play()
    finally:
        ARTEFACTS.mkdir(exist_ok=True)
        (ARTEFACTS / f"{name}, seed {SEED}.txt").write_text(channel.transcript(), "utf-8")
        for done, commands in guest.marks:
            print(f"\n{name:22} {done:24} {commands:5} commands", end="")
    assert guest.marks[-1][0] == "all"
    if isinstance(guest, GuestInBrowser):
        guest.has_understood_all()
