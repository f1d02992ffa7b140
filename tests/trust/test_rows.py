"""Rows of long runs: what is there is not tried again, what failed is."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from limits import Failure
from rows import Row, Rows


def test_a_run_goes_on_where_another_ended_and_tries_failures_again(tmp_path):
    file = tmp_path / "rows.jsonl"
    rows = Rows(file)
    failed = (Failure(21, "over 1 s", ""),)
    assert list(done(rows, 50, {21: failed})) == [(1, 20), (21, 20), (41, 10)]
    rows.add(Row("faults: database", 1, 0, 0, 0.0, note="not run: there is none"))

    again = Rows(file)
    assert "fuzz: x" in again.failures()
    assert list(done(again, 70, {})) == [(21, 20), (51, 20)]
    assert not again.failures()
    assert "1-70" in again.table()
    assert "not run: there is none" in again.table()


def done(rows, count, failures):
    for first, number in rows.left("fuzz: x", 1, count, 20):
        rows.add(Row("fuzz: x", first, number, 0, 1.0, failures.get(first, ())))
        yield first, number
