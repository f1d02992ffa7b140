"""One row beside its map and the record of the last spawn: what changes, and who changed it.

record   map   row
"""

from dataclasses import replace

import pytest

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import XYZ, ExitKey, Template
from xyzgrid_ext.core.spawn.fields import trait_changes
from xyzgrid_ext.core.spawn.model import ChangedBy, ClassDefaults, RoomSpec, ThingKey, Traits
from xyzgrid_ext.core.spawn.wanted import WantedBuilder, plan_things, wanted_things

A, B, C = "A", "B", "C"
LIGHT, DESC = ("light", None), ("desc", None)
FILE, GAME, BOTH, UNKNOWN = ChangedBy.FILE, ChangedBy.GAME, ChangedBy.BOTH, ChangedBy.UNKNOWN
BARE = Template("xyz_room", "a.Room")
TAKEN = "taken away"

# What the record, the map and the row say of one value (None: nothing), and what a spawn does:
# nothing, or the new value and the side that made it necessary.
TABLE = [
    (A, A, A, None),
    (A, B, A, (B, FILE)),
    (A, None, A, (TAKEN, FILE)),
    (A, None, C, None),
    (A, A, C, (A, GAME)),
    (A, B, C, (B, BOTH)),
    (A, B, B, None),
    (A, A, None, (A, GAME)),
    (A, None, None, None),
    (None, None, C, None),
    (None, B, None, (B, FILE)),
    (None, B, C, (B, BOTH)),
]


def attribute(value):
    return {} if value is None else {"attrs": {LIGHT: (value, "")}}


def lock(value):
    return {} if value is None else {"locks": (f"view:{value}()",)}


def changes(record, template, own):
    usual = ClassDefaults({"view": "view:all()"}, frozenset({("room", None)}))
    found = trait_changes(own, template, template.aliases, record, record.aliases, lambda _: usual)
    return list(found)


def row(template):
    return Traits(
        template.typeclass,
        aliases=frozenset(template.aliases),
        locks=frozenset(template.locks),
        tags=frozenset(tag[:2] for tag in template.tags),
        prototypes=frozenset({template.prototype_key}),
        attrs=template.attrs,
    )


@pytest.mark.parametrize("kind", [attribute, lock])
@pytest.mark.parametrize(("record", "file", "game", "expected"), TABLE)
def test_a_value_is_changed_by_the_file_or_by_hand(kind, record, file, game, expected):
    sides = [replace(BARE, **kind(value)) for value in (record, file, game)]
    found = changes(sides[0], sides[1], row(sides[2]))
    if expected is None:
        assert not found
        return
    ((field, new, by),) = [(one.field, one.new, one.by) for one in found]
    assert field == ("attribute light" if kind is attribute else "locks")
    assert by is expected[1]
    if kind is attribute:
        assert new == (None if expected[0] is TAKEN else expected[0])
    else:
        assert new == ["view:all()" if expected[0] is TAKEN else f"view:{expected[0]}()"]


@pytest.mark.parametrize(
    ("record", "file", "game", "expected"),
    [
        (True, True, False, GAME),
        (False, True, False, FILE),
        (True, False, True, TAKEN),
        (False, False, True, None),
        (True, False, False, None),
        (False, True, True, None),
    ],
)
@pytest.mark.parametrize("field", ["aliases", "tags", "permissions"])
def test_a_word_is_added_or_taken_away(field, record, file, game, expected):
    word = ("warm", None, None) if field == "tags" else "warm"
    sides = [replace(BARE, **{field: (word,) if has else ()}) for has in (record, file, game)]
    own = row(sides[2])
    if field == "permissions":
        own = replace(own, permissions=frozenset(sides[2].permissions))
    found = changes(sides[0], sides[1], own)
    if expected is None:
        assert not found
    elif expected is TAKEN:
        assert [one.gone for one in found] == [(word[:2] if field == "tags" else word,)]
    else:
        assert [(one.field, one.by) for one in found] == [(field, expected)]


def test_what_a_class_gives_stays_and_builders_are_told_of_new_texts():
    given = replace(BARE, locks=("view:all()",), tags=(("room", None, None),))
    assert not changes(given, BARE, row(given))
    default = replace(BARE, attrs={DESC: ("An empty room.", "")}, defaults=frozenset({DESC}))
    named = replace(BARE, attrs={DESC: ("A hall.", "")})
    written = row(replace(BARE, attrs={DESC: ("A builder's.", "")}))
    assert [one.by for one in changes(default, named, written)] == [BOTH]
    assert [one.by for one in changes(default, named, row(default))] == [FILE]
    own = replace(BARE, attrs={LIGHT: (3, "")}, locks=("view:none()",), aliases=("inn",))
    wanted = replace(BARE, attrs={LIGHT: (5, "")}, tags=(("warm", None, None),))
    found = trait_changes(row(own), wanted, (), None, (), lambda _: ClassDefaults())
    assert [(one.field, one.by, one.gone) for one in found] == [
        ("tags", UNKNOWN, ()),
        ("attribute light", UNKNOWN, ()),
    ]


