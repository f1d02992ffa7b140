"""SQLite as the game uses it: options, a journal, copies, and processes beside each other."""

import contextlib
import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultObject
from evennia.server.service import EvenniaServerService

from xyzgrid_ext.parts.tuning import database, hookup, server

SQLITE = {"ENGINE": hookup.ENGINE, "NAME": "game.db3"}
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "game", "OPTIONS": {"sslmode": "x"}}


def test_only_sqlite_gets_our_options_before_those_of_the_game():
    tuned = hookup.tune_databases({"default": SQLITE, "other": POSTGRES})
    assert tuned["other"] == POSTGRES
    assert "journal_mode=WAL" in tuned["default"]["OPTIONS"]["init_command"]
    assert "OPTIONS" not in SQLITE
    own = {"init_command": "PRAGMA synchronous=FULL", "transaction_mode": "DEFERRED", "timeout": 9}
    options = hookup.tune_databases({"default": SQLITE | {"OPTIONS": own}})["default"]["OPTIONS"]
    assert options["init_command"].endswith(";PRAGMA synchronous=FULL")
    assert (options["timeout"], options["transaction_mode"]) == (9, "DEFERRED")


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens a connection of Django's to a file, as the settings say."""
    opened = []

    def connect():
        entry = hookup.tune_databases({"default": SQLITE | {"NAME": str(tmp_path / "game.db3")}})[
            "default"
        ]
        # by name, as the tests themselves may run on another engine
        made = DatabaseWrapper(connections["default"].settings_dict | entry, "default")
        opened.append(made)
        return made

    yield connect
    for one in opened:
        one.close()


def asked(made, pragma):
    with made.cursor() as cursor:
        return cursor.execute(f"PRAGMA {pragma}").fetchone()[0]


@pytest.mark.django_db
def test_every_connection_has_the_journal_and_does_not_wait_for_the_disk(opened):
    for made in (opened(), opened()):
        assert (asked(made, "journal_mode"), asked(made, "synchronous")) == ("wal", 1)
        made.close()  # as Evennia's Server does at its start
        assert (asked(made, "journal_mode"), asked(made, "synchronous")) == ("wal", 1)


@pytest.mark.django_db
def test_a_transaction_that_reads_first_waits_for_another_writer(opened):
    first, second = opened(), opened()
    with first.cursor() as cursor:
        cursor.execute("CREATE TABLE t (n INTEGER)")
    connections["first"] = first
    try:
        with transaction.atomic("first"), first.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM t").fetchone()
            with second.cursor() as other:
                other.execute("PRAGMA busy_timeout=1")
                with pytest.raises(OperationalError, match="locked"):
                    other.execute("INSERT INTO t VALUES (1)")
            cursor.execute("INSERT INTO t VALUES (2)")
    finally:
        del connections["first"]
    with second.cursor() as cursor:
        assert cursor.execute("SELECT n FROM t").fetchall() == [(2,)]


FORK = """
import os, sys
import django
from django.conf import settings
from xyzgrid_ext.parts.tuning import hookup

file = {"ENGINE": hookup.ENGINE, "NAME": sys.argv[1]}
settings.configure(DATABASES=hookup.tune_databases({"default": file}))
django.setup()
from django.db import connection

def execute(statement):
    with connection.cursor() as cursor:
        return cursor.execute(statement).fetchall()

execute("CREATE TABLE told (word)")
if os.fork():
    os._exit(0)  # as twistd does it: the child goes on alone
execute("INSERT INTO told VALUES ('first')")
print("ready", flush=True)
sys.stdin.readline()
print(execute("SELECT word FROM told"), os.path.exists(sys.argv[1] + "-wal"), flush=True)
"""


def test_a_server_and_a_launcher_see_what_the_other_writes_after_the_fork_of_twistd(tmp_path):
    file = tmp_path / "game.db3"
    with subprocess.Popen(
        [sys.executable, "-c", FORK, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout.readline() == "ready\n"
        for word in ("second", "third"):  # each is the last one that closes, as far as it can see
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as launcher:
                launcher.execute("INSERT INTO told VALUES (?)", (word,))
        server.stdin.write("\n")
        server.stdin.flush()
        assert server.stdout.readline() == "[('first',), ('second',), ('third',)] True\n"


# --- a lost connection


@pytest.mark.parametrize(
    ("what", "closed"),
    [
        ({"is_usable": lambda: False}, True),
        ({}, False),
        ({"is_usable": lambda: False, "vendor": "sqlite"}, False),
        ({"is_usable": lambda: False, "in_atomic_block": True}, False),
        ({"is_usable": lambda: 1 / 0, "connection": None}, False),
    ],
    ids=["lost", "well", "without a server", "within a transaction", "not yet opened"],
)
def test_only_a_lost_connection_is_closed(what, closed):
    found = []
    usual = {"vendor": "postgresql", "connection": object(), "in_atomic_block": False}
    usual |= {"is_usable": lambda: True, "close": lambda: found.append("closed")}
    database.drop_if_lost(SimpleNamespace(**usual | what))
    assert bool(found) == closed


@pytest.fixture
def evennias(monkeypatch):
    """Return Evennia's own method; ours stands in its place until the test is over."""
    server.query_puppets_exactly()
    yield type(ObjectDB.objects).get_by_tag.__get__(ObjectDB.objects)
    del ObjectDB.objects.get_by_tag


@pytest.fixture
def things(limbo):
    """Return some objects, of which two count as puppeted."""
    made = [create_object(DefaultCharacter, key=f"c{n}", location=limbo) for n in range(4)]
    for one in (made[2], made[0]):
        one.tags.add("puppeted", category="account")
    made[1].tags.add("puppeted")
    made[1].tags.add("account")
    made[3].aliases.add("puppeted", category="account")
    create_object(DefaultObject, key="lamp", location=limbo).tags.add("x", category="account")
    return made


def test_the_answer_is_evennias(things, evennias):
    asked = ObjectDB.objects.get_by_tag(key="puppeted", category="account")
    assert list(asked) == list(evennias(key="puppeted", category="account"))
    assert list(asked) == [things[0], things[2]]
    assert all(type(one) is DefaultCharacter for one in asked)


@pytest.mark.parametrize(
    "question",
    [
        {"key": "puppeted"},
        {"category": "account"},
        {"key": "puppeted", "category": "account", "tagtype": "alias"},
        {"key": ["puppeted", "account"], "match": "any"},
        {},
    ],
)
def test_any_other_question_is_evennias(things, evennias, question):
    assert list(ObjectDB.objects.get_by_tag(**question)) == list(evennias(**question))


def test_the_servers_maintenance_asks_this_question(things, evennias, monkeypatch):
    unpuppeted = []
    monkeypatch.setattr(DefaultCharacter, "at_pre_unpuppet", lambda self: unpuppeted.append(self))
    monkeypatch.setattr(server, "puppeted_objects", lambda: [things[2]])
    monkeypatch.setattr(EvenniaServerService, "sqlite3_prep", lambda self: None)
    service = EvenniaServerService()
    service.maintenance_count = 1
    service.server_maintenance()
    assert unpuppeted == [things[2]]
