"""Rooms without coordinates are laid out by the directions of their exits."""

import random

import pytest

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.formats.core import read_mmp

EXITS = {
    1: "east 3, north 2", 2: "east 4, south 1", 3: "north 4, east 5, west 1", 4: "south 3, west 2",
    5: "west 3, down 6", 6: "south 7, up 5", 7: "north 6",
}  # fmt: skip


def rooms_of(exits, order=None, places=None):
    """The places of rooms with these exits, and the warnings of the reader."""
    rows = []
    for number in order or sorted(exits):
        ways = [word.split() for word in exits[number].split(", ") if word]
        place = 'x="{}" y="{}" z="{}"'.format(*places[number]) if number in (places or {}) else ""
        rows.append(
            f'<room id="{number}" area="1">{f"<coord {place}/>" if place else ""}'
            + "".join(f'<exit direction="{way}" target="{to}"/>' for way, to in ways)
            + "</room>"
        )
    (view,), findings = read_mmp.read(f"<map>{''.join(rows)}</map>", "drift.xml")
    return {room.number: (room.x, room.y, room.z) for room in view.rooms}, findings


@pytest.mark.parametrize("seed", range(5))
def test_exits_lead_where_they_point_in_whatever_order_the_rooms_come(seed):
    order = random.Random(seed).sample(sorted(EXITS), len(EXITS))
    places, (finding,) = rooms_of(EXITS, order)
    assert places == {
        **{1: (0, 0, 0), 2: (0, 1, 0), 3: (1, 0, 0), 4: (1, 1, 0)},
        **{5: (2, 0, 0), 6: (2, 0, -1), 7: (2, -1, -1)},
    }
    assert str(finding) == (
        "drift.xml: warning: 7 of 7 rooms have no coordinates, such as room 1\n"
        "they are laid out by the directions of their exits"
    )


def test_rooms_are_laid_out_around_those_with_coordinates():
    places, _ = rooms_of(EXITS, places={5: (9, 9, 9)})
    assert (places[5], places[3], places[6]) == ((9, 9, 9), (8, 9, 9), (9, 9, 8))


def test_an_exit_gets_longer_where_a_place_is_taken_and_then_rooms_go_aside():
    star = {1: ", ".join(f"east {n}" for n in range(2, 8)), **dict.fromkeys(range(2, 8), "")}
    places, _ = rooms_of(star)
    assert [places[n] for n in range(1, 6)] == [(x, 0, 0) for x in range(5)]
    assert len(set(places.values())) == 7


def test_parts_that_no_direction_joins_are_beside_each_other():
    places, _ = rooms_of({1: "east 2", 2: "portal 3", 3: "north 4", 4: ""})
    assert places == {1: (0, 0, 0), 2: (1, 0, 0), 3: (3, 0, 0), 4: (3, 1, 0)}


def test_the_xml_of_mmapper_itself_is_refused_with_what_to_do():
    text = '<map type="mmapper2xml" version="1.0.0"><room id="1"><exit dir="north"/></room></map>'
    with pytest.raises(RefusedError) as refused:
        read_mmp.read(text, "arda.mm2xml")
    (finding,) = refused.value.findings
    assert (finding.code, "Export Mmp Map" in finding.cure) == ("mmapper-map", True)
