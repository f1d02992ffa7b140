"""Tokens, which show who asks for a map without having logged in to the website.

    token = signature(account, nonce, mark)    in a header, or a URL: /map/world.xml?token=…
                                │     └─ of the password: a new one revokes all before
                                └─ Attribute of the account; a new one does so too

A token gives read-only access to the maps as its account may see them, and to nothing else.
"""

from __future__ import annotations

import secrets

from django.core import signing
from django.urls import NoReverseMatch, reverse

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Account
from xyzgrid_ext.game.db import memory, objects

_SIGNER = signing.Signer(salt="xyzgrid_ext.map.token")
_NONCE = "map_token"
_WORLD_PAGE = "xyzgrid-world"  # the page that is the file of all maps
_LONGEST = 200  # letters: what is longer is none of ours
_MARK = 16  # letters of a hash


def token_of(account: Account) -> str:
    """Return an account's token for reading maps without a login; it is made on first use."""
    nonce = _nonce(account)
    if nonce is None:
        return renew_token(account)
    return _make_token(account, nonce)


def map_file_url(account: Account) -> str:
    """Return the URL of the file with all maps that an account knows; "" without a website."""
    url = settings.setting_value("XYZGRID_MAP_URL")
    if url is not None:
        return url
    page = page_url(settings.website_url(), _WORLD_PAGE)
    return page and f"{page}?token={token_of(account)}"


def page_url(website: str, name: str, **parts: str) -> str:
    """Return the URL of a page by Django's name of it, and the `parts` of its path.

    It is "" without a website, or if the game has no such page.
    """
    try:
        return website and website.rstrip("/") + reverse(name, kwargs=parts)
    except NoReverseMatch:
        return ""


def renew_token(account: Account) -> str:
    """Give an account a new token; its earlier tokens become invalid."""
    nonce = secrets.token_urlsafe(12)
    account.attributes.add(_NONCE, nonce, category=memory.CATEGORY)
    return _make_token(account, nonce)


def account_of(token: str) -> Account | None:
    """Return the account that a token belongs to.

    Return None if the token is invalid or revoked, or if the account may not log in.
    """
    if len(token) > _LONGEST:
        return None
    try:
        # texts that we sign have this shape
        number, nonce, mark = _SIGNER.unsign_object(token)
    except signing.BadSignature:
        return None
    account = objects.account_by_id(number)
    if account is None or not account.is_active or account.is_banned(username=account.username):
        return None
    nonce_now = _nonce(account)
    is_good = nonce_now is not None and secrets.compare_digest(nonce_now, nonce)
    return account if is_good and secrets.compare_digest(_mark(account), mark) else None


def _make_token(account: Account, nonce: str) -> str:
    return _SIGNER.sign_object([account.pk, nonce, _mark(account)])


def _mark(account: Account) -> str:
    """Return a mark by which Django recognises logins with an old password."""
    return str(account.get_session_auth_hash())[:_MARK]


def _nonce(account: Account) -> str | None:
    return account.attributes.get(_NONCE, category=memory.CATEGORY)
