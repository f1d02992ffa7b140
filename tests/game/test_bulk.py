"""Rows by the drivers' own means: what goes in comes out as Django itself would have put it."""

import pytest
from django.db import connection, transaction
from django.utils import timezone
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.spawn import bulk

pytestmark = pytest.mark.django_db

TEXTS = ["", "plain", "tab\there", "line\nbreak\r\n", r"back\slash \N \.", "Straße 道", "'\"%s"]


def test_text_of_any_kind_comes_out_as_it_went_in():
    rest = bulk.defaults(Tag, ("id", "db_key", "db_data"))
    ids = bulk.new_ids(Tag, len(TEXTS))
    rows = [
        (pk, f"text {n}", text, *rest.values())
        for n, (pk, text) in enumerate(zip(ids, TEXTS, strict=True))
    ]
    bulk.insert(Tag, ("id", "db_key", "db_data", *rest), rows)
    assert list(
        Tag.objects.filter(pk__in=ids).order_by("pk").values_list("db_data", flat=True)
    ) == (TEXTS)
    assert Tag.objects.get(pk=ids[0]).db_category is None


def test_a_value_is_stored_as_evennia_stores_it(limbo):
    value = {"a": [1, 2.5, None], "b": ("x", True)}
    limbo.attributes.add("by_hand", value)
    by_hand = Attribute.objects.get(db_key="by_hand")
    rest = bulk.defaults(Attribute, ("id", "db_key", "db_value"))
    (pk,) = bulk.new_ids(Attribute, 1)
    row = (pk, "in_bulk", bulk.prepared(Attribute, "db_value", value), *rest.values())
    bulk.insert(Attribute, ("id", "db_key", "db_value", *rest), [row])
    found = Attribute.objects.get(pk=pk)
    assert found.value == by_hand.value == value
    assert abs(found.db_date_created - timezone.now()).total_seconds() < 60
    assert (found.db_category, found.db_strvalue) == (None, None)


def test_numbers_are_new_and_rising_and_the_next_row_takes_none_of_them(limbo):
    with transaction.atomic():
        first, second = bulk.new_ids(ObjectDB, 3), None
        rest = bulk.defaults(ObjectDB, ("id", "db_key"))
        rows = [(pk, "bulk", *rest.values()) for pk in first]
        bulk.insert(ObjectDB, ("id", "db_key", *rest), rows)
        second = bulk.new_ids(ObjectDB, 2)
    numbers = [limbo.pk, *first, *second]
    assert numbers == sorted(set(numbers))
    by_django = ObjectDB.objects.bulk_create([ObjectDB(db_key="after")])[0]
    assert by_django.pk > first[-1]


def test_the_number_of_a_row_that_was_removed_is_not_given_again(limbo):
    last = ObjectDB.objects.bulk_create([ObjectDB(db_key="last")])[0].pk
    ObjectDB.objects.filter(pk=last).delete()
    assert bulk.new_ids(ObjectDB, 1)[0] > last


def test_rows_are_updated_by_their_numbers(limbo):
    tags = Tag.objects.bulk_create(Tag(db_key=f"tag {n}") for n in range(3))
    bulk.update(Tag, ("db_key", "db_data"), {tag.pk: (f"new {tag.pk}", None) for tag in tags[:2]})
    bulk.update(Tag, ("db_key",), {})
    keys = Tag.objects.filter(pk__in=[tag.pk for tag in tags]).order_by("pk")
    assert list(keys.values_list("db_key", flat=True)) == [
        f"new {tags[0].pk}", f"new {tags[1].pk}", "tag 2"
    ]  # fmt: skip


def test_nothing_to_insert_is_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert list(bulk.new_ids(Tag, 0)) == []


def test_one_statement_for_many_rows(django_assert_num_queries):
    rest = bulk.defaults(Tag, ("db_key",))
    connection.ensure_connection()
    with django_assert_num_queries(1):
        bulk.insert(Tag, ("db_key", *rest), ((f"n{n}", *rest.values()) for n in range(5000)))
    assert Tag.objects.filter(db_key__startswith="n").count() == 5000


def test_the_database_is_told_to_count_its_rows(django_assert_num_queries):
    Tag.objects.create(db_key="counted")
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 4):
        bulk.analyze([Tag, Attribute])
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT DISTINCT tbl FROM sqlite_stat1")
            assert ("typeclasses_tag",) in cursor.fetchall()
            cursor.execute("PRAGMA analysis_limit")
            assert cursor.fetchone() == (0,)
