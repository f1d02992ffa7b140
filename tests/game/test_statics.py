"""What browsers get, after a change of Evennia: its files, not those of the one before."""

import os
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage

from xyzgrid_ext.game.cli import statics

SCRIPT = "webclient/js/evennia.js"


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """The folder of the copies, as after a start."""
    from django.contrib.staticfiles.management.commands import collectstatic

    storage = StaticFilesStorage(tmp_path)
    monkeypatch.setattr(statics, "staticfiles_storage", storage)
    monkeypatch.setattr(collectstatic, "staticfiles_storage", storage)
    statics.renew()
    return tmp_path


def make_old(copies: Path) -> None:
    (copies / SCRIPT).write_text("// of another Evennia")


def test_after_a_start_nothing_is_stale(copies):
    assert (copies / SCRIPT).is_file()
    assert statics.stale() == []


def test_what_is_left_of_another_evennia_is_found_and_renewed(copies):
    right = (copies / SCRIPT).read_text()
    make_old(copies)
    assert statics.stale() == [SCRIPT]
    assert statics.renew() == 1
    assert (copies / SCRIPT).read_text() == right
    assert statics.stale() == []


def test_what_the_next_start_copies_is_not_told_of(copies):
    make_old(copies)
    os.utime(copies / SCRIPT, (0, 0))
    assert statics.stale() == []


def test_the_doctor_tells_of_it_and_web_mends_it(copies, run, monkeypatch):
    monkeypatch.setattr("xyzgrid_ext.game.cli.libraries.fetch", lambda folder: [])
    assert "as they should be" in run("doctor")[1]
    make_old(copies)
    told = run("doctor")[1]
    assert "another Evennia's: 1" in told
    assert "`evennia xyzgrid web` copies them anew" in told
    assert "files of another Evennia, copied anew: 1" in run("web")[1]
    assert "as they should be" in run("doctor")[1]
