"""The prover: what it proves, and that it sees every planted fault."""

import importlib.util
import json
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core import parts
from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.parts import EITHER, SHUT, CorePart
from xyzgrid_ext.parts.proof.core import Link, Pickup, Problem, ProblemRoom, prove, read_problem

SPEC = importlib.util.spec_from_file_location("brute", Path(__file__).with_name("brute.py"))
brute = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(brute)


def codes(proof):
    return [finding.code for finding in proof.findings]


SOUND = """
    start - hall -smallkey- vault -bigkey- lair -kill:boss- goal
    hall -item:rope- attic
    start: smallkey
    vault: item:rope
    attic: bigkey
    lair: kill:boss
"""


@pytest.mark.parametrize(
    ("links", "is_proved"),
    [
        ("start -time:night- goal", True),  # a player waits for it
        ("start -weather:rain- goal", False),  # it may never rain
        ("start -weather:rain> well\nstart - goal", False),  # and who fell in when it did?
        ("start -weather:rain- goal\nstart - goal", True),
        ("start -ghost:away- goal", False),
        ("start -ghost:away> well\nstart - goal", True),
    ],
)
def test_words_that_no_room_gives_are_as_assumed(problem, monkeypatch, links, is_proved):
    kinds = CorePart("own", assumed={"weather": EITHER, "ghost": SHUT})
    monkeypatch.setattr(parts, "core_parts", lambda: (kinds,))
    assert (prove(problem(links)).certificate is not None) == is_proved


def test_sound_dungeon_is_proved_with_its_keys_and_verdicts(problem):
    proof = prove(problem(SOUND))
    assert proof.findings == ()
    assert ", ".join(f"{step.do} {step.word}" for step in proof.certificate.walkthrough) == (
        "take smallkey, go to hall, open to vault, go to vault, take item:rope, go to hall, "
        "go to attic, take bigkey, go to hall, go to vault, go to lair, take kill:boss, go to goal"
    )
    metrics = proof.certificate.metrics
    assert (metrics.rooms, metrics.doors, metrics.cycles, metrics.dead_ends) == (6, 5, 0, 2)
    assert (metrics.keys, metrics.key_doors, metrics.item_doors, metrics.one_way) == (2, 2, 1, 0)
    assert (metrics.walk, metrics.rewalked, metrics.coverage) == (8, 3, 100)
    proof = prove(problem(f"{WASTED}\n shed: smallkey"))
    assert proof.proved
    assert proof.certificate.states == 4
    sealed = problem("start -puzzle:tiles- goal\n start: puzzle:tiles")
    assert prove(sealed, {"tiles": True}).proved
    for solved in ({}, {"tiles": False}, None):
        assert codes(prove(sealed, solved)) == ["puzzle-unsolved", "goal-unreachable"]


# planted faults


BEHIND = "start -smallkey- vault - goal\n vault: smallkey"
WASTED = "start -smallkey- shed\n start -smallkey- hall - goal\n start: smallkey"
ROUNDABOUT = "start -item:rope- hall - goal\n hall -item:rope- attic - loft - hall"
PLANTED = [  # a dungeon, what is found, and words of what is said of it
    (BEHIND, "goal-unreachable", "the exit 'to vault' of room start needs smallkey"),
    (BEHIND, "goal-unreachable", "put smallkey where players can get it first"),
    (
        "start - hall - goal\n hall -> pit - cellar",
        "no-way-back",
        "after the exit 'to pit' of room hall",
    ),
    (WASTED, "key-wasted", "spent on the exit 'to shed' of room start"),
    (f"{ROUNDABOUT}\n start: item:rope", "lock-useless", "the exit 'to attic' of room hall"),
    ("start - goal\n start: smallkey", "key-useless", "nothing needs the smallkey in room start"),
    ("start - goal\n start: item:rope", "key-useless", "nothing needs the item:rope in room start"),
    (
        "start -smallkey- goal\n start: smallkey\n start: smallkey",
        "key-useless",
        "without the smallkey in room start the goal is never lost",
    ),
    (
        "start -bigkey- shed\n start - goal\n start: bigkey",
        "key-useless",
        "without the bigkey in room start the goal is never lost",
    ),
]


@pytest.mark.parametrize(("text", "code", "said"), PLANTED)
def test_a_planted_fault_is_seen(problem, text, code, said):
    proof = prove(problem(text))
    assert set(codes(proof)) == {code}
    assert said in str(proof.findings[0])


def test_too_many_states_are_an_answer(problem, monkeypatch):
    monkeypatch.setattr("xyzgrid_ext.parts.proof.core.states.MAX_STATES", 2000)
    doors = "\n".join(f"start -smallkey- shed{n}\n start: smallkey" for n in range(20))
    assert codes(prove(problem(doors + "\n start - goal"))) == ["too-large"]


# what it can be handed


