"""The maps as JSON: who sees what, in which pages, with which headers."""

import re
import sys
import threading
from urllib.parse import urlencode

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from spawned import spawned_once

from tools.openapi import SCHEMAS, openapi
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.web import answers, api, urls, ways
from xyzgrid_ext.web.asker import Asker
from xyzgrid_ext.web.cache import Body, Cache

pytestmark = pytest.mark.django_db

TOWN = {
    "zcoord": "town",
    "map": """
+ 0 1 2

1 #-#-#
  |
0 #-#

+ 0 1 2
""",
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "Street"},
        (2, 1): {"prototype_parent": "xyz_room", "key": "Old Mill"},
    },
}
CAVE = {
    "zcoord": "cave",
    "map": """
+ 0 1 2 3

0 #-#-#-#

+ 0 1 2 3
""",
    "options": {"fog": "explored"},
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Grotto"}},
}
CUBE = {
    "zcoord": "cube",
    "matrix": """matrixedge 2
startnode 0 0 0
endnode 1 1 1
currentnode 0 0 0
node 0 0 0 right twoway
node 0 0 0 forward twoway
node 0 0 1 right twoway
node 1 0 1 up twoway
node 0 1 0 down oneway
wormhole 1 0 0 1 1 1 oneway
""",
}


@pytest.fixture(autouse=True)
def _no_answer_is_kept(monkeypatch):
    monkeypatch.setattr(api, "cache", Cache(seconds=0))


shared_maps = spawned_once(TOWN, CAVE, CUBE)


@pytest.fixture
def player(player):
    """Return one whose account has the character among its own, as after a real login."""
    player.account.characters.add(player.character)
    return player


@pytest.fixture
def browser(limbo):
    """Return a function: an account, or nobody -> a browser that is logged in as that."""

    def logged_in_as(account=None):
        client = Client()
        if account is not None:
            client.force_login(account)
        return client

    return logged_in_as


def ask(client, what, **values):
    response = client.get(f"/map/api/{what}", values)
    return response.status_code, response.json()


def number(grid, x, y, z):
    return grid.live.object_id(grid.live.room_at_xyz(x, y, z))


def stand(grid, player, x, y, z):
    player.character.move_to(grid.live.object(grid.live.room_at_xyz(x, y, z)), quiet=True)


def names_of(client):
    return [one["key"] for one in ask(client, "maps")[1]["maps"]]


# --- which maps


def test_the_public_is_told_of_open_maps_only(grid, browser):
    assert names_of(browser()) == ["cube", "town"]


def test_a_player_is_told_of_maps_in_fog_that_they_have_been_on(grid, browser, player):
    client = browser(player.account)
    assert names_of(client) == ["cube", "town"]
    stand(grid, player, 1, 0, "cave")
    stand(grid, player, 0, 0, "town")
    assert names_of(client) == ["cave", "cube", "town"]


def test_a_builder_is_told_of_all(grid, browser, make_player):
    builder = make_player("Bea", permissions=["Builder"])
    client = browser(builder.account)
    assert names_of(client) == ["cave", "cube", "town"]
    assert len(ask(client, "maps/cave")[1]["rooms"]) == 4


def test_a_map_can_be_kept_from_the_public(no_maps, spawn_maps, browser, player):
    spawn_maps(TOWN | {"options": {"public": "no"}})
    assert names_of(browser()) == []
    assert names_of(browser(player.account)) == ["town"]


def test_who_asks_is_told_where_their_characters_are(grid, browser, player):
    stand(grid, player, 0, 1, "town")
    here = {"name": "Ann", "num": number(grid, 0, 1, "town"), "map": "town"}
    you = ask(browser(player.account), "maps")[1]["you"]
    assert you == {"name": "Ann", "characters": [here]}
    assert ask(browser(), "maps")[1]["you"] == {"name": None, "characters": []}


def test_a_login_of_the_web_client_counts(grid, browser, player):
    session = SessionStore()
    session["webclient_authenticated_uid"] = player.account.pk
    session.save()
    client = Client()
    client.cookies["sessionid"] = session.session_key
    assert ask(client, "maps")[1]["you"]["name"] == "Ann"


