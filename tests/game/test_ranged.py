"""Queries for the objects of a range of ids, which Django compiles once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object

from xyzgrid_ext.game.db.objects import Ranged

pytestmark = pytest.mark.django_db


def test_each_range_has_its_own_rows_in_one_query():
    made = [create_object(key=f"thing {number}") for number in range(6)]
    queryset = ObjectDB.objects.filter(db_key__startswith="thing").order_by("-pk")
    ranged = Ranged(queryset.values_list("pk", "db_key"), "pk")
    rows = [(one.pk, one.key) for one in reversed(made)]
    for first in range(6):
        for last in range(first, 6):
            with CaptureQueriesContext(connection) as asked:
                found = ranged.between(made[first].pk, made[last].pk)
            assert found == rows[5 - last : 6 - first]
            assert len(asked) == 1
    assert ranged.among([made[1].pk, made[4].pk]) == [rows[1], rows[4]]
