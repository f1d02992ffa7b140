"""What a finding looks like, for people and as data."""

from dataclasses import replace

import pytest

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.findings import (
    Finding,
    MapError,
    RefusedError,
    Severity,
    errors_of,
    finding_texts,
    is_refused,
)
from xyzgrid_ext.core.routes.explored import ExploredRooms

FOWARD = Finding(
    Severity.ERROR,
    "unknown-direction",
    "unknown direction 'foward'",
    "did you mean 'forward'?",
    file="cube.matrix",
    line=14,
    column=12,
    source="node 2 2 0 foward twoway",
    width=6,
)
WORD = Finding(Severity.WARNING, "tab", "a tab", file="town")


def test_place_fault_line_caret_and_cure():
    assert str(FOWARD) == (
        "cube.matrix:14:12: unknown direction 'foward'\n"
        "  14 | node 2 2 0 foward twoway\n"
        "     |            ^^^^^^\n"
        "did you mean 'forward'?"
    )


def test_a_caret_stands_below_its_word_behind_a_tab():
    tabbed = Finding(Severity.WARNING, "tab", "a tab", line=3, column=6, source="node\tx", file="f")
    assert str(tabbed).splitlines()[1:] == ["  3 | node\tx", "    |     \t^"]


def test_a_refusal_says_all_that_was_found():
    refused = RefusedError(iter([FOWARD, WORD]))
    assert refused.findings == (FOWARD, WORD)
    assert str(refused) == f"{FOWARD}\n{WORD}"
    with pytest.raises(GridError):
        raise refused


def test_only_errors_refuse():
    assert errors_of([WORD, FOWARD, WORD]) == [FOWARD]


def test_strict_refuses_for_warnings_and_never_for_what_is_only_told():
    told, warned = Finding(Severity.INFO, "i", "i"), Finding(Severity.WARNING, "w", "w")
    assert [is_refused([told, warned], strict=strict) for strict in (False, True)] == [False, True]
    assert not is_refused([told], strict=True)


def test_of_many_findings_of_a_kind_the_first_are_shown():
    lines = [replace(WORD, line=number + 1) for number in range(200)]
    texts = list(finding_texts([FOWARD, *lines, FOWARD]))
    assert len(texts) == 1 + 20 + 1 + 1
    assert texts[0] == texts[-1] == str(FOWARD)
    assert texts[-2] == "town: warning: and 180 more of this kind (tab)"
    assert len(list(finding_texts(lines[:21]))) == 21


# --- errors by whom they are for


def test_a_wrong_argument_is_a_usage_error():
    with pytest.raises(UsageError):
        ExploredRooms.from_text("-1")


def test_what_an_author_wrote_wrongly_is_a_map_error_with_findings():
    error = MapError("an edge of 0", "an edge has 1 to 99 nodes")
    assert str(error) == "an edge of 0\nan edge has 1 to 99 nodes"
    assert error.findings == (
        Finding(Severity.ERROR, "error", "an edge of 0", "an edge has 1 to 99 nodes"),
    )


def test_a_refused_map_has_all_findings_and_is_a_map_error():
    findings = [Finding(Severity.ERROR, "a", "one"), Finding(Severity.WARNING, "b", "two")]
    error = RefusedError(findings)
    assert isinstance(error, MapError)
    assert error.findings == tuple(findings)
    assert str(error) == "one\nwarning: two"
