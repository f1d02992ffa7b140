"""The benchmark runs, shows every row, and notices wrong results. Never how long anything takes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """Return the ended process of a smallest run, its figures, and the folder for its files."""
    temporary, figures = tmp_path_factory.mktemp("tmp"), tmp_path_factory.mktemp("out") / "f.json"
    done = subprocess.run(
        [sys.executable, str(HERE), "--smoke", "--json", str(figures)],
        env={"TMPDIR": str(temporary), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done, json.loads(figures.read_text()), temporary


def test_the_table_fits_a_hundred_columns(quick):
    done, *_ = quick
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_every_row_has_our_figure(quick):
    _, figures, _ = quick
    rows = figures["rows"]
    assert len(rows) >= 20
    assert [row["label"] for row in rows if row["ours"] is None] == ["path cache on disk"]


def test_what_the_contrib_does_not_show(quick):
    """Its index, boards, its spawn, far views, and a step without its map."""
    _, figures, _ = quick
    missing = {row["section"].split(":")[0] for row in figures["rows"] if row["contrib"] is None}
    alone = {"A room at a coordinate", "Boards", "Live boards", "Spawn, with overrides", "The view",
             "A step"}  # fmt: skip
    assert missing == alone
    skipped = {row["section"] for row in figures["rows"] if row["skipped"]}
    assert {re.split("[,:]", section)[0] for section in skipped} == {"Spawn", "The view"}


def test_the_contribs_view_is_shown_as_far_as_one_can_wait_for_it(quick):
    _, figures, _ = quick
    rows = [row for row in figures["rows"] if row["section"].startswith("The view")]
    assert [row["contrib"] is not None for row in rows[:3]] == [True] * 3
    assert rows[-1]["contrib"] is None


def test_a_spawn_is_shown_beside_plainer_ways_to_write_its_rows(quick):
    done, figures, _ = quick
    (row,) = figures["writers"]
    assert row["rows"] > 3_000
    assert all(row[key] > 0 for key in ("spawn", "bulk_create", "driver"))
    assert "driver: executemany on SQLite" in done.stdout


def test_each_route_engine_is_measured_or_says_why_it_is_not(quick):
    done, figures, _ = quick
    rows = figures["scale"]
    assert len(rows) == 3
    for row in rows:
        assert row["engine"] in done.stdout
        assert "first" in row["figures"] or "not installed" in row["skipped"]
    assert "again" in rows[0]["figures"]


def test_the_header_says_what_was_measured_with_what(quick):
    done, figures, _ = quick
    for name in ("python", "evennia", "numpy"):
        assert figures["about"][name] in done.stdout


def test_nothing_is_left_behind(quick):
    *_, temporary = quick
    assert list(temporary.iterdir()) == []


@pytest.fixture
def bench(monkeypatch):
    """Import the modules of the benchmark, which runs as a script."""
    monkeypatch.syspath_prepend(str(HERE))
    import maps
    import run
    import table

    return maps, run, table


def test_a_path_that_does_not_arrive_is_a_fault(bench):
    maps, *_ = bench
    assert maps.fault((0, 0), (1, 1), ["n", "e"]) == ""
    assert "ends at (0, 1)" in maps.fault((0, 0), (1, 1), ["n"])


def test_a_path_that_is_too_long_is_a_fault(bench):
    maps, *_ = bench
    assert "4 steps instead of 2" in maps.fault((0, 0), (1, 1), ["n", "n", "s", "e"])


def test_a_wrong_result_is_said_instead_of_the_assurance(bench):
    _, run, table = bench
    assert "as short as can be" in table.text(run.Results(), "")
    assert "as short as can be" not in table.text(run.Results(wrong=["no way"]), "")
    assert "WRONG: no way" in table.text(run.Results(wrong=["no way"]), "")


def test_engines_that_find_other_costs_are_a_fault(bench):
    _, run, _ = bench
    import table_scale

    name, results = table_scale.RUNS[True], run.Results()
    results.figures["ours", name, 8, "costs"] = run.Figure([1.0, 2.0, 5.0])
    results.figures["networkit", name, 8, "costs"] = run.Figure([1.0, 2.0])  # it was slower
    table_scale.compare(results)
    assert results.wrong == []
    results.figures["scipy", name, 8, "costs"] = run.Figure([1.0, 3.0])
    table_scale.compare(results)
    assert results.wrong == ["8 rooms, routes, weights 1 to 9: networkit and scipy differ"]


def test_a_skipped_figure_says_why(bench):
    _, run, table = bench
    results = run.Results(skipped={("contrib", table.PLAIN, 400): "not done after 1 s"})
    results.figures["ours", table.PLAIN, 400, "load"] = run.Figure(8.0)
    printed = table.text(results, "")
    assert "skipped" in next(line for line in printed.splitlines() if line.startswith("load,"))
    assert "contrib, 400 rooms, without overrides: not done after 1 s" in printed


def test_the_ratio_is_the_contribs_figure_by_ours(bench):
    _, run, table = bench
    results = run.Results()
    results.figures["ours", table.PLAIN, 400, "load"] = run.Figure(2.0)
    results.figures["contrib", table.PLAIN, 400, "load"] = run.Figure(30.0)
    (line,) = table.lines(table.SECTIONS[0], results)
    assert line.ratio == 15
