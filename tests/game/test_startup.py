"""What connects signals and starts workers, and that nothing else does."""

import os
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import evennia
import pytest
from django.core.exceptions import ImproperlyConfigured
from evennia import CmdSet, settings_default
from server.conf.database import postgres
from twisted.internet.task import Clock

from xyzgrid_ext import parts
from xyzgrid_ext.commands import XYZGridCmdSet, XYZGridFlyDiveCmdSet
from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.game import startup
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.parts import GamePart, game_parts
from xyzgrid_ext.game.web import apps
from xyzgrid_ext.hookup import hook_up
from xyzgrid_ext.xyzgrid import get_xyzgrid

REPOSITORY = Path(__file__).resolve().parents[2]

IMPORT_ALL = """
import inspect, os, pkgutil, sys, threading, weakref
sys.path[:0] = [{game!r}, {repository!r}]
os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.test_settings"
import django
django.setup()
import evennia
evennia._init()
from django.db.models import signals as of_django
from django.dispatch import Signal
from evennia.server import signals as of_evennia
from twisted.internet import reactor

asked = []
for name in ("callLater", "callWhenRunning", "addSystemEventTrigger", "callInThread"):
    setattr(reactor, name, lambda *args, name=name, **kwargs: asked.append((name, args)))
threads = set(threading.enumerate())

import xyzgrid_ext
modules = [one.name for one in pkgutil.walk_packages(xyzgrid_ext.__path__, "xyzgrid_ext.")]
for name in modules:
    if not name.endswith("__main__"):
        __import__(name)
print("imported", len(modules) > 150, asked, set(threading.enumerate()) - threads)

from xyzgrid_ext.game import startup
from xyzgrid_ext.game.base import signals

def connected():
    for module in (of_django, of_evennia, signals):
        for name, signal in vars(module).items():
            if isinstance(signal, Signal) and signal.receivers:
                # receivers are functions; Django 6 puts references to senders, classes, beside them
                refs = [ref for entry in signal.receivers for ref in entry if callable(ref)]
                found = [ref() if isinstance(ref, weakref.ref) else ref for ref in refs]
                if any(inspect.isroutine(one) and one.__module__.startswith("xyzgrid_ext")
                       for one in found):
                    yield name

print("signals", *connected())
startup.connect()
print("signals", *connected())
"""


@pytest.fixture(scope="module")
def imported():
    """Return what a fresh process prints that imports every module, and then connects."""
    code = IMPORT_ALL.format(game=str(REPOSITORY / "mygame"), repository=str(REPOSITORY))
    env = {name: value for name, value in os.environ.items() if name != "XYZGRID_TEST_DATABASE"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()[-3:]]


def test_importing_all_modules_connects_nothing_and_starts_nothing(imported):
    """No receiver of any signal, nothing asked of the reactor, no thread."""
    assert imported[:2] == [["imported", "True", "[]", "set()"], ["signals"]]
    assert {"post_save", "m2m_changed", "started", "room_changed"} <= set(imported[2])


@pytest.fixture
def begun(monkeypatch):
    """Return the names of what was started; nothing of it runs."""
    found = []
    rows = [replace(part, started=()) for part in game_parts()]
    rows.append(GamePart("tides", started=(lambda: found.append("part"),)))
    monkeypatch.setattr(startup, "game_parts", lambda: rows)
    for name, function in (("background", "start_processes"), ("worker", "start")):
        one = SimpleNamespace(**{function: lambda name=name: found.append(name)})
        monkeypatch.setattr(startup, name, one)
    return found


ALL = ["background", "worker", "part"]


@pytest.fixture
def a_server(monkeypatch):
    """Let this process look like a Server that has just come up."""
    monkeypatch.setattr(evennia, "EVENNIA_SERVER_SERVICE", SimpleNamespace(running=True))
    monkeypatch.setattr(evennia.SESSION_HANDLER, "portal_start_time", 0.0)


@pytest.fixture
def workers(monkeypatch):
    """Return the clock of workers that nobody has started yet."""
    clock = Clock()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    monkeypatch.setattr(startup, "_workers", startup.Workers())
    return clock


def test_workers_start_once_the_portal_has_sent_its_sessions(begun, a_server, workers):
    startup.start()
    workers.advance(60)
    assert begun == []
    evennia.SESSION_HANDLER.portal_start_time = 1.0
    workers.advance(0.1)
    assert begun == ALL


@pytest.mark.parametrize("service", [None, SimpleNamespace(running=False)])
def test_outside_of_a_server_nothing_works_by_itself(begun, workers, service, monkeypatch):
    """As in tests, in the shell and in the launcher."""
    monkeypatch.setattr(evennia, "EVENNIA_SERVER_SERVICE", service)
    startup.start()
    assert (begun, workers.getDelayedCalls()) == ([], [])


