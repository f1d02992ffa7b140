"""Findings about a drawing have the line of its file, if the file has the drawing as it is read."""

import pytest

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.mapdata.validate import with_lines_of_file

DRAWING = "\n+ 0 1\n\n0 #-\n\n+ 0 1\n"


def place_of(source, data, file="town", line=4):
    finding = Finding(Severity.ERROR, "bad-drawing", "no end", "end it", file, line, 4, "0 #-")
    (found,) = with_lines_of_file([finding], data, source, "town.py")
    return found.file, found.line, found.message


def test_line_of_a_drawing_or_of_each_level_becomes_that_of_the_file():
    source = f'"""Town."""\n\nXYMAP_DATA = {{"zcoord": "town", "map": r"""{DRAWING}"""}}\n'
    assert source.splitlines()[5] == "0 #-"
    assert place_of(source, {"zcoord": "town", "map": DRAWING}) == ("town.py", 6, "town: no end")
    other = DRAWING.replace("#-", "#")
    data = {"zcoord": "tower", "levels": [other, DRAWING]}
    source = f'A = r"""{other}"""\nB = r"""{DRAWING}"""\n'
    assert place_of(source, data, "tower:1") == ("town.py", 11, "tower:1: no end")
    assert place_of(source, data, "tower:0") == ("town.py", 4, "tower:0: no end")


@pytest.mark.parametrize(
    ("source", "data", "line"),
    [
        ("", {"zcoord": "town", "map": DRAWING}, 4),  # made by a program
        (DRAWING * 2, {"zcoord": "town", "map": DRAWING}, 4),  # twice: which one is meant?
        (DRAWING, {"zcoord": "town", "map": DRAWING}, 0),  # about the map as a whole
        (DRAWING, {"zcoord": "town", "map": 7, "levels": 8}, 4),
        (DRAWING, None, 4),
    ],
)
def test_other_findings_stay_as_they_are(source, data, line):
    assert place_of(source, data, line=line) == ("town", line, "no end")
