"""Symbols of a drawing that stand for nothing: warnings with a place, and the map works."""

import pytest

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.sheet import read
from xyzgrid_ext.core.sheet.legend import LEGEND, Symbol, SymbolKind


def unused(rows, **symbols):
    drawing = "\n".join(("+", "", *("  " + row for row in rows), "", "+"))
    return [
        (found.line, found.column, found.message)
        for found in read(drawing, "town", LEGEND | symbols).warnings
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


def test_decoration_joins_nothing_and_is_not_told():
    assert unused(["#~#"], **{"~": Symbol(SymbolKind.LINK)}) == []


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
        drawn = read("\n".join(("+", "", *("  " + row for row in rows), "", "+")), "town")
        assert drawn.warnings == ()
        names = [drawn.styles[number].token for number in drawn.style]
        return list(zip(drawn.source, drawn.end, names, strict=True))

    assert exits(first) == exits(last)
    assert len(exits(first)) == 1


def test_signs_that_point_at_each_other_join_nothing():
    assert [message for _, _, message in unused(["#-><--#"])] == [
        f"the link '{symbol}' joins no rooms" for symbol in "-><--"
    ]


def test_a_doubled_backslash_says_how_to_write_one():
    drawing = "\n".join(["+", "", "  #", "   \\\\", "    #", "", "+"])
    found = [f for f in read(drawing, "town").warnings if f.code == "unused-symbol"]
    assert found
    assert all("in a raw string" in f.cure for f in found)
