"""Contents of maps: mistakes that are told, and files of other codebases that become rows."""

import ast
import importlib

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import MapError, errors_of
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.from_rooms import from_rooms
from xyzgrid_ext.core.mapdata.validate import part_findings, validate
from xyzgrid_ext.parts.contents.keys import OF_MAP, OF_ROOM
from xyzgrid_ext.parts.contents.readers import mobs_to_contents, read_rules

GUARD = {"prototype": "guard"}


def said(in_room=(), on_map=(), of_exit=(), in_area=()):
    """Return what is said of a map of three rooms, of which one is a shed without exits."""
    rooms = {
        (0, 0): {"exits": {"north": {"to": (0, 1)} | ({"contents": of_exit} if of_exit else {})}},
        (0, 1): {"tags": ["shop"]} | ({"contents": in_room} if in_room else {}),
        (5, 5): {"key": "Shed"},
    }
    areas = {"yard": {"rooms": [(0, 0)]}}
    if in_area:
        areas["yard"]["prototype"] = {"contents": in_area}
    data = {"zcoord": "inn", "rooms": rooms, "areas": areas, "contents": on_map or []}
    if findings := errors_of(validate(data)):
        return [(find.code, find.message) for find in findings]
    grid, _findings = from_rooms(rooms, "inn", {})
    return [(find.code, find.message) for find in part_findings(with_areas(grid, data)[0])]