def test_builders_who_are_connected_are_told_which_maps_do_not_load(
    begun, a_server, workers, spawn_maps, make_player, monkeypatch
):
    grid = spawn_maps({"zcoord": "lane", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"})
    admin, ann = make_player("Admin", superuser=True), make_player("Ann")
    sessions = [admin.session, ann.session, SimpleNamespace(account=None)]
    monkeypatch.setattr(evennia.SESSION_HANDLER, "get_sessions", lambda: sessions)
    monkeypatch.setattr(evennia.SESSION_HANDLER, "portal_start_time", 1.0)
    for bad in (False, True):
        if bad:
            (module,) = (one for name, one in sys.modules.items() if name.startswith("testmaps_"))
            monkeypatch.setattr(module, "XYMAP_DATA_LIST", [{"zcoord": "lane", "map": "#-"}])
            grid.reload()
        before = len(admin.sent), len(ann.sent)
        startup.Workers().start()
        told = "Maps that do not load: lane. Type xyzgrid check to see why."
        assert (told in admin.text_since(before[0])) is bad
        assert told not in ann.text_since(before[1])


def set_of(cmdset):
    class Own(CmdSet):
        def at_cmdset_creation(self):
            self.add(cmdset)

    return Own()


@pytest.mark.parametrize(
    "hook",
    [
        pytest.param(lambda: set_of(XYZGridCmdSet), id="a character gets its commands"),
        pytest.param(lambda: set_of(XYZGridFlyDiveCmdSet), id="one gets fly and dive"),
        pytest.param(apps.start_game, id="the reactor of a game with the web app runs"),
    ],
)
def test_a_game_without_a_grid_reaches_it(hook, begun, a_server, workers):
    evennia.SESSION_HANDLER.portal_start_time = 1.0
    hook()
    assert begun == ALL


def test_a_game_with_a_grid_reaches_it_by_that_alone(db, begun, a_server, workers):
    evennia.SESSION_HANDLER.portal_start_time = 1.0
    get_xyzgrid().at_server_start()
    assert begun == ALL


def settings_of(**own):
    stock = {name: value for name, value in vars(settings_default).items() if name.isupper()}
    settings = deepcopy(stock) | own
    hook_up(settings)
    return {name: value for name, value in settings.items() if stock.get(name) != value}


KERNEL = {
    "EXTRA_LAUNCHER_COMMANDS", "INPUT_FUNC_MODULES", "INSTALLED_APPS", "LOCK_FUNC_MODULES",
    "PORTAL_SERVICES_PLUGIN_MODULES", "PROTOTYPE_MODULES", "SERVER_SESSION_CLASS",
    "TELNET_PROTOCOL_CLASS", "TEMPLATES", "WEBSOCKET_PROTOCOL_CLASS",
}  # fmt: skip
LANGUAGES = {"MIDDLEWARE", "OPTION_CLASS_MODULES", "OPTIONS_ACCOUNT_DEFAULT"}
NONE = {"XYZGRID_PARTS"}


def test_line_changes_what_the_kernel_needs_and_leaves_what_a_game_has():
    assert settings_of(XYZGRID_PARTS=()).keys() == KERNEL | NONE
    spoken = settings_of(XYZGRID_PARTS=(), USE_I18N=True)
    assert spoken.keys() == KERNEL | NONE | LANGUAGES | {"USE_I18N"}
    own = dict.fromkeys(
        ("SERVER_SESSION_CLASS", "TELNET_PROTOCOL_CLASS", "AMP_SERVER_PROTOCOL_CLASS"),
        "world.own.Class",
    )
    settings = settings_of(**own, EXTRA_LAUNCHER_COMMANDS={"own": "world.own.run"})
    assert {name: settings[name] for name in own} == own
    assert settings["EXTRA_LAUNCHER_COMMANDS"].keys() == {"own", "xyzgrid"}


def test_part_whose_settings_raise_is_off_and_the_others_are_set(monkeypatch):
    usual = settings_of().keys()
    row = Part("tides", "", hook_up=f"{__name__}:GONE", apps=("of_tides",))
    there = parts.installed_parts() | {"tides": ((row, "here"),)}
    monkeypatch.setattr(parts, "installed_parts", lambda: there)
    monkeypatch.setattr(parts, "faults", {})
    settings = settings_of()
    assert settings.keys() == usual
    assert "of_tides" not in settings["INSTALLED_APPS"]
    assert parts.select_parts().off.keys() == {"tides"}


def read(url):
    return postgres("XYZGRID_DATABASE_URL", url)


def test_all_but_the_name_may_be_left_out_of_an_address_and_a_password_hold_any_letter():
    entry = read("postgres://ann:a%40b%2Fc@db.example:5433/evennia?sslmode=require")
    assert entry == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "evennia",
        "USER": "ann",
        "PASSWORD": "a@b/c",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }
    entry = read("postgresql:///evennia?host=/var/run/postgresql")
    assert [entry[key] for key in ("HOST", "PORT", "USER", "PASSWORD")] == ["", "", "", ""]
    assert (entry["NAME"], entry["OPTIONS"]) == ("evennia", {"host": "/var/run/postgresql"})


@pytest.mark.parametrize(
    "url",
    [
        "evennia.db3",
        "mysql://ann:secret@host/evennia",
        "postgres://ann:secret@host",
        "postgres://ann:secret@host:port/evennia",
        "postgres://ann:secret@host/some/evennia",
    ],
)
def test_what_is_no_address_is_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="XYZGRID_DATABASE_URL is not of the form") as no:
        read(url)
    assert "secret" not in str(no.value)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("hint", "There is no game to play here."),
        ("hint me", "Type hint alone, with nothing after it."),
        ("scores", "There are no scores here."),
        ("give up", "There is nothing to give up here."),
    ],
)
def test_words_of_games_say_that_there_is_none(make_player, typed, text):
    assert make_player("Ann").types(typed).startswith(text)
