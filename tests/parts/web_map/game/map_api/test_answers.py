"""Every answer is as the description of the API says, and worked out in slices."""

import re

import pytest

from tests.parts.web_map.game.map_asking import ask, number, stand
from xyzgrid_ext.game.web import urls

pytestmark = [pytest.mark.django_db, pytest.mark.beside("editor", "formats", "lands")]


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
    from tools.openapi import SCHEMAS

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


@pytest.mark.beside("mudlet")
def test_the_description_has_every_address_and_no_other():
    from tools.openapi import openapi

    pages = ("xyzgrid-map", "xyzgrid-plain", "xyzgrid-token", "xyzgrid-edit", "xyzgrid-edit-map")
    there = {
        "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern))
        for part in urls.urlpatterns
        for one in getattr(part, "url_patterns", ())  # else the texts of scripts
        if one.name not in pages
    }
    assert there == openapi()["paths"].keys()


def test_a_land_is_described_as_it_is(no_maps, spawn_maps, browser):
    from tools.openapi import SCHEMAS

    spawn_maps({"zcoord": "wilds", "land": {"seed": 5, "places": {"Ashwick": (302, 530)}}})
    found = {"Land": "land/wilds", "Part": "land/wilds/part"}
    for name, what in found.items():
        status, answer = ask(browser(), what, step=16, x=0, y=-1)
        assert status == 200
        assert list(faults_of(answer, SCHEMAS[name])) == []


def test_every_answer_is_as_the_description_says(grid, browser, superuser, player):
    from tools.openapi import SCHEMAS, openapi

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
