"""Boards are solved by words alone: a program that hears, and sees no frame, wins levels of each.

It knows what a player knows: the rules, and what things are called. It asks for the rows once, and
afterwards only hears what each key has changed.

    row 1, row 2, …  ─►  a picture of its own  ─►  a plan  ─►  keys  ─►  what has moved
                                 ▲                                            │
                                 └────────────────────────────────────────────┘
"""

import heapq
import re
from itertools import count
from pathlib import Path

import pytest

from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.automaton.condition import LevelCells
from xyzgrid_ext.parts.boards.core.automaton.engine import NO_KEY, Engine, make_buffer
from xyzgrid_ext.parts.boards.core.automaton.model import make_map, split_rows
from xyzgrid_ext.parts.boards.core.board import Phase, Scene, answer_question, begin, try_move
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

ROOT = Path(__file__).resolve().parents[4]
FOLDERS = (ROOT / "xyzgrid_ext" / "parts" / "boards" / "content", ROOT / "world" / "boards")
FILES = {file.stem: file for folder in FOLDERS for file in sorted(folder.glob("*.game"))}
RUN = re.compile(r"(?P<name>.+?)(?:, (?P<count>\d+) times)?")
THING = re.compile(
    r"(?P<name>.+?): (?:(?:(?P<x>\d+) (?P<h>right|left), )?(?:(?P<y>\d+) (?P<v>up|down), )?)"
    r"column (?P<column>\d+), row (?P<row>\d+)"
)
SIGNS = {"right": 1, "left": -1, "down": 1, "up": -1, None: 0}


class Told:
    """A game of which only words come out."""

    def __init__(self, board, level):
        self._board, self._play = board, begin(board, level)

    def ask(self, question):
        return list(map(str, answer_question(self._board.scene(self._play.state), question)))

    def press(self, key):
        before = self._play.state
        self._play = try_move(self._board, self._play, (key,) if key else ())
        return list(map(str, self._board.changes(before, self._play.state)))

    @property
    def phase(self):
        return self._board.status(self._play.state).phase


class Listener:
    """Who hears a game: the picture it has of it, and the rules it knows."""

    def __init__(self, rules, level, told):
        self.rules, self.level, self.told = rules, rules.extras.levels[level - 1], told
        self.signs = {name: sign for sign, name in rules.extras.names.items()}
        self.blank = rules.extras.names.get(" ", "nothing")
        self.signs |= {"nothing": " "}
        last = int(told.ask("row 9999")[0].rpartition(" ")[2])
        self.rows = [self.row(told.ask(f"row {number}")) for number in range(1, last + 1)]
        sheet = make_map(["".join(row) for row in self.rows])
        self.engine, self.width = Engine(rules.game, sheet.width, sheet.height), sheet.width
        self.start = self.seen(make_buffer(sheet))

    def row(self, words):
        runs = [RUN.fullmatch(word) for word in words]
        return [
            sign for run in runs
            for sign in self.sign(run["name"]) * int(run["count"] or 1)
        ]  # fmt: skip

    def sign(self, name):
        return self.signs.get(name, name)

    def hear(self, words):
        found = [THING.fullmatch(word) for word in words]
        things = [
            (thing, int(thing["column"]) - 1, int(thing["row"]) - 1) for thing in found if thing
        ]
        for thing, x, y in things:
            if thing["x"] or thing["y"]:
                dx = int(thing["x"] or 0) * SIGNS[thing["h"]]
                dy = int(thing["y"] or 0) * SIGNS[thing["v"]]
                self.rows[y - dy][x - dx] = self.sign(self.blank)
        for thing, x, y in things:
            self.rows[y][x] = self.sign(thing["name"])

    def cells(self):
        return make_buffer(make_map(["".join(row) for row in self.rows]))

    def seen(self, cells):
        rows = split_rows(cells.decode(), self.width, len(self.rows))
        return "".join(rows).encode()

    def phase(self, cells):
        view = LevelCells(self.seen(cells), self.start)
        if any(end.holds(view) for end in self.level.lose):
            return Phase.LOST
        return Phase.WON if any(end.holds(view) for end in self.level.win) else Phase.PLAYING

    def far(self, cells):
        """How much there is to be done: things to be dealt with, and the way to the nearest."""
        wanted = "".join(end.characters for end in self.level.win) + "E"
        places = {
            (n % self.width, n // self.width) for n, code in enumerate(cells) if chr(code) in wanted
        }
        me = {
            (n % self.width, n // self.width)
            for n, code in enumerate(cells)
            if chr(code) in self.rules.extras.hero
        }
        near = min((abs(x - i) + abs(y - j) for x, y in me for i, j in places - me), default=0)
        return 12 * len(places) + near

    def plan(self):
        """Return keys that win, by its own picture and the rules."""
        start, order = self.cells(), count()
        ahead, known = [(0, 0, start, ())], {start}
        while ahead:
            _far, _order, cells, keys = heapq.heappop(ahead)
            for key in (NO_KEY, *self.rules.game.keys):
                after = self.engine.cycle(cells, key)
                if after in known:
                    continue
                known.add(after)
                way, phase = (*keys, key), self.phase(after)
                if phase is Phase.WON:
                    return way
                if phase is Phase.PLAYING:
                    heapq.heappush(ahead, (self.far(after) + len(way) / 8, next(order), after, way))
        raise AssertionError("there is no way")


@pytest.mark.parametrize("name", FILES)
def test_a_program_that_only_hears_wins_levels(name):
    rules, names = (FILES[name].with_suffix(end).read_text("utf-8") for end in (".game", ".toml"))
    board = load(name, rules, names).board
    for level in (1, 2):
        told = Told(board, level)
        listener = Listener(board, level, told)
        for key in listener.plan():
            expected = listener.engine.cycle(listener.cells(), key)
            listener.hear(told.press(key))
            assert listener.cells() == expected
        assert told.phase is Phase.WON


SHED = Scene(("#####", "#o  #", "#@ o#", "#####"), {"@": "you", "#": "wall", "o": "a sack"}, "@")
QUESTIONS = {
    "row 3": "wall / you / nothing / a sack / wall",
    "row 5": "there are rows 1 to 4",
    "column 2": "wall / a sack / you / wall",
    "e": "nothing / a sack / wall / the end of the map",
    "upper right": "nothing / wall / the end of the map",
    "nearest sack": "a sack: 1 up, column 2, row 2 / a sack: 2 in all",
    "nearest opal": "",
}


def test_a_question_about_a_board_is_answered_in_words():
    told = {
        question: " / ".join(map(str, answer_question(SHED, question))) for question in QUESTIONS
    }
    assert told == QUESTIONS
    assert [str(phrase) for phrase in answer_question(SHED, "around")][:3] == [
        "you: column 2, row 3", "above: a sack", "upper right: nothing",
    ]  # fmt: skip
    assert answer_question(SHED, "the moon") is None
    tank = BOARDS["firing-line"]
    assert str(answer_question(tank.scene(tank.start(7)), "row 20")[0]) == "nothing, 10 times"
