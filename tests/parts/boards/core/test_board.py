"""What holds for every board, on a small one: a lamp that moves by `l` and blinks by itself."""

import heapq
import json
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import draw_bits
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.automaton.condition import LevelCells
from xyzgrid_ext.parts.boards.core.automaton.engine import NO_KEY, Engine, make_buffer
from xyzgrid_ext.parts.boards.core.automaton.model import make_map, split_rows
from xyzgrid_ext.parts.boards.core.board import (
    CHARACTERS,
    NAMES,
    Control,
    Phase,
    Scene,
    Status,
    advance,
    answer_question,
    begin,
    play_game,
    play_replay,
    play_steps,
    press,
    read_replay,
    replay_text,
    tick,
    try_move,
    undo,
)
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

WIDTH = 9


@dataclass(frozen=True)
class Lamp:
    """A lamp `o` that has to reach the right end; each tick changes `o` to `*` and back."""

    can_undo: bool = True
    name: str = "lamp"
    title: str = "The Lamp"
    controls: tuple = (Control("l", "right"), Control("h", "left"))
    notation: object = CHARACTERS
    clock_move: tuple = ()
    levels: tuple = ()
    low_score_wins: bool = True
    has_hints: bool = False

    def start(self, seed):
        return (seed % WIDTH, True)

    def cycle(self, state, move):
        at, lit = state
        step = {"l": 1, "h": -1}.get(move[0], 0) if move else 0
        return (max(0, at + step), lit if move else not lit)

    def frame(self, state):
        at, lit = state
        return ("." * at + "*o"[lit] + "." * (WIDTH - at - 1),)

    def status(self, state):
        return Status(Phase.WON if state[0] == WIDTH - 1 else Phase.PLAYING, 0)

    def to_data(self, state):
        return {"at": state[0], "lit": state[1]}

    def from_data(self, data):
        return (data["at"], data["lit"])


LAMP = Lamp()
KEYS = st.characters(min_codepoint=10, max_codepoint=126)
MOVES = st.lists(st.one_of(st.just(()), st.tuples(st.sampled_from("lhx"))), max_size=40)


def seen(play):
    return LAMP.frame(play.state)[0]


def test_key_runs_a_cycle_and_undo_goes_back_as_far_as_the_board_allows():
    play = begin(LAMP, 2)
    assert seen(play) == "..o......"
    play = press(LAMP, play, "l")
    assert seen(play) == "...o....."
    play = tick(LAMP, play)
    assert seen(play) == "...*....."
    assert replay_text(LAMP, play) == "lamp:2:l~"
    board = Lamp(can_undo=False)
    assert undo(board, press(board, begin(board, 2), "l")) is None
    moves = [("l",), ("h",)] * boards.UNDO_DEPTH
    play = play_game(LAMP, 3, moves)
    assert len(play.past) == boards.UNDO_DEPTH
    for _ in moves:
        play = undo(LAMP, play)
    assert play == begin(LAMP, 3)
    assert undo(LAMP, play) is None
    stored = boards.from_data(LAMP, boards.to_data(LAMP, play_game(LAMP, 0, [()] * 4 + [("l",)])))
    assert undo(LAMP, stored, rerun=3) is None
    assert undo(LAMP, stored, rerun=4) is not None


@given(st.integers(0, 8), MOVES)
def test_a_replay_makes_the_same_frames_to_the_character(seed, moves):
    *_, last = frames = list(play_steps(LAMP, seed, moves))
    again = play_replay(LAMP, replay_text(LAMP, last))
    assert again == last
    known = CHARACTERS.read(again.keys)
    repeated = [seen(p) for p in play_steps(LAMP, seed, known)]
    assert repeated == [seen(p) for p in frames][: len(repeated)]


@given(st.integers(0, 8), MOVES, st.integers(0, 2))
def test_undo_is_the_inverse_of_a_key_and_of_the_ticks_since(seed, moves, ticks):
    before = play_game(LAMP, seed, moves)
    after = press(LAMP, before, "l")
    assert (after is before) == (LAMP.status(before.state).phase is Phase.WON)
    for _ in range(ticks):
        after = tick(LAMP, after)
    assert after.keys == before.keys or undo(LAMP, after) == before


@given(st.integers(0, 8), MOVES)
def test_a_game_survives_as_plain_data(seed, moves):
    play = play_game(LAMP, seed, moves)
    data = json.loads(json.dumps(boards.to_data(LAMP, play)))
    stored = boards.from_data(LAMP, data)
    assert (stored.seed, stored.keys, stored.state) == (play.seed, play.keys, play.state)
    assert undo(LAMP, stored) == undo(LAMP, play)


