"""The edges of drawings, as pictures: what would be lost is told, and comments may say anything."""

import pytest

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.sheet import read_drawing
from xyzgrid_ext.core.sheet.legend import LEGEND, Symbol, SymbolKind
from xyzgrid_ext.core.sheet.margins import cut_off_findings, label_findings

ROOMS = set("#IT")
LINKS = set("\\|/-<>^vxo+udtbi")


def findings(drawing):
    return cut_off_findings(drawing, ROOMS, LINKS, "town")


def test_what_stands_beside_the_marks_is_told_and_decoration_is_not():
    assert findings("\n+ 0 1\n\n1 #-#\n  |\n0 #\n\n+ 0 1\n") == []
    assert unused(["#~#"], **{"~": Symbol(SymbolKind.LINK)}) == []
    (finding,) = findings("  + 0 1\n\n1 #-#-#\n\n  + 0 1")
    assert str(finding) == (
        "town:3:3: what stands left of column 5 is not read, "
        "so this part of the drawing would be lost\n"
        "  3 | 1 #-#-#\n"
        "    |   ^^\n"
        "the + in line 1, column 3 marks the corner: "
        "put it, and the lower one, two columns left of the drawing"
    )
    upper, lower = findings("+ 0 1\n1 #-#\n  | |\n  #-#\n0 #-#\n+ 0 1")
    assert (upper.code, upper.line, upper.column, upper.width) == ("row-lost", 2, 3, 3)
    assert (lower.code, lower.line, lower.column) == ("row-lost", 5, 3)
    assert upper.message.startswith("the line below the upper + is not read")
    assert lower.message.startswith("the line above the lower + is not read")
    (finding,) = findings("+ 0 1\n\n0 #-#\n\n + 0 1\n\n")
    assert (finding.code, finding.line, finding.column) == ("marks-askew", 5, 2)
    assert finding.message == "the lower + is in column 2, the upper in 1"
    # a + in a comment is the first of all
    (finding,) = findings("A + B\n\n+ 0 1\n\n0 #-#\n\n+ 0 1")
    assert finding.message == "the lower + is in column 1, the upper in 3"
    drawing = "\n".join(["+", "", "  #", "   \\\\", "    #", "", "+"])
    found = [f for f in read_drawing(drawing, "town").warnings if f.code == "unused-symbol"]
    assert found
    assert all("in a raw string" in f.cure for f in found)


@pytest.mark.parametrize(
    ("drawing", "line"),
    [
        (" +\n\n #-#\n\n +", 3),  # by two columns: the parser would read a single room
        (" + 0\n\n1#-#\n\n +", 3),  # a label without a blank
        ("  +\n\n  I-#\n\n  +", 3),
        ("+\n\no-#\n|\no-#\n\n+", 3),  # not a room, but a bend of a link that would be gone
    ],
)
def test_what_is_left_of_the_drawing_is_told(drawing, line):
    (finding,) = findings(drawing)
    assert (finding.code, finding.line) == ("column-lost", line)


@pytest.mark.parametrize(
    "drawing", ["+\n\n  #-#\n", "+\n\n  #-#", "+ 0 1\n\n  #-#\n  | +\n  #-#\n"]
)
def test_without_a_lower_mark_the_last_two_lines_are_told(drawing):
    drawing = drawing if drawing.count("+") > 1 else drawing.replace("#-#", "#+#")
    (finding,) = findings(drawing)
    assert finding.code == "row-lost"
    assert "no + stands below the upper one" in finding.message


@pytest.mark.parametrize(
    "drawing",
    [
        "the hill, #1\n+ 0 1  # axis\n\n1 #-#  \n\n+ 0 1\nbelow #-# of old",  # outside of all
        "       1\n  + 9 0\n\n 10 #-#\n\n  9 #-#\n\n  + 9 1\n      0",  # numbers of two digits
        "+ 0 1\n  1 1\n10#-#\n\n 9#-#\n\n+ 0 1",
        "+ 0 1\n  (east is right)\n1 #-#\n  (south)\n+ 0 1",
        "+\n  -----\n1 #-#\n  -----\n+",  # rulers
        "+\n|\n| #-#\n|\n+",
        "     +\n\nhill 1 #-#\n\nbut    #-#\n\n     +",  # words, some of letters of the legend
        "  +\n\n I  #-#\n\nII  #-#\n\n  +",  # Roman numbers
        "+ 0 1\n\n1-#-#\n\n+ 0 1",  # ticks of an axis
        "+ 0 1\n\n0 #-#\n  +\n  | |\n\n+ 0 1",
    ],
)
def test_numbers_words_and_rulers_are_no_drawing(drawing):
    assert findings(drawing) == []


