"""Rooms that have moved are recognised, and only those."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.spawn.test_plan import wanteds
from tests.core.spawn.towns import EXIT, HERE, ROOM, existing_of
from xyzgrid_ext.core.spawn import XYZ, ExitKey, ExitSpec, RoomSpec, Template, Wanted
from xyzgrid_ext.core.spawn.moves import count_offsets, find_moves, moved_existing, moved_rows
from xyzgrid_ext.core.spawn.plan import plan
from xyzgrid_ext.core.spawn.record import (
    Packer,
    block_of,
    is_same_spec,
    unpack,
    without_unreadable,
)

NOTHING = Wanted({}, {})
cells = st.builds(XYZ, st.integers(0, 5), st.integers(0, 5), st.sampled_from(["t:0", "t:1"]))
names = st.sampled_from(["Hall", "Nook", "Yard"])
towns = st.dictionaries(cells, names, min_size=1, max_size=14)
steps = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def town(rooms):
    """A town of named rooms, each with exits to those beside it."""
    exits = {}
    for (x, y, z), _name in rooms.items():
        for way, dx, dy in (("e", 1, 0), ("w", -1, 0), ("n", 0, 1), ("s", 0, -1)):
            if (end := XYZ(x + dx, y + dy, z)) in rooms:
                exits[ExitKey(XYZ(x, y, z), way)] = ExitSpec(way, (), end, EXIT)
    return Wanted({xyz: RoomSpec(name, ROOM) for xyz, name in rooms.items()}, exits)


def apart(rooms, dx, dy):
    """The places of rooms after a step, by those before it."""
    return {xyz: xyz._replace(x=xyz.x + dx, y=xyz.y + dy) for xyz in rooms}


@given(towns, steps)
@example({XYZ(x, 0, "t"): name for x, name in {0: "H", 1: "H", 3: "Y", 5: "Y"}.items()}, (2, 0))
def test_any_shift_of_a_map_is_recognised(rooms, step):
    """Also of rooms that are all alike, and of those without exits."""
    before, way = town(rooms), apart(rooms, *step)
    moves = find_moves(moved_rows(before, way), existing_of(before), before)
    assert moves == ({} if step == (0, 0) else way)


@given(towns, towns)
def test_no_two_rooms_claim_one_place_and_nobody_is_lost(rooms, others):
    before, after = town(rooms), town(others)
    existing = existing_of(before)
    moves = find_moves(after, existing, before)
    moved = moved_existing(existing, moves)
    assert sorted(row.id for row in moved.rooms.values()) == list(range(len(rooms)))
    assert len(moved.exits) == len(existing.exits)
    todo = plan(after, moved, moved_rows(before, moves))
    assert moved.rooms.keys() - todo.gone_rooms.keys() <= after.rooms.keys()


def street(text, y=0):
    """Rooms from west to east, each named by a letter; a space has none."""
    return {XYZ(x, y, "t"): name for x, name in enumerate(text) if name != " "}


def moves_between(old, new):
    """The letters that move, those that make way in lower case, each with its step."""
    before = town(old)
    moves = find_moves(town(new), existing_of(before), before)
    return {
        old[here] if there in new else old[here].lower(): (there.x - here.x, there.y - here.y)
        for here, there in moves.items()
        if there in new
    } | {old[here].lower(): None for here, there in moves.items() if there not in new}


def test_pieces_move_as_a_whole_with_those_who_are_renamed():
    wide = moves_between(street("ABCDE"), street("ABXCDE"))
    assert wide == {"C": (1, 0), "D": (1, 0), "E": (1, 0)}
    moves = moves_between(street("aaaaaGBCDEFHI"), street("aaaaaGXBCDEFHI"))
    assert moves == dict.fromkeys("BCDEFHI", (1, 0))
    old = street("ABC")
    assert moves_between(old, street("AB") | {XYZ(1, 1, "t"): "C"}) == {"C": (-1, 1)}
    assert moves_between(old, street("AB") | {XYZ(0, 1, "t"): "C"}) == {}
    assert moves_between(street("ABC"), street("AB") | {XYZ(1, 1, "t"): "X"}) == {}
    assert moves_between(street("ABCD"), street(" ABXD"))["C"] == (1, 0)
    assert moves_between(street("ABCD"), street("BCD")) == {
        "a": None, "B": (-1, 0), "C": (-1, 0), "D": (-1, 0)
    }  # fmt: skip


def test_flat_map_that_gets_levels_keeps_its_rooms_and_texts_count_without_a_record():
    before = town(street("ABC"))
    way = {xyz: xyz._replace(z="t:0") for xyz in before.rooms}
    assert find_moves(moved_rows(before, way), existing_of(before), before) == way
    way = apart(before.rooms, 2, 0)
    after = moved_rows(before, way)
    assert find_moves(after, existing_of(before), NOTHING) == way
    assert find_moves(after, existing_of(before), NOTHING, left_out=["t"]) == {}
    assert count_offsets(way, after.rooms) == {("t", (2, 0, 0)): 3}


words = st.text(max_size=3)
exact = st.decimals(allow_nan=False) | st.fractions() | st.uuids()
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words | st.binary(max_size=3) | exact,
    lambda part: (
        st.lists(part, max_size=2)
        | st.lists(part, max_size=2).map(tuple)
        | st.dictionaries(words | st.integers() | st.tuples(words), part, max_size=2)
        | st.sets(words | st.integers(), max_size=2)
        | st.frozensets(words | st.integers(), max_size=2)
    ),
    max_leaves=6,
)


def blocks_of(rows):
    """Return rows by block."""
    found = {}
    for xyz, spec in rows.rooms.items():
        found.setdefault(block_of(xyz), Wanted({}, {})).rooms[xyz] = spec
    for key, spec in rows.exits.items():
        found.setdefault(block_of(key), Wanted({}, {})).exits[key] = spec
    return found


def again(rows):
    packer, found = Packer(), Wanted({}, {})
    for block, part in blocks_of(rows).items():
        read = unpack(packer.pack(part))
        assert {block_of(place) for place in (*read.rooms, *read.exits)} == {block}
        found.rooms.update(read.rooms)
        found.exits.update(read.exits)
    return found


@given(wanteds)
def test_rows_come_back_as_they_were_written(rows):
    read = again(rows)
    assert read == rows
    assert blocks_of(read).keys() == blocks_of(rows).keys()


@given(plain)
def test_a_plain_value_comes_back_with_its_type(value):
    spec = RoomSpec("Hall", Template("p", "c", attrs={("it", None): (value, "")}))
    read = again(Wanted({HERE: spec}, {})).rooms[HERE]
    found = read.template.attrs["it", None][0]
    assert repr(found) == repr(value) or found == value
    assert type(found) is type(value)
    assert is_same_spec(read, spec)


def test_value_that_no_text_holds_is_the_same_only_to_itself_and_left_out_of_an_undo():
    one, other = (Template("p", "c", attrs={("it", None): (f, "")}) for f in (math.sqrt, math.sin))
    read = again(Wanted({HERE: RoomSpec("Hall", one)}, {})).rooms[HERE]
    assert is_same_spec(read, RoomSpec("Hall", one))
    assert not is_same_spec(read, RoomSpec("Hall", other))
    template = Template(
        "p", "c", attrs={("it", None): ([math.sqrt], ""), ("text", None): ({"text": 1}, "")}
    )
    assert set(without_unreadable(template).attrs) == {("text", None)}


@pytest.mark.parametrize("text", ["", "x", "e30=", "eJyrrgUAAXUA+Q=="])
def test_a_damaged_text_is_refused(text):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever the libraries say
        unpack(text)
    assert caught.type.__name__ in {"error", "Error", "KeyError", "JSONDecodeError"}
