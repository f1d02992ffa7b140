"""Maps as one may see them, made by hand and at random, for the tests of map files.

tower, level 0            4         level 1     6 Loft, above Hall
        2 Hall           /
        |      .--------'           and wormholes 1-5, 3-5 and 3-4; a stub west of Hall,
        1 ═══ 3 <---- 5             a way out of Hall to the map `yard`
"""

from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from xyzgrid_ext.core.view import Door, ExitView, MapHead, MapView
from xyzgrid_ext.core.view.snapshot import COMPASS, ExitKind, RoomView
from xyzgrid_ext.parts.formats.core import FORMATS


def way(name, target, direction="", area="tower", kind=ExitKind.WAY, **rest):
    return ExitView(name, direction, target, "" if target is None else area, kind, **rest)


def jump(target):
    return way("wormhole", target, kind=ExitKind.WORMHOLE)


TOWER = MapView(
    MapHead("tower", 7, 'Tower <of> & "Babel"', 2, 6),
    (
        RoomView(
            1,
            'The <Gate> & "Yard"',
            0,
            0,
            0,
            exits=(
                way("north", 2, "n"),
                way("east", 3, "e", door=Door.LOCKED, needs=("smallkey",)),
                jump(5),
            ),
            environment="forest",
        ),
        RoomView(
            3,
            "Room",
            1,
            0,
            0,
            exits=(
                way("iron door", 1, "w"),
                way("northeast", 4, "ne", weight=2.5),
                jump(5),
                jump(4),
            ),
        ),
        RoomView(5, "Isle", 3, 0, 0, exits=(jump(1), way("west", 3, "w"))),
        RoomView(
            2,
            "Hall \u00e9 \u6771",
            0,
            1,
            0,
            "S",
            (
                way("south", 1, "s"),
                way("up", 6, "u", kind=ExitKind.STAIRS),
                way("west", None, "w"),
                way("out", 99, "out", "yard", ExitKind.PORTAL),
            ),
            "cave",
            ("shop", "inn & bar"),
        ),
        RoomView(
            4,
            "Corner",
            3,
            2,
            0,
            exits=(way("southwest", 3, "sw", door=Door.CLOSED), way("dark hole", None)),
        ),
        RoomView(6, "Loft", 0, 1, 1, exits=(way("down", 2, "d", kind=ExitKind.STAIRS),)),
    ),
    here=2,
)
YARD = MapView(
    MapHead("yard", 8, "Yard", None, 1),
    (
        RoomView(
            99, "The Yard", 0, 0, 0, exits=(way("in", 2, "in", area="tower", kind=ExitKind.PORTAL),)
        ),
    ),
)


def _text(**rest):
    return st.text(max_size=12, **rest)


def _exits(numbers, key):
    """Exits of one room to any rooms; where they lead decides nothing about their names."""
    target = st.none() | st.sampled_from(numbers)
    one = st.builds(
        way,
        _text(min_size=1),
        target,
        st.sampled_from(("", *COMPASS)),
        st.just(key),
        st.sampled_from(ExitKind),
        door=st.sampled_from(Door),
        needs=st.lists(_text(min_size=1), max_size=2).map(tuple),
        weight=st.sampled_from((1.0, 1.0, 2.0, 0.5, 7.0)),
    )
    return st.lists(one, max_size=4).map(tuple)


@st.composite
def _views(draw):
    number = draw(st.integers(1, 1000))
    key = draw(_text(min_size=1))
    size = st.integers(0, 3)
    places = draw(st.lists(st.tuples(size, size, size), min_size=1, max_size=8, unique=True))
    places.sort(key=lambda place: place[::-1])
    numbers = list(range(number, number + len(places)))
    rooms = tuple(
        RoomView(
            own,
            draw(_text()),
            *place,
            draw(st.sampled_from("#@S ")),
            draw(_exits(numbers, key)),
            draw(_text()),
            tuple(draw(st.lists(_text(min_size=1), max_size=2, unique=True))),
        )
        for own, place in zip(numbers, places, strict=True)
    )
    head = MapHead(key, number, draw(_text()), draw(st.sampled_from((None, 4))), len(rooms))
    return MapView(head, rooms)


def written(name, *views):
    """The text of a file with these maps."""
    row = next(row for row in FORMATS if row.name == name)
    return "".join(row.write([view.head for view in views], iter(views)))


@pytest.fixture(scope="session")
def maps():
    """Return the maps, `views` at random, and `written`: (format, map, ...) -> text."""
    return SimpleNamespace(tower=TOWER, yard=YARD, views=_views(), written=written)
