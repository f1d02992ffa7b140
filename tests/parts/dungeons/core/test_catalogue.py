"""The catalogue of the world: it is large enough, it reads well, and it leaves no room empty."""

from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core.masks import (
    FULLEST_CONTENTS,
    PLAIN_DOORS,
    WHOLE,
    Catalogue,
    Demand,
    Kind,
    RoomMask,
    Side,
    check_catalogue,
)

WORLD = Catalogue.of(CATALOGUE, "world.catalogue")


def test_it_has_no_holes():
    assert check_catalogue(WORLD, "world.catalogue") == []


# what the check concludes from the fullest rooms, tried room by room


walls = st.sampled_from(["", "item", *PLAIN_DOORS])


@given(
    st.tuples(walls, walls, walls, walls),
    st.lists(st.booleans(), min_size=len(FULLEST_CONTENTS), max_size=len(FULLEST_CONTENTS)),
    st.sampled_from(WORLD.items),
    st.integers(0, 20),
    st.integers(0, 999),
)
def test_whatever_a_room_asks_for_chance_finds_and_the_room_is_full(
    walls, wanted, item, depth, seed
):
    doors = {side: kind for side, kind in zip(Side, walls, strict=True) if kind not in ("", "item")}
    barred = tuple(side for side, kind in zip(Side, walls, strict=True) if kind == "item")
    demands = [Demand(Kind.DOOR, kind, (side,), depth) for side, kind in doors.items()]
    if barred:
        demands.append(Demand(Kind.OBSTACLE, item, barred, depth))
    asked = [
        content for content, is_wanted in zip(FULLEST_CONTENTS, wanted, strict=True) if is_wanted
    ]
    demands += [Demand(kind, what, (), depth) for kind, what in asked]
    room, chance = RoomMask.of_sides(doors), Chance(seed)
    while demands:
        choice = WORLD.choose(demands[0], room, chance, demands[1:])
        room, demands = choice.place(room), demands[1:]
    assert not RoomMask.of_sides(barred) - room
    filler = Demand(Kind.FILLER, depth=depth)
    while WORLD.candidates(filler, room):
        room = WORLD.choose(filler, room, chance).place(room)
    assert not WHOLE - room
