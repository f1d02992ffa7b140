"""Operations on documents: the table that Python and the editor's script both pass."""

import copy
import json
import re
from itertools import islice
from pathlib import Path

import pytest

from xyzgrid_ext.parts.editor.core import OperationError, apply, apply_all
from xyzgrid_ext.parts.editor.core.values import module_names

TABLE = json.loads((Path(__file__).parents[1] / "edit_operations.json").read_text(encoding="utf-8"))


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


def test_the_module_of_a_new_map_has_a_name_like_the_map_and_is_never_a_path():
    named = {
        "Half-way Inn": "half_way_inn",
        "Dvergr's Höhle_2": "dvergrs_hohle_2",
        "काशी": "drawn_1",
        "2nd floor": "drawn_2nd_floor",
        "class": "drawn_class",
        "Con": "drawn_con",
        "__init__": "init",
        "drawn": "drawn_1",
        "x" * 80: "x" * 40,
    }
    assert {name: next(module_names(name)) for name in named} == named
    assert list(islice(module_names("Inn"), 3)) == ["inn", "inn_2", "inn_3"]
    for name in ("../../etc/passwd", "a.b", "a\\b", "c:\\d", "a\x00b", "", "/"):
        assert re.fullmatch(r"[a-z][a-z0-9_]*", next(module_names(name)))
