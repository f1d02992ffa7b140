"""Guests of this game get in."""

import pytest
from evennia.accounts import accounts
from typeclasses.accounts import Guest

pytestmark = pytest.mark.django_db


def test_a_guest_gets_in_whatever_password_chance_makes(limbo, settings, monkeypatch):
    # of digits only, which the rules for people's passwords refuse
    monkeypatch.setattr(accounts, "getrandbits", lambda bits: 0x1234567890123456)
    account, errors = Guest.authenticate(ip="127.0.0.1")
    assert not errors
    assert account.username == "Guest1"


def test_a_guest_is_told_once_that_nothing_is_kept(limbo, monkeypatch):
    account, _errors = Guest.authenticate(ip="127.0.0.1")
    told = []
    monkeypatch.setattr(account, "msg", lambda text=None, **kwargs: told.append(text))
    monkeypatch.setattr(account, "puppet_object", lambda session, obj: told.append("in the game"))
    account.at_post_login()
    assert told[0] == "in the game"
    assert [text for text in told[1:] if "create <name> <password>" in text] == told[1:]


def test_only_who_helps_to_run_the_game_learns_the_versions_of_what_runs(player, superuser):
    told = player.types("about")
    assert "Django" not in told
    assert "not available" in told
    assert "Django" in superuser.types("about")
