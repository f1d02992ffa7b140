"""What a look at a map costs, and how many queries rooms and exits take."""

import pytest

from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom


class Counting(list):
    """Rows that count how often they are asked for a symbol."""

    asked = 0

    def __getitem__(self, index):
        type(self).asked += 1
        return super().__getitem__(index)


def full(side):
    """A map with a link from each room to all its neighbours."""
    row, between = "#" + "-#" * (side - 1), "|" + "x|" * (side - 1)
    drawn = "\n".join([f"  {row}\n  {between}"] * (side - 1))
    return {"map": f"+\n\n{drawn}\n  {row}\n\n+"}


@pytest.mark.parametrize("reach", [1, 2, 5, 12])
@pytest.mark.parametrize("mode", ["nodes", "scan"])
def test_a_look_costs_what_it_shows_however_large_the_map(monkeypatch, mode, reach):
    counts = []
    for side in (30, 60):
        big = PlaneMap(full(side))
        big.parse()
        big.display_map = [Counting(row) for row in big.display_map]
        links = 0
        for node in big.node_index_map.values():
            node.links = CountingDict(node.links)
        monkeypatch.setattr(Counting, "asked", 0)
        monkeypatch.setattr(CountingDict, "asked", 0)
        shown = big.get_visual_range((15, 15), reach, mode, return_str=False)
        cells = sum(map(len, shown))
        links = CountingDict.asked
        assert Counting.asked <= cells
        # every room is asked once for its links
        assert links <= (2 * reach + 1) ** 2
        counts.append((Counting.asked, links))
    assert counts[0] == counts[1]


class CountingDict(dict):
    """The links of a node, which count how often all of them are asked for."""

    asked = 0

    def items(self):
        CountingDict.asked += 1
        return super().items()


# --- levels


@pytest.mark.parametrize("name", ["Ämter", "ÄMTER", " ämter "])
def test_rooms_and_exits_are_asked_for_in_two_queries_by_names_of_any_case(
    spawn_maps, name, django_assert_num_queries
):
    spawn_maps({"zcoord": "Ämter", "map": "+ 0 1\n\n0 #-#\n\n+ 0 1"})
    with django_assert_num_queries(2):
        assert len(XYZRoom.objects.filter_xyz(("*", 0, name))) == 2
    with django_assert_num_queries(2):
        exit_obj = XYZExit.objects.get_xyz_exit((0, 0, name), (1, 0, name))
    assert exit_obj.key == "east"
    with pytest.raises(XYZExit.MultipleObjectsReturned):
        XYZExit.objects.get_xyz_exit(("*", 0, name), ("*", 0, name))
