"""The website reads the world of a running game, and nobody who plays there waits for it."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from itertools import pairwise
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen
from xml.etree import ElementTree

import pytest


@pytest.fixture
def site(server):
    """Return a function (path, headers) -> status, headers, body."""

    address = f"http://{server.host}:{server.web_port}"
    return lambda path, **headers: fetched(address + path, headers)


def fetched(address, headers):
    try:
        with urlopen(Request(address, headers=headers), timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        return error.code, error.headers, error.read()


def test_many_browsers_read_the_world_while_a_player_looks_around(site, guest):
    client = guest()
    paths = [f"/map/api/maps/glasswork?levels=0-{level}" for level in range(9)] * 2
    waited = []
    with ThreadPoolExecutor(6) as browsers:
        found = [browsers.submit(site, path) for path in paths]
        while not all(one.done() for one in found):
            began = time.monotonic()
            client.ask("look", "Lantern Square", timeout=20)
            waited.append(time.monotonic() - began)
    rooms = [json.loads(one.result()[2])["rooms"] for one in found]
    assert [one.result()[0] for one in found] == [200] * len(paths)
    assert rooms[:9] == rooms[9:]
    assert all(len(few) < len(more) for few, more in pairwise(rooms[:9]))
    # all of them together take seconds
    assert sorted(waited)[len(waited) // 2] < 1


def test_who_has_the_map_already_gets_nothing_twice(site):
    status, headers, _body = site("/map/api/maps/town")
    assert status == 200
    status, again, body = site("/map/api/maps/town", **{"If-None-Match": headers["ETag"]})
    assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])


def test_mudlet_loads_the_world(site):
    status, headers, body = site("/map/world.xml")
    assert status == 200
    assert headers["Content-Type"].startswith("application/xml")
    areas = {area.get("name") for area in ElementTree.fromstring(body).iter("area")}
    assert {"Lantern Quay", "The Drowned Glassworks", "The Old Light"} <= areas
    assert not areas & {"The Undertow", "The Cistern"}


def test_the_public_hears_of_no_game_and_no_dungeon(site):
    keys = {one["key"] for one in json.loads(site("/map/api/maps")[2])["maps"]}
    assert keys >= {"town", "glasswork", "lighthouse"}
    assert keys.isdisjoint({"undertow", "cistern"})
    for key in ("undertow", "cistern", "nowhere"):
        status, _headers, body = site(f"/map/api/maps/{key}")
        assert (status, json.loads(body)) == (
            404,
            {"error": "There is no such place, or you do not know it."},
        )


def test_a_guest_of_the_web_has_no_token(server):
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    with browser.open(f"http://{server.host}:{server.web_port}/map/") as answer:
        assert b"token=" not in answer.read()
