"""A game in a SQLite file moves into another database, row by row."""

import sqlite3
from contextlib import closing

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from evennia import create_object
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.typeclasses.models import Tag
from evennia.utils.picklefield import dbsafe_encode

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.db.transfer import fetch

pytestmark = pytest.mark.django_db

ROOM = "evennia.objects.objects.DefaultRoom"
WHEN = "2024-02-29 12:34:56.789012"


@pytest.fixture(scope="session")
def tables(tmp_path_factory, django_db_blocker):
    """Return a file with the tables of a game, and no rows."""
    file = tmp_path_factory.mktemp("old") / "tables.db3"
    other = DatabaseWrapper(connection.settings_dict | {"NAME": str(file), "OPTIONS": {}}, "old")
    connections["old"] = other
    with django_db_blocker.unblock(), closing(other):
        with other.schema_editor() as editor:
            for model in apps.get_models():
                if not model._meta.proxy:
                    editor.create_model(model)
        MigrationRecorder(other).ensure_schema()
    del connections["old"]
    return file


@pytest.fixture
def old(tables, tmp_path):
    """Return the file of a game with a room, a lamp in it, an attribute, a tag and an account."""
    file = tmp_path / "old game.db3"
    file.write_bytes(tables.read_bytes())
    with closing(sqlite3.connect(file)) as into:
        for app, name in MigrationRecorder(connection).applied_migrations():
            insert(into, "django_migrations", app=app, name=name, applied=WHEN)
        for kind in ContentType.objects.all():
            label, model = kind.app_label, kind.model
            insert(into, "django_content_type", id=kind.id + 50, app_label=label, model=model)
        thing = {"db_date_created": WHEN, "db_lock_storage": "", "db_typeclass_path": ROOM}
        insert(into, "objects_objectdb", id=70, db_key="Hall", **thing)
        insert(into, "objects_objectdb", id=71, db_key="lamp", db_location_id=70, **thing)
        insert(
            into, "typeclasses_attribute", id=900, db_key="desc",
            db_value=str(dbsafe_encode("stored")), db_lock_storage="", db_date_created=WHEN,
            db_model="objectdb",
        )  # fmt: skip
        insert(into, "objects_objectdb_db_attributes", id=5, objectdb_id=71, attribute_id=900)
        insert(
            into, "typeclasses_tag", id=33, db_key="7", db_category="room_x_coordinate",
            db_model="objectdb",
        )  # fmt: skip
        insert(into, "objects_objectdb_db_tags", id=8, objectdb_id=70, tag_id=33)
        insert(
            into, "accounts_accountdb", id=3, username="Ann", password="x", is_superuser=1,
            is_active=1, is_staff=0, first_name="", last_name="", email="", date_joined=WHEN,
            db_key="Ann", db_lock_storage="", db_date_created=WHEN, db_is_connected=0,
            db_is_bot=0, db_typeclass_path="evennia.accounts.accounts.DefaultAccount",
        )  # fmt: skip
        into.commit()
    return file


def insert(database, table, **values):
    places = ", ".join("?" * len(values))
    database.execute(
        f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", tuple(values.values())
    )


def change(file, statement):
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()


def test_rows_come_as_they_were_without_a_hook_being_called(old):
    told = {}
    fetch(str(old), told.__setitem__)
    assert told["objects_objectdb"] == 2
    assert told["accounts_accountdb"] == 1
    lamp = ObjectDB.objects.get(db_key="lamp")
    assert (lamp.id, lamp.location.id, lamp.location.key) == (71, 70, "Hall")
    assert lamp.db_date_created.isoformat() == "2024-02-29T12:34:56.789012+00:00"
    assert lamp.db.desc == "stored"
    assert [attribute.id for attribute in lamp.db_attributes.all()] == [900]
    assert lamp.db_lock_storage == ""
    assert lamp.location.tags.get(category="room_x_coordinate") == "7"
    account = AccountDB.objects.get(username="Ann")
    assert (account.is_superuser, account.is_staff) == (True, False)


def test_new_rows_get_numbers_behind_the_old_ones(old):
    fetch(str(old), lambda *_: None)
    vase = create_object(ROOM, key="vase", nohome=True, attributes=[("desc", "blue")])
    vase.tags.add("8", category="room_x_coordinate")
    assert vase.id == 72
    assert vase.db_attributes.order_by("id").last().id > 900
    assert Tag.objects.get(db_key="8").id == 34


def test_a_database_with_a_game_in_it_is_refused(old, limbo):
    with pytest.raises(GridError, match="holds a game already"):
        fetch(str(old), lambda *_: None)
    assert [thing.key for thing in ObjectDB.objects.all()] == ["Limbo"]


def test_an_old_game_that_was_not_migrated_is_refused(old):
    change(old, "DELETE FROM django_migrations WHERE app = 'scripts'")
    with pytest.raises(GridError, match=r"older version: it lacks scripts\.0001_initial"):
        fetch(str(old), lambda *_: None)


def test_a_row_that_the_database_refuses_is_named_and_nothing_is_changed(old):
    change(old, "INSERT INTO objects_objectdb_db_tags (objectdb_id, tag_id) VALUES (70, 34)")
    with pytest.raises(
        GridError, match=r"refuses what is in .*old game\.db3.*objects_objectdb_db_t"
    ):
        fetch(str(old), lambda *_: None)
    assert not ObjectDB.objects.exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [(None, "there is no file"), (b"", "no such table"), (b"words" * 999, "not a database")],
)
def test_a_file_that_holds_no_game_is_refused(tmp_path, text, fault):
    file = tmp_path / "evennia.db3"
    if text is not None:
        file.write_bytes(text)
    with pytest.raises(GridError, match=fault):
        fetch(str(file), lambda *_: None)


def test_the_word_counts_what_it_copied(old, db, capsys):
    from xyzgrid_ext.launchcmd import xyzcommand

    xyzcommand("fetch", str(old))
    assert "among them 2 objects and 1 accounts" in capsys.readouterr().out


def test_the_word_wants_one_file(run):
    code, text = run("fetch")
    assert code == 1
    assert "fetch server/evennia.db3" in text
