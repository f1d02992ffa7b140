"""Matrices that are made with a difficulty, and those of each day.

The stranger here is a walker: it knows the rooms and exits that it has seen, takes any exit that it
has not tried, else goes to the nearest such exit by the ways that it knows, and when there is none
begins again at the start. It shares no code with the generator or the measure.
"""

import hashlib
import json
import os
from collections import deque
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.matrix import Matrix, parse
from xyzgrid_ext.parts.matrix_game.core import daily
from xyzgrid_ext.parts.matrix_game.core.daily import (
    DailyGame,
    is_winning_replay,
    play_again,
    play_word,
    replay_text,
    route_to_end,
)
from xyzgrid_ext.parts.matrix_game.core.difficulty import (
    Difficulty,
    Region,
    difficulty_findings,
    difficulty_lines,
    measure,
)
from xyzgrid_ext.parts.matrix_game.core.game import RunStatus
from xyzgrid_ext.parts.matrix_game.core.generate import RECIPES, generate

DIFFICULTIES = range(1, len(RECIPES) + 1)
EACH = int(os.environ.get("XYZGRID_MATRICES", "10"))
"""Matrices of each difficulty; with XYZGRID_MATRICES=100 the tests take some minutes."""


@pytest.fixture(scope="module")
def made():
    """The same matrices for all tests: (difficulty, matrix, what was told of it)."""
    return [(d, generate(8, d, f"law {seed}")) for d in DIFFICULTIES for seed in range(EACH)]


def test_each_is_as_hard_as_asked_won_by_a_search_and_read_as_measured(made):
    assert all(one.difficulty.level == difficulty for difficulty, one in made)
    for _, one in made:
        matrix, far = one.matrix, {one.matrix.start: 0}
        waiting = deque([matrix.start])
        while waiting and matrix.end not in far:
            room = waiting.popleft()
            for way in matrix.exits_of(room):
                if way.target not in far:
                    far[way.target] = far[room] + 1
                    waiting.append(way.target)
        assert far[matrix.end] == one.difficulty.shortest
    for difficulty, one in made:
        again = parse(one.text).matrix
        assert again == one.matrix
        assert measure(again) == one.difficulty
        head = one.text.splitlines()[:4]
        assert head[0].startswith(f"# difficulty {difficulty} of 10, edge 8, seed 'law ")
        assert f"{one.difficulty.lost_percent} %" in head[3]
    for difficulty, one in made:
        assert one.matrix.start.z == 0
        assert one.difficulty.wormholes == RECIPES[difficulty - 1].wormholes


def test_seed_makes_the_same_bytes_and_check_names_regions_without_the_end():
    texts = "".join(generate(10, difficulty, 7).text for difficulty in DIFFICULTIES)
    digest = hashlib.sha256(texts.encode()).hexdigest()
    assert digest == "bff3de09275368249dcc08a6d303e6927a82a4c8c3d01b3a2f63a8a55665e495"
    made = generate(5, 2, "x\nnode 0 0 0 up")
    assert parse(made.text).matrix == made.matrix
    with pytest.raises(MapError, match="edge 6 is too small for difficulty 10"):
        generate(6, 10, 1)
    matrix = Matrix.of(2, Coord(0, 0, 0), Coord(1, 1, 1), [(Coord(0, 0, 0), Direction.UP)])
    found = measure(matrix)
    assert found.shortest is found.effort is found.level is None
    assert found.lost_percent == 100
    assert difficulty_lines(found)[-1] == "the end is lost in 2 rooms, 100 %, in 1 region; 1 trap"
    assert difficulty_findings(matrix) == []
    told = difficulty_findings(parse(SHEET).matrix, "sheet.matrix")
    assert [finding.code for finding in told] == ["difficulty", "end-lost"]
    assert told[0].message == "difficulty 1 of 10, effort 9"
    assert told[1].message == "out of reach of the end: (0,1,0) 2 rooms, (0,0,0) 1 room"


@pytest.mark.parametrize(("edge", "difficulty"), [(0, 1), (1001, 1), (5, 0), (5, 11)])
def test_numbers_that_there_are_not_are_wrong_use(edge, difficulty):
    with pytest.raises(UsageError):
        generate(edge, difficulty, 1)


