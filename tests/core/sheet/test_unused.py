"""Symbols of a drawing that stand for nothing: warnings with a place, and the map works."""

import pytest

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.sheet import LEGEND, Symbol, SymbolKind, read


def unused(rows, **symbols):
    drawing = "\n".join(("+", "", *("  " + row for row in rows), "", "+"))
    return [
        (found.line, found.column, found.message)
        for found in read(drawing, "town", LEGEND | symbols).unused
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
