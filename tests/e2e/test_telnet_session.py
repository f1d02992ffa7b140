"""Plain telnet as it comes: screens of 40 and 80 columns, without UTF-8, without colour, with MXP.

Each client goes on the same tour of the world; what it gets is looked at byte by byte.
"""

import re
from dataclasses import dataclass
from html import unescape

import pytest

from tools.runner.telnet import Telnet

TTYPE, MXP = 24, 91
ANSI, VT100, UTF8, COLOURS = 1, 2, 4, 8  # bits of MTTS

TOUR = (
    "look", "map", "map lighthouse:2", "map list", "map raw town", "map nowhere at all",
    "path the lamp", "path the annealing oven", "look", "map", "path clear", "goto", "puzzles",
    "party", "help goto", "q", "help map", "q", "help play", "q", "help start here", "q", "help",
    "q", "follow", "watch", "xyzgrid list", "xyzgrid jobs", "xyzgrid reach 3", "q", "dungeon list",
    "dungeon prove cistern", "xyzgrid what", "teleport (7,3,town)", "scores", "scores salt store",
    "play salt store", "l", "look", "undo", "replay", "level 99", "restart", "help play", "q",
    "stop", "teleport (6,4,town)", "play cabinet", "shoot drop", "shoot nothing", "look", "stop",
    "look cabinet", "teleport the lamp", "map", "map -", "down", "teleport (0,0,0,undertow)",
    "look", "moves", "hint", "restart", "give up", "teleport (5,0,0,cistern)", "look", "map",
    "attack", "east", "look", "answer nothing", "open chest", "teleport (4,4,town)",
    "xyzgrid check", "xyzgrid plan", "say That is all: «enough» …",
)  # fmt: skip

BY_THE_WAY = ("xyzgrid check", "xyzgrid plan")  # the answer comes while other lines are typed


@dataclass(frozen=True)
class Terminal:
    """What a client can show, and how it says so."""

    width: int
    mtts: int | None = None  # None: it knows no TTYPE
    mxp: bool = False
    encoding: str = "utf-8"

    @property
    def is_plain(self) -> bool:
        """Whether it says that it has no colours."""
        return self.mtts is not None and not self.mtts & (ANSI | COLOURS)


TERMINALS = {
    "as narrow as it gets, with links": Terminal(40, ANSI | VT100 | UTF8 | COLOURS, mxp=True),
    "of long ago": Terminal(80, VT100, encoding="ascii"),
}


class Client(Telnet):
    """A client that negotiates, and keeps colours and links in what it reads."""

    def __init__(self, host: str, port: int, terminal: Terminal) -> None:
        self.terminal = terminal
        self._names = ["XYZTEST", "VT100", f"MTTS {terminal.mtts}"]
        accept = [MXP] * terminal.mxp + [TTYPE] * (terminal.mtts is not None)
        super().__init__(host, port, accept=accept, width=terminal.width)

    def _plain(self) -> str:
        return self._text.replace("\r", "").replace("\0", "")

    def _split(self) -> None:
        before = len(self.subnegotiations)
        super()._split()
        for option, _data in self.subnegotiations[before:]:
            if option == TTYPE:
                name = self._names.pop(0) if len(self._names) > 1 else self._names[0]
                self.send_option(TTYPE, b"\0" + name.encode())


def shown(text: str) -> str:
    """What is to be seen of a text."""
    text = re.sub(r"\x1b\[4z</?(SEND|A)[^>]*>", "", text)
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    return unescape(text)  # Evennia 5 sends `<` as an entity where MXP is on


def too_wide(text: str, width: int) -> list[str]:
    return [line for line in shown(text).split("\n") if len(line) > width]


@pytest.fixture(scope="module", params=TERMINALS.values(), ids=TERMINALS)
def session(request, server):
    """Return a terminal, and all that was sent to it: line typed -> answer."""
    terminal = request.param
    noted = (server.folder / "server" / "conf" / "connection.txt").read_text()
    _superuser, password = (line.split(": ")[1] for line in noted.splitlines()[:2])
    with Client(server.host, server.base, terminal) as client:
        answers = {"": client.read_until("connect guest") + client.read()}
        client.ask(f"connect admin {password}", "You become")
        client.read()
        client.ask("teleport (4,4,town)")
        for line in TOUR:
            client.send(line)
            begun = "" if line in BY_THE_WAY else client.read_until(r"\S")
            answers[line] = answers.get(line, "") + begun + client.read()
        answers["later"] = client.listen(2.0)
        client.ask("dungeon reset cistern", "has been reset")  # nobody was there
    return terminal, answers


def test_session_is_answered_fits_and_has_no_foreign_character_or_colour(session):
    terminal, answers = session
    wide = {line: too_wide(text, terminal.width) for line, text in answers.items()}
    assert not {line: found for line, found in wide.items() if found}
    _terminal, answers = session
    assert [line for line in TOUR if not answers[line].strip() and line not in BY_THE_WAY] == []
    text = "".join(text for line, text in answers.items() if line)
    if terminal.encoding == "ascii":
        assert text.isascii()
        assert '"enough" ...' in text
    else:
        assert "«enough» …" in text
    text = "".join(text for line, text in answers.items() if line)
    assert ("\x1b" in text) is not terminal.is_plain


def test_there_are_links_only_where_they_were_agreed_on(session):
    terminal, answers = session
    assert ("<SEND" in "".join(answers.values())) is terminal.mxp
    # the index of Evennia 6 cuts links of its own where a column is narrow
    assert "|lc" not in "".join(text for line, text in answers.items() if line != "help")
    if terminal.mxp:
        assert '<SEND HREF="north">north' in answers["look"]
        assert re.search(r'<SEND HREF="goto \(\d+,\d+,town\)">#', answers["map"])


def test_a_new_width_counts_at_once(server):
    with Client(server.host, server.base, Terminal(80)) as client:
        client.read_until("connect guest")
        client.ask("connect guest", "You become")
        client.read()
        for width in (40, 120, 60):
            client.resize(width)
            seen = client.ask("look")
            assert too_wide(seen, width) == []
            assert "~" * width in shown(seen)
