"""Evennia for the tests of folders `game`: set up once, a database in memory, clean caches.

Only folders `game` load Django. A test that needs the database asks for the mark `django_db` or for
one of the fixtures below, which ask for it themselves:

    limbo        a room; also the home of everything that has none
    make_player  make_player("Ann", superuser=False) -> Player, connected and standing in limbo
    player       an ordinary player
    superuser    one who may do anything
    choose       choose(["boards"]) -> the parts of the game are these alone
    without      without("boards") -> they are all but these
    run          run("add", "world.town") -> what `evennia xyzgrid` ends with and prints
    spawn_maps   spawn_maps(XYMAP_DATA, ...) -> the grid with these maps, spawned
    grid         the same with the maps that all tests of a file have; see `spawned`
    no_maps      the grid without these
    browser      browser(account) -> a browser that is logged in as an account, or as nobody
    heard        what the game's own code is told of dungeons
    clock        the time of automatic walks: clock.advance(seconds); nothing waits
    hours        hours(seconds) lets the time of `clock` pass in half seconds

`player.types("map")` sends a line the way a client does, through sessions, command sets and
locks, and gives the text that came back, without colours.
"""

import os
import sys
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace

import process_caches
import pytest
from players import Player
from pytest_django.plugin import blocking_manager_key
from spawned import forget_objects, make_limbo, spawn
from twisted.internet.task import Clock

REPOSITORY = Path(__file__).resolve().parents[2]

ALWAYS = (
    *(
        "_no_logs_of_channels_and_no_search_for_garbage",
        "_process_caches",
        "_translated",
        "_one_connection",
    ),
    *("_no_rows_left_over", "_no_objects_left_over", "server_folder"),
)


def pytest_configure(config: pytest.Config) -> None:
    sys.path[:0] = [str(REPOSITORY / "mygame"), str(REPOSITORY)]
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.test_settings"
    database = config.stash[blocking_manager_key]
    import django
    from django.db import OperationalError, ProgrammingError, connection

    def as_sqlite(execute, *arguments):
        try:
            return execute(*arguments)
        except ProgrammingError as error:
            raise OperationalError from error

    # Evennia asks the database while it is imported. That there are no tables yet it expects in
    # SQLite's words only; PostgreSQL's are others.
    with database.unblock(), connection.execute_wrapper(as_sqlite):
        django.setup()
        import evennia

        evennia._init()
        from xyzgrid_ext.game import startup

        startup.connect()
        from evennia.prototypes.prototypes import search_prototype

        # now, with this game's settings: the first search reads the modules, once and for all
        search_prototype("xyz_room", no_db=True)
    database.block()  # from here on only tests that ask for it


@pytest.fixture
def module(monkeypatch):
    """Return a function: name, maps or what one map says -> the name of a module with them."""

    def make(name, *maps, **data):
        found = ModuleType(name)
        vars(found).update({"XYMAP_DATA": data} if data else {"XYMAP_DATA_LIST": [*maps]})
        monkeypatch.setitem(sys.modules, name, found)
        return name

    return make


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Let the database be a copy of one that was migrated before; see `migrated_database`."""
    import migrated_database

    migrated_database.use()


@pytest.fixture(scope="module")
def shared_maps():
    """Return the maps that all tests of a file have: none, unless it says `spawned_once`."""


@pytest.fixture(scope="module")
def _no_rows_left_over(django_db_blocker):
    """Remove the rows of tests from PostgreSQL, whose tables keep what was rolled back.

    A query that reads a whole table would otherwise take longer with each file of tests.
    """
    yield
    from django.db import connection

    there = connection.connection is not None and not connection.in_atomic_block
    if connection.vendor == "postgresql" and there:
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM")


@pytest.fixture
def _no_objects_left_over():
    """Forget the objects that Evennia keeps in memory: their rows are gone after the test."""
    yield
    forget_objects()


@pytest.fixture(scope="session")
def _server_folders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("servers")
    return (folder / str(number) for number in count())


@pytest.fixture
def server_folder(_server_folders, monkeypatch):
    """Return the folder of this test's write lock: two test runs do not wait for one another."""
    from xyzgrid_ext.game.base import settings as conf

    folder = next(_server_folders)
    folder.mkdir()
    monkeypatch.setattr(conf, "server_folder", lambda: folder)
    return folder


