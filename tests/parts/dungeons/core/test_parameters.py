"""Parameters of dungeons, and rules that design them."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tools.playground import write_zip
from tools.told import walkthrough_lines
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate, generate_furnished
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.core.mission import quest_item
from xyzgrid_ext.parts.dungeons.core.rules import RULES, Rule, check_rules
from xyzgrid_ext.parts.proof.core import walk

ROWS = Catalogue.of(CATALOGUE)
ITEMS = ROWS.items


# parameters


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tier": 0}, "tier is 0"),
        ({"tier": 2.5}, "tier is 2.5"),
        ({"floors": 10}, "floors is 10"),
        ({"rooms": 11}, "rooms is 11"),
        ({"width": 4}, "width is 4"),
        ({"keys": 41}, "keys is 41"),
        ({"keys": True}, "keys is True"),
        ({"seed": None}, "seed is None"),
        ({"items": ("rope", "rope")}, "items are"),
        ({"items": ({}, "rope")}, "items are"),
        ({"items": 5}, "items are"),
        ({"rooms": 61}, "about 61 rooms do not fit into 100 places"),
        ({"width": 5, "height": 5, "dead_ends": 10}, "do not fit into 25 places"),
        ({"tier": 0, "floors": 0}, "floors is 0"),
    ],
)
def test_impossible_parameters_are_refused_at_once(given, said):
    with pytest.raises(RefusedError) as refused:
        Parameters(**given)
    assert said in str(refused.value)
    assert all(finding.cure for finding in refused.value.findings)


def test_parameters_are_kept_or_answered_if_they_do_not_fit():
    """The fullest grid that is allowed: most layouts fail, and none is tried for ever."""
    answers = Counter()
    for seed in range(20):
        tight = Parameters(seed, 10, width=5, height=10, rooms=30, cycles=0)
        try:
            generate(tight, ROWS)
            answers["made"] += 1
        except GridError as error:
            answers["attempts" in error.message and bool(error.cure)] += 1
    assert answers["made"]
    assert not answers[False]
    rows = [row for row in CATALOGUE if not str(row.get("name")).startswith("treasure_bigkey")]
    with pytest.raises(GridError) as refused:
        generate_furnished(Parameters(1), Catalogue.of(rows), {})
    assert "no component for treasure bigkey" in refused.value.message
    assert "in a room with" in refused.value.message
    asked = Parameters(5, 6, rooms=40, keys=2, dead_ends=4, fairies=3, cycles=2, one_way=4)
    dungeon = generate(asked, ROWS)
    held = Counter(room.holds for room in dungeon.rooms)
    assert (held["smallkey"], held["fairy"]) == (2, 3)
    assert held["end"] >= 4
    assert dungeon.certificate.metrics.one_way == 4
    assert abs(len(dungeon.rooms) - 40) <= 2
    hidden = []
    for tier in range(1, len(ITEMS) + 1):
        item, brought = quest_item(Parameters(9, tier), ITEMS)
        assert set(brought) == set(hidden)
        hidden.append(item)
    assert sorted(hidden) == sorted(ITEMS)
    item, brought = quest_item(Parameters(9, len(ITEMS) + 1), ITEMS)
    assert {item, *brought} == set(ITEMS)
    given = Parameters(1, 2, items=("rope", "hammer"))
    assert generate(given, ROWS).item == "hammer"


# the quest


# --- the keys of dungeons in a map's data


DRAWING = "+ 0 1\n\n0 #-#\n\n+ 0 1"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            {
                "zcoord": "town",
                "map": DRAWING,
                "options": {"dungeon": {"start": (), "goal": (1, 1)}},
            },
            "error options.dungeon.start: must be (x, y), or (x, y, z) of a 3D map, not an "
            "empty tuple",
        ),
        (
            {"zcoord": "town", "map": DRAWING, "prototypes": {(0, 0, "e"): {"needs": ["smallky"]}}},
            "warning prototypes[(0,0,'e')].needs[0]: nobody can have 'smallky'",
        ),
        (
            {"zcoord": "pit", "dungeon": {"parameters": {"teir": 2}}},
            "error dungeon.parameters.teir: there is no such key",
        ),
        (
            {"zcoord": "pit", "dungeon": {"catalogue": [{"name": 7}]}},
            "error dungeon.catalogue[0]: name: must be a word, not 7",
        ),
    ],
)
def test_a_fault_is_told_with_its_path(data, fault):
    found = validate(data)[0]
    assert f"{found.severity} {found.message}" == fault
    assert found.cure


def test_a_parameter_beside_the_others_is_told_its_place():
    (finding,) = validate({"zcoord": "pit", "dungeon": {"tier": 2}})
    assert finding.cure == "write it into 'parameters'"


QUESTIONS = [
    {"do": "boards"},
    {"do": "dungeon", "seed": "41", "tier": "3", "floors": "2", "rooms": ""},
    {"do": "masks", "names": ["200700", "filler_000010"]},
    {"do": "board", "name": "boxes", "number": "1", "keys": "ll", "game": None, "extras": None},
    {"do": "undo", "played": 0},
    {"do": "board", "name": "boxes", "number": "x", "keys": "", "game": None, "extras": None},
]


def test_its_zip_has_all_that_it_needs_and_needs_no_numpy(tmp_path):
    """In a process that has the zip and the standard library alone."""
    write_zip(tmp_path / "playground.zip")
    with zipfile.ZipFile(tmp_path / "playground.zip") as archive:
        archive.extractall(tmp_path)
    code = "import sys; sys.path.insert(0, sys.argv[1]); from bridge import Playground\n"
    code += "playground = Playground()\nfor line in sys.stdin: print(playground.answer(line))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, tmp_path],
        input="\n".join(map(json.dumps, QUESTIONS)),
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    boards, dungeon, masks, won, undone, refused = map(json.loads, done.stdout.splitlines())
    assert "boxes" in boards["boards"]
    assert "seed 41" in dungeon["head"]
    assert masks["plan"] == "+-a-+\n|aaa|\n|..b|\n|...|\n+---+"
    assert (won["phase"], undone["phase"], undone["keys"]) == ("won", "playing", "l")
    assert refused["fault"] == "level: 'x' is no whole number\nwrite it in digits, as in 3"


# The design of dungeons: laws over seeds, and the bands of their means.
#
# XYZGRID_SEEDS says how many seeds; a few are enough to see that a law is broken.
BRUTE = Path(__file__).parents[2] / "proof" / "core" / "brute.py"
SPEC = importlib.util.spec_from_file_location("brute", BRUTE)
brute = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(brute)

SEEDS = range(7000, 7000 + int(os.environ.get("XYZGRID_SEEDS", "24")))
SIZES = [(3, 20, 1), (7, 34, 1), (10, 60, 2), (1, None, 1), (5, 34, 3)]
CASES = [(seed, *SIZES[seed % len(SIZES)]) for seed in SEEDS]


@cache
def made(seed, tier=7, rooms=34, floors=1):
    return generate(Parameters(seed, tier, floors, rooms), ROWS)


def test_items_open_two_places_each_and_a_game_adds_rules_of_its_own():
    for case in CASES:
        dungeon = made(*case)
        doors = Counter(link.needs[0] for link in dungeon.links if link.needs)
        for number, gives in enumerate(dungeon.gives):
            for give in gives:
                if give.what.startswith("item:"):
                    assert number != dungeon.start
                    assert doors[give.what] >= 4, (case, give)  # from both sides of two doors
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
    row = Rule("antechamber", 500, (("take", "A", "waiting"), ("lock", "A", "seal", "B")))
    dungeon = generate(Parameters(3, 7, seals=2), ROWS, rules=(*RULES, row))
    assert "antechamber" in dungeon.rules
    with pytest.raises(MapError):
        generate(Parameters(1), ROWS, rules=[r for r in RULES if not r.last])


# rules


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
