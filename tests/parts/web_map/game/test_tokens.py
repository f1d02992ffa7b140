"""Tokens: a map for Mudlet and scripts, which do not log in to the website."""

import pytest
from django.core import signing
from evennia.server.models import ServerConfig

from xyzgrid_ext.game.protocols import tokens


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
