"""Maps and rooms as JSON: who is told what of them, in which pages, and by which token."""

import pytest

from tests.parts.web_map.game.map_asking import ask, names_of, number, stand
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, Sights
from xyzgrid_ext.game.web import answers


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
