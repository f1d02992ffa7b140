"""Drawn maps for tests, links of a game's own, and how they are read."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.routes import Router, build_world
from xyzgrid_ext.game.maps.planes import load_plane


class Mud(xymap_legend.EWMapLink):
    """A link that takes five times as long."""

    symbol = "="
    default_weight = 5


class Road(xymap_legend.EWMapLink):
    """A link that takes longer the longer it is."""

    symbol = "~"
    average_long_link_weights = False


class Slope(xymap_legend.NSMapLink):
    """Slow upwards, quick downwards; the weight is that of the side one comes from."""

    symbol = ":"
    weights = {"s": 7, "n": 2}  # noqa: RUF012


class Gate(xymap_legend.TransitionMapNode):
    symbol = "T"
    target_map_xyz = (2, 3, " The Cave ")


class Door(xymap_legend.EWMapLink):
    symbol = "D"
    spawn_aliases = {"e": ("door", "oak door"), "w": ("gate",)}  # noqa: RUF012


LEGEND = {cls.symbol: cls for cls in (Mud, Road, Slope, Gate, Door)}


def plane(drawing, name="map", legend=LEGEND, **data):
    """The Grid of a drawing between its corner marks."""
    return load_plane({"zcoord": name, "map": marked(drawing), "legend": legend, **data})[0]


def marked(drawing):
    lines = drawing.strip("\n").rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(["+", "", *(f"  {line[margin:]}" for line in lines), "", "+"])


def refusal(drawing="#-#", legend=LEGEND, **data):
    """The finding that refuses a map."""
    with pytest.raises(RefusedError) as refused:
        plane(drawing, data.pop("name", "Bad"), legend, **data)
    findings = refused.value.findings
    assert all("Bad" in (f.file, f.message.split(":")[0]) and f.cure for f in findings)
    (finding,) = (f for f in findings if f.severity is Severity.ERROR)
    return finding.code, finding.message


def attempt(data):
    """The Grid of some data, or None and the findings that refuse it; never another exception."""
    try:
        grid, findings, _ = load_plane(data)
    except RefusedError as refused:
        grid, findings = None, refused.findings
    assert all(f.file == str(data["zcoord"]) and f.message and f.cure for f in findings)
    assert grid is not None or any(f.severity is Severity.ERROR for f in findings)
    return grid, list(findings)


def exits(grid, x, y):
    room = grid.room_at(Coord(x, y))
    return {grid.way_of(n).key: grid.target_of(n)[1][:2] for n in grid.links_of(room)}


def route(grid, start, goal):
    """The words of a speed-walk from room to room; None if there is no way."""
    router = Router(build_world({"map": grid}))
    ends = (("map", grid.room_at(Coord(*xy))) for xy in (start, goal))
    found = router.find(*ends)
    return found and " ".join(router.way(step).token for step in found.steps)


class Odd(xymap_legend.EWMapLink):
    """A link with a method of its own: its map goes through the contrib's parser."""

    def get_weight(self, start_direction, current_weight):
        return 1
