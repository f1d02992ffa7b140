"""Our JSON: all of what one may see, and nothing besides."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.view.payload import map_payload
from xyzgrid_ext.parts.formats.core import FORMATS


@settings(max_examples=40)
@given(st.data())
def test_the_file_has_the_maps_as_clients_get_them(maps, data):
    views = [data.draw(maps.views), maps.tower]
    document = json.loads(maps.written("json", *views))
    assert document == {
        "format": "xyzgrid",
        "version": 1,
        "maps": json.loads(json.dumps([map_payload(view) for view in views])),
    }


def test_every_room_is_a_line(maps):
    lines = maps.written("json", maps.tower).splitlines()
    assert len(lines) == 2 + len(maps.tower.rooms)
    assert all('"num"' in line for line in lines[2:])


def test_half_a_surrogate_in_a_name_can_be_written(maps):
    for row in FORMATS:
        broken = maps.yard.rooms[0].__class__(99, "half \ud800", 0, 0, 0)
        view = maps.yard.__class__(maps.yard.head, (broken,))
        assert "half \ufffd" in maps.written(row.name, view).encode().decode()


@pytest.mark.parametrize("name", ["mmp", "mudlet"])
def test_no_two_areas_have_one_name_and_none_is_without(maps, name):
    """Mudlet passes over such an area, with all its rooms."""
    heads = [replace(maps.yard.head, key=key, number=8 + n) for n, key in enumerate("abc")]
    heads[2] = replace(heads[2], name=" ")
    rooms = [replace(maps.yard.rooms[0], number=head.number, exits=()) for head in heads]
    pairs = zip(heads, rooms, strict=True)
    text = maps.written(name, *(replace(maps.yard, head=head, rooms=(one,)) for head, one in pairs))
    (read,) = (row.read for row in FORMATS if row.name == name)
    views, _findings = read(text, "f")
    assert [view.head.name for view in views] == ["Yard", "Yard 2", "area 10"]
