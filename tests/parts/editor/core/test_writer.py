"""What is drawn is written into modules, and what operations do is undone by their inverse."""

import copy
import difflib
import json
import random
import re
import textwrap
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.core.sheet.read import read_drawing
from xyzgrid_ext.parts.editor.core import OperationError, apply, apply_all
from xyzgrid_ext.parts.editor.core.document import document_from_rooms, module_rooms
from xyzgrid_ext.parts.editor.core.operations import room_origins
from xyzgrid_ext.parts.editor.core.shifting import shift_drawing, shift_module
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.values import module_names
from xyzgrid_ext.parts.editor.core.writer import MapSource, module_text

INN = '''"""The inn."""

import textwrap

EXITS = 5  # nothing of ours

XYMAP_DATA = {
    "zcoord": "inn",
    "rooms": {
        # the ground floor
        (0, 0): {"key": "Hall", "exits": {"east": (1, 0), "up": (0, 0, 1)}},  # the door
        (1, 0): {
            "key": 'Bar',  # where they sing
            "desc": textwrap.dedent("""
                Beer.

                And "wine".
            """).strip(),
            "tags": [("forest", "environment"), "inn"],
            "exits": {
                "west": (0, 0, 0),
                "gate": {"to": (0, 0), "weight": 2, "needs": ["item:key"]},  # iron
                "boat": (3, 4, "harbour:2"),
            },
        },
        (0, 0, 1): {
            "desc": (
                "Straw.\\n"
                "A mouse."
            ),
            "symbol": "u",
            "exits": {},
        },
    },
    "options": {"title": "The Inn"},
}
'''


def read(text):
    """What a module says, run as a game would."""
    names = {}
    exec(text, names)
    data = names["XYMAP_DATA"]
    assert {fault.code for fault in validate(data)} <= {"unread-key"}
    document, fixed = document_from_rooms(data["zcoord"], data["rooms"], data.get("options", {}))
    return document, fixed


def rewrite(text, *ops):
    document, fixed = read(text)
    source = MapSource(text, document, "rooms", fixed)
    new, _undo = apply_all(document, ops)
    return source.rewrite(new, room_origins(document, ops)), new


def diff(old, new):
    lines = difflib.ndiff(old.splitlines(), new.splitlines())
    return "\n".join(line for line in lines if line[0] in "+-")


def set_(room, key, value):
    return {"op": "set", "room": room, "key": key, "value": value}


def exit_(room, direction, value):
    return {"op": "exit", "room": room, "direction": direction, "value": value}