# --- rooms


def test_a_map_in_fog_has_the_rooms_that_were_seen_and_stubs(grid, browser, player):
    stand(grid, player, 1, 0, "cave")
    stand(grid, player, 2, 0, "cave")
    status, cave = ask(browser(player.account), "maps/cave")
    assert status == 200
    assert [room["x"] for room in cave["rooms"]] == [1, 2]
    assert [exit["to"] for room in cave["rooms"] for exit in room["exits"]].count(None) == 2
    numbers = {exit["to"] for room in cave["rooms"] for exit in room["exits"]}
    assert not numbers & {number(grid, x, 0, "cave") for x in (0, 3)}


def test_levels_are_chosen(grid, browser):
    levels = {room["z"] for room in ask(browser(), "maps/cube", levels="1")[1]["rooms"]}
    assert levels == {1}
    both = ask(browser(), "maps/cube", levels="0-1")[1]["rooms"]
    assert both == ask(browser(), "maps/cube")[1]["rooms"]


def test_pages_are_the_map_in_parts(grid, browser, monkeypatch):
    whole = ask(browser(), "maps/town")[1]
    assert "next" not in whole
    monkeypatch.setattr(answers, "PAGE", 2)
    client, rooms, address = browser(), [], "/map/api/maps/town"
    while address:
        page = client.get(address).json()
        rooms += page["rooms"]
        address = page.get("next")
    assert rooms == whole["rooms"]
    assert page["pages"] == 3


def test_the_next_page_keeps_levels_and_token(grid, browser, player, monkeypatch):
    monkeypatch.setattr(answers, "PAGE", 1)
    values = {"levels": "0", "token": tokens.token_of(player.account)}
    page = ask(browser(), "maps/cube", **values)[1]
    assert page["next"] == "/map/api/maps/cube?" + urlencode({"page": 1} | values)


def test_the_queries_of_a_page_do_not_grow_with_the_rooms_around_it(grid, browser, monkeypatch):
    monkeypatch.setattr(answers, "PAGE", 2)
    client = browser()
    ask(client, "maps/cube")
    counts = []
    for key in ("town", "cube"):
        with CaptureQueriesContext(connection) as asked:
            ask(client, f"maps/{key}")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 9


# --- what is not told


@pytest.mark.parametrize("key", ["cave", "nowhere", "x" * 500, "../town", "%00", "town/x"])
def test_what_is_not_there_and_what_is_not_known_look_alike(grid, browser, player, key):
    for client in (browser(), browser(player.account)):
        found = ask(client, f"maps/{key}")
        assert found == (404, {"error": "There is no such place, or it is not known to you."})


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("maps/town", {"page": "-1"}),
        ("maps/town", {"page": "x"}),
        ("maps/town", {"levels": "1-x"}),
        ("maps/town", {"levels": "9" * 40}),
        ("path", {"from": "1"}),
        ("path", {"from": "1", "to": "٣"}),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_word(grid, browser, what, values):
    status, found = ask(browser(), what, **values)
    assert status == 400
    assert found["error"]


def test_a_page_behind_the_last_is_not_there(grid, browser):
    assert ask(browser(), "maps/town", page="1")[0] == 404
    assert ask(browser(), "maps/town", page="9" * 12)[0] == 404


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_changed(grid, browser, superuser, method):
    client = browser(superuser.account)
    for what in ("maps", "maps/town", "path", "search"):
        assert getattr(client, method)(f"/map/api/{what}").status_code == 405


GAME = CUBE | {
    "zcoord": "riddle",
    "options": {"play": "matrix"},
    "transitions": {(1, 1, 1, "gate"): (0, 0, "town")},
}


