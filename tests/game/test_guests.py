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
