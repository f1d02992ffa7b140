"""Matrices that are kept are those that would be read; damage and full folders harm nothing."""

import os

import pytest

from xyzgrid_ext import matrix_cache
from xyzgrid_ext.core.matrix import parse

HEAD = "matrixedge 9\nstartnode 0 0 0\nendnode 8 8 8\ncurrentnode 1 0 0\n"
BODY = "".join(
    f"node {x} {y} {z} {way} twoway\n"
    for x in range(8)
    for y in range(8)
    for z in range(8)
    for way in ("right", "up", "forward")
)
TEXT = HEAD + BODY + "node 7 7 8 right\nnode 8 7 8 up\n"
HOLES = "wormhole 5 5 5 1 1 1\nwormhole 2 2 2 3 3 3 twoway\n"
ODD = TEXT.replace("currentnode 1 0 0\n", "") + "node 0 0 0 right twoway # again\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(matrix_cache, "LEAST_TEXT", 100)
    return tmp_path / "kept"


def read(text, folder):
    return matrix_cache.read_matrix(text, "cube.matrix", folder)


@pytest.mark.parametrize("text", [TEXT, TEXT + HOLES, ODD])
def test_a_kept_matrix_is_the_one_that_was_read_and_no_line_is_read_again(
    text, folder, monkeypatch
):
    first = read(text, folder)
    assert first == parse(text, "cube.matrix")
    assert len(first.findings) == (3 if text == ODD else 0)
    monkeypatch.setattr(matrix_cache, "parse", lambda *_: pytest.fail("it was read again"))
    second = read(text, folder)
    assert second == first


def test_refused_files_other_texts_and_small_files_are_not_taken_from_there(folder):
    for _ in range(2):
        assert read(TEXT + "node 0 0 0\n", folder).matrix is None
    assert not folder.exists()
    read(TEXT, folder)
    other = TEXT.replace("endnode 8 8 8", "endnode 7 7 7")
    assert read(other, folder).matrix == parse(other).matrix
    assert len(list(folder.iterdir())) == 2
    assert read("matrixedge 2\n", folder).matrix is None


@pytest.mark.parametrize("at", [0, 40, 150, 700, -30])
def test_a_damaged_file_counts_as_none_and_is_replaced(at, folder):
    read(TEXT, folder)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for data in (whole[:at], b"", bytes(whole[:at]) + b"\xff\x00\xff" + whole[at + 3 :]):
        file.write_bytes(data)
        assert read(TEXT, folder).matrix == parse(TEXT).matrix
    assert matrix_cache.find(folder, TEXT, "") == parse(TEXT)


def test_no_more_files_are_kept_than_the_bound_and_the_last_used_stay(folder, monkeypatch):
    monkeypatch.setattr(matrix_cache, "MOST_FILES", 2)
    texts = [TEXT, TEXT + "# one\n", TEXT + "# two\n"]
    for text in texts:
        read(text, folder)
        for age, file in enumerate(sorted(folder.iterdir(), key=os.path.getmtime, reverse=True)):
            os.utime(file, (1e9 - age, 1e9 - age))
    assert [matrix_cache.find(folder, text, "") is not None for text in texts] == [
        False,
        True,
        True,
    ]
