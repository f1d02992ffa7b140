"""Operations on documents: the table that Python and the editor's script both pass."""

import copy
import json
import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.sheet.read import read_drawing
from xyzgrid_ext.parts.editor.core import OperationError, apply, apply_all
from xyzgrid_ext.parts.editor.core.shifting import shift_drawing, shift_module
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.values import module_names

TABLE = json.loads((Path(__file__).parents[1] / "edit_operations.json").read_text(encoding="utf-8"))


def named(rows):
    return [pytest.param(row, id=row["name"]) for row in rows]


@pytest.mark.parametrize("row", named(TABLE["applied"]))
def test_an_operation_does_what_it_says_and_is_undone_by_its_inverse(row):
    before = copy.deepcopy(row["before"])
    after, inverse = apply(row["before"], row["op"])
    assert (after, inverse) == (row["after"], row["inverse"])
    assert apply_all(after, inverse)[0] == before
    assert row["before"] == before, "a document never changes"


@pytest.mark.parametrize("row", named(TABLE["refused"]))
def test_an_operation_that_cannot_be_done_is_refused_with_a_cure(row):
    with pytest.raises(OperationError) as refused:
        apply(row["before"], row["op"])
    assert refused.value.code == row["fault"]
    assert refused.value.cure


def test_the_module_of_a_new_map_has_a_name_like_the_map_and_is_never_a_path():
    named = {
        "Half-way Inn": "half_way_inn",
        "Dvergr's Höhle_2": "dvergrs_hohle_2",
        "काशी": "drawn_1",
        "2nd floor": "drawn_2nd_floor",
        "class": "drawn_class",
        "Con": "drawn_con",
        "__init__": "init",
        "drawn": "drawn_1",
        "x" * 80: "x" * 40,
    }
    assert {name: next(module_names(name)) for name in named} == named
    assert list(islice(module_names("Inn"), 3)) == ["inn", "inn_2", "inn_3"]
    for name in ("../../etc/passwd", "a.b", "a\\b", "c:\\d", "a\x00b", "", "/"):
        assert re.fullmatch(r"[a-z][a-z0-9_]*", next(module_names(name)))


TOWN = '''"""A town."""
HERE = "Town"
MAP = r"""
 + 0 1 2

 1 #-#-#
   |  /
 0 #-#

 + 0 1 2
"""


class Gate:
    target_map_xyz = (1, 0, "moor")


XYMAP_DATA = {
    "zcoord": HERE,
    "map": MAP,
    "prototypes": {
        (0, 0): {"key": "Gate"},  # in the west
        (1, "*", "e"): {"attrs": [("size", (2, 1)), ("back", (0, 0, HERE))]},
        ("2", 1): {"key": "Mill"},
    },
    "options": {"dungeon": {"start": (0, 0)}},
    "areas": {"old": {"rooms": ["(0,0)-(2,1)", (1, 0), "M"]}},
    "contents": [{"prototype": "cat", "rooms": [(2, 0)], "wanders": {"route": [(2, 0), (1, 1)]}}],
}
'''
MOVED = TOWN
for old, new in (
    (" + 0 1 2\n", " + 0 1 2 3 4\n"),
    ("\n 1 #-#-#\n   |  /\n 0 #-#\n", "\n 2     #-#-#\n       |  /\n 1     #-#\n\n 0\n"),
    ("(0, 0", "(2, 1"),
    ('(1, "*"', '(3, "*"'),
    ('("2", 1)', '("4", 2)'),
    ('"(0,0)-(2,1)", (1, 0)', '"(2,1)-(4,2)", (3, 1)'),
    (
        '[(2, 0)], "wanders": {"route": [(2, 0), (1, 1)]}',
        '[(4, 1)], "wanders": {"route": [(4, 1), (3, 2)]}',
    ),
):
    MOVED = MOVED.replace(old, new)


def test_all_that_says_where_it_is_moves_below_0_and_between_levels():
    assert shift_module(TOWN, "Town", Coord(2, 1), is_own=True) == MOVED
    back = shift_module(MOVED, "Town", Coord(-2, -1), is_own=True)
    assert back == TOWN
    text = """XYMAP_DATA = {"zcoord": "moor", "rooms": {
    (0, 0, 1): {"exits": {"e": (1, 0, 1), "in": {"to": (0, 0, "town")}, "d": (0, 0, "Moor:0")}}}}
    """
    assert (
        shift_module(text, "moor", Coord(-3, 1, 2), is_own=True)
        == """XYMAP_DATA = {"zcoord": "moor", "rooms": {
    (-3, 1, 3): {"exits": {"e": (-2, 1, 3), "in": {"to": (0, 0, "town")}, "d": (-3, 1, "Moor:2")}}}}
    """
    )
    assert '"in": {"to": (5, 0, "town")}' in shift_module(text, "Town", Coord(5, 0), is_own=False)
    text = TOWN.replace('"map": MAP', '"levels": [MAP]')
    up = shift_module(text, "town", Coord(0, 0, 2), is_own=True)
    empty = 'r"""\n+\n\n\n+\n""", '
    assert f'"levels": [{empty}{empty}MAP]' in up
    east = shift_module(up, "town", Coord(2, 1, 0), is_own=True)
    assert east == MOVED.replace('"map": MAP', f'"levels": [{empty}{empty}MAP]')
    assert shift_module(up, "town", Coord(0, 0, -2), is_own=True) == text
    with pytest.raises(UnwritableError, match="below z = 0"):
        shift_module(text, "town", Coord(0, 0, -1), is_own=True)


@pytest.mark.parametrize(
    ("by", "text", "fault"),
    [
        (Coord(-1, 0), TOWN, "left of x = 0"),
        (Coord(0, -1), TOWN, "below y = 0"),
        (
            Coord(1, 0),
            TOWN.replace('MAP = r"""', 'MAP = """\\x20'),
            "the drawing is not written as",
        ),
        (Coord(1, 0), TOWN.replace('"map": MAP', '"map": draw()'), "the module computes its"),
        (Coord(1, 0), TOWN.replace('"map": MAP', '"matrix": {}'), "made from a seed"),
    ],
)
def test_what_cannot_move_says_why(by, text, fault):
    with pytest.raises(UnwritableError, match=fault):
        shift_module(text, "town", by, is_own=True)


rows = st.lists(st.text("# ", min_size=1, max_size=14), min_size=1, max_size=14)


@given(rows, st.integers(0, 5), st.integers(0, 5), st.booleans())
def test_any_drawing_moves_by_what_it_should_and_back(rows, x, y, is_numbered):
    """Its labels fit, and what is drawn is the same."""
    body = []
    for number, row in enumerate(reversed(rows)):
        label = str(number % 10) if is_numbered else ""
        body = [f"{label:2}{' '.join(row)}".rstrip(), *([""] if body else []), *body]
    axis = "+ " + " ".join(str(n % 10) for n in range(14)) if is_numbered else "+"
    text = "\n".join(["", axis, "", *body, "", axis, ""])
    moved = shift_drawing(text, Coord(x, y))
    before, after = read_drawing(text, "a"), read_drawing(moved, "a")
    assert [(p.x, p.y) for p in after.places] == [(p.x + x, p.y + y) for p in before.places]
    assert not after.warnings
    assert shift_drawing(moved, Coord(-x, -y)) == text
