"""Modules written again: only what was changed, and what they say then is what was drawn."""

import difflib
import random
import textwrap

import pytest

from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.parts.editor.core import OperationError, apply, apply_all
from xyzgrid_ext.parts.editor.core.document import document_from_rooms, module_rooms
from xyzgrid_ext.parts.editor.core.operations import room_origins
from xyzgrid_ext.parts.editor.core.source import UnwritableError
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
