"""The database and the logs are closed to other users of the machine."""

import os
import stat
from types import SimpleNamespace

import pytest

from xyzgrid_ext.parts.tuning import private


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def game(tmp_path, monkeypatch):
    """Return a game dir as Evennia leaves it, and put the umask back afterwards."""
    folder = tmp_path / "game"
    (folder / "server" / "logs").mkdir(parents=True)
    files = ["evennia.db3", "evennia.db3-wal", "logs/server.log", "logs/portal.log.2026_01_01"]
    for name in files:
        (folder / "server" / name).touch()
        (folder / "server" / name).chmod(0o644)
    (folder / "server" / "logs").chmod(0o755)
    name = str(folder / "server" / "evennia.db3")
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
    settings = SimpleNamespace(
        GAME_DIR=str(folder), LOG_DIR=str(folder / "server" / "logs"), DATABASES={"default": engine}
    )
    monkeypatch.setattr(private, "settings", settings)
    before = os.umask(0o022)
    yield folder / "server"
    os.umask(before)


def test_others_read_neither_database_nor_logs_once_the_game_has_started(game):
    assert len(private.open_paths()) == 5
    private.close_files_to_others()
    assert private.open_paths() == []
    for name in ("evennia.db3", "evennia.db3-wal", "logs/server.log"):
        assert mode(game / name) == 0o640, "what the group may do stays"
    assert mode(game / "logs") == 0o750


def test_what_is_made_later_is_closed_as_well(game):
    private.close_files_to_others()
    (game / "logs" / "http.log").touch()
    assert mode(game / "logs" / "http.log") == 0o640


def test_what_belongs_to_somebody_else_is_left_alone(game, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    private.close_files_to_others()
    assert mode(game / "evennia.db3") == 0o644


@pytest.mark.django_db
def test_the_doctor_names_what_is_open(game, run):
    assert "evennia.db3" in run("doctor")[1]
    private.close_files_to_others()
    (line,) = [line for line in run("doctor")[1].splitlines() if "open to everybody" in line]
    assert line.split()[-1] == "nothing"