# generate --matrix


def test_a_matrix_is_printed_as_a_file_that_check_rates_as_asked(tmp_path, capsys):
    def printed(*arguments):
        assert main([*arguments]) == 0
        return capsys.readouterr().out

    command = ["generate", "--matrix", "--edge", "10", "--difficulty", "5", "--seed", "7"]
    text = printed(*command)
    file = tmp_path / "made.matrix"
    file.write_text(text, encoding="utf-8")
    assert text.startswith("# difficulty 5 of 10, edge 10, seed 7\n")
    assert "difficulty 5 of 10" in printed("check", str(file))
    data = json.loads(printed(*command, "--json"))
    assert (data["text"], data["figures"]["level"]) == (text, 5)


NODES = st.builds(Coord, *[st.integers(0, 2)] * 3)
LINKS = st.tuples(NODES, st.sampled_from(Direction)).filter(
    lambda link: all(0 <= n < 3 for n in link[1].step_from(link[0]))
)
MATRICES = st.builds(
    Matrix.of,
    st.just(3),
    NODES,
    NODES,
    st.lists(LINKS, max_size=60),
    st.lists(st.tuples(NODES, NODES), max_size=6),
)

SHEET = """
# 1  T  <  .     E    S start, E end, T a trap; (1,1) has lost the end with T and (0,0)
#          ^     ^
# 0  .  <  S ──> .    and a wormhole leads from (0,0) to itself
#    0     1     2
matrixedge 3
startnode 1 0 0
endnode 2 1 0
node 1 0 0 up
node 1 0 0 left
node 1 0 0 right twoway
node 1 1 0 left
node 2 0 0 up
wormhole 0 0 0  0 0 0
"""


def steps_from(source, exits):
    """How far each room is; `exits` maps a room to the rooms behind its exits."""
    far, waiting = {source: 0}, deque([source])
    while waiting:
        room = waiting.popleft()
        for there in exits.get(room, ()):
            if there not in far:
                far[there] = far[room] + 1
                waiting.append(there)
    return far


def fewest_jumps(matrix, rooms):
    """Relax every exit until nothing changes."""
    jumps = {room: 0 if room == matrix.start else 10**6 for room in rooms}
    for _ in rooms:
        for room in rooms - {matrix.end}:
            for way in matrix.exits_of(room):
                jumps[way.target] = min(jumps[way.target], jumps[room] + way.is_wormhole)
    return jumps[matrix.end]


def lost_parts(lost, exits):
    parts = []
    rest = set(lost)
    while rest:
        part, grown = set(), {min(rest)}
        while grown:
            part |= grown
            grown = {b for a in lost for b in exits[a] if a in part and b not in part} | {
                a for a in lost for b in exits[a] if b in part and a not in part
            }
        parts.append(part)
        rest -= part
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def by_hand(matrix):
    end = matrix.end
    ways = {Coord(*room): matrix.exits_of(Coord(*room)) for room in matrix.rooms().tolist()}
    ways[end] = ()
    exits = {room: [way.target for way in found] for room, found in ways.items()}
    from_start = steps_from(matrix.start, exits)
    rooms = set(from_start)
    to_end = {room: steps_from(room, exits).get(end) for room in rooms}
    lost = {room for room in rooms if to_end[room] is None}
    plain = {room: [w.target for w in found if not w.is_wormhole] for room, found in ways.items()}

    def away(room):
        return sum(abs(a - b) for a, b in zip(room, end, strict=True))

    taken = [(room, way) for room in rooms - lost for way in ways[room]]
    gates = [room for room, way in taken if way.target in lost]
    hopes = [
        way
        for room, way in taken
        if not way.is_wormhole
        and away(way.target) < away(room)
        and (way.target in lost or to_end[way.target] >= to_end[room])
    ]
    won = end in rooms
    return Difficulty(
        rooms=len(rooms),
        exits=sum(len(exits[room]) for room in rooms),
        shortest=from_start.get(end),
        without_wormholes=steps_from(matrix.start, plain).get(end),
        wormholes=fewest_jumps(matrix, rooms) if won else None,
        choices=len(taken),
        false_hopes=len(hopes),
        traps=sum(not exits[room] and room != end for room in rooms),
        gates=len(gates),
        returns=sum(from_start[room] + 1 for room in gates),
        regions=tuple(Region(min(part), len(part)) for part in lost_parts(lost, exits)),
    )


