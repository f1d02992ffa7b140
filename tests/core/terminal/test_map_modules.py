"""Map modules in the terminal: checked, drawn and walked without Evennia."""

import json
import subprocess
import sys

import pytest

from xyzgrid_ext.__main__ import main

VILLAGE = r'''
FIELD = """
+ 0 1 2

1 #-#-#
  |  /
0 #-I>#

+ 0 1 2
"""
TOWER = ["+\n\n  U-#\n\n+", "+\n\n  D-#\n\n+"]
XYMAP_DATA_LIST = [
    {"zcoord": "field", "map": FIELD, "prototypes": {(0, 0): {"key": "Well"}}},
    {"zcoord": "tower", "levels": TOWER},
    {"zcoord": "isle", "rooms": {(0, 0, 0): {"exits": {"n": (0, 1, 0)}}, (0, 1, 0): {}}},
]
'''


@pytest.fixture
def module(tmp_path):
    def written(text):
        file = tmp_path / "village.py"
        file.write_text(text)
        return str(file)

    return written


def test_maps_of_a_module_are_checked_drawn_and_walked_unless_their_names_are_taken(
    module, tmp_path, capsys
):
    file, other = module(VILLAGE), tmp_path / "other.py"
    other.write_text(
        VILLAGE.replace('"field"', '"Tower"').replace('"tower", "levels"', '"x", "levels"')
    )
    assert main(["check", file, str(other)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert f"{other} defines 'Tower', which {file} defines as well" in told
    assert "give one of them another zcoord" in told
    assert main(["check", file, file]) == 0
    file = module(VILLAGE)
    assert main(["check", file]) == 0
    assert "field: warning: no way out of (2,0)" in capsys.readouterr().out
    assert main(["draw", file, "--map", "Field"]) == 0
    assert capsys.readouterr().out == "field, from (0,0)\n#-#-#\n|  /\n#-#>#\n"
    assert main(["draw", file, "--map", "tower", "--level", "1"]) == 0
    assert capsys.readouterr().out == "tower:1, from (0,0)\nD-#\n"
    assert main(["path", file, "1,0", "2,1", "--map", "field"]) == 0
    assert capsys.readouterr().out == "1 step: northeast\nne\n"
    assert main(["path", file, "1,0,0", "1,0,1", "--map", "tower", "--json"]) == 0
    way = ["west", "up", "east"]
    assert json.loads(capsys.readouterr().out) == {"exits": way, "cost": 3}


@pytest.mark.parametrize(
    ("text", "command", "told"),
    [
        (VILLAGE, "draw", "choose one with --map, of 'field', 'tower', 'isle'"),
        ("XYMAP_DATA = {'zcoord': 'a', 'map': '+\\n\\n  #-?\\n\\n+'}", "draw", "no symbol '?'"),
        ("XYMAP_DATA = {'zcoord': 'a', 'map': '+\\n\\n  #--\\n\\n+'}", "check", "points to empty"),
        ("XYMAP_DATA = {'zcoord': 'a', 'map': '#-#'}", "check", "no two corner marks"),
        ("XYMAP_DATA = {'zcoord': 'a', 'levels': ['+\\n\\n  U\\n\\n+']}", "check", "a:0"),
        ("XYMAP_DATA = {'zcoord': 'a', 'map': '+', 'legend': {'#': int}}", "check", "legend"),
        (
            "XYMAP_DATA = {'zcoord': 'a', 'levels': ['+\\n  #-#\\n  |\\n  #\\n\\n+']}",
            "check",
            "would be lost",
        ),
        ("XYMAP_DATA = {'map': 5}", "check", "zcoord"),
        ("x = 1", "check", "neither XYMAP_DATA nor XYMAP_DATA_LIST"),
        ("x = ", "check", "cannot be imported: SyntaxError"),
        ("import xyzgrid_ext.parts.tides.sea", "check", "this map needs the part tides"),
    ],
)
def test_a_faulty_module_is_told_of_with_the_cure(module, text, command, told, capsys):
    assert main([command, module(text)]) == 1
    said = capsys.readouterr()
    assert told in said.out + said.err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"x = 1\n  y = 2\n", 2),
        (b"x = 1\n1 / 0\n", 2),
        (b"x = 1\nx = '\xe9'\n", 2),
        (b"import no_such_module_of_mine\n", 1),
        (b"from village import XYMAP_DATA\n", 1),
    ],
)
def test_the_cure_for_a_file_that_fails_is_to_correct_it(tmp_path, monkeypatch, capsys, text, line):
    monkeypatch.syspath_prepend(tmp_path)
    (file := tmp_path / "village.py").write_bytes(text)
    assert main(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"{file}:{line}: it cannot be imported: ")
    assert f"\ncorrect {file}\n" in said


