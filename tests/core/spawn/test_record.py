"""The record of a spawn as text: what is written comes back."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.spawn.test_plan import wanteds
from tests.core.spawn.towns import HERE
from xyzgrid_ext.core.spawn import RoomSpec, Template, Wanted
from xyzgrid_ext.core.spawn.record import (
    Packer,
    block_with,
    is_same_spec,
    unpack,
    without_unreadable,
)

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
        found.setdefault(block_with(xyz), Wanted({}, {})).rooms[xyz] = spec
    for key, spec in rows.exits.items():
        found.setdefault(block_with(key), Wanted({}, {})).exits[key] = spec
    return found


def again(rows):
    """Return rows after they were written and read, block by block."""
    packer, found = Packer(), Wanted({}, {})
    for block, part in blocks_of(rows).items():
        read = unpack(packer.pack(part))
        assert {block_with(place) for place in (*read.rooms, *read.exits)} == {block}
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


def test_a_value_that_no_text_holds_stays_the_same_only_to_itself():
    one, other = (Template("p", "c", attrs={("it", None): (f, "")}) for f in (math.sqrt, math.sin))
    read = again(Wanted({HERE: RoomSpec("Hall", one)}, {})).rooms[HERE]
    assert is_same_spec(read, RoomSpec("Hall", one))
    assert not is_same_spec(read, RoomSpec("Hall", other))


def test_what_no_text_holds_is_left_out_of_an_undo():
    template = Template(
        "p", "c", attrs={("it", None): ([math.sqrt], ""), ("text", None): ({"text": 1}, "")}
    )
    assert set(without_unreadable(template).attrs) == {("text", None)}


@pytest.mark.parametrize("text", ["", "x", "e30=", "eJyrrgUAAXUA+Q=="])
def test_a_damaged_text_is_refused(text):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever the libraries say
        unpack(text)
    assert caught.type.__name__ in {"error", "Error", "KeyError", "JSONDecodeError"}