@pytest.fixture(scope="session")
def _no_logs_of_channels_and_no_search_for_garbage():
    """Let Evennia do neither: both take long, and are no part of any test.

    For the logs of who comes and goes there is no folder, which costs a traceback. The search looks
    through all that the process holds, in each `flush_cache` and for each app of a flush.
    """
    from evennia.utils import logger
    from evennia.utils.idmapper import models

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logger, "log_file", lambda *args, **kwargs: None)
        patch.setattr(models, "gc", SimpleNamespace(collect=lambda: 0))
        yield


@pytest.fixture(scope="session")
def _process_caches():
    """Make what all tests have the same once; see `process_caches`."""
    from commands.default_cmdsets import CharacterCmdSet

    with process_caches.commands_of(CharacterCmdSet), process_caches.rows_of_classes():
        yield


@pytest.fixture(scope="session")
def _translated():
    """Bind Django's functions of translation, for which the settings of the first use count.

    The contrib's own tests run without translation.
    """
    from django.utils import translation

    with translation.override(translation.get_language()):
        translation.gettext("yes")


@pytest.fixture(scope="session")
def _one_connection():
    """Keep the connection: within the transaction of a test it always looks unusable to Django.

    To close it is nothing with SQLite in memory, and the end of the test with PostgreSQL.
    """
    from django.db import connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
        yield


@pytest.fixture
def limbo(db, settings, shared_maps):
    """Return a room that is home and first place of everything made without one."""
    return shared_maps.put(settings) if shared_maps else make_limbo(settings)


@pytest.fixture
def make_player(limbo, settings, monkeypatch):
    """Return a function (name, superuser=False, location=limbo, permissions=()) -> Player."""
    import evennia
    from evennia.server.serversession import ServerSession
    from player_rows import new_account, new_character

    handler = evennia.SESSION_HANDLER
    players: dict[int, Player] = {}
    numbers = count(1)

    def record(session, **message):
        if session.sessid in players:
            players[session.sessid].sent.append(message)

    def disconnect(session, reason="", sync_portal=True):
        handler.pop(session.sessid, None)

    # there is no portal to send to
    monkeypatch.setattr(handler, "data_out", record)
    monkeypatch.setattr(handler, "disconnect", disconnect)

    def make(name, *, superuser=False, location=limbo, permissions=()):
        account = new_account(name, superuser)
        character = new_character(name, location, limbo)
        for permission in permissions:
            account.permissions.add(permission)
        session = ServerSession()
        session.init_session("telnet", ("127.0.0.1", "test"), handler)
        session.sessid = next(numbers)
        handler[session.sessid] = session
        players[session.sessid] = Player(account, character, session)
        character.locks.add(f"puppet:id({character.id}) or pid({account.id})")
        account.db._last_puppet = character
        handler.login(session, account, testmode=True)
        if session.puppet is not character:  # unless the login did it
            account.puppet_object(session, character)
        return players[session.sessid]

    yield make
    for sessid in players:
        handler.pop(sessid, None)


@pytest.fixture
def player(make_player):
    return make_player("Ann")


@pytest.fixture
def superuser(make_player):
    """Return one who may do anything; locks do not hold them."""
    return make_player("admin", superuser=True)


