"""A room of each map of the world is renamed and named back: each file is as it was."""

from pathlib import Path

import pytest
from contrib_games import legends_put_back

from tests.parts.editor.game.editor_pages import named
from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.parts.editor.core import OperationError, apply
from xyzgrid_ext.parts.editor.game import maps as editing

pytestmark = pytest.mark.django_db


GENERATED = (
    "The module makes the data of 'cistern' by code of its own: write XYMAP_DATA = "
    '{"zcoord": "cistern", "dungeon": {...}}, to change here of what it is made.'
)


@pytest.mark.beside("contents", "dungeons", "matrix_game")
def test_a_room_of_each_map_of_the_world_is_renamed_and_back_to_the_byte():
    from world import MAPS

    assert round_trips(MAPS) == {
        "town": 24,
        "lighthouse": 21,
        "caves": 16,
        "glasswork": 55,
        "undertow": 26,
        "deep": 2,
        "cistern": GENERATED,
    }


def round_trips(references):
    """Rename each room of maps and name it back; return how many rooms, or why not, by map."""
    done = {}
    for one in [one for reference in references for one in load_maps(reference)]:
        found = editing.find_map({map_key(one.name): one}, one.name)
        edited = editing.open_map(found)
        if edited.source is None:
            done[one.name] = edited.why
            continue
        before = Path(found.file).read_text(encoding="utf-8")
        places = places_of(edited)
        for place in places:
            name = edited.document["rooms"][place]["name"]
            there, document = renamed(edited, place, f'The "New" {name}')
            assert there != before
            source = editing.MapSource(there, document, found.kind, {})
            back, _undo = renamed(editing.EditedMap(found, document, source, ""), place, name)
            assert back == before, (one.name, place)
        done[one.name] = len(places)
    return done


def places_of(edited):
    """The rooms with an entry of their own, whose name can be written; others would get one."""
    rooms = edited.document["rooms"].keys() & edited.source._by_place.keys()
    return sorted(place for place in rooms if "name" not in edited.fixed.get(place, ()))


def renamed(edited, place, name):
    document, _undo = apply(edited.document, named(place, name))
    origins = {place: place for place in document["rooms"]}
    return edited.source.rewrite(document, origins), document


LANE = """
def gate(desc):
    return {{"prototype_parent": "xyz_exit", "desc": desc}}

MADE = {{(x, 0, "e"): gate("A gate.") for x in range(1)}}
LANE = "\\n+ 0 1\\n\\n0 #-#\\n\\n+ 0 1\\n"
XYMAP_DATA = {{"zcoord": "lane", "map": LANE, "prototypes": {{(0, 0): {{"key": "Hall"}}, {}}}}}
"""
ENTRIES = {"by a call": '(0, 0, "e"): gate("A gate.")', "by a comprehension": "**MADE"}
SAID = {"prototype": {"desc": "A gate."}}
COMPUTED = "code in the file computes this value of the exit"
VALUES = {  # what is drawn, and the words by which it is refused
    "nothing new": (SAID | {"name": "", "wormhole": False}, None),
    "a name": (SAID | {"name": "portal"}, COMPUTED),
    "no text": ({"prototype": {}}, COMPUTED),
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("entry", ENTRIES)
def test_what_code_says_of_an_exit_stays_and_is_refused_with_place_and_cure(
    tmp_path, monkeypatch, entry, value
):
    name = f"lane_{list(ENTRIES).index(entry)}_{list(VALUES).index(value)}"
    text = LANE.format(ENTRIES[entry])
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    edited = editing.open_map(editing.find_map({"lane": load_maps(name)[0]}, "lane"))
    way, fault = VALUES[value]
    op = {"op": "exit", "room": "0,0,0", "direction": "east", "value": {"to": "1,0,0"} | way}
    document, _undo = apply(edited.document, op)
    if fault is None:
        edited.refuse(op, "0,0,0")
        assert (
            edited.source.rewrite(document, {place: place for place in document["rooms"]}) == text
        )
        return
    with pytest.raises(OperationError) as refused:
        edited.refuse(op, "0,0,0")
    error = refused.value
    assert (error.message, error.cure, error.place) == (fault, "change it in the file", "0,0,0")


EXAMPLE = "evennia.contrib.grid.xyzgrid.example"  # the game of the tests of adoption


def test_a_map_of_an_installed_package_is_read_only_and_says_why():
    with legends_put_back():
        maps = load_maps(EXAMPLE)
    for one in maps:
        edited = editing.open_map(editing.find_map({map_key(one.name): one}, one.name))
        assert edited.source is None
        assert edited.why == "The map is of an installed package: copy it into the game."