def test_a_player_is_told_nothing_of_a_matrix_that_is_played(
    spawn_maps, browser, player, make_player
):
    grid = spawn_maps(GAME)
    stand(grid, player, 0, 0, "riddle:0")
    client = browser(player.account)
    builder = browser(make_player("Bea", permissions=["Builder"]).account)
    inside, outside = number(grid, 0, 0, "riddle:0"), number(grid, 1, 1, "riddle:1")
    assert ask(builder, "maps/riddle")[0] == 200
    assert ask(client, "maps/riddle")[0] == 404
    assert ask(client, "maps")[1]["you"]["characters"] == []
    assert ask(client, "path", **{"from": inside, "to": outside})[0] == 404
    assert ask(client, "search", q="riddle")[1] == {"rooms": []}
    assert client.get("/map/export/riddle.xml").status_code == 404
    assert "riddle" not in client.get("/map/world.xml").getvalue().decode()


def test_a_hidden_wormhole_is_a_stub_for_who_has_not_jumped_it(grid, browser, player):
    token = tokens.token_of(player.account)
    far = number(grid, 1, 1, "cube:1")
    near = number(grid, 1, 0, "cube:0")
    for client, values in ((browser(), {}), (browser(), {"token": token})):
        rooms = {room["num"]: room for room in ask(client, "maps/cube", **values)[1]["rooms"]}
        hole = next(one for one in rooms[near]["exits"] if one.get("kind") == "wormhole")
        assert hole["to"] is None
        assert "area" not in hole
        assert far not in [one["to"] for one in rooms[near]["exits"]]


# --- tokens


def test_the_file_of_a_guest_who_leaves_while_it_is_sent_ends_well(
    grid, browser, player, monkeypatch
):
    response = browser().get("/map/world.xml", {"token": tokens.token_of(player.account)})
    monkeypatch.setattr(tokens, "account_of", lambda token: None)
    assert response.status_code == 200
    assert b"<rooms>" in (text := response.getvalue())
    assert text.endswith(b"</map>\n")


def test_a_token_sees_what_its_account_sees(grid, browser, player):
    stand(grid, player, 1, 0, "cave")
    token = tokens.token_of(player.account)
    logged_in = ask(browser(player.account), "maps")[1]["maps"]
    by_header = browser().get("/map/api/maps", headers={"authorization": f"Bearer {token}"})
    assert by_header.json()["maps"] == logged_in
    by_address = ask(browser(), "maps", token=token)[1]
    assert [one["key"] for one in by_address["maps"]] == [one["key"] for one in logged_in]
    rooms_at = by_address["maps"][0]["rooms_at"]
    assert browser().get(rooms_at).json()["key"] == "cave"


def test_a_wrong_token_is_not_taken_for_the_public(grid, browser, player):
    old = tokens.token_of(player.account)
    tokens.renew(player.account)
    for client in (browser(), browser(player.account)):
        for what in ("maps", "maps/town", "search"):
            assert ask(client, what, token=old)[0] == 401


# --- hashes


