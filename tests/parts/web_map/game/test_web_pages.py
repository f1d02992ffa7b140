"""Evennia's pages, with libraries from this package."""

import base64
import hashlib
import re
import sys
from pathlib import Path

import evennia
import pytest
from django.contrib.staticfiles import finders
from django.core import signing
from django.test import Client
from evennia.server.models import ServerConfig

from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.web.templatetags.xyzgrid import CDN, FOLDER, FONTS

PAGES = {"webclient": "/webclient/", "website": "/"}
WEB = Path(evennia.__file__).parent / "web"
# what Evennia's client has in a comment, and what is no library
UNUSED = {
    "https://cdnjs.cloudflare.com/ajax/libs/mustache.js/2.3.0/mustache.min.js",
    "https://maxcdn.bootstrapcdn.com/bootstrap/4.6.0/css/bootstrap.min.css",
    "http://placehold.jp/250x250.png",
    "http://placehold.jp/50x50.png",
}
TAKEN = re.compile(r"""<(?:script|link|img)\b[^>]*?(?:src|href)=["'](https?://[^"']+)["'][^>]*>""")


def taken_from_elsewhere(page):
    return set(TAKEN.findall(page)) - UNUSED


@pytest.mark.parametrize("part", PAGES)
def test_package_has_every_library_of_evennias_pages(part):
    """Fails when Evennia changes what its pages take from other servers."""
    found = set()
    for file in (WEB / "templates" / part).rglob("*.html"):
        found |= taken_from_elsewhere(file.read_text(encoding="utf-8"))
    assert found
    assert found <= CDN.keys()


def test_every_library_is_served_with_its_licence_and_its_bytes():
    for path in (*CDN.values(), *FONTS):
        file = Path(finders.find(f"{FOLDER}/{path}"))
        assert file.stat().st_size > 100
        place = path.split("/")[: 3 if path.startswith("@") else 2]
        licence = Path(finders.find("/".join((FOLDER, *place, "LICENSE")))).read_text("utf-8")
        assert "Permission is hereby granted" in licence or "SIL OPEN FONT" in licence.upper(), path
    tags = re.compile(r"""<(?:script|link)\b[^>]*integrity=["'][^>]*>""")
    text = "".join(file.read_text("utf-8") for file in (WEB / "templates").rglob("*.html"))
    checked = 0
    for tag in tags.findall(text):
        (address,) = re.findall(r"""(?:src|href)=["'](https?://[^"']+)""", tag)
        if address in UNUSED:
            continue
        kind, _, sum_ = re.search(r"""integrity=["'](\w+)(-)([^"']+)""", tag).groups()
        data = Path(finders.find(f"{FOLDER}/{CDN[address]}")).read_bytes()
        assert base64.b64encode(hashlib.new(kind, data).digest()).decode() == sum_, address
        checked += 1
    assert checked


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES.values())
def test_a_page_takes_nothing_from_elsewhere(limbo, address):
    page = Client().get(address).content.decode()
    assert taken_from_elsewhere(page) == set()
    assert f"/static/{FOLDER}/" in page


@pytest.mark.django_db
@pytest.mark.beside("boards", "dungeons")
def test_the_client_loads_files_of_those_parts_alone_that_the_game_has(limbo, without):
    for part, path in (("boards", "boards/board.js"), ("dungeons", "dungeons/inside.js")):
        assert finders.find(f"xyzgrid/{path}")
        without()
        assert path in Client().get("/webclient/").content.decode()
        without(part)
        assert path not in Client().get("/webclient/").content.decode()


def test_a_token_of_one_account_is_none_of_another(make_player):
    ann, ben = make_player("Ann"), make_player("Ben")
    tokens.token_of(ben.account)
    signer = signing.Signer(salt="xyzgrid_ext.map.token")
    _number, *rest = signer.unsign_object(tokens.token_of(ann.account))
    forged = signer.sign_object([ben.account.pk, *rest])
    assert tokens.account_of(forged) is None


@pytest.mark.parametrize("change", ["", "x", ":", "a:b:c", "x" * 10_000])
def test_what_is_no_token_is_nobodys(player, change):
    token = tokens.token_of(player.account)
    assert tokens.account_of(change) is None
    assert tokens.account_of(token[:-1]) is None
    other = signing.Signer(salt="other").sign_object([player.account.pk, "x"])
    assert tokens.account_of(other) is None


def test_a_new_password_revokes_the_token(player):
    old = tokens.token_of(player.account)
    player.account.set_password("another-horse-8")
    player.account.save()
    assert tokens.account_of(old) is None
    assert tokens.account_of(tokens.token_of(player.account)) == player.account


def no_login(account):
    account.is_active = False
    account.save()


def banned(account):
    ServerConfig.objects.conf("server_bans", [("ann", "", "", "today", "rude")])


@pytest.mark.parametrize("change", [no_login, banned, lambda account: account.delete()])
def test_token_of_an_account_that_may_not_log_in_opens_nothing(player, change):
    token = tokens.token_of(player.account)
    change(player.account)
    assert tokens.account_of(token) is None


DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
TOWN = {"zcoord": "town", "map": DRAWING}


@pytest.mark.parametrize("page", ["/map/", "/map/list/", "/map/api/maps", "/map/api/maps/town"])
def test_the_website_shows_the_others_beside_a_bad_map(page, spawn_maps, monkeypatch):
    grid = spawn_maps(TOWN, {"zcoord": "bad", "map": DRAWING})
    module = sys.modules[grid.records[0]["reference"]]
    bad = {"zcoord": "bad", "map": DRAWING, "options": {"map_display": []}}
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [TOWN, bad])
    grid.reload()
    assert Client().get(page).status_code == 200
