"""The website of the game, and what browsers get after a change of Evennia."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from xyzgrid_ext.game.cli import doctor


@pytest.fixture
def browser(limbo):
    """Return a function: who is logged in to the web client -> the browser, as a client."""

    def logged_in_as(account):
        session = SessionStore()
        session["webclient_authenticated_uid"] = account
        session.save()
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
        return client

    return logged_in_as


@pytest.mark.parametrize("page", ["/", "/help/", "/webclient/"])
def test_a_browser_whose_guest_is_gone_gets_its_pages(browser, page):
    client = browser(999_999)
    assert client.get(page).status_code == 200
    assert client.session.get("webclient_authenticated_uid") is None


def test_a_login_of_the_web_client_holds_on_the_website(browser, player):
    client = browser(player.account.pk)
    assert client.get("/").status_code == 200
    assert client.session["webclient_authenticated_uid"] == player.account.pk


def test_exception_of_a_page_is_logged(limbo, monkeypatch):
    logged = []
    monkeypatch.setattr("xyzgrid_ext.game.web.apps.logger.log_trace", logged.append)
    monkeypatch.setattr("evennia.web.website.views.help.HelpListView.get", lambda *_: 1 / 0)
    assert Client(raise_request_exception=False).get("/help/").status_code == 500
    assert logged == ["xyzgrid: the website's page '/help/'"]


def test_first_page_says_how_one_comes_in_unless_the_game_has_its_own(
    limbo, player, settings, tmp_path
):
    settings.GUEST_ENABLED = True
    answer = Client().get("/")
    page = answer.content.decode()
    assert settings.SERVERNAME in page
    assert f'href="{reverse("webclient:index")}?guest">Play</a>' in page
    assert f"telnet testserver {settings.TELNET_PORTS[0]}" in page
    assert f"<li>{player.character.key}</li>" in page
    assert "Welcome to Evennia" not in page
    assert "'nonce-" in answer["Content-Security-Policy"]
    (tmp_path / "website").mkdir()
    (tmp_path / "website" / "index.html").write_text("ours")
    engine = settings.TEMPLATES[0]
    settings.TEMPLATES = [engine | {"DIRS": [str(tmp_path), *engine["DIRS"]]}]
    assert Client().get("/").content == b"ours"


SCRIPT = "webclient/js/evennia.js"


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """The folder of the copies, as after a start."""
    storage = StaticFilesStorage(tmp_path)
    monkeypatch.setattr(doctor, "staticfiles_storage", storage)
    monkeypatch.setattr(collectstatic, "staticfiles_storage", storage)
    renew()
    return tmp_path


def renew(**options):
    call_command("collectstatic", interactive=False, verbosity=0, **options)


def make_old(copies: Path) -> None:
    (copies / SCRIPT).write_text("// of another Evennia")


def test_what_the_next_start_copies_is_not_told_and_doctor_says_how(copies, run):
    make_old(copies)
    os.utime(copies / SCRIPT, (0, 0))
    assert doctor.stale_files() == []
    assert "as they should be" in run("doctor")[1]
    make_old(copies)
    told = run("doctor")[1]
    assert "another Evennia's: 1" in told
    assert "`evennia collectstatic --clear --noinput` copies them anew" in told
    renew(clear=True)
    assert "as they should be" in run("doctor")[1]
