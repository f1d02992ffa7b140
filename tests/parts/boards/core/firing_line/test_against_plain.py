"""The engine against an interpreter of the notes that shares nothing with it.

The interpreter is a list of triggers: cubes are units in a dictionary of cells, moved one by one;
the drop goes step by step; a rotation lifts the cubes out of the matrix and puts them down again;
each pass of the shift moves cell by cell.
"""

import json
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.board import Phase
from xyzgrid_ext.parts.boards.core.firing_line import (
    FiringLine,
    FiringLineState,
    FixedDice,
    Options,
)
from xyzgrid_ext.parts.boards.core.firing_line.state import is_free

CELLS = [(row, column) for row in range(20) for column in range(10)]

# type -> its cells in the matrix, then the row of the matrix at the start
TYPES = [
    ([(1, 0), (1, 1), (1, 2), (1, 3)], -1),
    ([(1, 1), (1, 2), (2, 1), (2, 2)], -1),
    ([(0, 1), (1, 0), (1, 1), (1, 2)], 0),
    ([(1, 1), (1, 2), (2, 0), (2, 1)], -1),
    ([(1, 0), (1, 1), (2, 1), (2, 2)], -1),
    ([(1, 0), (1, 1), (1, 2), (2, 0)], -1),
    ([(1, 0), (1, 1), (1, 2), (2, 2)], -1),
]
CONTROLS = ["left", "right", "cw", "ccw", "down", "drop", "tick"]


class Plain:
    """The triggers. `units` holds what stands in a cell: "static" or "active"."""

    def __init__(self, rolls):
        self.rolls = list(rolls)
        self.units = {}
        self.score = self.total = 0
        self.defeated = False
        self.next = self.random()
        self.create()

    # dice

    def random(self):
        for _ in range(1 + 3):
            bits = self.rolls.pop(0)
            if bits != 0b111:
                return bits
        return 0b000

    # cells

    def is_static(self, cell):
        """Whatever is not a cell of the tank is where the matrix finds a static cube."""
        return cell not in CELLS_OF_TANK or self.units.get(cell) == "static"

    def active(self):
        return sorted(cell for cell, unit in self.units.items() if unit == "active")

    def shift(self, cells, rows, columns):
        """Move units one by one; the caller orders them so that none is moved twice."""
        for row, column in cells:
            self.units[row + rows, column + columns] = self.units.pop((row, column))

    # the game loop

    def loop(self, pressed):
        if self.defeated:
            return
        ticked = "tick" in pressed or "down" in pressed
        if "left" in pressed:
            cells = sorted(self.active(), key=lambda cell: cell[1])
            if not any(self.is_static((row, column - 1)) for row, column in cells):
                self.shift(cells, 0, -1)
                self.matrix_column -= 1
        if "right" in pressed:
            cells = sorted(self.active(), key=lambda cell: -cell[1])
            if not any(self.is_static((row, column + 1)) for row, column in cells):
                self.shift(cells, 0, 1)
                self.matrix_column += 1
        if "drop" in pressed:
            while self.fall():
                pass
        for control in ("cw", "ccw"):
            if control in pressed:
                self.rotate(control)
        due = False
        if ticked and not self.fall():
            for cell in self.active():
                self.units[cell] = "static"
            due = True
        self.lines()
        if due:
            self.create()

    def fall(self):
        cells = self.active()[::-1]
        if any(self.is_static((row + 1, column)) for row, column in cells):
            return False
        self.shift(cells, 1, 0)
        self.matrix_row += 1
        return True

    def rotate(self, control):
        side = 3 if self.type == 2 else 4
        moves = {}
        for row in range(side):
            for column in range(side):
                here = self.matrix_row + row, self.matrix_column + column
                if control == "cw":
                    there = self.matrix_row + column, self.matrix_column + side - 1 - row
                else:
                    there = self.matrix_row + side - 1 - column, self.matrix_column + row
                if self.units.get(here) == "active":
                    moves[here] = there
        assert len(moves) == 4
        if any(self.is_static(there) for there in moves.values()):
            return
        for here in moves:
            del self.units[here]
        for there in moves.values():
            self.units[there] = "active"

    def lines(self):
        completed = []
        for row in range(20):
            if all(self.units.get((row, column)) == "static" for column in range(10)):
                completed.append(row)
                for column in range(10):
                    del self.units[row, column]
        for line in range(1, 20):
            if line not in completed:
                continue
            for row in range(line - 1, -1, -1):
                for column in range(10):
                    if (row, column) in self.units:
                        self.units[row + 1, column] = self.units.pop((row, column))
        self.total += len(completed)
        self.score += {0: 0, 1: 100, 2: 300, 3: 500, 4: 800}[len(completed)]

    def create(self):
        self.type, self.next = self.next, self.random()
        cells, self.matrix_row = TYPES[self.type]
        self.matrix_column = 3
        wanted = [(self.matrix_row + row, 3 + column) for row, column in cells]
        if any(self.is_static(cell) for cell in wanted):
            self.defeated = True
            return
        for cell in wanted:
            self.units[cell] = "active"

    def seen(self):
        marks = {"static": "x", "active": "@", None: "."}
        return [
            "".join(marks[self.units.get((row, column))] for column in range(10))
            for row in range(20)
        ]