def test_a_fault_of_an_imported_file_is_told_with_that_file(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_legends.py").write_text("a = 1\n\nx = (\n", "utf-8")
    (file := tmp_path / "village.py").write_text("import broken_legends\n", "utf-8")
    assert main(["check", str(file)]) == 1
    assert "broken_legends.py:3: it cannot be imported" in capsys.readouterr().out


def test_coordinates_that_a_dict_has_twice_are_told_with_both_lines(module, capsys):
    file = module(
        "A = {(0, 0): 1}\nXYMAP_DATA = {'zcoord': 'a', 'rooms': {\n (0, 0): {'key': 'Inn'},\n"
        " (1, 0): {'exits': {'w': (0, 0)}},\n (0, 0): {'key': 'Mill'}}}\n"
    )
    assert main(["check", file]) == 0
    said = capsys.readouterr().out
    told = "(0, 0) is a key in line 3 and in line 5: the first is lost"
    assert said.startswith(f"{file}:5: warning: {told}\n")
    assert said.count("is a key in line") == 1


@pytest.mark.parametrize(
    ("drawing", "place", "told"),
    [
        ("  #-#\n  |\t|\n  #-#", "a:4:4", "the drawing has a tab"),
        ("  #-#\n  | |\n   #-#", "a:5:4", "the row seems to be shifted"),
    ],
)
def test_a_tab_and_a_shifted_row_are_named(module, capsys, drawing, place, told):
    data = {"zcoord": "a", "map": f"+\n\n{drawing}\n\n+"}
    assert main(["check", module(f"XYMAP_DATA = {data!r}")]) == 1
    said = capsys.readouterr().out
    assert f"{place}: {told}" in said
    assert said.endswith(": 1 error\n")


def test_a_matrix_module_may_name_its_ends(module, tmp_path, capsys):
    (tmp_path / "keep.matrix").write_text(
        "matrixedge 2\nstartnode 0 0 0\nendnode 1 0 0\nnode 0 0 0 right twoway\n"
    )
    own = '"prototypes": {"end": {}}, "transitions": {("start", "out"): (0, 0, "town")}'
    file = module(f'XYMAP_DATA = {{"zcoord": "a", "matrix": "keep.matrix", {own}}}')
    assert main(["check", file]) == 0
    assert main(["path", file, "0,0,0", "1,0,0"]) == 0
    assert "1 step: right" in capsys.readouterr().out


@pytest.mark.parametrize(
    "others",
    [
        ("django", "evennia", "twisted"),
        # it takes long to import
        ("xyzgrid_ext.core.routes",),
    ],
)
@pytest.mark.parametrize("command", ["check", "draw"])
def test_drawn_maps_need_nothing_that_other_kinds_need(command, others, module):
    words = [command, module(VILLAGE), *(["--map", "field"] if command == "draw" else [])]
    code = f"import sys; sys.modules |= dict.fromkeys({others!r})\n"
    code += f"from xyzgrid_ext.__main__ import main; sys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("import numpy\nZ = numpy.str_('field')", 0, "no findings"),
        ("import collections\nMORE = collections.UserDict()", 0, "no findings"),
        ("Z = iter('field')", 1, "zcoord: must be a name, a text or a number, not an object of"),
        ("MORE['prototypes'] = {(0, 0): {'key': 'x', 'a': open}}", 0, "no findings"),
        ("MORE['prototypes'] = {(0, 0): {'a': object()}}", 1, "prototypes[(0,0)].a: must be"),
        ("raise KeyboardInterrupt", 1, "it cannot be imported: KeyboardInterrupt"),
        ("import sys\nsys.setrecursionlimit(300)", 0, "changed the recursion limit from"),
    ],
)
def test_odd_module_is_taken_or_told_as_in_a_game(text, code, words, module, capsys):
    file = module(
        f"Z, MORE = 'field', {{}}\n{text}\n"
        "XYMAP_DATA = {'zcoord': Z, 'map': '+\\n\\n  #-#\\n\\n+', **MORE}\n"
    )
    assert main(["check", file]) == code
    assert words in capsys.readouterr().out
