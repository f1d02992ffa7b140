"""Rows in bulk: what goes in comes out as Evennia itself would have put it."""

from django.utils import timezone
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.db.stored import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import creation, write

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
