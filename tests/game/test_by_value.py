"""Rows by the values of a column are what Django reads, in no more queries."""

import pytest
from django.db import connection
from django.db.models.signals import post_delete
from django.test.utils import CaptureQueriesContext
from evennia.objects.models import ObjectDB
from evennia.utils import create

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.stored import referred_by_rows
from xyzgrid_ext.game.spawn import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def box():
    room = create.create_object("evennia.DefaultRoom", key="hall")
    made = create.create_object("evennia.DefaultObject", key="box", location=room, home=room)
    made.db.content = {"coins": 3, "of": (made, None)}
    made.tags.add("old", category="age", data="very")
    made.aliases.add("chest")
    return made


def test_more_values_than_a_statement_takes(box):
    nowhere = range(-2000, -1)
    with CaptureQueriesContext(connection) as made:
        rows = objects.rows_by(ObjectDB, ("id",), "db_location_id", [*nowhere, box.location.pk])
    assert rows == [(box.pk,)]
    assert len(made) == 3
    assert objects.rows_by(ObjectDB, ("db_key", "id"), "id", [box.pk, -1]) == [("box", box.pk)]
    assert objects.rows_by(ObjectDB, ("id",), "id", []) == []


def test_rows_are_deleted_by_a_column_without_signals(box):
    post_delete.connect(refuse := lambda **sent: pytest.fail("a row was told of"))
    with CaptureQueriesContext(connection) as made:
        objects.delete_by(ObjectDB.db_tags.through, "objectdb_id", [*range(-2000, -1), box.pk])
        objects.delete_by(ObjectDB.db_tags.through, "objectdb_id", [])
    post_delete.disconnect(refuse)
    assert len(made) == 3
    assert not ObjectDB.db_tags.through.objects.filter(objectdb_id=box.pk).exists()
    assert ObjectDB.objects.filter(pk=box.pk).exists()


def test_rows_of_every_kind_that_refer_to_an_object_are_found(box):
    hall, lid = box.location, create.create_object("evennia.DefaultObject", key="lid", nohome=True)
    bell = create.create_object("evennia.DefaultObject", key="bell", nohome=True)
    ids = [hall.pk, box.pk, lid.pk, bell.pk]
    assert referred_by_rows(ids) == {hall.pk}
    assert referred_by_rows(ids, ("db_location", "db_home")) == set()
    create.create_message(lid, "Clack.", receivers=[bell])
    create.create_script("evennia.DefaultScript", key="rust", obj=box)
    assert referred_by_rows(ids) == set(ids)
    for relation in ObjectDB._meta.related_objects:
        name = relation.field.name
        found = relation.related_model._base_manager.filter(**{f"{name}__in": ids})
        assert set(found.values_list(name, flat=True)) <= referred_by_rows(ids)


def test_sqlite_reads_no_whole_table_for_rows_of_which_it_expects_many(box):
    new = ObjectDB.objects.bulk_create(ObjectDB(db_key="room", db_home=box) for _ in range(100))
    rooms = [one.pk for one in new]
    ways = [ObjectDB(db_key="way", db_home=box, db_location_id=one, db_destination_id=one)
            for one in rooms * 5]  # fmt: skip
    ObjectDB.objects.bulk_create(ways)
    write.analyze([ObjectDB])
    with CaptureQueriesContext(connection) as asked:
        assert len(objects.rows_by(ObjectDB, ("id", "db_key"), "db_location_id", rooms[:40])) == 200
        assert referred_by_rows(rooms[:40]) == set(rooms[:40])
    with connection.cursor() as cursor:
        for one in asked.captured_queries if connection.vendor == "sqlite" else ():
            cursor.execute(f"EXPLAIN QUERY PLAN {one['sql']}")
            assert "SCAN" not in str(cursor.fetchall()), one["sql"]
