"""Faults planted into generated dungeons: the prover sees every one of them."""

from functools import cache

import pytest

from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.proof.core import prove, read_problem

ROWS = Catalogue.of(CATALOGUE)
CASES = [(seed, 1 + seed % 10, 1 + seed % 3) for seed in range(20)]


@cache
def made(seed, tier, floors):
    return generate(Parameters(seed, tier, floors), ROWS)


def codes(data):
    return {finding.code for finding in prove(read_problem(data), data["solved"]).findings}


def with_word(data, word):
    """The rooms that give it, and the give."""
    return [(r, g) for r in data["rooms"] for g in r["gives"] if g["what"] == word]


def leaves(data):
    """Rooms with one connection, each with the link that leads out."""
    for room in data["rooms"]:
        out = [link for link in data["links"] if link["source"] == room["id"]]
        into = [link for link in data["links"] if link["target"] == room["id"]]
        if len(out) == len(into) == 1 and room["holds"] not in ("start", "goal"):
            yield room, out[0]


@pytest.mark.parametrize("case", CASES)
def test_small_keys_behind_their_own_locks_are_seen(case):
    data = made(*case).as_data()
    lock = next(link for link in data["links"] if link["consumes"])
    behind = {link["target"] for link in data["links"] if link["door"] == lock["door"]}
    # the side that one comes to second
    inner = max(behind, key=lambda room: data["rooms"][room]["depth"])
    for room, give in with_word(data, "smallkey"):
        room["gives"].remove(give)
        data["rooms"][inner]["gives"].append(give)
    assert codes(data) & {"goal-unreachable", "key-wasted"}


@pytest.mark.parametrize("case", CASES)
def test_a_small_key_too_few_is_seen(case):
    data = made(*case).as_data()
    room, give = with_word(data, "smallkey")[0]
    room["gives"].remove(give)
    assert codes(data) & {"goal-unreachable", "key-wasted"}


@pytest.mark.parametrize("case", CASES)
def test_a_small_key_too_many_is_seen(case):
    data = made(*case).as_data()
    data["rooms"][data["start"]]["gives"].append({"what": "smallkey", "needs": []})
    assert codes(data) == {"key-useless"}


@pytest.mark.parametrize("case", CASES)
def test_a_second_big_key_is_seen(case):
    data = made(*case).as_data()
    data["rooms"][data["start"]]["gives"].append({"what": "bigkey", "needs": []})
    assert "key-useless" in codes(data)


@pytest.mark.parametrize("case", CASES)
def test_a_one_way_door_into_a_dead_end_is_seen(case):
    data = made(*case).as_data()
    for room, out in list(leaves(data)):
        left = {**data, "links": [link for link in data["links"] if link is not out]}
        found = codes(left)
        if room["holds"] in ("item", "find", "bigkey", "smallkey"):
            # who fetches what the goal needs never comes back with it
            assert found in ({"goal-unreachable"}, {"no-way-back"}), out
        else:
            assert found == {"no-way-back"}, out


@pytest.mark.parametrize("case", CASES)
def test_a_lock_on_a_way_that_has_another_way_round_is_seen(case):
    """A free door beside each lock makes the lock useless, and the key with it or worse."""
    data = made(*case).as_data()
    lock = next(link for link in data["links"] if "bigkey" in link["needs"])
    beside = {**lock, "needs": [], "door": "beside", "consumes": False}
    back = {**beside, "source": lock["target"], "target": lock["source"]}
    data["links"] += [beside, back]
    assert "lock-useless" in codes(data)


@pytest.mark.parametrize("case", CASES)
def test_a_puzzle_that_nobody_solved_is_seen(case):
    data = made(*case).as_data()
    if not data["solved"]:
        assert codes(data) == set()
        return
    data["solved"] = dict.fromkeys(data["solved"], False)
    assert "puzzle-unsolved" in codes(data)


@pytest.mark.parametrize("case", CASES)
def test_an_item_behind_what_needs_it_is_seen(case):
    data = made(*case).as_data()
    word = f"item:{data['item']}"
    room, give = with_word(data, word)[0]
    room["gives"].remove(give)
    goal = data["rooms"][data["goal"]]
    goal["gives"].append(give)
    assert "goal-unreachable" in codes(data)