CELLS_OF_TANK = set(CELLS)
MARKS = str.maketrans({**dict.fromkeys("iotszlj", "x"), **dict.fromkeys("IOTSZLJ", "@")})


class Pair:
    """One game in both."""

    def __init__(self, rolls, cubes=()):
        """Begin with static cubes, which leave a gap in every row and no piece in their way."""
        self.board = FiringLine("pair", "Pair", dice=FixedDice(tuple(rolls)))
        self.state = self.board.start(1)
        self.plain = Plain(rolls)
        tank = [["."] * 10 for _ in range(20)]
        for row, column in cubes:
            tank[row][column] = "o"
            self.plain.units[row, column] = "static"
        self.state = FiringLineState(
            tuple("".join(line) for line in tank),
            self.state.piece,
            self.state.queue,
            self.state.stream,
        )
        self.compare("the start")

    def run(self, pressed):
        self.state = self.board.cycle(self.state, tuple(pressed))
        self.plain.loop(set(pressed))
        self.compare(pressed)

    def compare(self, where):
        state, plain = self.state, self.plain
        seen = [line.translate(MARKS) for line in self.board.frame(state)]
        assert seen == plain.seen(), where
        assert (state.score, state.lines, state.piece is None, "IOTSZLJ".index(state.queue)) == (
            plain.score,
            plain.total,
            plain.defeated,
            plain.next,
        ), where
        assert state.stream == len(self.board.dice.rolls) - len(plain.rolls), where


def cubes_of(gaps, height):
    """The lowest `height` rows full but for a gap in each."""
    rows = zip(range(19, 19 - height, -1), gaps, strict=False)
    return [(row, column) for row, gap in rows for column in range(10) if column not in gap]


@given(
    st.lists(st.integers(0, 7), min_size=200, max_size=200),
    st.lists(st.sets(st.integers(0, 9), min_size=1, max_size=4), min_size=17, max_size=17),
    st.integers(0, 17),
    st.lists(st.sets(st.sampled_from(CONTROLS), max_size=4), max_size=40),
)
def test_any_game_is_the_game_of_the_notes(rolls, gaps, height, cycles):
    pair = Pair(rolls, cubes_of(gaps, height))
    for pressed in cycles:
        pair.run(sorted(pressed))


def aimed(chance, state, side):
    """Controls that stand pieces up and bring them to one side, where the gaps are; and noise."""
    if chance.random() < 0.3:
        return chance.sample(CONTROLS, chance.randint(0, 4))
    if chance.random() < 0.1:
        return ["drop", "tick"]
    return [side] if state.piece.turns else [side, "cw"]