CASES = {
    "a name": (
        [set_("1,0,0", "name", 'The "Bar" o\' Tears')],
        """
        -             "key": 'Bar',  # where they sing
        +             "key": 'The "Bar" o\\' Tears',  # where they sing
        """,
    ),
    "a text that its module trims": (
        [set_("1,0,0", "desc", 'Beer.\n\nAnd "water".')],
        """
        -                 And "wine".
        +                 And "water".
        """,
    ),
    "a text of several literals": (
        [set_("0,0,1", "desc", "Straw.\nA cat.")],
        """
        -                 "A mouse."
        +                 "A cat."
        """,
    ),
    "an exit that goes": (
        [exit_("1,0,0", "gate", None)],
        """
        -                 "gate": {"to": (0, 0), "weight": 2, "needs": ["item:key"]},  # iron
        """,
    ),
    "a prototype": (
        [set_("1,0,0", "prototype", {"tags": [["forest", "environment"], "pub"], "lit": True})],
        """
        -             "tags": [("forest", "environment"), "inn"],
        +             "tags": [("forest", "environment"), "pub"],
        +             "lit": True,
        """,
    ),
    "a room that comes": (
        [{"op": "add", "room": "2,0,0", "values": {"name": "Yard", "desc": "Mud.\nHens."}}],
        """
        +         (2, 0, 0): {
        +             "key": "Yard",
        +             "desc": (
        +                 "Mud.\\n"
        +                 "Hens."
        +             ),
        +         },
        """,
    ),
    "a room that goes": (
        [{"op": "remove", "room": "0,0,1"}],
        """
        -         (0, 0): {"key": "Hall", "exits": {"east": (1, 0), "up": (0, 0, 1)}},  # the door
        +         (0, 0): {"key": "Hall", "exits": {"east": (1, 0)}},  # the door
        -         (0, 0, 1): {
        -             "desc": (
        -                 "Straw.\\n"
        -                 "A mouse."
        -             ),
        -             "symbol": "u",
        -             "exits": {},
        -         },
        """,
    ),
    "a room that moves": (
        [{"op": "move", "rooms": ["0,0,1"], "by": [0, 2, 0]}],
        """
        -         (0, 0): {"key": "Hall", "exits": {"east": (1, 0), "up": (0, 0, 1)}},  # the door
        +         (0, 0): {"key": "Hall", "exits": {"east": (1, 0), "up": (0, 2, 1)}},  # the door
        -         (0, 0, 1): {
        +         (0, 2, 1): {
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_a_small_difference_of_the_file(case):
    ops, shown = CASES[case]
    text, new = rewrite(INN, *ops)
    assert diff(INN, text) == textwrap.dedent(shown).strip("\n")
    assert read(text)[0] == new


@pytest.mark.parametrize("case", CASES)
def test_what_is_undone_before_it_is_written_leaves_the_file_as_it_was(case):
    ops, _shown = CASES[case]
    _after, undo = apply_all(read(INN)[0], ops)
    assert rewrite(INN, *ops, *undo)[0] == INN


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_stay(newline):
    text = INN.replace("\n", newline)
    for ops, _shown in CASES.values():
        new, _document = rewrite(text, *ops)
        assert new.count("\n") == new.count(newline)


CODE = ['"', '"""', "\\", "')\nimport os\n('", "\x00", "\ud800"]


@pytest.mark.parametrize("text", CODE)
def test_text_that_looks_like_code_is_text(text):
    ops = [set_(room, "desc", f"a{text}b") for room in ("0,0,0", "1,0,0", "0,0,1")]
    ops.append({"op": "option", "key": text, "value": [text, {text: text}]})
    new, document = rewrite(INN, *ops)
    assert read(new)[0] == document


def random_op(random_, document):
    places = [f"{x},{y},{z}" for x in range(4) for y in range(3) for z in range(2)]
    rooms = list(document["rooms"]) or ["0,0,0"]
    here = random_.choice(rooms)
    to = random_.choice([*rooms, "3,4,0@town", "1,1,2@cube"])
    way = {"to": to} | random_.choice([{}, {"needs": ["a b", "c"]}, {"weight": 2.5, "name": "x"}])
    return random_.choice(
        [
            {"op": "add", "room": random_.choice(places), "values": {"name": "N", "desc": "a\nb"}},
            {"op": "remove", "room": here},
            set_(here, random_.choice(["name", "desc"]), random_.choice(["", "x'", "é\n\\"])),
            set_(here, "symbol", random_.choice(["s", None])),
            set_(here, "prototype", random_.choice([None, {"tags": [["a", "b"]], "n": [1, None]}])),
            exit_(here, random_.choice(["n", "east", "boat"]), random_.choice([None, way])),
            {"op": "move", "rooms": [here], "by": random_.choice([[0, 1, 0], [1, 0, 1]])},
            {"op": "option", "key": "title", "value": random_.choice([None, "T"])},
        ]
    )


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_drawn_is_what_the_file_says(seed):
    random_ = random.Random(seed)
    text = INN
    for _apply in range(3):
        document, _fixed = read(text)
        ops = []
        while len(ops) < 12:
            op = random_op(random_, document)
            try:
                changed, _undo = apply(document, op)
            except OperationError:
                continue
            if changed["rooms"]:  # a map has some
                document = changed
                ops.append(op)
        new, expected = rewrite(text, *ops)
        assert read(new)[0] == expected == document
        assert "# nothing of ours" in new
        text = new


def test_new_map_is_a_module_and_what_is_computed_stays():
    document, _fixed = read(INN)
    text = module_text(document)
    assert read(text)[0] == document
    assert text.splitlines()[0] == '"""inn. Drawn in the map editor; edit it here or there."""'
    names = {}
    exec(text, names)
    assert names["XYMAP_DATA"]["rooms"] == module_rooms(document)
    assert '"exits": {}' not in text
    text = (
        "def named(key, **more):\n    return {'key': key, **more}\n"
        'XYMAP_DATA = {"zcoord": "inn", "rooms": {\n'
        '    (0, 0): named("Hall", desc="A " + "hall."),\n'
        '    (1, 0): {"key": "Bar".upper(), "tags": {"a"}},\n'
        "}}\n"
    )
    document, fixed = read(text)
    source = MapSource(text, document, "rooms", fixed)
    assert source.fixed == {
        "0,0,0": ("desc", "symbol", "prototype", "exits"),
        "1,0,0": ("name", "prototype"),
    }
    assert 'named("Porch"' in rewrite(text, set_("0,0,0", "name", "Porch"))[0]
    with pytest.raises(UnwritableError, match="1,0,0: the file computes the name of this room"):
        rewrite(text, set_("1,0,0", "name", "Porch"))


COMPUTED = {
    "rooms by a loop": 'ROOMS = {(n, 0): {} for n in range(3)}\nXYMAP_DATA = {"zcoord": "inn", '
    '"rooms": ROOMS}',
    "rooms that are added": "ROOMS = {(0, 0): {}}\nROOMS[1, 0] = {}\n"
    'XYMAP_DATA = {"zcoord": "inn", "rooms": ROOMS}',
    "rooms of a function": 'def f():\n    return {(0, 0): {}}\nXYMAP_DATA = {"zcoord": "inn", '
    '"rooms": f()}',
    "rooms of two maps": 'ROOMS = {(0, 0): {}}\nB = {"zcoord": "b", "rooms": ROOMS}\n'
    'XYMAP_DATA = {"zcoord": "inn", "rooms": ROOMS}',
    "a key that is computed": 'XYMAP_DATA = {"zcoord": "inn", "rooms": {(1 - 1, 0): {}}}',
    "all of it": 'XYMAP_DATA = dict(zcoord="inn", rooms={(0, 0): {}})',
    "a form feed": '\f\nXYMAP_DATA = {"zcoord": "inn", "rooms": {(0, 0): {}}}',
}


@pytest.mark.parametrize("case", COMPUTED)
def test_a_module_that_computes_its_map_is_refused_with_the_reason(case):
    document, fixed = read(COMPUTED[case])
    with pytest.raises(UnwritableError) as refused:
        MapSource(COMPUTED[case], document, "rooms", fixed)
    assert refused.value.cure


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
