"""Answers that an asker has already: hashes of all that they see."""

from tests.parts.web_map.game.map_asking import ask, stand
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.web import answers


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
