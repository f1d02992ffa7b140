"""What our pages and answers tell browsers; HEAD; and that nobody gets no session."""

import re

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from spawned import spawned_once
from worlds import room

PAGES = ["/map/", "/map/list/"]
DATA = ["/map/api/maps", "/map/api/maps/town", "/map/api/path?from=x"]
FORMATS = pytest.mark.beside("formats")
FILES = [pytest.param(f"/map/{name}", marks=FORMATS) for name in ("world.xml", "export/town.svg")]

shared_maps = spawned_once(
    {"zcoord": "town", "map": "+ 0 1\n\n0 #-#\n\n+ 0 1\n", "prototypes": {("*", "*"): room("Hut")}}
)


def policy_of(response):
    parts = response.headers["Content-Security-Policy"].split("; ")
    return {name: values.split() for name, _blank, values in (one.partition(" ") for one in parts)}


@pytest.mark.parametrize("address", [*PAGES, *DATA, *FILES])
def test_all_that_is_ours_is_guarded(grid, address):
    response = Client().get(address)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    own = policy_of(response)
    if address in PAGES:
        assert response.headers["X-Frame-Options"] == "SAMEORIGIN"
        assert own["frame-ancestors"] == own["base-uri"] == ["'self'"]
        assert own["object-src"] == ["'none'"]
        assert "'unsafe-inline'" not in own["script-src"]
    else:
        assert response.headers["X-Frame-Options"] == "DENY"
        assert own["default-src"] == ["'none'"]


def test_pages_run_what_is_in_their_policy_with_a_nonce_for_one_answer(grid):
    response = Client().get("/map/")
    text, own = response.content.decode(), policy_of(response)
    assert not re.search(r"""<(?:script|link)[^>]*(?:src|href)="https://""", text)
    assert not any(source.startswith("http") for source in own["script-src"])
    (attributes,) = re.findall(r"<script(?![^>]*(?:src=|application/json))([^>]*)>", text)
    nonce = re.search(r'nonce="([^"]+)"', attributes)[1]
    assert f"'nonce-{nonce}'" in own["script-src"], "the importmap"
    assert not re.search(r"<[^>]+\son[a-z]+=", text), "no script in an attribute"
    policies = {Client().get("/map/").headers["Content-Security-Policy"] for _ in range(3)}
    assert len(policies) == 3
    for address in ("/help/", "/webclient/"):
        assert "Content-Security-Policy" not in Client().get(address).headers


@pytest.mark.urls("evennia.web.urls")
def test_web_client_has_panes_in_a_game_without_our_pages(grid):
    assert "js/pane.js" in Client().get("/webclient/").content.decode()


@pytest.mark.parametrize("address", [*PAGES, *DATA, *FILES])
def test_head_tells_what_get_tells_but_for_the_body(grid, address):
    told, head = Client().get(address), Client().head(address)
    assert head.status_code == told.status_code
    assert (head.getvalue() if head.streaming else head.content) == b""
    assert head.headers["Content-Type"] == told.headers["Content-Type"]
    assert head.headers.get("ETag") == told.headers.get("ETag")


@pytest.mark.parametrize("address", [*PAGES, *DATA, *FILES])
def test_nobody_gets_no_session(grid, address):
    client = Client()
    assert settings.SESSION_COOKIE_NAME not in client.get(address).cookies
    assert Session.objects.count() == 0
    client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32  # one that is no more
    cookie = client.get(address).cookies.get(settings.SESSION_COOKIE_NAME)
    assert cookie is None or cookie.value == ""
    assert Session.objects.count() == 0


def test_who_is_logged_in_on_the_website_or_its_client_stays_so(grid, player):
    client = Client()
    client.force_login(player.account)
    for address in (*PAGES, *DATA):
        client.get(address)
    assert client.get("/map/api/maps").json()["you"]["name"] == "Ann"
    client.get("/webclient/")
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.get("/map/")
    assert client.cookies[settings.SESSION_COOKIE_NAME].value == key
    assert Session.objects.filter(session_key=key).exists()
