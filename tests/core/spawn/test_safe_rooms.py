"""Where people go from rooms that go: drawings, and a brute force over random maps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.model import SafeRooms


def drawn(text):
    """Rooms that stay, `o`, and those that go, letters; the last line is y = 0."""
    stay, go = [], {}
    for y, line in enumerate(reversed(text.strip("\n").split("\n"))):
        for x, symbol in enumerate(line):
            if symbol == "o":
                stay.append(XYZ(x, y, "town"))
            elif symbol.isalpha():
                go[symbol] = XYZ(x, y, "town")
    return SafeRooms(stay), go


@pytest.mark.parametrize(
    ("picture", "found"),
    [
        ("oa o", {"a": (0, 0)}),
        ("o a o", {"a": (0, 0)}),  # as near: the first in the order of coordinates
        ("oo a\nb", {"a": (1, 1), "b": (0, 1)}),
        ("o   \n    \n  ao", {"a": (3, 0)}),
    ],
)
def test_one_goes_to_the_nearest_room_of_the_sheet(picture, found):
    safe_rooms, go = drawn(picture)
    assert {name: safe_rooms.nearest(xyz)[:2] for name, xyz in go.items()} == found


def test_the_sheet_goes_before_the_map_and_no_other_map_counts():
    here = XYZ(0, 0, "cube:0")
    far, above, town = XYZ(9, 9, "cube:0"), XYZ(1, 0, "cube:1"), XYZ(0, 0, "town")
    assert SafeRooms([far, above, town]).nearest(here) == far
    assert SafeRooms([above, town]).nearest(here) == above
    assert SafeRooms([town]).nearest(here) is None
    assert SafeRooms([]).nearest(here) is None


xyzs = st.builds(
    XYZ, st.integers(-5, 5), st.integers(-5, 5), st.sampled_from(["a", "b:0", "b:1", "b", "c"])
)


@given(st.sets(xyzs, max_size=12), xyzs)
def test_no_room_is_nearer(staying, here):
    def rank(xyz):
        stem, own = xyz.z.split(":")[0], here.z.split(":")[0]
        return stem != own, xyz.z != here.z, abs(xyz.x - here.x) + abs(xyz.y - here.y), xyz

    own = [xyz for xyz in staying if not rank(xyz)[0]]
    assert SafeRooms(staying).nearest(here) == min(own, key=rank, default=None)
