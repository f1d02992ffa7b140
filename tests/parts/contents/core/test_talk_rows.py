"""What the check says of lines of people, and what it knows that they give."""

import pytest

from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.from_rooms import from_rooms
from xyzgrid_ext.core.mapdata.validate import validate

OPENS = {"talk": {"wants": {"key": [{"text": "Ah!", "solves": "the key"}]}}}


@pytest.mark.parametrize(
    ("talk", "fault"),
    [
        ("Hello.", "talk: must be a dict"),
        ({"line": ["Hello."]}, "talk.line: there is no such key"),
        ({"topics": ["lamp"]}, "talk.topics: must be a dict of lines"),
        ({"lines": [{"needs": []}]}, "talk.lines[0].text: it is missing"),
        ({"lines": [{"text": "Hello.", "needs": ["tim:night"]}]}, "talk.lines[0].needs"),
        ({"wants": {"key": [{"text": "Ah!", "gives": 7}]}}, "talk.wants.key[0].gives"),
    ],
)
def test_a_wrong_line_is_named_by_its_place(talk, fault):
    rooms = {(0, 0): {"things": [{"key": "Ines", "talk": talk}]}}
    (finding, *_more) = validate({"zcoord": "inn", "rooms": rooms})
    assert fault in finding.message


@pytest.mark.parametrize("given", ["things", "contents", "map", "carried", "nobody"])
def test_a_text_on_another_map_may_depend_on_what_a_line_solves(given):
    rows = [{"prototype": "chest", "contents": [{"prototype": OPENS}]}]
    rooms = {(0, 0): {"desc": [{"text": "It is open.", "needs": ["puzzle:the key"]}]}}
    inn, data = {(0, 0): {}}, {"zcoord": "inn"}
    if given == "things":
        inn[0, 0]["things"] = [OPENS]
    elif given == "contents":
        inn[0, 0]["contents"] = [{"prototype": [{}, OPENS]}]
    elif given != "nobody":
        row = rows[0] if given == "carried" else {"prototype": OPENS}
        data["contents"] = [row | {"rooms": [(0, 0)]}]
    assert not errors_of(validate(data | {"rooms": inn}))
    grids = {
        "inn": with_areas(from_rooms(inn, "inn", {})[0], data)[0],
        "hall": from_rooms(rooms, "hall", {})[0],
    }
    codes = [finding.code for finding in check_world(grids)]
    assert ("word-of-nothing" in codes) is (given == "nobody")