@pytest.mark.parametrize(
    "drawing", ["", "no marks", "+", "+ only one\n#-#", "++", "#-#\n+", "+\n+"]
)
def test_a_text_without_marks_is_left_to_the_parser(drawing):
    assert findings(drawing) == []


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ("+ 0 1\n\n1 #-#\n\n+ 0 1", (3, 1, "the label 1 stands at y = 0")),
        (
            "+ 0 1\n\n1 #-#\n0 |\n  #\n\n+ 0 1",
            (4, 1, "the label 0 stands between two rows of rooms"),
        ),
        ("+ 1 2\n\n0 #-#\n\n+ 0 1", (1, 3, "the label 1 stands at x = 0")),
        ("+ 0 1\n\n0 #-#\n\n+ 0  1", (5, 6, "the label 1 stands between two columns of rooms")),
    ],
)
def test_a_label_of_an_axis_that_contradicts_its_place_is_a_warning(drawing, place):
    (finding,) = label_findings(drawing, "town")
    assert (finding.line, finding.column, finding.message) == place
    assert (str(finding.severity), finding.code) == ("warning", "wrong-label")


@pytest.mark.parametrize(
    "drawing",
    [
        "+ 0 1\n\n1 #-#\n  |\n0 #\n\n+ 0 1",
        "+ 0   2\n\n  #-#\n  |\n  #\n\n+",
        "+" + " 0 1 2 3 4 5 6 7 8 9" * 2 + "\n\n  #\n\n+ 0 1",
        "+ 0 1 2 3 4 5 6 7 8 9 101112\n\n  #\n\n+",
        "+ 0 1 2 3 4 5 6 7 8 9 10  12\n\n  #\n\n+",
        "+ the town of 1811\n\n  #\n\n+",
        "\n".join(["+ 0", "", *(f"{y % 10} #\n  |" for y in range(11, 0, -1)), "0 #", "", "+"]),
    ],
)
def test_labels_may_be_left_out_or_cut_to_their_last_digit(drawing):
    assert label_findings(drawing, "town") == []


# --- symbols that stand for nothing


def unused(rows, **symbols):
    drawing = "\n".join(("+", "", *("  " + row for row in rows), "", "+"))
    return [
        (found.line, found.column, found.message)
        for found in read_drawing(drawing, "town", LEGEND | symbols).warnings
        if found.severity is Severity.WARNING
    ]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["#-#|"], [(3, 6, "the link '|' joins no rooms")]),  # in the margin
        (["#v#"], [(3, 4, "the link 'v' joins no rooms")]),  # across its own way
        (["#-# T"], [(3, 7, "no link leads to the transition 'T'")]),
        (["#-T", "", "# u"], [(5, 5, "the link 'u' joins no rooms")]),
        (["#-#", "  |", "#-o", "  /", "#-#"], [(6, 5, "the link '/' joins no rooms")]),
        (["#>#", "^ v", "#<#"], []),
        (["#-t t-#", "|", "#i#b#"], []),
        (["#-#-T", " x", "# #"], []),
    ],
)
def test_what_joins_nothing_is_told(rows, told):
    assert unused(rows) == told


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (["#>--#"], ["#-->#"]),
        (["#--<#"], ["#<--#"]),
        (["#->-#"], ["#-->#"]),
        (["#", "v", "|", "|", "#"], ["#", "|", "|", "v", "#"]),
        (["#", "|", "|", "^", "#"], ["#", "^", "|", "|", "#"]),
    ],
)
def test_a_one_way_sign_means_the_same_wherever_it_stands_in_its_chain(first, last):
    def exits(rows):
        drawn = read_drawing("\n".join(("+", "", *("  " + row for row in rows), "", "+")), "town")
        assert drawn.warnings == ()
        names = [drawn.styles[number].token for number in drawn.style]
        return list(zip(drawn.source, drawn.end, names, strict=True))

    assert exits(first) == exits(last)
    assert len(exits(first)) == 1
