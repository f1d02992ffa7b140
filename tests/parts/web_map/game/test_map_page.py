"""The map page, the page without a script, and the files."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from spawned import spawned_once

from xyzgrid_ext.game.protocols import tokens

TOWN = {
    "zcoord": "Town & Co",
    "map": """
+ 0 1

1 #-#
  |
0 #

+ 0 1
""",
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "<script>alert(1)</script>"},
        (0, 0, "n"): {"prototype_parent": "xyz_exit", "needs": ["item:lamp"]},
    },
}
CAVE = {
    "zcoord": "cave",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n",
    "options": {"fog": "explored"},
    "prototypes": {("*", "*"): {"prototype_parent": "xyz_room", "key": "Grotto"}},
}
TOWER = {"zcoord": "tower", "levels": ["\n+ 0\n\n0 U\n\n+ 0\n", "\n+ 0\n\n0 D\n\n+ 0\n"]}


shared_maps = spawned_once(TOWN, CAVE, TOWER)


@pytest.fixture
def ann(player, browser):
    player.account.characters.add(player.character)
    return browser(player.account)


def text_of(response):
    content = response.getvalue() if response.streaming else response.content
    return content.decode()


@pytest.mark.beside("formats")
def test_who_is_logged_in_sees_the_address_for_mudlet(grid, ann, player):
    token = tokens.token_of(player.account)
    assert f"http://testserver/map/world.xml?token={token}" in text_of(ann.get("/map/"))
    assert "token=" not in text_of(Client().get("/map/"))


@pytest.mark.parametrize("token", ["x", ""])
def test_a_page_takes_no_token(grid, player, token):
    token = token or tokens.token_of(player.account)
    told = Client().get("/map/", {"token": token})
    assert told.status_code == 200
    assert told.context["you"]["name"] is None
    assert Client().get("/map/list/", {"token": token}).status_code == 200


def test_new_token_is_made_by_a_form_of_ones_own_alone(grid, ann, player):
    old = tokens.token_of(player.account)
    assert ann.get("/map/token/").status_code == 405
    assert ann.post("/map/token/")["Location"] == "/map/#token"
    assert tokens.account_of(old) is None
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(player.account)
    assert careful.post("/map/token/").status_code == 403
    token = tokens.token_of(player.account)
    response = Client().post(f"/map/token/?token={token}")
    assert response.status_code == 302
    assert "login" in response["Location"]
    assert tokens.account_of(token) == player.account


@pytest.mark.beside("formats")
def test_the_plain_page_has_drawing_and_table(grid, limbo):
    text = text_of(Client().get("/map/list/", {"map": "town & co"}))
    assert '<img src="/map/export/town%20&amp;%20co.svg"' in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>alert" not in text
    assert "(locked, needs the lamp)" in text


def test_the_plain_page_tells_nothing_of_what_is_not_known(grid, ann):
    for values in ({"map": "cave"}, {"map": "nowhere"}, {"map": "tower", "page": "7"}):
        assert ann.get("/map/list/", values).status_code == 404
    assert ann.get("/map/list/", {"map": "tower", "level": "x"}).status_code == 404
    assert "cave" not in text_of(ann.get("/map/list/"))


@pytest.mark.beside("formats")
def test_mudlet_gets_all_maps_that_the_account_may_see(grid, ann, player):
    cave = grid.live.object(grid.live.room_at_xyz(0, 0, "cave"))
    player.character.move_to(cave, quiet=True)
    address = f"/map/world.xml?token={tokens.token_of(player.account)}"
    response = Client().get(address)
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    root = ElementTree.fromstring(text_of(response))
    assert {area.get("name") for area in root.iter("area")} == {"cave", "tower", "Town & Co"}
    titles = [room.get("title") for room in root.iter("room")]
    assert titles.count("Grotto") == 1
    public = ElementTree.fromstring(text_of(Client().get("/map/world.xml")))
    assert {area.get("name") for area in public.iter("area")} == {"tower", "Town & Co"}


@pytest.mark.beside("formats")
@pytest.mark.parametrize("ending", ["xml", "json", "mudlet.json", "svg", "dot"])
@pytest.mark.parametrize("key", ["town & co", "all"])
def test_a_map_is_a_file_in_each_format(grid, limbo, ending, key):
    response = Client().get(f"/map/export/{key}.{ending}")
    assert response.status_code == 200
    assert response.streaming
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Grotto" not in text_of(response)


@pytest.mark.beside("formats")
@pytest.mark.parametrize("file", ["cave.xml", "nowhere.xml", "town.exe", "town", ".xml"])
def test_a_file_of_what_is_not_known_is_not_there(grid, ann, file):
    response = ann.get(f"/map/export/{file}")
    assert response.status_code == 404
    assert response.json() == {"error": "There is no such place, or you do not know it."}
