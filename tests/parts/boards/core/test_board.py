"""What holds for every board, on a small one: a lamp that moves by `l` and blinks by itself."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import draw_bits
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.board import (
    CHARACTERS,
    NAMES,
    Control,
    Phase,
    Status,
    advance,
    begin,
    play_game,
    play_replay,
    play_steps,
    press,
    read_replay,
    replay_text,
    tick,
    undo,
)

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


def test_a_key_runs_a_cycle_at_once_and_a_tick_runs_one_without_a_key():
    play = begin(LAMP, 2)
    assert seen(play) == "..o......"
    play = press(LAMP, play, "l")
    assert seen(play) == "...o....."
    play = tick(LAMP, play)
    assert seen(play) == "...*....."
    assert replay_text(LAMP, play) == "lamp:2:l~"


def test_undo_goes_back_as_far_as_the_board_allows():
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


def test_keys_are_written_as_characters_or_names_as_far_as_they_can_be():
    assert CHARACTERS.read(r"l~\n\~\\") == [("l",), (), ("\n",), ("~",), ("\\",)]
    assert NAMES.read("left, right+cw,-,tick") == [("left",), ("right", "cw"), (), ("tick",)]
    assert NAMES.append("left", ("right", "cw")) == "left,right+cw"
    assert NAMES.read("") == []
    with pytest.raises(GridError, match="more than one key in a cycle"):
        advance(LAMP, begin(LAMP, 0), ("l", "h"))


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


def test_letters_arrows_and_colons_find_the_keys_they_are_typed_for():
    with pytest.raises(GridError, match="lamp has no key 'lx'"):
        boards.parse_typed_moves(WORDS, "lx")
    assert boards.parse_typed_moves(LAMP, "l~x") == [("l",), (), ("x",)]
    assert boards.find_control(WORDS, "up").key == "drop"
    assert boards.find_control(WORDS, "left") is None
    assert read_replay("lamp:3:l:h") == ("lamp", 3, "l:h")


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
