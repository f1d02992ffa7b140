"""SQLite as the game uses it: options, a journal, copies, and processes beside each other."""

import contextlib
import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from xyzgrid_ext.parts.tuning import database, sqlite

SQLITE = {"ENGINE": sqlite.ENGINE, "NAME": "game.db3"}
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "game", "OPTIONS": {"sslmode": "x"}}


def test_only_sqlite_gets_our_options():
    tuned = sqlite.tune_databases({"default": SQLITE, "other": POSTGRES})
    assert tuned["other"] == POSTGRES
    assert "journal_mode=WAL" in tuned["default"]["OPTIONS"]["init_command"]
    assert "OPTIONS" not in SQLITE


def test_a_games_own_options_stay_and_its_commands_come_last():
    own = {"init_command": "PRAGMA synchronous=FULL", "transaction_mode": "DEFERRED", "timeout": 9}
    options = sqlite.tune_databases({"default": SQLITE | {"OPTIONS": own}})["default"]["OPTIONS"]
    assert options["init_command"].endswith(";PRAGMA synchronous=FULL")
    assert (options["timeout"], options["transaction_mode"]) == (9, "DEFERRED")


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens a connection of Django's to a file, as the settings say."""
    opened = []

    def connect():
        entry = sqlite.tune_databases({"default": SQLITE | {"NAME": str(tmp_path / "game.db3")}})[
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
from xyzgrid_ext.parts.tuning import sqlite

file = {"ENGINE": sqlite.ENGINE, "NAME": sys.argv[1]}
settings.configure(DATABASES=sqlite.tune_databases({"default": file}))
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
