"""Paths and searches as JSON: they tell nothing of what the asker may not know."""

import pytest

from tests.parts.web_map.game.map_asking import ask, names_of, number, stand
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.visibility.names import rooms_containing
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, Sights
from xyzgrid_ext.game.web import answers


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


def test_path_stays_where_one_has_been_and_takes_no_unknown_wormhole(grid, browser, player):
    client = browser(player.account)
    for x in (0, 1, 3):
        stand(grid, player, x, 0, "cave")
    assert path_between(grid, client, (0, 0, "cave"), (1, 0, "cave"))[1]["speedwalk"] == "e"
    found = path_between(grid, client, (0, 0, "cave"), (3, 0, "cave"))
    assert found == (200, {"rooms": [], "error": "You know of no way there."})
    stand(grid, player, 2, 0, "cave")
    assert path_between(grid, client, (0, 0, "cave"), (3, 0, "cave"))[1]["speedwalk"] == "3e"
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


def test_path_leads_through_opened_exits_and_not_through_locked_ones(
    grid, browser, make_player, superuser
):
    way = grid.live.exit(grid.live.room_at_xyz(1, 1, "town"), "e")
    way.locks.add("traverse:perm(Builder)")
    ann = make_player("Ann")
    builder = make_player("Bea", permissions=["Builder"])
    ends = (0, 1, "town"), (2, 1, "town")
    assert "steps" not in path_between(grid, browser(ann.account), *ends)[1]
    assert path_between(grid, browser(builder.account), *ends)[1]["speedwalk"] == "2e"
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
                {"error": "There is no such place, or you do not know it."},
            )


def test_a_search_finds_rooms_that_may_be_seen(grid, browser, player):
    found = ask(browser(), "search", q="old m")[1]["rooms"]
    mill = number(grid, 2, 1, "town")
    where = {"key": "town", "map": "town", "x": 2, "y": 1, "z": 0}
    assert found == [{"num": mill, "name": "Old Mill", **where}]
    assert ask(browser(player.account), "search", q="grotto")[1]["rooms"] == []
    stand(grid, player, 2, 0, "cave")
    found = ask(browser(player.account), "search", q="GROTTO")[1]["rooms"]
    assert [one["num"] for one in found] == [number(grid, 2, 0, "cave")]


@pytest.mark.parametrize("text", ["ÉCOLE", "des ânes"])
def test_a_search_finds_letters_beyond_ascii_in_any_case(grid, browser, text):
    room = grid.live.object(grid.live.room_at_xyz(0, 0, "town"))
    room.key = "École des Ânes"
    (found,) = ask(browser(), "search", q=text)[1]["rooms"]
    assert found["name"] == "École des Ânes"
    assert [name for _room, name in rooms_containing(grid.live, text)] == ["École des Ânes"]


def test_who_has_an_answer_already_gets_304(grid, browser):
    client = browser()
    first = client.get("/map/api/maps/town")
    again = client.get("/map/api/maps/town", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert not again.content
    assert again["ETag"] == first["ETag"]


def test_hash_changes_with_what_may_be_seen_and_no_cache_shares_it(grid, browser, player):
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
    public = browser().get("/map/api/maps/town")
    own = browser(player.account).get("/map/api/maps/town")
    by_token = browser().get("/map/api/maps", {"token": tokens.token_of(player.account)})
    refused = browser(player.account).get("/map/api/maps/nowhere")
    assert public["Cache-Control"] == "public, no-cache"
    for response in (own, by_token, refused):
        assert response["Cache-Control"] == "private, no-cache"
    for response in (public, own, by_token, refused):
        assert {"Authorization", "Cookie"} <= set(response["Vary"].split(", "))


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
    monkeypatch.setattr(answers, "PAGE_ROOMS", 2)
    client = browser()
    before = hashes(client)
    assert list(before) == ["cube", "town"]
    assert hashes(client) == before
    grid.live.object(grid.live.room_at_xyz(2, 1, "town")).key = "New Mill"  # on the last page
    after = hashes(client)
    assert after["town"] != before["town"]
    assert after["cube"] == before["cube"]


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


def test_maps_in_fog_have_the_rooms_that_were_seen_and_where_one_is(grid, browser, player):
    client = browser(player.account)
    assert names_of(client) == ["cube", "town"]
    stand(grid, player, 1, 0, "cave")
    stand(grid, player, 0, 0, "town")
    assert names_of(client) == ["cave", "cube", "town"]
    stand(grid, player, 0, 1, "town")
    here = {"name": "Ann", "num": number(grid, 0, 1, "town"), "map": "town"}
    you = ask(browser(player.account), "maps")[1]["you"]
    assert you == {"name": "Ann", "characters": [here]}
    assert ask(browser(), "maps")[1]["you"] == {"name": None, "characters": []}
    stand(grid, player, 1, 0, "cave")
    stand(grid, player, 2, 0, "cave")
    status, cave = ask(browser(player.account), "maps/cave")
    assert status == 200
    assert [room["x"] for room in cave["rooms"]] == [1, 2]
    assert [exit["to"] for room in cave["rooms"] for exit in room["exits"]].count(None) == 2
    numbers = {exit["to"] for room in cave["rooms"] for exit in room["exits"]}
    assert not numbers & {number(grid, x, 0, "cave") for x in (0, 3)}


def test_maps_stand_in_the_order_of_their_titles(limbo, spawn_maps, documented, browser):
    code = next(block for block in documented("python") if "Harbour, 2" in block)
    exec(code, names := {})
    spawn_maps(*names["XYMAP_DATA_LIST"])
    assert [key for key in names_of(browser()) if key in ("quay", "market")] == ["quay", "market"]


def test_a_map_that_is_to_be_seen_in_the_game_shows_the_web_where_one_has_been(
    grid, browser, player
):
    stand(grid, player, 0, 0, "halls")
    stand(grid, player, 0, 0, "town")
    assert "halls" not in names_of(browser())
    _status, halls = ask(browser(player.account), "maps/halls")
    assert [room["x"] for room in halls["rooms"]] == [0]
    # in the game all of it is drawn
    assert Sights(grid.live, CharacterViewer(grid.live, player.character)).of("halls").knows(2)


def test_pages_are_the_map_in_parts(grid, browser, monkeypatch):
    whole = ask(browser(), "maps/town")[1]
    assert "next" not in whole
    monkeypatch.setattr(answers, "PAGE_ROOMS", 2)
    client, rooms, address = browser(), [], "/map/api/maps/town"
    while address:
        page = client.get(address).json()
        rooms += page["rooms"]
        address = page.get("next")
    assert rooms == whole["rooms"]
    assert page["pages"] == 3


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


def test_token_sees_what_its_account_sees_and_a_wrong_one_nothing(grid, browser, player):
    stand(grid, player, 1, 0, "cave")
    token = tokens.token_of(player.account)
    logged_in = ask(browser(player.account), "maps")[1]["maps"]
    by_header = browser().get("/map/api/maps", headers={"authorization": f"Bearer {token}"})
    assert by_header.json()["maps"] == logged_in
    by_address = ask(browser(), "maps", token=token)[1]
    assert [one["key"] for one in by_address["maps"]] == [one["key"] for one in logged_in]
    rooms_at = by_address["maps"][0]["rooms_at"]
    assert browser().get(rooms_at).json()["key"] == "cave"
    old = tokens.token_of(player.account)
    tokens.renew_token(player.account)
    for client in (browser(), browser(player.account)):
        for what in ("maps", "maps/town", "search"):
            assert ask(client, what, token=old)[0] == 401
