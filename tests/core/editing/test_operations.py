"""Operations on documents: the table that Python and the editor's script both pass."""

import copy
import json
from pathlib import Path

import pytest

from xyzgrid_ext.core.editing import OperationError, apply, apply_all

TABLE = json.loads(
    (Path(__file__).parents[2] / "data" / "edit_operations.json").read_text(encoding="utf-8")
)


def named(rows):
    return [pytest.param(row, id=row["name"]) for row in rows]


@pytest.mark.parametrize("row", named(TABLE["applied"]))
def test_an_operation_does_what_it_says_and_is_undone_by_its_inverse(row):
    before = copy.deepcopy(row["before"])
    after, inverse = apply(row["before"], row["op"])
    assert (after, inverse) == (row["after"], row["inverse"])
    assert apply_all(after, inverse)[0] == before
    assert row["before"] == before, "a document never changes"


@pytest.mark.parametrize("row", named(TABLE["refused"]))
def test_an_operation_that_cannot_be_done_is_refused_with_a_cure(row):
    with pytest.raises(OperationError) as refused:
        apply(row["before"], row["op"])
    assert refused.value.code == row["fault"]
    assert refused.value.cure


def test_of_operations_of_which_one_is_refused_none_is_done():
    document = TABLE["refused"][0]["before"]
    name = {"op": "set", "room": "0,0,0", "key": "name", "value": "X"}
    with pytest.raises(OperationError):
        apply_all(document, [name, {"op": "remove", "room": "9,9,9"}])
    assert document["rooms"]["0,0,0"]["name"] == "Hall"
