"""What those hear who play with a screen reader: words, and no drawing anywhere.

`tests/golden/screenreader/session` is a whole session as it leaves the server: what was typed, and
what came back. `make golden` writes it anew; whoever changes it reads it aloud before.
"""

import functools
import os
import re
from datetime import date
from pathlib import Path

import evennia
import pytest
from evennia.commands.cmdhandler import CMD_LOGINSTART
from evennia.server.serversession import ServerSession
from evennia.utils.ansi import parse_ansi, strip_ansi
from evennia.utils.utils import class_from_module
from spawned import built_once

from world import MAPS, START
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.text.screenreader.text import strip_layout
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.boards.game import levels, outcome
from xyzgrid_ext.parts.dungeons.game import copies

GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "screenreader" / "session"
SECRETS = ("correct-horse-7", "correct-horse-8")
# what is typed, by whom if not by Ann, and before a bar for how many seconds somebody listens then
SESSION = """
screenreader
connect Ann correct-horse-7
Ben: screenreader
Ben: connect Ben correct-horse-8
map
east
sing
up
map
down
path the annealing oven
20 | goto the annealing oven
map
map +
20 | goto the frozen breath
2 | wormhole
map
goto the
goto nowhere
60 | goto the arcade front
look salt store
play salt store
l
undo
ll
stop
scores salt store
play the long snake
k
stop
60 | goto the machinist
60 | goto nearest inn
play cabinet
ll
x
drop
left
drop
look
stop
Ben: 60 | goto ann
Ben: 1 | follow ann
2 | say Shall we?
20 | goto the arcade front
Ben: play salt store
watch salt store
Ben: l
watch salt store
Ben: stop
Ben: party moles
party moles
party
follow
map speak lighthouse
60 | goto the well
2 | west
map
2 | north
attack
attack
look
answer coin
2 | west
2 | west
2 | north
play
ll
stop
open chest
2 | east
2 | south
2 | east
look
north
map
give up
2 | out
60 | goto the tide-mill
2 | east
map
moves
left
goto the lamp
left
hint
moves
save
give up
restart
wormhole
give up
out
follow
2 | goto lamp
goto
2 | goto
quit
"""


class Client:
    """A client that reads aloud: what it types, and what it hears, as the Portal sends it."""

    number = 900

    def __init__(self, handler, left_out):
        self.heard, self.left_out = [], left_out
        Client.number += 1
        self.session = ServerSession()
        self.session.init_session("telnet", ("127.0.0.1", "test"), handler)
        self.session.sessid = Client.number
        handler[self.session.sessid] = self.session
        self.session.at_sync()

    def types(self, line):
        self.session.execute_cmd(line)
        return self.lines()

    def lines(self):
        heard, self.heard = self.heard, []
        return [line for text in heard for line in self._aloud(text).splitlines() if line.strip()]

    def _aloud(self, text):
        return self.left_out.sub("", parse_ansi(text, strip_ansi=True))


@pytest.fixture
def client(limbo, settings, monkeypatch):
    """Return a function: a client that has just connected."""
    handler, clients = evennia.SESSION_HANDLER, {}
    left_out = re.compile(settings.SCREENREADER_REGEX_STRIP, re.DOTALL | re.MULTILINE)

    def sent(session, text=None, **others):
        text = text[0] if isinstance(text, list | tuple) else text
        if text is not None and session.sessid in clients:
            clients[session.sessid].heard.append(str(text))

    monkeypatch.setattr(handler, "data_out", sent)
    monkeypatch.setattr(handler, "session_portal_sync", lambda session: None)
    monkeypatch.setattr(handler, "login", functools.partial(handler.login, testmode=True))
    monkeypatch.setattr(
        handler, "disconnect", lambda session, *args, **more: handler.pop(session.sessid, None)
    )

    def connect():
        one = Client(handler, left_out)
        clients[one.session.sessid] = one
        return one

    yield connect
    for sessid in clients:
        handler.pop(sessid, None)


@built_once
def shared_maps(folder, monkeypatch):
    grid = get_xyzgrid()
    for module in MAPS:
        grid.add(module)
    grid.spawn()
    return grid


@pytest.fixture(autouse=True)
def _neither_chance_nor_date(settings, monkeypatch, found_at_once):
    def run_now(steps, then):
        drain(steps)
        then(None)

    monkeypatch.setattr(copies, "run_in_slices", run_now)
    monkeypatch.setattr(levels, "_random_seed", lambda: 7)
    monkeypatch.setattr(outcome.timezone, "localdate", lambda: date(2026, 1, 31))
    settings.XYZGRID_START = START


