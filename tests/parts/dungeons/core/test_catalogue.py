"""The catalogue of the world: it is large enough, it reads well, and it leaves no room empty."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core.masks import (
    CONTENTS,
    DOOR_KINDS,
    PLAIN_DOORS,
    WHOLE,
    Catalogue,
    Demand,
    Kind,
    Mask,
    Side,
    after,
    check_catalogue,
)

WORLD = Catalogue.of(CATALOGUE, "world.catalogue")
DEPTHS = range(12)


def test_it_has_no_holes():
    assert check_catalogue(WORLD, "world.catalogue") == []


def test_it_has_no_holes_where_no_board_could_be_solved():
    """Dungeons leave those puzzles out whose boards no solver has decided."""
    rows = [row for row in CATALOGUE if "board" not in row]
    assert check_catalogue(Catalogue.of(rows)) == []


def test_it_is_large_enough():
    """Titles are counted: quarter turns of one thing are one thing."""
    titles = Counter()
    for kind in Kind:
        titles[kind] = len({entry.title for entry in WORLD.of_kind(kind)})
    assert titles[Kind.FILLER] >= 40
    assert titles[Kind.PUZZLE] >= 12
    assert titles[Kind.TREASURE] >= 10
    assert titles[Kind.ENEMY] - 3 >= 8  # without the bosses
    assert titles[Kind.FLOOR] >= 4
    assert len(WORLD.items) == 6
    puzzles = WORLD.of_kind(Kind.PUZZLE)
    assert len({entry.board for entry in puzzles}) >= 6
    assert len({entry.answers for entry in puzzles}) >= 6


def test_the_items_are_those_of_the_readme():
    assert WORLD.items == ("bellows", "hammer", "lantern", "mirror", "rope", "waders")


def test_each_row_reads_well(subtests):
    for entry in WORLD.entries:
        with subtests.test(entry.name):
            assert entry.title == entry.title.strip()
            assert not entry.title.endswith(".")
            for text in entry.texts:
                assert text[0].isupper()
                assert text[-1] in ".?!'"
                assert "  " not in text
                assert "|" not in text


def test_each_item_bars_each_side_in_more_than_one_way():
    for item, side in product(WORLD.items, Side):
        request = Demand(Kind.OBSTACLE, item, (side,))
        assert len(WORLD.meeting(request)) >= 3, (item, side)


# what the check concludes from the fullest rooms, tried room by room


@pytest.mark.parametrize("depth", DEPTHS)
def test_fillers_fill_every_room_to_the_last_slot(depth):
    needed = [choice.needed.bits for choice in WORLD.meeting(Demand(Kind.FILLER, depth=depth))]
    for doors, slots in product(range(16), range(0o777)):
        room = Mask.of_sides(side for bit, side in enumerate(Side) if doors >> bit & 1).bits | slots
        assert any(not bits & room for bits in needed), f"{room:06o}"


@pytest.mark.parametrize("kind", DOOR_KINDS)
def test_every_kind_of_door_opens_to_every_side_whatever_other_doors_there_are(kind):
    for side, depth in product(Side, DEPTHS):
        others = [other for other in Side if other is not side]
        for number in range(4):
            for beside in combinations(others, number):
                room = Mask.of_sides([side, *beside])
                assert WORLD.candidates(Demand(Kind.DOOR, kind, (side,), depth), room)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_item_bars_every_set_of_sides_and_leaves_room_for_a_big_chest(number):
    for barred in combinations(Side, number):
        room = ~Mask.of_sides(barred) & Mask.of_sides(Side)
        for item, depth in product(WORLD.items, DEPTHS):
            obstacle = Demand(Kind.OBSTACLE, item, barred, depth)
            chest = Demand(Kind.TREASURE, "bigkey", (), depth)
            assert WORLD.candidates(obstacle, room, [chest])


def test_the_room_before_a_big_key_door_is_full():
    for kind, side in product(("bigkey", "entrance"), Side):
        for choice in WORLD.meeting(Demand(Kind.DOOR, kind, (side,), 9)):
            assert not WHOLE - choice.claim


walls = st.sampled_from(["", "item", *PLAIN_DOORS])


@given(
    st.tuples(walls, walls, walls, walls),
    st.lists(st.booleans(), min_size=len(CONTENTS), max_size=len(CONTENTS)),
    st.sampled_from(WORLD.items),
    st.integers(0, 20),
    st.integers(0, 999),
)
def test_whatever_a_room_asks_for_chance_finds_and_the_room_is_full(
    walls, wanted, item, depth, seed
):
    doors = {side: kind for side, kind in zip(Side, walls, strict=True) if kind not in ("", "item")}
    barred = tuple(side for side, kind in zip(Side, walls, strict=True) if kind == "item")
    requests = [Demand(Kind.DOOR, kind, (side,), depth) for side, kind in doors.items()]
    if barred:
        requests.append(Demand(Kind.OBSTACLE, item, barred, depth))
    asked = [content for content, is_wanted in zip(CONTENTS, wanted, strict=True) if is_wanted]
    requests += [Demand(kind, what, (), depth) for kind, what in asked]
    room, chance = Mask.of_sides(doors), Chance(seed)
    while requests:
        choice = WORLD.choose(requests[0], room, chance, requests[1:])
        room, requests = choice.place(room), list(after(choice, requests[1:]))
    assert not Mask.of_sides(barred) - room
    filler = Demand(Kind.FILLER, depth=depth)
    while WORLD.candidates(filler, room):
        room = WORLD.choose(filler, room, chance).place(room)
    assert not WHOLE - room