@pytest.mark.parametrize(
    ("record", "game", "new"),
    [
        ("An empty room.", "An empty room.", None),
        ("An empty room.", "A builder's.", None),
        ("A hall.", "A hall.", "An empty room."),
        ("A hall.", "A builder's.", None),
        ("A bare room.", "A bare room.", "An empty room."),
        (None, None, "An empty room."),
        (None, "A builder's.", None),
        ("An empty room.", None, None),
    ],
)
def test_a_default_gives_way_to_what_a_builder_wrote(record, game, new):
    template = replace(BARE, attrs={DESC: ("An empty room.", "")}, defaults=frozenset({DESC}))
    sides = [
        BARE if text is None else replace(BARE, attrs={DESC: (text, "")}) for text in (record, game)
    ]
    found = changes(sides[0], template, row(sides[1]))
    assert [(one.new, one.by) for one in found] == [(new, FILE)] * (new is not None)


ROOM, EXIT = Template("xyz_room", "a.Room"), Template("xyz_exit", "a.Exit")


def matrix(text, **rest):
    head = "matrixedge 2\nstartnode 0 0 0\nendnode 1 1 1\n"
    return from_matrix(parse(head + text, "c.matrix").matrix, "Cube", **rest)[0]


def wanted_of(grid, *others, templates=(ROOM, EXIT)):
    making = WantedBuilder(grid, templates, {map_key(g.name): g for g in (grid, *others)})
    making.add_rooms(range(grid.rooms))
    making.add_exits(range(grid.links))
    return making.result


def test_renamed_exits_answer_and_things_are_made_once():
    grid = matrix("node 0 0 0 up\n", prototypes={(0, 0, 0, "up"): {"key": "Ladder"}})
    ladder = Template("xyz_exit", "a.Exit", key="Ladder", aliases=("Rungs", "ladder"))
    found = wanted_of(grid, templates=(ROOM, EXIT, ladder))
    ((key, spec),) = found.exits.items()
    assert key.direction == "up"
    assert (spec.key, spec.aliases) == ("Ladder", ("up", "u", "rungs"))
    wanted = wanted_things({HALL: room({"key": "A Lamp"}, {"key": "a box"}), LOFT: room()})
    assert wanted == {ThingKey(HALL, "a lamp"): {"key": "A Lamp"},
                      ThingKey(HALL, "a box"): {"key": "a box"}}  # fmt: skip
    existing = {ThingKey(HALL, "a lamp"): 7, ThingKey(LOFT, "a rope"): 8,
                ThingKey(XYZ(0, 0, "sea"), "a boat"): 9}  # fmt: skip
    new, gone = plan_things(wanted, existing, {"town"})
    assert new == {ThingKey(HALL, "a box"): {"key": "a box"}}
    assert gone == {ThingKey(LOFT, "a rope"): 8}


def test_exits_to_other_maps_and_levels_lead_to_the_keys_of_their_rooms(drawn):
    town = drawn("#-#", "Town")
    transitions = {(0, 0, 0, "Out"): (1, 0, " TOWN ")}
    found = wanted_of(matrix("node 0 0 0 up\n", transitions=transitions), town)
    spec = found.exits[ExitKey(XYZ(0, 0, "cube:0"), "out")]
    assert (spec.key, spec.target) == ("Out", (1, 0, "town"))
    cube = matrix("node 0 0 0 up\n")
    town = drawn("#", "town", {(0, 0, "in"): (0, 0, "Cube:0"), (0, 0, "deep"): (1, 1, "cube:1")})
    exits = wanted_of(town, cube).exits
    by_direction = {key.direction: spec.target for key, spec in exits.items()}
    assert by_direction == {"in": (0, 0, "cube:0"), "deep": (1, 1, "cube:1")}
    transitions = {(0, 0, 0, "out"): (1, 0, "nowhere")}
    found = wanted_of(matrix("node 0 0 0 up\n", transitions=transitions))
    assert [key.direction for key in found.exits] == ["up"]


# --- things that a room's prototype lists


HALL, LOFT = XYZ(0, 0, "town"), XYZ(1, 0, "town")


def room(*things):
    return RoomSpec("A room", Template("xyz_room", "Room", things=things))


@pytest.mark.parametrize(
    ("things", "fault"),
    [
        (({"key": "a lamp"}, {"key": "A LAMP"}), "two things are called 'a lamp'"),
        (("lamp",), "'lamp' among its things is not a prototype"),
        (({"desc": "no name"},), "a thing without a name"),
    ],
)
def test_a_list_that_cannot_be_made_is_refused_with_its_room(things, fault):
    with pytest.raises(GridError) as error:
        wanted_things({HALL: room(*things)})
    assert fault in str(error.value)
    assert "(0,0,town)" in str(error.value)
