"""The design of dungeons: laws over seeds, and the bands of their means.

XYZGRID_SEEDS says how many seeds; a few are enough to see that a law is broken.
"""

import importlib.util
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tools.told import walkthrough_lines
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.core.rules import RULES, Rule, check_rules
from xyzgrid_ext.parts.proof.core import walk

BRUTE = Path(__file__).parents[2] / "proof" / "core" / "brute.py"
SPEC = importlib.util.spec_from_file_location("brute", BRUTE)
brute = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(brute)

ROWS = Catalogue.of(CATALOGUE)
SEEDS = range(7000, 7000 + int(os.environ.get("XYZGRID_SEEDS", "24")))
SIZES = [(3, 20, 1), (7, 34, 1), (10, 60, 2), (1, None, 1), (5, 34, 3)]
CASES = [(seed, *SIZES[seed % len(SIZES)]) for seed in SEEDS]


@cache
def made(seed, tier=7, rooms=34, floors=1):
    return generate(Parameters(seed, tier, floors, rooms), ROWS)


def test_each_item_opens_two_places_and_none_lies_in_the_first_room():
    for case in CASES:
        dungeon = made(*case)
        doors = Counter(link.needs[0] for link in dungeon.links if link.needs)
        for number, gives in enumerate(dungeon.gives):
            for give in gives:
                if give.what.startswith("item:"):
                    assert number != dungeon.start
                    assert doors[give.what] >= 4, (case, give)  # from both sides of two doors


def test_a_walk_is_told_with_what_opens_the_locks_that_were_seen():
    for case in CASES[:5]:
        dungeon = made(*case)
        lines = list(walkthrough_lines(dungeon, ROWS))
        whole = " ".join(lines)
        walk = dungeon.certificate.walkthrough
        assert whole.count("Found: ") == sum(
            a.do == "take" and not a.word.startswith(("kill:", "puzzle:")) for a in walk
        )
        assert whole.count("With a small key through") == sum(a.do == "open" for a in walk)
        for word in {a.word for a in walk if a.do == "take" and a.word.startswith("item:")}:
            name = word.partition(":")[2]
            assert re.search(rf"Found: the {name}\. It opens the .*, seen at step \d+", whole)
            assert f"With the {name}, found at step " in whole
        steps = sum(action.do == "go" for action in walk)
        assert lines[-1] == f"step {steps}: the goal."


# rules


def test_game_adds_rules_of_its_own_which_need_an_end():
    row = Rule("antechamber", 500, (("take", "A", "waiting"), ("lock", "A", "seal", "B")))
    dungeon = generate(Parameters(3, 7, seals=2), ROWS, rules=(*RULES, row))
    assert "antechamber" in dungeon.rules
    with pytest.raises(MapError):
        generate(Parameters(1), ROWS, rules=[r for r in RULES if not r.last])


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (("grow", "A"), "expected take"),
        (("take", "A"), "2 to 3 words follow take, not 1"),
        (("take", "A", "gladly"), "expected waiting"),
        (("lock", "A", "smallkey", "B", "A"), "no step before has A"),
        (("reward", "B"), "no step before has B"),
    ],
)
def test_a_row_that_means_nothing_is_named(step, said):
    (found,) = check_rules([Rule("odd", 1, (step,))])
    assert said in found.message
    with pytest.raises(RefusedError):
        generate(Parameters(1), ROWS, rules=(Rule("odd", 1, (step,)),))


# the prover's walks


def test_walk_is_as_short_as_brute_force_and_a_search_in_two_parts_find_it(monkeypatch):
    for seed in range(24):
        dungeon = generate(Parameters(seed, 1 + seed % 6), ROWS)
        steps = brute.shortest(dungeon.problem(), set(dungeon.puzzles))
        assert dungeon.certificate.metrics.walk == steps, seed
    orders = [Parameters(seed, 1 + seed % 10, 1 + seed % 3) for seed in range(24)]
    walks = [generate(order, ROWS).certificate.walkthrough for order in orders]
    monkeypatch.setattr(walk, "_QUICK", 1)
    assert [generate(order, ROWS).certificate.walkthrough for order in orders] == walks
