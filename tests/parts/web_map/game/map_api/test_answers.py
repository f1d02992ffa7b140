"""Every answer is as the description of the API says, and worked out in slices."""

import re
import sys
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.parts.web_map.game.map_asking import ask, number, stand
from tools.openapi import SCHEMAS, openapi
from xyzgrid_ext.game.web import answers, urls
from xyzgrid_ext.game.web.visitors import Asker
from xyzgrid_ext.parts.web_map.api import questions

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(grid, monkeypatch):
    """Return a grid whose server has started just now."""
    monkeypatch.setattr(grid, "running", None)
    grid.at_server_start()
    return grid


def work_of(answer):
    """How many queries and how many calls of functions an answer takes."""
    calls = [0]
    sys.setprofile(lambda frame, event, arg: calls.__setitem__(0, calls[0] + ("call" in event)))
    try:
        with CaptureQueriesContext(connection) as asked:
            answer()
    finally:
        sys.setprofile(None)
    return len(asked), calls[0]


ANSWERS = {
    "the list of maps": lambda grid: partial(answers.heads, Asker()),
    "a page": lambda grid: partial(answers.page, Asker(), "town", None, 0),
    "a whole map": lambda grid: partial(answers.whole, Asker(), "town"),
    "a search": lambda grid: partial(questions.search, Asker(), "mill"),
    "a way": lambda grid: partial(
        questions.path, Asker(), number(grid, 0, 0, "town"), number(grid, 2, 1, "town")
    ),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_the_first_answer_after_a_start_is_no_more_work_than_the_next(started, what):
    answer = ANSWERS[what](started)
    (queries, calls), (later_queries, later_calls) = (work_of(answer) for _ in range(2))
    assert queries == later_queries
    assert calls <= 2 * later_calls + 100


JSON_TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "array": list,
    "object": dict,
    "null": type(None),
}


def faults_of(value, schema, place="answer"):
    """Yield what in an answer is not as the description says."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(isinstance(value, JSON_TYPES[kind]) for kind in kinds):
        yield f"{place} is {value!r}, not {kinds}"
    elif value not in schema.get("enum", [value]):
        yield f"{place} is {value!r}, none of {schema['enum']}"
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from faults_of(one, schema["items"], f"{place}[{number}]")
    elif isinstance(value, dict):
        known = schema["properties"]
        yield from (f"{place} lacks {name}" for name in schema["required"] if name not in value)
        yield from (f"{place} has {name}" for name in value if name not in known)
        for name in value.keys() & known.keys():
            yield from faults_of(value[name], known[name], f"{place}.{name}")


def test_the_description_has_every_address_and_no_other():
    pages = ("xyzgrid-map", "xyzgrid-plain", "xyzgrid-token")  # for people
    pages += ("xyzgrid-edit", "xyzgrid-edit-map")
    there = {
        "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern))
        for part in urls.urlpatterns
        for one in part.url_patterns
        if one.name not in pages
    }
    assert there == openapi()["paths"].keys()


def test_a_land_is_described_as_it_is(no_maps, spawn_maps, browser):
    spawn_maps({"zcoord": "wilds", "land": {"seed": 5, "places": {"Ashwick": (302, 530)}}})
    found = {"Land": "land/wilds", "Part": "land/wilds/part"}
    for name, what in found.items():
        status, answer = ask(browser(), what, step=16, x=0, y=-1)
        assert status == 200
        assert list(faults_of(answer, SCHEMAS[name])) == []


def test_every_answer_is_as_the_description_says(grid, browser, superuser, player):
    start, goal = number(grid, 0, 0, "town"), number(grid, 2, 1, "town")
    asked = {
        "maps": {"hashes": "yes"},
        **{f"maps/{key}": {} for key in ("town", "cave", "cube", "nowhere")},
        "path": {"from": start, "to": goal},
        "search": {"q": "mill"},
    }
    described = openapi()["paths"]
    stand(grid, player, 1, 0, "cave")
    for client in (browser(), browser(player.account), browser(superuser.account)):
        for what, values in asked.items():
            status, answer = ask(client, what, **values)
            address = re.sub(r"maps/\w+", "maps/{key}", what)
            of_status = described[f"/map/api/{address}"]["get"]["responses"][str(status)]
            assert list(faults_of(answer, of_status["content"]["application/json"]["schema"])) == []
    assert list(faults_of({"rooms": [], "extra": 1}, SCHEMAS["Found"])) == ["answer has extra"]
