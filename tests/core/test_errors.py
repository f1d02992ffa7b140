"""Errors by whom they are for; all of them are GridErrors, which games catch."""

import pytest

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError, Severity
from xyzgrid_ext.core.routes.explored import ExploredRooms


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


@pytest.mark.parametrize("kind", [UsageError, MapError])
def test_games_that_catch_grid_errors_catch_all_kinds(kind):
    assert issubclass(kind, GridError)
    assert issubclass(kind, RuntimeError)
