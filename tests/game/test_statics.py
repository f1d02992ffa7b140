"""What browsers get, after a change of Evennia: its files, not those of the one before."""

import os
from pathlib import Path

import pytest
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import call_command

from xyzgrid_ext.game.cli import doctor

SCRIPT = "webclient/js/evennia.js"


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """The folder of the copies, as after a start."""
    storage = StaticFilesStorage(tmp_path)
    monkeypatch.setattr(doctor, "staticfiles_storage", storage)
    monkeypatch.setattr(collectstatic, "staticfiles_storage", storage)
    renew()
    return tmp_path


def renew(**options):
    call_command("collectstatic", interactive=False, verbosity=0, **options)


def make_old(copies: Path) -> None:
    (copies / SCRIPT).write_text("// of another Evennia")


def test_what_the_next_start_copies_is_not_told_of(copies):
    make_old(copies)
    os.utime(copies / SCRIPT, (0, 0))
    assert doctor.stale_files() == []


def test_doctor_says_what_copies_them_anew(copies, run):
    assert "as they should be" in run("doctor")[1]
    make_old(copies)
    told = run("doctor")[1]
    assert "another Evennia's: 1" in told
    assert "`evennia collectstatic --clear --noinput` copies them anew" in told
    renew(clear=True)
    assert "as they should be" in run("doctor")[1]