def test_who_has_an_answer_already_gets_304(grid, browser):
    client = browser()
    first = client.get("/map/api/maps/town")
    again = client.get("/map/api/maps/town", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert not again.content
    assert again["ETag"] == first["ETag"]


def test_the_hash_changes_with_what_may_be_seen(grid, browser, player):
    client = browser(player.account)
    stand(grid, player, 1, 0, "cave")
    tags = {client.get("/map/api/maps/cave")["ETag"]}
    stand(grid, player, 2, 0, "cave")
    tags.add(client.get("/map/api/maps/cave")["ETag"])
    player.character.location.key = "Hall"
    tags.add(client.get("/map/api/maps/cave")["ETag"])
    player.character.location.exits[0].locks.add("traverse:perm(Builder)")
    tags.add(client.get("/map/api/maps/cave")["ETag"])
    assert len(tags) == 4


def test_the_hash_tells_nothing_of_what_may_not_be_seen(grid, browser, player, superuser):
    client = browser(player.account)
    stand(grid, player, 0, 0, "cave")
    stand(grid, player, 0, 0, "town")
    answers_before = [client.get(f"/map/api/{what}")["ETag"] for what in ("maps", "maps/cave")]
    hidden = grid.live.object(grid.live.room_at_xyz(3, 0, "cave"))
    hidden.key = "Treasury"
    hidden.exits[0].locks.add("traverse:perm(Builder)")
    stand(grid, superuser, 3, 0, "cave")
    assert answers_before == [
        client.get(f"/map/api/{what}")["ETag"] for what in ("maps", "maps/cave")
    ]


def hashes(client):
    return {one["key"]: one["hash"] for one in ask(client, "maps", hashes="yes")[1]["maps"]}


def test_one_question_tells_of_which_maps_something_has_changed(grid, browser, monkeypatch):
    monkeypatch.setattr(answers, "PAGE", 2)
    client = browser()
    before = hashes(client)
    assert list(before) == ["cube", "town"]
    assert hashes(client) == before
    grid.live.object(grid.live.room_at_xyz(2, 1, "town")).key = "New Mill"  # on the last page
    after = hashes(client)
    assert after["town"] != before["town"]
    assert after["cube"] == before["cube"]


def test_the_list_is_without_hashes_for_who_does_not_ask_for_them(grid, browser):
    assert all("hash" not in one for one in ask(browser(), "maps")[1]["maps"])


def test_the_hash_of_a_map_is_that_of_what_one_may_see_of_it(grid, browser, player, make_player):
    ann, bob = player, make_player("Bob")
    bob.account.characters.add(bob.character)
    for one in (ann, bob):
        stand(grid, one, 0, 0, "cave")
        stand(grid, one, 0, 0, "town")
    ann_sees, bob_sees = (hashes(browser(one.account)) for one in (ann, bob))
    assert ann_sees == bob_sees
    stand(grid, bob, 1, 0, "cave")
    assert hashes(browser(bob.account))["cave"] != bob_sees["cave"]
    assert hashes(browser(ann.account)) == ann_sees
    grid.live.object(grid.live.room_at_xyz(3, 0, "cave")).key = "Treasury"  # nobody was there
    assert hashes(browser(ann.account)) == ann_sees
    assert "cave" not in hashes(browser())


def test_answers_for_one_asker_are_not_for_others_to_keep(grid, browser, player):
    public = browser().get("/map/api/maps/town")
    own = browser(player.account).get("/map/api/maps/town")
    by_token = browser().get("/map/api/maps", {"token": tokens.token_of(player.account)})
    refused = browser(player.account).get("/map/api/maps/nowhere")
    assert public["Cache-Control"] == "public, no-cache"
    for response in (own, by_token, refused):
        assert response["Cache-Control"] == "private, no-cache"
    for response in (public, own, by_token, refused):
        assert {"Authorization", "Cookie"} <= set(response["Vary"].split(", "))


def test_an_answer_that_is_kept_is_kept_for_one_asker(grid, browser, player, monkeypatch):
    monkeypatch.setattr(api, "cache", Cache(seconds=100))
    stand(grid, player, 0, 0, "cave")
    assert ask(browser(player.account), "maps/cave")[0] == 200
    assert ask(browser(), "maps/cave")[0] == 404


def test_an_answer_is_kept_for_its_seconds():
    now = [0.0]
    cache = Cache(seconds=2, clock=lambda: now[0])
    cache.put("a", Body.of(b"1"))
    now[0] = 1.9
    assert cache.get("a") == Body.of(b"1")
    now[0] = 2.0
    assert cache.get("a") is None


def test_answers_that_are_kept_have_a_bound_in_bytes():
    cache = Cache(seconds=100, most=10)
    for name in range(5):
        cache.put(name, Body.of(b"1234"))
    assert cache.bytes == 8
    assert [cache.get(name) is not None for name in range(5)] == [False] * 3 + [True] * 2
    cache.put("huge", Body.of(b"x" * 11))
    assert cache.bytes == 0


def test_threads_may_share_what_is_kept():
    cache = Cache(seconds=100, most=1000)

    def work(name):
        for turn in range(300):
            cache.put((name, turn % 7), Body.of(b"x" * (turn % 13)))
            cache.get((name, turn % 5))

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert cache.bytes == sum(len(body.content) for _at, body in cache._kept.values())


# --- paths


def path_between(grid, client, start, goal):
    values = {"from": number(grid, *start), "to": number(grid, *goal)}
    return ask(client, "path", **values)


def test_a_path_is_rooms_exits_and_a_speed_walk(grid, browser):
    status, found = path_between(grid, browser(), (1, 0, "town"), (2, 1, "town"))
    assert status == 200
    assert found["speedwalk"] == "w n 2e"
    assert [step["exit"] for step in found["steps"]] == ["west", "north", "east", "east"]
    assert found["steps"][-1]["name"] == "Old Mill"
    assert found["rooms"][0] == number(grid, 1, 0, "town")
    assert found["rooms"][-1] == number(grid, 2, 1, "town")


def test_a_path_to_where_one_is_has_no_steps(grid, browser):
    found = path_between(grid, browser(), (0, 0, "town"), (0, 0, "town"))[1]
    assert (found["speedwalk"], found["steps"], len(found["rooms"])) == ("", [], 1)


def test_a_path_stays_where_one_has_been(grid, browser, player):
    client = browser(player.account)
    for x in (0, 1, 3):
        stand(grid, player, x, 0, "cave")
    assert path_between(grid, client, (0, 0, "cave"), (1, 0, "cave"))[1]["speedwalk"] == "e"
    found = path_between(grid, client, (0, 0, "cave"), (3, 0, "cave"))
    assert found == (200, {"rooms": [], "error": "You know of no way there."})
    stand(grid, player, 2, 0, "cave")
    assert path_between(grid, client, (0, 0, "cave"), (3, 0, "cave"))[1]["speedwalk"] == "3e"


def test_a_path_takes_no_wormhole_that_was_not_jumped(grid, browser, player):
    ends = (0, 0, "cube:0"), (1, 1, "cube:1")
    client = browser(player.account)
    straight = path_between(grid, client, *ends)[1]
    assert "wormhole" not in str(straight.get("steps"))
    room = grid.live.room_at_xyz(1, 0, "cube:0")
    links = grid.live.grids["cube"].links_of(room[1])
    hole = next(link for link in links if grid.live.is_wormhole(room, link))
    memory.learn_wormhole(player.character, grid.live.wormhole_id(room, hole))
    assert path_between(grid, client, *ends)[1]["speedwalk"] == "ri wh"
    assert path_between(grid, browser(), *ends)[1] == straight


def test_a_path_does_not_lead_through_a_locked_exit(grid, browser, make_player):
    way = grid.live.exit(grid.live.room_at_xyz(1, 1, "town"), "e")
    way.locks.add("traverse:perm(Builder)")
    ann = make_player("Ann")
    builder = make_player("Bea", permissions=["Builder"])
    ends = (0, 1, "town"), (2, 1, "town")
    assert "steps" not in path_between(grid, browser(ann.account), *ends)[1]
    assert path_between(grid, browser(builder.account), *ends)[1]["speedwalk"] == "2e"


def test_a_path_leads_through_an_exit_whose_key_carries_colours(grid, browser, make_player):
    way = grid.live.exit(grid.live.room_at_xyz(1, 1, "town"), "e")
    way.key = "|ybrass|n gate"
    way.locks.add("traverse:perm(Builder)")
    grid.live.ask(way)
    builder = browser(make_player("Bea", permissions=["Builder"]).account)
    found = path_between(grid, builder, (0, 1, "town"), (2, 1, "town"))[1]
    assert [step["exit"] for step in found["steps"]] == ["east", "brass gate"]


def test_a_path_leads_through_an_exit_that_a_builder_has_opened(grid, browser, superuser):
    superuser.character.location = grid.live.object(grid.live.room_at_xyz(1, 0, "town"))
    superuser.types("open |yback|n alley = (2,1,town)")
    found = path_between(grid, browser(), (1, 0, "town"), (2, 1, "town"))[1]
    assert [step["exit"] for step in found["steps"]] == ["back alley"]


def test_a_path_from_or_to_an_unknown_room_tells_nothing_of_it(grid, browser, player):
    stand(grid, player, 0, 0, "cave")
    client = browser(player.account)
    known, hidden = number(grid, 0, 0, "cave"), number(grid, 3, 0, "cave")
    for other in (hidden, 99_999_999, player.character.pk, player.character.location.exits[0].pk):
        for ends in ((known, other), (other, known), (other, other)):
            values = dict(zip(("from", "to"), ends, strict=True))
            assert ask(client, "path", **values) == (
                404,
                {"error": "There is no such place, or it is not known to you."},
            )


# --- search


def test_a_search_finds_rooms_that_may_be_seen(grid, browser, player):
    found = ask(browser(), "search", q="old m")[1]["rooms"]
    mill = number(grid, 2, 1, "town")
    assert found == [{"num": mill, "name": "Old Mill", "key": "town", "map": "town"}]
    assert ask(browser(player.account), "search", q="grotto")[1]["rooms"] == []
    stand(grid, player, 2, 0, "cave")
    found = ask(browser(player.account), "search", q="GROTTO")[1]["rooms"]
    assert [one["num"] for one in found] == [number(grid, 2, 0, "cave")]


@pytest.mark.parametrize("text", ["école", "École", "ÉCOLE", "ÂNES", "des ânes"])
def test_a_search_finds_letters_beyond_ascii_in_any_case(grid, browser, text):
    room = grid.live.object(grid.live.room_at_xyz(0, 0, "town"))
    room.key = "École des Ânes"
    (found,) = ask(browser(), "search", q=text)[1]["rooms"]
    assert found["name"] == "École des Ânes"
    assert list(unmade.rooms_named(grid.live, text).values()) == ["École des Ânes"]


@pytest.mark.parametrize("text", ["", "  ", "\0", "x" * 10_000, "%", "_", "'; drop table"])
def test_a_search_for_nothing_finds_nothing(grid, browser, text):
    assert ask(browser(), "search", q=text) == (200, {"rooms": []})


def test_a_search_is_bounded(grid, browser, monkeypatch):
    monkeypatch.setattr(answers, "FOUND", 2)
    monkeypatch.setattr(answers, "_NAMES", 1)
    assert len(ask(browser(), "search", q="street")[1]["rooms"]) == 2


def test_a_copy_that_goes_while_a_path_is_sought_is_no_part_of_it(grid, make_player):
    live, builder = grid.live, make_player("Bea", permissions=["Builder"])
    start, goal = number(grid, 0, 0, "town"), number(grid, 1, 0, "town")
    live.add_copy("copy", live.grids["town"])
    live.index.spawned["copy"] = 4
    work = ways.path(Asker(number=builder.account.pk), start, goal)
    next(work)
    live.drop_copy("copy")
    assert drain(work)["speedwalk"] == "e"


# --- slices, between which players play


@pytest.fixture
def started(grid, monkeypatch):
    """Return a grid whose server has started just now."""
    monkeypatch.setattr(grid, "_live", None)
    grid.at_server_start()
    return grid


def work_of(answer):
    """How many queries and how many calls of functions each slice of an answer takes."""
    found = []
    while True:
        calls = [0]
        sys.setprofile(lambda frame, event, arg: calls.__setitem__(0, calls[0] + ("call" in event)))  # noqa: B023
        with CaptureQueriesContext(connection) as asked:
            try:
                next(answer)
            except StopIteration:
                return found
            finally:
                sys.setprofile(None)
                found.append((len(asked), calls[0]))


ANSWERS = {
    "the list of maps": lambda grid: answers.heads(Asker()),
    "a page": lambda grid: answers.page(Asker(), "town", None, 0),
    "a whole map": lambda grid: answers.whole(Asker(), "town"),
    "a search": lambda grid: answers.search(Asker(), "mill"),
    "a way": lambda grid: ways.path(
        Asker(), number(grid, 0, 0, "town"), number(grid, 2, 1, "town")
    ),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_the_first_answer_after_a_start_is_no_more_work_than_the_next(started, what):
    first, then = (work_of(ANSWERS[what](started)) for _ in range(2))
    assert [queries for queries, _calls in first] == [queries for queries, _calls in then]
    for (_, calls), (_, later) in zip(first, then, strict=True):
        assert calls <= 2 * later + 100


# --- the description of the API

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
        for one in urls.urlpatterns
        if one.name not in pages
    }
    assert there == openapi()["paths"].keys()


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