LINK = {"source": "start", "target": "goal"}
BIG_KEY = {"what": "bigkey", "needs": ["smallkey"]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"goal": "nowhere"}, "no-such-room"),
        ({"rooms": [{"id": "start"}, {"id": "start"}, {"id": "goal"}]}, "doubled-room"),
        ({"rooms": "start"}, "malformed-dungeon"),
        ({"rooms": [{"id": 1.5}, {"id": "start"}, {"id": "goal"}]}, "malformed-dungeon"),
        ({"rooms": [{"id": "start", "gives": [{"what": "gold"}]}, {"id": "goal"}]}, "unknown-need"),
        ({"rooms": [{"id": "start", "gives": [BIG_KEY]}, {"id": "goal"}]}, "key-outside-door"),
        ({"links": [{**LINK, "target": "moon", "needs": []}]}, "no-such-room"),
        ({"links": [{**LINK, "consumes": True}]}, "key-not-spent"),
        ({"links": [{**LINK, "needs": ["smallkey"]}]}, "key-not-spent"),
        ({"links": [{**LINK, "door": 1}, {**LINK, "target": "start", "door": 1}]}, "not-one-door"),
    ],
)
def test_a_malformed_problem_is_refused_with_its_fault(change, code):
    data = {"start": "start", "goal": "goal", "rooms": [{"id": "start"}, {"id": "goal"}]}
    with pytest.raises(RefusedError) as refused:
        read_problem({**data, **change}, "crypt")
    assert code in [finding.code for finding in refused.value.findings]
    assert all(finding.cure and finding.file == "crypt" for finding in refused.value.findings)


# against brute force


def random_problem(seed):
    """A few rooms with gates of all kinds; most such dungeons are faulty in some way."""
    chance = Chance("brute", seed)
    rooms = [f"r{n}" for n in range(3 + chance.below(4))]
    words = ["smallkey", "smallkey", "bigkey", "item:rope", "kill:rat"]
    gives = {room: [] for room in rooms}
    for word in words[: chance.below(6)] + ["puzzle:p"] * chance.below(2):
        needs = (chance.choice(words[2:]),) if chance.percent(15) else ()
        gives[chance.choice(rooms)].append(Pickup(word, needs))
    links = []
    for number in range(len(rooms) - 1 + chance.below(4)):
        source = rooms[chance.below(min(number + 1, len(rooms)))]
        target = rooms[number + 1] if number + 1 < len(rooms) else chance.choice(rooms)
        needs = (chance.choice([*words, "puzzle:p"]),) if chance.percent(45) else ()
        row = (needs, f"d{number}", "smallkey" in needs)
        links.append(Link(source, target, f"{number}", *row))
        if not chance.percent(20):
            links.append(Link(target, source, f"{number}b", *row))
    listed = tuple(ProblemRoom(room, tuple(gives[room])) for room in chance.shuffled(rooms))
    return Problem(rooms[0], rooms[-1], listed, tuple(chance.shuffled(links)))


def test_the_prover_agrees_with_brute_force():
    """1,000 small dungeons, state by state; both kinds of answer have to come often."""
    proved = faulty = 0
    for seed in range(1000):
        problem = random_problem(seed)
        reached, lost, keys, locks = brute.verdict(problem, {"p"})
        proof = prove(problem, {"p": True})
        found = set(codes(proof))
        assert ("goal-unreachable" in found) == (not reached), seed
        assert bool(found & {"key-wasted", "no-way-back"}) == (reached and lost), seed
        assert codes(proof).count("key-useless") == len(keys), seed
        assert codes(proof).count("lock-useless") == len(locks), seed
        if proof.proved:
            assert proof.certificate.metrics.walk == brute.shortest(problem, {"p"}), seed
        proved += proof.proved
        faulty += not proof.proved
    assert proved > 25
    assert faulty > 300


# --- data that others wrote


LONG = "9" * 5000


def crypt(tmp_path, **changes):
    """A dungeon of two rooms as data, with changes of its link."""
    link = {"source": 0, "target": 1, "exit": "east", **changes}
    data = {"start": 0, "goal": 1, "rooms": [{"id": 0}, {"id": 1}], "links": [link]}
    path = tmp_path / "crypt.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("door", [[1], {"a": 1}, 1.5, True])
def test_a_door_that_is_no_name_is_told(door, tmp_path, capsys):
    assert main(["prove", str(crypt(tmp_path, door=door))]) == 1
    said = capsys.readouterr().out
    assert f"crypt.json: link number 0 has the door {door!r}" in said
    assert "write a text or a whole number" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "not JSON: lists nested"),
        ('{"a":' * 100_000, "not JSON: lists nested"),
        (f'{{"start": {LONG}}}', "not JSON: a number with thousands of digits"),
        ("[]", "not a JSON object"),
        ('{"puzzles": {"a": {"board": "' + "b" * 5000 + '"}}}', "not-read|the room id"),
    ],
)
def test_a_dungeon_that_is_none_is_refused_with_a_cure(text, said, tmp_path, capsys):
    path = tmp_path / "crypt.json"
    path.write_text(text)
    assert main(["prove", str(path)]) == 1
    told = capsys.readouterr().out
    assert any(one in told for one in said.split("|"))
    assert "crypt.json" in told
    assert "write " in told