@pytest.fixture
def session(grid, hours, client, settings):
    """Return a function: texts like SESSION -> what was typed, and what Ann heard."""
    people = {"Ann": client(), "Ben": client()}
    kind = class_from_module(settings.BASE_ACCOUNT_TYPECLASS)
    for name, secret in zip(people, SECRETS, strict=True):
        _account, errors = kind.create(username=name, password=secret)
        assert not errors

    def act(text):
        heard = []
        for line in text.strip().splitlines():
            name, _colon, typed = line.rpartition(": ")
            seconds, _bar, typed = typed.rpartition(" | ")
            person = people[name or "Ann"]
            told = person.types(typed)
            hours(float(seconds or 0))
            if not name:
                heard += ["", f"> {typed}", *told, *person.lines()]
            elif told := people["Ann"].lines():
                heard += ["", f"(Ben types {typed})", *told]
        return heard

    act.people = people
    return act


# --- what is no speech

PLACEHOLDER = re.compile(r"<[\w, ]+>")  # `connect <name>`: what stands for something is typed so
COORDINATES = re.compile(r"\(\d+,\d+(,\d+)?(,[\w #]+)?\)")  # and so are these
DRAWN = re.compile(r"[|#@~^*<>_\\/+\[\]{}]|--|->")
RUNS = re.compile(r"[^\w\s\"')]{2,}|\s{2,}")
ENDS = (".", "!", "?", ":", ";", '"', ".)", ".'")


def noise(line, longest=300):
    """Return what cannot be read aloud in a line; nothing in most."""
    bare = COORDINATES.sub("here", PLACEHOLDER.sub("it", line))
    found = [*DRAWN.findall(bare), *RUNS.findall(bare)]
    if not line.endswith(ENDS) and not line.startswith("Usage: "):
        found.append("no end")
    if len(line) > longest:
        found.append("too long")
    return found


def spoken(lines):
    return [line for line in lines if line and not line.startswith(("> ", "(Ben types"))]


def test_whole_session_reads_well_aloud_and_nothing_of_it_is_drawn(session, grid):
    heard = "\n".join([*session.people["Ann"].types(CMD_LOGINSTART), *session(SESSION), ""])
    if os.environ.get("XYZGRID_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(heard, encoding="utf-8")
    assert heard == GOLDEN.read_text(encoding="utf-8")
    lines = set(GOLDEN.read_text(encoding="utf-8").splitlines())
    for key, one in grid.live.grids.items():
        for z in range(one.levels or 1):
            rows = {strip_ansi(row).strip() for row in grid.live.sheet(key, z).lines()}
            assert lines.isdisjoint(rows - {""})


def test_no_line_of_the_session_is_noise_and_a_plan_has_no_signs():
    lines = spoken(GOLDEN.read_text(encoding="utf-8").splitlines())
    assert len(lines) > 200
    assert {line: noise(line) for line in lines if noise(line)} == {}
    assert strip_layout(
        ["+ (0,0,town) Mill", "~ (1,0,town) Mill: key Mil -> Mill", "", "1 room to make"]
    ) == (
        "made: (0,0,town) Mill.\nchanged: (1,0,town) Mill: key Mil becomes Mill.\n1 room to make."
    )


BUILDING = """
map list
map explored
map todo
xyzgrid list
xyzgrid plan
xyzgrid jobs
xyzgrid reach 2
xyzgrid reach
xyzgrid check
dungeon list
dungeon prove cistern
dungeon prove nowhere
puzzles
puzzles/solve the salt store
scores/verify salt store
map
map speak undertow
path the lamp
goto
goto (9,9,town)
follow
party
fly
""".strip().splitlines()


def test_no_line_for_builders_is_noise(grid, superuser, hours):
    superuser.session.protocol_flags["SCREENREADER"] = True
    square = grid.live.object(grid.live.room_at_xyz(7, 3, "town"))
    superuser.character.move_to(square, quiet=True)
    for line in BUILDING:
        heard = superuser.types(line).splitlines()
        assert {said: noise(said, 500) for said in heard if noise(said, 500)} == {}, line


# --- who hears, and what


def test_the_way_to_a_map_that_is_played_is_not_told(grid, player):
    player.session.protocol_flags["SCREENREADER"] = True
    mill = grid.live.object(grid.live.room_at_xyz(4, 0, "town"))
    player.character.move_to(mill, quiet=True)
    assert "still point" not in player.types("map").lower()
    assert "finding the way is the game" in player.types("map speak deep")