@given(MATRICES)
def test_all_figures_are_those_counted_by_hand(matrix):
    assert measure(matrix) == by_hand(matrix)


@given(MATRICES, LINKS)
def test_one_more_link_never_makes_the_way_longer(matrix, link):
    links = [(Coord(*n), Direction(list(Direction)[d])) for n, d in _links(matrix)]
    jumps = [(Coord(*row[:3]), Coord(*row[3:])) for row in matrix.wormholes.tolist()]
    more = Matrix.of(3, matrix.start, matrix.end, [*links, link], jumps)
    before, after = measure(matrix).shortest, measure(more).shortest
    assert before is None or after <= before


def _links(matrix):
    return zip(matrix.sources.tolist(), matrix.directions.tolist(), strict=True)


DAY = "2026-11-22"
MADE = daily.make_daily_matrix(DAY)
MATRIX = MADE.matrix


def played(*words):
    game = daily.begin(MATRIX, DAY)
    for word in words:
        game, _ = play_word(MATRIX, game, word)
    return game


def won():
    return played(*route_to_end(MATRIX, MATRIX.start))


def test_days_get_harder_and_are_won_in_as_many_moves_as_the_shortest_way():
    week = [daily.make_daily_matrix(f"2026-11-{16 + n}").difficulty.level for n in range(7)]
    assert week == [2, 3, 4, 5, 6, 7, 8]
    game = won()
    assert (game.run.status, game.run.moves) == (RunStatus.WON, MADE.difficulty.shortest)
    first = route_to_end(MATRIX, MATRIX.start)[0]
    game = played(first, "restart")
    assert (game.run.at, game.run.moves) == (MATRIX.start, 2)


@pytest.mark.parametrize("day", ["", "today", "20261122", "2026-13-01", "2026-11-22T00:00"])
def test_what_is_no_day_has_no_matrix(day):
    with pytest.raises(UsageError, match="is not a day"):
        daily.make_daily_matrix(day)


def test_a_game_ends_after_so_many_things_done(monkeypatch):
    monkeypatch.setattr(daily, "MAX_INPUTS", 3)
    assert played("restart", "restart", "restart", "restart", "hint").run.moves == 3


def forged():
    game = won()
    text, moves = replay_text(game), game.run.moves
    yield "fewer moves claimed", text, DAY, moves - 1
    yield "another day claimed", text, "2026-11-21", moves
    yield "played on another day", text.replace(DAY, "2026-11-21"), "2026-11-21", moves
    yield "a step left out", text.rpartition(",")[0], DAY, moves - 1
    yield "the first step left out", text.replace(f":{game.words[0]},", ":", 1), DAY, moves - 1
    yield "more after the end", f"{text},hint", DAY, moves + 5
    yield "no words", f"daily:{DAY}:", DAY, 0
    yield "another game", "boxes:1:lll", DAY, moves
    yield "long words for short ones", text.replace("fo,", "forward,"), DAY, moves


FORGED = [pytest.param(*row[1:], id=row[0]) for row in forged()]


@pytest.mark.parametrize(("text", "day", "moves"), FORGED)
def test_a_forged_replay_does_not_win(text, day, moves):
    assert not is_winning_replay(text, day, moves)


@given(st.lists(st.sampled_from(["fo", "ba", "u", "d", "le", "ri", "wh", "hint", "restart"])))
def test_whatever_is_done_its_replay_comes_to_the_same(words):
    game = played(*words)
    assert play_again(replay_text(game)) == game
    assert game.run.moves >= len(game.words)


@given(st.text(max_size=60), st.sampled_from(["", f"daily:{DAY}:", "daily:"]))
def test_no_text_raises_anything_but_wrong_use(text, head):
    with suppress(UsageError):
        assert isinstance(play_again(head + text), DailyGame)