def test_long_games_are_the_games_of_the_notes():
    """Until defeat, again and again; long bars in plenty fill gaps of four rows and less."""
    chance = random.Random(1)
    met = Counter()
    for _ in range(200):
        rolls = [chance.choice([0, 0, 0, 7, *range(8)]) for _ in range(2000)]
        side, gap = chance.choice([("left", 0), ("right", 9)])
        gaps = [{gap, chance.choice([gap, gap, gap, 4])} for _ in range(12)]
        pair = Pair(rolls, cubes_of(gaps, chance.randint(4, 12)))
        for _ in range(200):
            lines = pair.state.lines
            pair.run(aimed(chance, pair.state, side))
            met[pair.state.lines - lines] += 1
            if pair.state.piece is None:
                met["defeat"] += 1
                break
    assert min(met[what] for what in (0, 1, 2, 3, 4, "defeat")) >= 5, met


def test_a_ghost_shows_where_the_piece_would_come_to_lie(drawn):
    game = drawn("...JJJ....\n.....J....\n:\n....o.....", options=Options(ghost=True))
    game.looks("""
        ...JJJ....
        .....J....
        :
        ...:::....
        ....o:....
    """)
    game.play("drop").looks("""
        ...JJJ....
        ....oJ....
    """)


# hold


def test_hold_works_once_for_each_piece_where_it_has_room(drawn):
    game = drawn("..........\n..TTT.....\n...T......\n:", queue="L", options=Options(hold=True))
    game.play("hold").looks("""
        ...LLL....
        ...L......
        :
    """)
    assert (game.state.held, game.state.queue, game.state.stream) == ("T", "O", 1)
    game = drawn("OO........\nOO........", "TL", rolls=(4, 4), options=Options(hold=True))
    held = game.play("hold").state
    assert held.held == "O"
    assert game.play("hold").state == held
    game.play("drop+tick")
    assert (game.state.piece.letter, game.state.held) == ("L", "O")
    assert game.play("hold").state.piece.letter == "O"
    game = drawn("OO..o.....\nOO........\n:", "T", options=Options(hold=True))
    before = game.state
    assert game.play("hold").state == before


# kicks


WALL = """
    I.........
    I.........
    I.........
    I.........
    ..........
"""


def test_turn_at_the_wall_is_kicked_off_it_or_blocked(drawn):
    """Two columns to the right: one is not enough for the long bar."""
    game = drawn(
        "..I.......\n..I.......\n..I.......\n..I.......\n..........", options=Options(kicks=True)
    )
    game.play("left,left").looks(WALL).play("cw").looks("""
        IIII......
        ..........
        ..........
    """)
    shaft = """
        :
        ooo.oooooo
        oooIoooooo
        oooIoooooo
        oooIoooooo
        oooIoooooo
    """
    drawn(shaft, options=Options(kicks=True)).play("cw").looks(shaft).play("ccw").looks(shaft)


# turns


def test_in_turns_the_piece_falls_when_a_key_arrives_and_drops_at_once(drawn):
    game = drawn("OO........\nOO........\n..........\n..........", options=Options(turns=True))
    game.play("-").looks("OO........\nOO........\n..........\n..........")
    game.play("right").looks(".OO.......\n.OO.......\n..........")
    game.play("down").looks(".OO.......\n.OO.......")
    assert game.board.tick_interval(game.state, 0) is None
    game = drawn("OO........\nOO........\n..........", "I", options=Options(turns=True))
    game.play("drop").looks("""
        ...IIII...
        :
        oo........
        oo........
    """)


# goal


def test_a_board_with_a_goal_is_won_by_its_lines(drawn):
    options = Options(goal=2)
    game = drawn("......IIII\niiiiii....", options=options, lines=1)
    assert game.board.status(game.state).phase is Phase.PLAYING
    game.play("drop+tick")
    assert game.board.status(game.state) == (Phase.WON, 100, None)
    won = game.state
    assert game.play("left,drop+tick").state == won


