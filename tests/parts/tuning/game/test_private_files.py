"""The database and the logs are closed to other users of the machine."""

import os
import stat
from types import SimpleNamespace

import pytest

from xyzgrid_ext.parts.tuning import portal, private, server


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
        GAME_DIR=str(folder),
        LOG_DIR=str(folder / "server" / "logs"),
        DATABASES={"default": engine},
    )
    monkeypatch.setattr(private, "settings", settings)
    before = os.umask(0o022)
    yield folder / "server"
    os.umask(before)


def test_others_read_neither_database_nor_logs_once_the_game_has_started(game):
    assert len(private.open_paths()) == 5
    private.close()
    assert private.open_paths() == []
    for name in ("evennia.db3", "evennia.db3-wal", "logs/server.log"):
        assert mode(game / name) == 0o640, "what the group may do stays"
    assert mode(game / "logs") == 0o750


def test_what_is_made_later_is_closed_as_well(game):
    private.close()
    (game / "logs" / "http.log").touch()
    assert mode(game / "logs" / "http.log") == 0o640


def test_logs_outside_of_the_game_are_left_alone(game, tmp_path):
    elsewhere = tmp_path / "var" / "log"
    elsewhere.mkdir(parents=True)
    (elsewhere / "syslog").touch()
    before = [mode(elsewhere), mode(elsewhere / "syslog")]
    private.settings.LOG_DIR = str(elsewhere)
    private.close()
    assert [mode(elsewhere), mode(elsewhere / "syslog")] == before


def test_what_belongs_to_somebody_else_is_left_alone(game, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    private.close()
    assert mode(game / "evennia.db3") == 0o644


def test_a_database_that_is_not_there_yet_or_in_memory_is_no_fault(game):
    (game / "evennia.db3").unlink()
    private.close()
    private.settings.DATABASES["default"]["NAME"] = "file:memorydb?mode=memory"
    private.close()


@pytest.mark.parametrize("plugin", [portal, server])
def test_portal_and_server_close_them_at_their_start(game, plugin, monkeypatch):
    closed = []
    monkeypatch.setattr(plugin.private, "close", lambda: closed.append(True))
    monkeypatch.setattr(plugin, "reactor", _Reactor())
    monkeypatch.setattr("xyzgrid_ext.parts.tuning.steps.hasten", lambda: None)  # it outlives a test
    for name in ("TCPClient", "TimerService", "calm_collector", "wait_for_ports"):
        monkeypatch.setattr(plugin, name, _Service, raising=False)
    plugin.start_plugin_services(_Service())
    assert closed == [True]


class _Reactor:
    def callWhenRunning(self, *args):  # noqa: N802 - Twisted's name
        pass


class _Service:
    name = "AMP"

    def __init__(self, *args):
        pass

    def __getattr__(self, name):
        return _Service()

    def __call__(self, *args):
        return self


@pytest.mark.django_db
def test_the_doctor_names_what_is_open(game, run):
    assert "evennia.db3" in run("doctor")[1]
    private.close()
    (line,) = [line for line in run("doctor")[1].splitlines() if "open to everybody" in line]
    assert line.split()[-1] == "nothing"