@pytest.mark.parametrize(
    ("rows", "code", "words"),
    [
        (({"in_room": [{}]}), "malformed-contents", "contents[0].prototype: it is missing"),
        (({"in_room": [GUARD | {"counts": 2}]}), "unknown-key", "contents[0].counts"),
        (({"in_room": [GUARD | {"back": 0}]}), "malformed-contents", "contents[0].back"),
        (({"on_map": [GUARD]}), "malformed-contents", "contents[0].rooms: it is missing"),
        (({"on_map": [GUARD | {"rooms": ["area:yarn"]}]}), "unused-contents", "'area:yarn'"),
        (({"of_exit": [GUARD]}), "contents-of-an-exit", "the exit 'north' of (0,0)"),
        (({"in_area": "guard"}), "malformed-contents", "areas.contents: must be a list"),
        (({"in_room": [GUARD, GUARD]}), "same-contents", "2 rows are called 'guard'"),
        (
            ({"in_room": [GUARD | {"contents": [GUARD, GUARD]}]}),
            "same-contents",
            "(0,1) contents: 'guard' contents: 2 rows",
        ),
        (
            ({"in_room": [GUARD | {"wanders": {"every": 9}}]}),
            "malformed-contents",
            "either rooms or a route",
        ),
        (
            ({"in_room": [GUARD | {"wanders": {"rooms": [(5, 5)]}}]}),
            "no-way-to-wander",
            "do not begin beside its own",
        ),
        (
            ({"in_room": [GUARD | {"wanders": {"route": [(9, 9)]}}]}),
            "no-such-station",
            "leads to (9, 9), where there is no room",
        ),
        (
            ({"in_room": [GUARD | {"wanders": {"route": [(0, 1), (5, 5)]}}]}),
            "no-way-to-wander",
            "no way leads from (0,1) to (5, 5)",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(rows, code, words):
    ((found, message),) = said(**rows)
    assert found == code
    assert words in message


def test_a_right_row_is_not_told():
    loaf = {"prototype": {"key": "loaf"}, "count": 3, "back": "time:dawn", "chance": 50, "seed": 7}
    baker = {"prototype": ["baker", "guard"], "name": "baker", "back": 60, "contents": [loaf]}
    walks = {"rooms": ["tag:shop", "area:yard"], "every": 20, "home": ["time:night"]}
    assert said([baker | {"wanders": walks, "together": True, "unseen": True}]) == []
    watch = GUARD | {"rooms": ["(0,0)-(0,1)"], "wanders": {"route": [(0, 0), (0, 1)]}}
    assert said(on_map=[watch | {"back": "never", "needs": ["time:night"]}]) == []


KEY = {"prototype": {"key": "brass key"}}
CHEST = {"prototype": {"key": "chest"}, "contents": [KEY]}


@pytest.mark.beside("proof")
@pytest.mark.parametrize(
    ("first", "second", "on_map", "is_told"),
    [
        ([CHEST], [], [], False),
        ([], [CHEST], [], True),
        ([], [], [KEY | {"rooms": [(0, 1)]}], True),
        ([], [], [KEY | {"rooms": ["(0,0)-(0,1)"]}], False),
    ],
)
def test_a_key_that_lies_behind_its_lock_is_told(first, second, on_map, is_told):
    gate = {"to": (0, 1), "needs": ["item:Brass Key"]}
    rooms = {
        (0, 0): {"exits": {"north": gate}, "contents": first},
        (0, 1): {"exits": {"south": {"to": (0, 0)}}, "contents": second},
    }
    data = {"zcoord": "inn", "rooms": rooms, "contents": on_map}
    grid = with_areas(from_rooms(rooms, "inn", {})[0], data)[0]
    told = [find.code for find in part_findings(grid)]
    assert told == ["key-behind-its-lock"] * is_told
    proof = importlib.import_module("xyzgrid_ext.parts.proof.core")  # when it is there
    problem = proof.problem_from_grid(grid, Coord(0, 0, 0), Coord(0, 1, 0))
    is_sure = bool(first)
    assert proof.prove(proof.with_placed_items(problem, grid)).proved == is_sure


OPENS = {"talk": {"wants": {"key": [{"text": "Ah!", "solves": "the key"}]}}}


@pytest.mark.parametrize(
    ("talk", "fault"),
    [
        ("Hello.", "talk: must be a dict"),
        ({"line": ["Hello."]}, "talk.line: there is no such key"),
        ({"topics": ["lamp"]}, "talk.topics: must be a dict of lines"),
        ({"lines": [{"needs": []}]}, "talk.lines[0].text: it is missing"),
        ({"lines": [{"text": "Hello.", "needs": ["tim:night"]}]}, "talk.lines[0].needs"),
        ({"wants": {"key": [{"text": "Ah!", "gives": 7}]}}, "talk.wants.key[0].gives"),
    ],
)
def test_a_wrong_line_is_named_by_its_place(talk, fault):
    rooms = {(0, 0): {"things": [{"key": "Ines", "talk": talk}]}}
    (finding, *_more) = validate({"zcoord": "inn", "rooms": rooms})
    assert fault in finding.message


@pytest.mark.parametrize("given", ["things", "contents", "map", "carried", "nobody"])
def test_a_text_on_another_map_may_depend_on_what_a_line_solves(given):
    rows = [{"prototype": "chest", "contents": [{"prototype": OPENS}]}]
    rooms = {(0, 0): {"desc": [{"text": "It is open.", "needs": ["puzzle:the key"]}]}}
    inn, data = {(0, 0): {}}, {"zcoord": "inn"}
    if given == "things":
        inn[0, 0]["things"] = [OPENS]
    elif given == "contents":
        inn[0, 0]["contents"] = [{"prototype": [{}, OPENS]}]
    elif given != "nobody":
        row = rows[0] if given == "carried" else {"prototype": OPENS}
        data["contents"] = [row | {"rooms": [(0, 0)]}]
    assert not errors_of(validate(data | {"rooms": inn}))
    grids = {
        "inn": with_areas(from_rooms(inn, "inn", {})[0], data)[0],
        "hall": from_rooms(rooms, "hall", {})[0],
    }
    codes = [finding.code for finding in check_world(grids)]
    assert ("word-of-nothing" in codes) is (given == "nobody")


WOLF = {"typeclass": "mobs.Wolf", "key": "a grey wolf"}
AREA = ("woods", "mob_area")
RULE = (
    "{rule_id: 1, typeclass: mobs.Wolf, key: a grey wolf, area_tag: woods, target: 2, "
    "max_per_room: 2, respawn_seconds: 120"
)
ROW = {
    "name": "rule 1",
    "prototype": WOLF | {"tags": [AREA]},
    "rooms": ["tag:woods"],
    "count": 2,
    "back": 120,
}
PACK = "spawn_with_typeclass: it does not look for Chief"


def proto(**more):
    return {"prototype": ROW["prototype"] | more}


@pytest.mark.parametrize(
    ("more", "changes", "notes"),
    [
        ("", {}, []),
        (", tags: [a, {key: b}, {key: c, category: d}]",
         proto(tags=[AREA, ("a", None), ("b", None), ("c", "d")]), []),
        (", desc: It is thin., attrs: {hp: 7}", proto(desc="It is thin.", attrs=[("hp", 7)]), []),
        (", den_room_tag: den", {"rooms": ["tag:den"]},
         ["den_room_tag: it comes back in its den alone, even if that is full"]),
        (", target: 5, max_per_room: 1", {"count": 5},
         ["max_per_room: chance may put more than 1 into one room"]),
        (", respawn_seconds: 0, spawn_with_typeclass: mobs.Chief", {"back": 1}, [PACK]),
    ],
)  # fmt: skip
def test_a_rule_becomes_a_row(more, changes, notes):
    given = read_rules(f"rules:\n  - {RULE}{more}}}\n")
    assert given.rows == [ROW | changes]
    assert given.notes == [f"rule 1: {note}" for note in notes]
    assert not OF_MAP.faults(given.rows)


SWORD = {"prototype_key": "sword", "typeclass": "evennia.objects.objects.DefaultObject"}
WOMAN = {"prototype_parent": "xyz_mob", "key": "woman", "locks": "attack:false()"}
CARRIES = [
    {"prototype": "coin", "count": 2},
    {"prototype": {"prototype_parent": "chest", "attrs": [("gold", 5)]}},
    {"prototype": SWORD},
]


@pytest.mark.parametrize(
    ("mobs", "rows"),
    [
        (["rat", "rat", "cat"], [{"prototype": "rat", "count": 2}, {"prototype": "cat"}]),
        ([WOMAN], [{"prototype": WOMAN}]),
        ([WOMAN | {"spawn": {"clothing": [], "equipment": [SWORD]}}],
         [{"prototype": WOMAN, "contents": [{"prototype": SWORD}]}]),
        ([WOMAN | {"spawn": {"contents": ["coin", "coin", ("chest", {"gold": 5})],
                             "equipment": [SWORD]}}],
         [{"prototype": WOMAN, "contents": CARRIES}]),
    ],
)  # fmt: skip
def test_mob_prototypes_become_contents_of_their_room(mobs, rows):
    beach, any_room = {"key": "Beach"}, {"prototype_parent": "xyz_room", "desc": "Sand."}
    data = {"prototypes": {(1, 1): beach, ("*", "*"): any_room}, "mob_prototypes": {(1, 1): mobs}}
    read = mobs_to_contents(data)
    assert read == {"prototypes": {(1, 1): beach | {"contents": rows}, ("*", "*"): any_room}}
    assert not OF_ROOM.faults(rows)
    elsewhere = mobs_to_contents(data | {"mob_prototypes": {(0, 0): mobs}})["prototypes"]
    assert elsewhere[0, 0] == any_room | {"contents": rows}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rules: [", "is no YAML"),
        ("mobs: []", "has no list `rules`"),
        ("rules: [{rule_id: 7, key: a rat}]", "rule 7 lacks typeclass, area_tag, target"),
        (f"rules: [{RULE.removesuffix(', respawn_seconds: 120')}}}]", "lacks respawn_seconds or"),
        ("rules: [rat]", "1 lacks rule_id"),
    ],
)
def test_a_file_that_is_none_is_refused(text, fault):
    with pytest.raises(MapError, match=fault):
        read_rules(text)


def test_the_word_of_the_terminal_prints_rows_for_a_module(tmp_path, capsys):
    file = tmp_path / "woods.yaml"
    file.write_text(f"rules: [{RULE}, spawn_with_typeclass: mobs.Chief}}]", "utf-8")
    assert main(["mobs", str(file)]) == 0
    printed = capsys.readouterr()
    assert ast.literal_eval(printed.out.removeprefix("CONTENTS = ")) == [ROW]
    assert PACK in printed.err
    file.write_text("rules: 3", "utf-8")
    assert main(["mobs", str(file)]) == 1
    assert "has no list `rules`" in capsys.readouterr().err