# what cannot be


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"preview": 0}, "a preview of 0 pieces"),
        ({"preview": 8}, "a preview of 8 pieces"),
        ({"goal": -1}, "a goal of -1 lines"),
    ],
)
def test_impossible_options_are_refused(wrong, message):
    with pytest.raises(GridError, match=message):
        Options(**wrong)


def test_only_a_board_that_says_so_takes_moves_back():
    for undo in (False, True):
        board = FiringLine("b", "B", Options(undo=undo))
        play = boards.press(board, boards.begin(board, 3), "drop")
        assert (boards.undo(board, play) is not None) is undo


KEYS = ["left", "right", "cw", "ccw", "down", "drop", "tick", "hold", "no such key"]
MOVES = st.lists(st.lists(st.sampled_from(KEYS), max_size=4).map(tuple), max_size=60)
SEEDS = st.integers(0, 10**19 - 1)
OPTIONS = st.builds(
    Options,
    ghost=st.booleans(),
    hold=st.booleans(),
    preview=st.integers(1, 7),
    seven_bag=st.booleans(),
    kicks=st.booleans(),
    turns=st.booleans(),
    undo=st.just(True),
    goal=st.integers(0, 3),
)
BOARDS = OPTIONS.map(lambda options: FiringLine("law", "Law", options))
# drops in plenty: so that random keys get to the end of a game
HASTY = MOVES.map(lambda moves: [part for move in moves for part in (move, ("drop", "tick"))])


@given(BOARDS, SEEDS, HASTY)
def test_four_cells_fall_and_none_of_them_is_static_or_outside(board, seed, moves):
    for play in boards.play_steps(board, seed, moves):
        piece, tank = play.state.piece, play.state.tank
        assert piece is None or (len(set(piece.cells)) == 4 and is_free(tank, piece))
        seen = "".join(board.frame(play.state))
        assert sum(map(str.isupper, seen)) == (0 if piece is None else 4)
        assert sum(map(str.islower, seen)) == cubes(play.state)


def cubes(state):
    return sum(map(str.islower, "".join(state.tank)))


@given(BOARDS, SEEDS, HASTY)
def test_the_tank_grows_by_four_cubes_a_piece_and_shrinks_by_ten_a_line(board, seed, moves):
    before = board.start(seed)
    for move in moves:
        state = board.cycle(before, move)
        lines = state.lines - before.lines
        grown = cubes(state) - cubes(before)
        assert grown == 4 - 10 * lines or (grown, lines) == (0, 0)
        assert state.score - before.score == (0, 100, 300, 500, 800)[lines]
        assert all("." in row for row in state.tank)
        assert len(state.queue) == board.options.preview
        before = state


@given(BOARDS, SEEDS, MOVES)
def test_a_state_goes_through_json_and_plays_on_as_if_it_had_not(board, seed, moves):
    *_, play = boards.play_steps(board, seed, moves)
    again = board.from_data(json.loads(json.dumps(board.to_data(play.state))))
    assert again == play.state
    move = ("cw", "drop", "tick")
    assert board.cycle(again, move) == board.cycle(play.state, move)


@given(BOARDS, SEEDS, MOVES)
def test_keys_without_a_meaning_do_nothing(board, seed, moves):
    plain = FiringLine("plain", "Plain")
    for play in boards.play_steps(board, seed, moves):
        assert board.cycle(play.state, ()) == play.state
    state = plain.start(seed)
    assert plain.cycle(state, ("hold",)) == plain.cycle(state, ("no such key",)) == state


@given(BOARDS, SEEDS, MOVES)
def test_left_and_right_can_be_pressed_in_any_order(board, seed, moves):
    state = board.start(seed)
    for move in moves:
        assert board.cycle(state, move) == board.cycle(state, move[::-1])
        state = board.cycle(state, move)


@given(BOARDS, SEEDS, HASTY)
def test_a_game_that_is_over_stays_as_it_is(board, seed, moves):
    *_, play = boards.play_steps(board, seed, moves * 3)
    if board.status(play.state).phase is not Phase.PLAYING:
        assert board.cycle(play.state, ("drop", "tick", "left")) == play.state