# notations


@given(st.lists(st.one_of(st.just(()), st.tuples(KEYS)), max_size=30))
def test_keys_written_as_characters_are_read_as_they_were(moves):
    text = CHARACTERS.write(moves)
    assert CHARACTERS.read(text) == moves
    assert "\n" not in text


def test_keys_are_written_and_found_as_characters_names_or_arrows():
    assert CHARACTERS.read(r"l~\n\~\\") == [("l",), (), ("\n",), ("~",), ("\\",)]
    assert NAMES.read("left, right+cw,-,tick") == [("left",), ("right", "cw"), (), ("tick",)]
    assert NAMES.append("left", ("right", "cw")) == "left,right+cw"
    assert NAMES.read("") == []
    with pytest.raises(GridError, match="more than one key in a cycle"):
        advance(LAMP, begin(LAMP, 0), ("l", "h"))
    with pytest.raises(GridError, match="lamp has no key 'lx'"):
        boards.parse_typed_moves(WORDS, "lx")
    assert boards.parse_typed_moves(LAMP, "l~x") == [("l",), (), ("x",)]
    assert boards.find_control(WORDS, "up").key == "drop"
    assert boards.find_control(WORDS, "left") is None
    assert read_replay("lamp:3:l:h") == ("lamp", 3, "l:h")


NAME = st.from_regex(r"[a-z]{1,6}", fullmatch=True)


@given(st.lists(st.lists(NAME, max_size=3).map(tuple), max_size=30))
def test_keys_written_as_names_are_read_as_they_were(moves):
    assert NAMES.read(NAMES.write(moves)) == moves


@pytest.mark.parametrize(
    ("notation", "text", "message"),
    [
        (CHARACTERS, "ab\\x", r"key 3: a backslash before 'x'"),
        (CHARACTERS, "\\", r"key 1: a backslash before ''"),
        (NAMES, "left,,right", r"cycle 2: '' is not a list of keys"),
        (NAMES, "left,a b", r"cycle 2: 'a b' is not a list of keys"),
        (NAMES, "left+-", r"cycle 1: 'left\+-' is not a list of keys"),
    ],
)
def test_what_is_no_list_of_keys_is_refused(notation, text, message):
    with pytest.raises(GridError, match=message):
        notation.read(text)


# keys as people type them

WORDS = Lamp(
    notation=NAMES,
    controls=(Control("right", "right", also=("l",)), Control("drop", "fall", also=("d", "up"))),
)


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("lld", [("right",), ("right",), ("drop",)]),
        ("right", [("right",)]),
        ("right,right+drop,-", [("right",), ("right", "drop"), ()]),
        ("right, drop,right", [("right",), ("drop",), ("right",)]),
    ],
)
def test_a_line_is_names_or_a_run_of_letters_where_keys_have_names(line, moves):
    assert boards.parse_typed_moves(WORDS, line) == moves


# replays


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lamp", "is not a replay"),
        (":3:l", "is not a replay"),
        ("lamp:x:l", "'x' is not a seed"),
        ("lamp:-1:l", "'-1' is not a seed"),
        ("box:1:l", "a replay of box, not of lamp"),
    ],
)
def test_what_is_no_replay_of_the_board_is_refused(text, message):
    with pytest.raises(GridError, match=message):
        play_replay(LAMP, text)


# chance and words


def test_the_stream_of_chance_is_the_same_on_every_python():
    """The first numbers for the seed 1234567, as the paper's generator gives them."""
    numbers, stream = [], 1234567
    for _ in range(3):
        number, stream = draw_bits(stream, 64)
        numbers.append(number)
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(0, 2**64 - 1), st.integers(1, 32))
def test_a_draw_has_as_many_bits_as_were_asked_for(stream, bits):
    number, after = draw_bits(stream, bits)
    assert 0 <= number < 1 << bits
    assert after != stream


# Boards are solved by words alone: a program that hears, and sees no frame, wins levels of each.
#
# It knows what a player knows: the rules, and what things are called. It asks for the rows once,
# and afterwards only hears what each key has changed.
#
#     row 1, row 2, …  ─►  a picture of its own  ─►  a plan  ─►  keys  ─►  what has moved
#                                  ▲                                            │
#                                  └────────────────────────────────────────────┘
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