@pytest.fixture
def grid(shared_maps, limbo):
    """Return the grid with the maps of this file."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    assert shared_maps, "this file has no maps: say shared_maps = spawned_once(...)"
    return get_xyzgrid()


@pytest.fixture
def no_maps(grid):
    """Return the grid without the maps of this file, for a test that brings its own."""
    grid.remove_map(*grid.live.grids)
    return grid


@pytest.fixture
def spawn_maps(limbo, monkeypatch, tmp_path):
    """Return a function (*XYMAP_DATA) -> the grid, with the maps added and spawned.

    A matrix is given as text: {"zcoord": "cube", "matrix": "matrixedge 3 ...", ...}.
    """
    return lambda *datas: spawn(datas, tmp_path, monkeypatch)


class Seconds(Clock):
    def due(self):
        """Return what waits, apart from saving what is explored, reading ahead, telling clients."""
        others = "save", "_read_ahead", "_tell"
        return [call for call in self.getDelayedCalls() if call.func.__name__ not in others]


@pytest.fixture
def clock(monkeypatch):
    """Return the clock of all that waits; `clock.advance(1)` runs what is due within a second."""
    from xyzgrid_ext.game.base import task

    clock = Seconds()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    return clock


@pytest.fixture
def hours(clock):
    def pass_by(seconds):
        for _ in range(int(2 * seconds) or 1):
            clock.advance(0.5)

    return pass_by


@pytest.fixture
def found_at_once(clock, monkeypatch):
    """Have what somebody waits for done before the next line is typed, however busy it is."""
    from xyzgrid_ext.game.base import task

    def call_later(seconds, function, *args):
        if seconds == task.PAUSE:
            return function(*args)
        return clock.callLater(seconds, function, *args)

    monkeypatch.setattr(task, "call_later", call_later)


@pytest.fixture
def heard():
    """Return what the game's own code is told of dungeons."""
    from xyzgrid_ext.parts.dungeons.signals import dungeon_event

    told = []

    def note(what, thing, room, **_):
        told.append({"what": what, "thing": thing, "at": room.key})

    dungeon_event.connect(note)
    yield told
    dungeon_event.disconnect(note)


@pytest.fixture
def run(limbo, capsys):
    """Return a function: words for `evennia xyzgrid` -> (exit code, what was printed)."""
    from xyzgrid_ext.launchcmd import xyzcommand

    def call(*words):
        capsys.readouterr()
        try:
            xyzcommand(*words)
            code = 0
        except SystemExit as end:
            code = end.code
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return call


@pytest.fixture
def choose(settings, monkeypatch):
    """Return a function that chooses the parts of the game, with those that it installs."""
    from xyzgrid_ext import parts
    from xyzgrid_ext.core.parts import set_parts
    from xyzgrid_ext.game import parts as of_game
    from xyzgrid_ext.game.on_demand import on_demand

    installed = parts.installed_parts

    def forget():
        parts.faults.clear()
        for function in (
            of_game.chosen_parts,
            of_game.game_parts,
            of_game.parts_with_row,
            on_demand,
        ):
            function.cache_clear()
        set_parts(of_game._core_parts(), of_game._absent_parts())

    def put(names, *new):
        there = installed() | {row.name: ((row, "of-tides 1.2"),) for row in new}
        monkeypatch.setattr(parts, "installed_parts", lambda: there)
        monkeypatch.setattr("xyzgrid_ext.game.cli.doctor.installed_parts", lambda: there)
        settings.XYZGRID_PARTS = names
        forget()

    yield put
    settings.XYZGRID_PARTS = None
    monkeypatch.undo()
    forget()


@pytest.fixture
def without(choose):
    """Return a function that chooses all parts that are installed, but for those it is given."""
    from xyzgrid_ext import parts

    return lambda *absent: choose([name for name in parts.installed_parts() if name not in absent])


@pytest.fixture
def browser(limbo):
    """Return a function: an account, or nobody -> a browser that is logged in as that."""
    from django.test import Client

    def logged_in_as(account=None):
        client = Client()
        if account is not None:
            client.force_login(account)
        return client

    return logged_in_as
