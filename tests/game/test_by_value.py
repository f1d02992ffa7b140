"""Rows by the values of a column are what Django reads, in no more queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils import create
from evennia.utils.idmapper.models import flush_cache

from xyzgrid_ext.game.db import by_value

pytestmark = pytest.mark.django_db


@pytest.fixture
def box():
    room = create.create_object("evennia.DefaultRoom", key="hall")
    made = create.create_object("evennia.DefaultObject", key="box", location=room, home=room)
    made.db.content = {"coins": 3, "of": (made, None)}
    made.tags.add("old", category="age", data="very")
    made.aliases.add("chest")
    return made


def read(rows):
    """All columns of objects that are not in memory before."""
    return [{field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
            for one in rows]  # fmt: skip


@pytest.mark.parametrize("model", [ObjectDB, Attribute, Tag])
def test_objects_are_those_of_a_queryset(box, model):
    ids = list(model.objects.order_by("pk").values_list("pk", flat=True))
    flush_cache()
    expected = [*map(type, model.objects.order_by("pk"))], read(model.objects.order_by("pk"))
    flush_cache()
    found = by_value.loaded(model, "id", reversed(ids))
    assert ([*map(type, found)], read(found)) == expected
    assert all(not one._state.adding for one in found)
    assert by_value.loaded(model, "id", ids) == found, "not those in memory"


def test_by_another_column_and_more_values_than_a_statement_takes(box):
    nowhere = range(-2000, -1)
    with CaptureQueriesContext(connection) as made:
        assert by_value.loaded(ObjectDB, "db_location_id", [*nowhere, box.location.pk]) == [box]
    assert len(made) == 3
    assert by_value.rows(ObjectDB, ("db_key", "id"), "id", [box.pk, -1]) == [("box", box.pk)]
    assert by_value.rows(ObjectDB, ("id",), "id", []) == []
