"""The legs of a way over land: where one ends, where it leads, and what it follows."""

from xyzgrid_ext.parts.lands.core.directions import legs_of


def line(start, *moves):
    """Return the cells of a way: (dx, dy, how often) from a start."""
    x, y = start
    cells = [start]
    for dx, dy, times in moves:
        for _ in range(times):
            x, y = x + dx, y + dy
            cells.append((x, y))
    return cells


def test_a_leg_ends_at_a_place_where_a_road_begins_and_where_the_way_turns():
    ground, road = line((0, 0), (0, 1, 20)), line((0, 20), (1, 0, 30), (0, -1, 15))
    places = {(30, 20): "Hillford"}
    assert legs_of([*ground, *road[1:]], set(road), places) == (
        (20, "north", False, ""),
        (30, "east", True, "Hillford"),
        (15, "south", True, ""),
    )


def test_a_way_that_climbs_in_small_steps_is_one_leg():
    stairs = line((0, 0), *[(1, 0, 1), (0, 1, 1)] * 20)
    assert legs_of(stairs, set(), {}) == ((40, "northeast", False, ""),)
