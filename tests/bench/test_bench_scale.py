"""The table of `make bench-scale` shows all that is measured. Never how long anything takes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture
def table(monkeypatch):
    """Import the table, which belongs to a script."""
    monkeypatch.syspath_prepend(str(HERE))
    import table_grown

    return table_grown


def column(table, kind, edge, **figures):
    """A column of the table."""
    return {table.World(kind, edge): table.finished(figures, {})}


def test_a_smallest_lazy_map_gives_every_row_its_figure(table, tmp_path):
    """All but those of a real server and of a reactor; and a second run measures nothing anew."""
    command = [sys.executable, str(HERE / "bench_scale.py"), "--smoke", "--lazy", "6"]
    command += ["--folder", str(tmp_path), "--without", "held", "login"]
    runs = [subprocess.run(command, capture_output=True, text=True) for _ in "ab"]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stdout + runs[0].stderr
    assert runs[1].stderr == ""
    assert runs[1].stdout == runs[0].stdout
    assert max(map(len, runs[0].stdout.splitlines())) <= 100
    stages = json.loads((tmp_path / "lazy6" / "figures.json").read_text())
    figures = table.finished({key: n for one in stages.values() for key, n in one.items()}, {})
    real, *others, holds, _land = table.SECTIONS.values()
    wanted = {row.key for rows in others for row in rows if table.LAZY in row.kinds}
    assert wanted <= figures.keys()
    assert all(row.label in runs[0].stdout for row in table.ROWS if row.key in wanted)
    unmeasured = {row.key for row in table.ROWS if table.LAZY in row.kinds} - figures.keys()
    assert unmeasured <= {row.key for row in (*real, *holds)}


def test_a_figure_that_no_row_shows_is_told_of(table):
    assert table.unknown(column(table, "all", 10, spawn=1.0)) == set()
    assert table.unknown(column(table, "all", 10, spwan=1.0, **{"spawn: queries": 3})) == {"spwan"}


def test_each_target_is_judged_by_its_worst_map(table):
    columns = column(table, "lazy", 10, **{"step: unmade, ms": 9.0})
    (line,) = table.targets(columns)
    assert line.startswith("reached  step into a room: unmade under 15 ms: at most 9 ms")
    columns |= column(table, "lazy", 100, **{"step: unmade, ms": 21.5})
    (line,) = table.targets(columns)
    assert line.startswith("MISSED")
    assert line.endswith("at most 21.5 ms (lazy, 10^6 rooms)")


def test_the_longest_hold_is_that_of_a_game_with_a_worker(table):
    holds = {"plan, here: hold, ms": 90.0, "plan, elsewhere: hold, ms": 15.0}
    figures = table.finished({**holds, "goto: longest hold, ms": 14.0}, {})
    assert figures["longest hold, ms"] == 15.0


def test_what_a_map_adds_to_an_empty_game_is_a_row(table):
    figures = table.finished(
        {"login": 9.0, "Server, MB": 600.0}, {"login": 6.0, "Server, MB": 140.0}
    )
    assert figures["login, more"] == 3.0
    assert [line.split()[0] for line in table.targets({table.World("lazy", 9): figures})] == [
        "reached",
        "reached",
    ]


def test_patience_with_a_server_does_not_count_its_wait_for_a_processor(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    from starts import Patience

    now = delay = 0.0
    patience = Patience(lambda: delay, lambda: now)
    for _ in range(100):
        now, delay = now + 10, delay + 8  # a busy machine: 2 of 10 seconds count
        assert patience.is_over == (now >= 1_500)
    patience = Patience(lambda: delay, lambda: now)
    now, delay = now + 299, 0.0  # another Server
    assert not patience.is_over
    now += 1
    assert patience.is_over
