"""What is read of other programs' mobs: ten examples, six of evennia-mob-spawner's rules."""

import ast

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.parts.contents.keys import OF_MAP, OF_ROOM
from xyzgrid_ext.parts.contents.readers import mobs_to_contents, read_rules

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
