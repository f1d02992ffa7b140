"""Rows in bulk: what goes in comes out as Evennia itself would have put it."""

import pytest
from django.db import connection
from django.utils import timezone
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.db.stored import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import creation, write

pytestmark = pytest.mark.django_db

VALUES = ["", "tab\there", "line\nbreak\r\n", r"back\slash \N \.", "Straße 道", "'\"%s", None,
          {"a": [1, 2.5, None], "b": ("x", True)}]  # fmt: skip


def test_inserted_attributes_are_stored_as_evennia_stores_them(limbo):
    for number, value in enumerate(VALUES):
        limbo.attributes.add(f"by_hand {number}", value)
    write.insert_attributes(
        [
            (limbo.pk, AttributeKey(f"in_bulk {n}", None), AttributeRow(creation.stored_value(one)))
            for n, one in enumerate(VALUES)
        ]
    )
    columns = "db_value", "db_strvalue", "db_category", "db_attrtype", "db_model"
    by_hand, in_bulk = (
        list(
            Attribute.objects.filter(db_key__startswith=word)
            .order_by("db_key")
            .values_list(*columns)
        )
        for word in ("by_hand", "in_bulk")
    )
    assert in_bulk == by_hand
    assert [row[0] for row in in_bulk] == VALUES
    made = Attribute.objects.get(db_key="in_bulk 0").db_date_created
    assert abs(made - timezone.now()).total_seconds() < 60


def test_rows_with_equal_new_values_are_updated_by_one_statement(django_assert_num_queries):
    tags = Tag.objects.bulk_create(Tag(db_key=f"tag {n}", db_data="old") for n in range(4))
    with django_assert_num_queries(2):
        write.update_rows(
            Tag,
            {
                tags[0].pk: {"db_key": "new", "db_data": None},
                tags[1].pk: {"db_data": "new"},
                tags[2].pk: {"db_data": "new"},
                tags[3].pk: {},
            },
        )
    rows = Tag.objects.filter(pk__in=[tag.pk for tag in tags]).order_by("pk")
    assert list(rows.values_list("db_key", "db_data")) == [
        ("new", None), ("tag 1", "new"), ("tag 2", "new"), ("tag 3", "old")
    ]  # fmt: skip


def test_the_database_is_told_to_count_its_rows(django_assert_num_queries):
    Tag.objects.create(db_key="counted")
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 4):
        write.analyze([Tag, Attribute])
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT DISTINCT tbl FROM sqlite_stat1")
            assert ("typeclasses_tag",) in cursor.fetchall()
            cursor.execute("PRAGMA analysis_limit")
            assert cursor.fetchone() == (0,)
