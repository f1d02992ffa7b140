"""The website of the game, as far as it is not Evennia's own."""

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

pytestmark = pytest.mark.django_db


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
