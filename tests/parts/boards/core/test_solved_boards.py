"""Verdicts on boards: found out once, kept by the boards' texts, safe to delete."""

import pytest

from xyzgrid_ext.parts.boards import solved_boards
from xyzgrid_ext.parts.boards.content import BOARDS
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource

ICE = BoardSource("ice", *((BOARDS / f"ice.{end}").read_text("utf-8") for end in ("game", "toml")))


@pytest.fixture
def solved(monkeypatch, tmp_path):
    """Return the levels that the solver was asked for; what it finds is kept in a folder."""
    asked = []
    monkeypatch.setenv("XYZGRID_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(
        solved_boards.automata,
        "is_solvable",
        lambda source, level: asked.append(level) or level == 1,
    )
    return asked


def test_a_verdict_is_found_out_once_and_anew_when_its_file_is_gone(solved, tmp_path):
    for _ in range(3):
        assert solved_boards.is_solvable(ICE, 1)
        assert not solved_boards.is_solvable(ICE, 2)
    assert solved == [1, 2]
    kept = sorted((tmp_path / "kept" / "verdicts").iterdir())
    assert sorted(file.read_bytes() for file in kept) == [b"0", b"1"]
    for file in kept:
        file.unlink()
    assert solved_boards.is_solvable(ICE, 1)
    assert solved == [1, 2, 1]


def test_another_text_has_a_verdict_of_its_own(solved):
    assert solved_boards.is_solvable(ICE, 1)
    assert solved_boards.is_solvable(ICE._replace(text=ICE.text + "\n"), 1)
    assert solved_boards.is_solvable(ICE._replace(boxes=ICE), 1)
    assert solved == [1, 1, 1]


def test_half_a_file_and_a_folder_that_cannot_be_made_do_no_harm(solved, tmp_path, monkeypatch):
    assert solved_boards.is_solvable(ICE, 1)
    (file,) = (tmp_path / "kept" / "verdicts").iterdir()
    file.write_bytes(b"")
    assert solved_boards.is_solvable(ICE, 1)
    assert file.read_bytes() == b"1"
    monkeypatch.setenv("XYZGRID_CACHE", str(file))
    assert solved_boards.is_solvable(ICE, 1)
    assert solved == [1, 1, 1]
